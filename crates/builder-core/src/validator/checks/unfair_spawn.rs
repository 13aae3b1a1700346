use super::PlayCheck;
use crate::validator::evidence::Outcome;

/// Dangers that have to be seen appearing, for a share to mean something.
pub(in crate::validator) const BIRTHS_MIN: u32 = 100;

pub(super) const CHECK: PlayCheck = PlayCheck {
    id: "unfair-spawn",
    run: |evidence| {
        if let Some(unplayed) = evidence.unplayed() {
            return unplayed;
        }
        let Some(bot) = &evidence.record.bot else {
            return Outcome::undecided("no key moves anything that danger could appear on");
        };
        let dangers = || bot.things.iter().filter(|thing| thing.hurts);
        let births = dangers().map(|thing| thing.births).sum::<u32>();
        let unfair = dangers().map(|thing| thing.births_on_player).sum::<u32>();
        if births < BIRTHS_MIN {
            return Outcome::undecided(format!("{births} dangers were seen to appear, {BIRTHS_MIN} are needed"))
                .measured("on_player", unfair);
        }
        let outcome = if unfair >= 3 && unfair * 100 >= births {
            let worst = dangers().max_by_key(|thing| thing.births_on_player).map_or("", |thing| thing.name.as_str());
            let what =
                format!("{unfair} of {births} dangers ({worst}) touched the player within half a second of appearing.");
            Outcome::of(vec![evidence.finding(
                CHECK.id,
                what,
                "Let dangers appear away from the player, or announce them before they can hurt.",
            )])
        } else {
            Outcome::passed()
        };
        outcome.measured("appeared", births).measured("on_player", unfair)
    },
};
