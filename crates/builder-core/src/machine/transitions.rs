use super::error::MachineError;
use crate::protocol::Phase;

/// What may follow what. Nothing else does; there is no way around this table.
const TABLE: &[(Phase, &[Phase])] = &[
    (Phase::Init, &[Phase::Clarifying]),
    (Phase::Clarifying, &[Phase::Planning, Phase::Failed]),
    (Phase::Planning, &[Phase::Building, Phase::Failed]),
    (Phase::Building, &[Phase::Critiquing, Phase::Building, Phase::Failed]),
    (Phase::Critiquing, &[Phase::Validating, Phase::Building, Phase::Failed]),
    (Phase::Validating, &[Phase::Done, Phase::Building, Phase::Failed]),
    (Phase::Done, &[]),
    (Phase::Failed, &[]),
];

/// The phase `to`, if it may follow `from`.
pub(super) fn step(from: Phase, to: Phase) -> Result<Phase, MachineError> {
    let allowed = TABLE.iter().find(|(phase, _)| *phase == from).map_or(&[][..], |(_, next)| next);
    if allowed.contains(&to) { Ok(to) } else { Err(MachineError::IllegalTransition { from, to }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_phase_has_a_row_and_only_ends_have_none_after() {
        for phase in Phase::ALL {
            let row = TABLE.iter().find(|(from, _)| *from == phase);
            assert_eq!(row.map(|(_, next)| next.is_empty()), Some(phase.is_end()), "{phase}");
        }
        assert_eq!(step(Phase::Validating, Phase::Done), Ok(Phase::Done));
        for skipped in [Phase::Planning, Phase::Building, Phase::Validating, Phase::Done] {
            assert!(step(Phase::Init, skipped).is_err());
        }
        assert!(step(Phase::Building, Phase::Validating).is_err());
        assert!(step(Phase::Critiquing, Phase::Done).is_err());
    }
}
