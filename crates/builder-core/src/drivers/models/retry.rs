//! What follows on a fault: the only place that decides about asking again.

use super::{
    capabilities::Capabilities,
    faults::{CallFault, Change, Kind},
    request::Variation,
};

/// The longest wait for a server, in milliseconds; whoever asks for more is not waited for.
pub const WAIT_MS_MAX: u64 = 60_000;
const BACKOFF_MS: u64 = 1_000;
const BACKOFF_MS_MAX: u64 = 20_000;
/// How often one question may be put otherwise because of what a server refuses.
const NEGOTIATIONS_MAX: u32 = 8;
/// Calls for one question at one endpoint, whatever goes wrong.
const CALLS_MAX: u32 = 12;

/// What to do after a fault.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// Ask again, put otherwise for good.
    Negotiated(Box<Capabilities>),
    /// Ask again after so many milliseconds.
    Again {
        /// The wait.
        wait_ms: u64,
    },
    /// Ask another endpoint, if there is one.
    NextEndpoint,
    /// It is a matter of settings: no other endpoint is asked.
    GiveUp,
}

/// The history of one question at one endpoint.
#[derive(Debug, Clone, Default)]
pub struct Effort {
    seen: Vec<(std::mem::Discriminant<Kind>, u32)>,
    calls: u32,
    negotiations: u32,
    variation: Variation,
}

impl Effort {
    /// How the question is put now.
    pub fn variation(&self) -> Variation {
        self.variation
    }

    /// What to do after `fault`. `dice` spreads the waits of programs that failed together.
    pub fn after(&mut self, fault: &CallFault, known: &Capabilities, dice: u64) -> Step {
        self.calls += 1;
        let recovery = fault.kind.recovery();
        let last = if recovery.falls_back { Step::NextEndpoint } else { Step::GiveUp };
        if let Kind::Refused(refusal) = &fault.kind {
            if self.negotiations < NEGOTIATIONS_MAX
                && let Some(next) = known.after(refusal)
            {
                self.negotiations += 1;
                return Step::Negotiated(Box::new(next));
            }
            return last;
        }
        let times = self.count(&fault.kind);
        if times >= recovery.calls_max || self.calls >= CALLS_MAX {
            return last;
        }
        match recovery.change {
            Change::Wait => {
                let wait_ms = fault.kind.asked_wait_ms().unwrap_or_else(|| backoff_ms(times, dice));
                // A server that wants more time than a run has is as good as gone.
                return if wait_ms > WAIT_MS_MAX { last } else { Step::Again { wait_ms } };
            }
            Change::Nothing => {}
            Change::Rephrase => self.variation.rephrased = true,
            Change::MoreTokens => self.variation.doublings += 1,
            Change::Warmer => self.variation.warmer += 0.4,
        }
        Step::Again { wait_ms: 0 }
    }

    /// How often this kind came by now.
    fn count(&mut self, kind: &Kind) -> u32 {
        let kind = std::mem::discriminant(kind);
        if let Some((_, times)) = self.seen.iter_mut().find(|(known, _)| *known == kind) {
            *times += 1;
            return *times;
        }
        self.seen.push((kind, 1));
        1
    }
}

/// 1 s, 2 s, 4 s and so on up to 20 s, each up to a quarter longer.
fn backoff_ms(times: u32, dice: u64) -> u64 {
    let base = BACKOFF_MS.saturating_mul(1 << times.saturating_sub(1).min(10)).min(BACKOFF_MS_MAX);
    base + dice % (base / 4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drivers::models::{faults::Refusal, provider::providers};

    fn steps(kind: Kind, dice: u64) -> Vec<Step> {
        let (mut effort, known) = (Effort::default(), Capabilities::of(&providers()[0]));
        let mut steps = Vec::new();
        loop {
            steps.push(effort.after(&CallFault::new(kind.clone(), ""), &known, dice));
            if matches!(steps.last(), Some(Step::NextEndpoint | Step::GiveUp)) {
                return steps;
            }
        }
    }

    #[test]
    fn the_table_says_how_often_and_what_then() {
        let again = |wait_ms| Step::Again { wait_ms };
        for (kind, wanted) in [
            (Kind::Timeout, vec![again(1_000), again(2_000), Step::NextEndpoint]),
            (Kind::ServerError(Some(5)), vec![again(5), again(5), Step::NextEndpoint]),
            (Kind::RateLimited(Some(198_300_000)), vec![Step::NextEndpoint]),
            (Kind::RateLimited(Some(WAIT_MS_MAX)), vec![again(WAIT_MS_MAX), again(WAIT_MS_MAX), Step::NextEndpoint]),
            (Kind::Cut, vec![again(0), Step::NextEndpoint]),
            (Kind::ContentRefused, vec![again(0), Step::NextEndpoint]),
            (Kind::KeyRefused, vec![Step::GiveUp]),
            (Kind::ModelUnknown, vec![Step::GiveUp]),
            (Kind::NoCredit, vec![Step::NextEndpoint]),
            (Kind::ContextOverflow, vec![Step::NextEndpoint]),
        ] {
            assert_eq!(steps(kind.clone(), 0), wanted, "{kind:?}");
        }
    }

    #[test]
    fn waits_grow_are_spread_and_bounded() {
        assert_eq!([1, 2, 3, 6, 40].map(|times| backoff_ms(times, 0)), [1_000, 2_000, 4_000, 20_000, 20_000]);
        assert!((0..500).all(|dice| (1_000..1_250).contains(&backoff_ms(1, dice * 7_919))));
    }

    #[test]
    fn what_a_server_refuses_is_put_otherwise_and_no_more_than_eight_times() {
        let (mut effort, mut known) = (Effort::default(), Capabilities::of(&providers()[0]));
        let mut refusals = 0;
        let fault = |refusal| CallFault::new(Kind::Refused(refusal), "");
        for _ in 0..20 {
            match effort.after(&fault(Refusal::TokenParameter), &known, 0) {
                Step::Negotiated(next) => known = *next,
                step => {
                    assert_eq!(step, Step::NextEndpoint);
                    break;
                }
            }
            refusals += 1;
        }
        assert_eq!(refusals, NEGOTIATIONS_MAX);
    }

    #[test]
    fn what_changes_is_kept_for_the_next_call() {
        let (mut effort, known) = (Effort::default(), Capabilities::of(&providers()[0]));
        effort.after(&CallFault::new(Kind::ReasoningOnly, ""), &known, 0);
        effort.after(&CallFault::new(Kind::ContentRefused, ""), &known, 0);
        effort.after(&CallFault::new(Kind::Repetition, ""), &known, 0);
        assert_eq!(effort.variation(), Variation { rephrased: true, doublings: 1, warmer: 0.4 });
    }
}
