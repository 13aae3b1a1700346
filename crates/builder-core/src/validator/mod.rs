//! Plays a game and says whether it plays.
//!
//! The play-tester only collects a [`PlayRecord`]; [`judge`] is a pure function of it, so a record can be stored
//! and judged again without a browser.

mod bot;
mod checks;
mod evidence;
mod judgement;
mod plays;
mod rank;
mod record;
mod stored;
mod timeline;
mod twins;

use crate::{
    critic,
    game::{GameFolder, Judgement, MinimalPlan, Profile},
    ports::{Fault, PlayTester},
    source::Facts,
};

pub use self::{
    checks::{ALL, Decides, KINDS_DECIDED, PlayCheck, decides},
    evidence::{Evidence, Outcome},
    plays::Screenshot,
    rank::rank,
    record::{
        Attempt, BotSeen, ControlSeen, EndSeen, PauseSeen, Play, PlayRecord, Shot, StartSeen, ThingSeen, TwinSeen,
    },
    stored::{StoredRecord, StoredRecordError},
    timeline::{Timeline, timelines},
};

/// How to judge.
pub struct ValidateOptions<'a> {
    /// Which rules apply.
    pub profile: Profile,
    /// Where random numbers begin.
    pub seed: u32,
    /// Simulated time over all plays, in milliseconds, after which no further play is begun.
    pub simulated_ms_max: u64,
    /// Wall time in milliseconds after which no further play is begun. A slow machine proves less, and never accuses.
    pub wall_ms_max: u64,
    /// Wall time in milliseconds, from any start.
    pub clock: &'a (dyn Fn() -> u64 + Sync),
}

impl std::fmt::Debug for ValidateOptions<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ValidateOptions")
            .field("profile", &self.profile)
            .field("seed", &self.seed)
            .field("simulated_ms_max", &self.simulated_ms_max)
            .finish_non_exhaustive()
    }
}

impl<'a> ValidateOptions<'a> {
    /// The usual ones.
    pub fn new(clock: &'a (dyn Fn() -> u64 + Sync)) -> Self {
        Self { profile: Profile::Delivery, seed: 1, simulated_ms_max: 600_000, wall_ms_max: 120_000, clock }
    }
}

/// Judges a game: reads it, plays it if there is a play-tester, and says what is wrong.
///
/// # Errors
/// A fault of the play-tester, after a second try where that may help. Never a verdict.
pub async fn validate(
    tester: Option<&dyn PlayTester>,
    folder: &GameFolder,
    promises: Option<&MinimalPlan>,
    options: &ValidateOptions<'_>,
) -> Result<(Judgement, PlayRecord, Vec<Screenshot>), Fault> {
    let began = (options.clock)();
    let facts = crate::source::read(folder);
    // A game without a page that can be read cannot be opened either.
    let openable = facts.page.is_some();
    let (record, pictures) = match tester.filter(|_| openable) {
        Some(tester) => match plays::play(tester, folder, &facts, promises, options).await {
            Err(fault) if fault.code == "browser-lost" => {
                plays::play(tester, folder, &facts, promises, options).await?
            }
            other => other?,
        },
        None => (PlayRecord::unplayed(folder, options.seed, tester.map(PlayTester::engine)), Vec::new()),
    };
    let mut judgement = judge(&record, &facts, promises, options.profile);
    judgement.wall_ms = (options.clock)().saturating_sub(began);
    Ok((judgement, record, pictures))
}

/// Judges a record and what the source says. `wall_ms` is 0.
pub fn judge(record: &PlayRecord, facts: &Facts, promises: Option<&MinimalPlan>, profile: Profile) -> Judgement {
    let (findings, checks) = critic::judge_source(facts, promises, profile);
    judgement::make(record, facts, promises, profile, findings, checks)
}
