//! Leaving a provider alone that keeps failing.

use std::collections::VecDeque;

/// How far back calls count, in milliseconds.
const WINDOW_MS: u64 = 300_000;
/// Calls in the window from which a verdict is possible.
const CALLS_MIN: usize = 5;
/// How long a provider is left alone, in milliseconds.
const RECOVERY_MS: u64 = 60_000;

/// Whether a call may be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Permit {
    /// Yes.
    Call,
    /// One call, to see whether it works again.
    Probe,
    /// Not for so many milliseconds.
    Open(u64),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Position {
    #[default]
    Closed,
    Open {
        since_ms: u64,
    },
    HalfOpen,
}

/// A circuit breaker: opens when half of at least five calls of the last five minutes failed, stays open for a
/// minute, then lets one call through and goes by it.
#[derive(Debug, Clone, Default)]
pub struct CircuitBreaker {
    calls: VecDeque<(u64, bool)>,
    position: Position,
}

impl CircuitBreaker {
    /// Asks for a call at the time `now_ms`.
    pub fn permit(&mut self, now_ms: u64) -> Permit {
        match self.position {
            Position::Closed => Permit::Call,
            Position::Open { since_ms } => {
                let left = (since_ms + RECOVERY_MS).saturating_sub(now_ms);
                if left > 0 {
                    return Permit::Open(left);
                }
                self.position = Position::HalfOpen;
                Permit::Probe
            }
            // The probe is under way; nobody else goes until it is back.
            Position::HalfOpen => Permit::Open(RECOVERY_MS),
        }
    }

    /// Takes note of how a call went.
    pub fn record(&mut self, ok: bool, now_ms: u64) {
        if self.position == Position::HalfOpen {
            self.calls.clear();
            self.position = if ok { Position::Closed } else { Position::Open { since_ms: now_ms } };
            return;
        }
        self.calls.push_back((now_ms, ok));
        while self.calls.front().is_some_and(|(at, _)| at.saturating_add(WINDOW_MS) < now_ms) {
            self.calls.pop_front();
        }
        let failed = self.calls.iter().filter(|(_, ok)| !ok).count();
        if self.calls.len() >= CALLS_MIN && failed * 2 >= self.calls.len() {
            self.position = Position::Open { since_ms: now_ms };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_opens_at_half_of_five_and_closes_by_a_probe() {
        let mut breaker = CircuitBreaker::default();
        for (at, ok) in [(0, true), (1, true), (2, false), (3, false)] {
            breaker.record(ok, at);
            assert_eq!(breaker.permit(at), Permit::Call);
        }
        breaker.record(false, 4);
        assert_eq!(breaker.permit(4), Permit::Open(60_000));
        assert_eq!(breaker.permit(60_003), Permit::Open(1));
        assert_eq!(breaker.permit(60_004), Permit::Probe);
        assert!(matches!(breaker.permit(60_005), Permit::Open(_)), "one probe at a time");
        breaker.record(false, 60_010);
        assert_eq!(breaker.permit(60_011), Permit::Open(59_999));
        assert_eq!(breaker.permit(120_010), Permit::Probe);
        breaker.record(true, 120_011);
        assert_eq!(breaker.permit(120_012), Permit::Call);
    }

    #[test]
    fn what_is_older_than_the_window_is_forgotten() {
        let mut breaker = CircuitBreaker::default();
        for at in 0..4 {
            breaker.record(false, at);
        }
        breaker.record(false, 400_000);
        assert_eq!(breaker.permit(400_000), Permit::Call);
    }
}
