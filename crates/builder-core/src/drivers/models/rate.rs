//! No more than so many calls a minute.

use std::collections::VecDeque;

const WINDOW_MS: u64 = 60_000;

/// Calls that one model may be sent in a minute.
pub const CALLS_A_MINUTE: usize = 60;

/// Counts the calls of the last minute.
#[derive(Debug, Clone, Default)]
pub struct RateLimit {
    calls: VecDeque<u64>,
}

impl RateLimit {
    /// How long the next call has to wait at the time `now_ms`, in milliseconds. Asking is not calling.
    pub fn wait_ms(&mut self, now_ms: u64) -> u64 {
        while self.calls.front().is_some_and(|at| at.saturating_add(WINDOW_MS) <= now_ms) {
            self.calls.pop_front();
        }
        let Some(first) = self.calls.len().checked_sub(CALLS_A_MINUTE).and_then(|at| self.calls.get(at)) else {
            return 0;
        };
        first.saturating_add(WINDOW_MS).saturating_sub(now_ms)
    }

    /// Takes note of a call.
    pub fn record(&mut self, now_ms: u64) {
        self.calls.push_back(now_ms);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sixty_first_call_waits_for_the_first_to_be_a_minute_old() {
        let mut limit = RateLimit::default();
        for at in 0..60 {
            assert_eq!(limit.wait_ms(at * 10), 0);
            limit.record(at * 10);
        }
        assert_eq!(limit.wait_ms(600), 59_400);
        assert_eq!(limit.wait_ms(60_000), 0);
        limit.record(60_000);
        assert_eq!(limit.wait_ms(60_000), 10);
    }
}
