//! The plays: what is tried, in which order, and what is written down of it.

mod careful;
pub(super) mod controls;
mod endings;
mod patient;
pub(super) mod script;
mod session;
mod starts;

use std::collections::BTreeMap;

use self::{script::Done, session::Session};
use super::{
    ValidateOptions,
    bot::texts,
    record::{Play, PlayRecord, StartSeen},
    twins,
};
use crate::{
    game::{GameFolder, MinimalPlan, digest},
    ports::{Fault, Incident, PlayTester, Screen, Storage, World},
    source::{Facts, Instrumented, instrument},
};

/// A picture taken while a game was played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Screenshot {
    /// What it shows.
    pub name: String,
    /// PNG.
    pub bytes: Vec<u8>,
}

/// Everything that plays of one game share.
pub(super) struct Table<'a> {
    tester: &'a dyn PlayTester,
    copy: Instrumented,
    pub(super) facts: &'a Facts,
    pub(super) promises: MinimalPlan,
    world: World,
    simulated_ms: f64,
    simulated_ms_max: f64,
    clock: &'a (dyn Fn() -> u64 + Sync),
    /// When no further play is begun, by that clock.
    wall_ms_end: u64,
    pub(super) plays: Vec<Play>,
    pictures: Vec<Screenshot>,
    pub(super) start: StartSeen,
    /// What came of each control alone, and of none under the empty name.
    pub(in crate::validator) tried: BTreeMap<String, Done>,
    /// Whether the game looks at what it has drawn.
    reads_pixels: bool,
}

impl Table<'_> {
    async fn sit(&self, name: &str) -> Result<Session, Fault> {
        // Only the first play is photographed.
        self.sit_at(name, Screen::DESKTOP, name == "idle").await
    }

    async fn sit_at(&self, name: &str, screen: Screen, paint: bool) -> Result<Session, Fault> {
        let world = World { screen, paint: self.reads_pixels || paint, ..self.world.clone() };
        Session::open(self.tester, &self.copy.folder, &world, name).await
    }

    /// Ends a play: what was written down of it, and how long it was in simulated milliseconds.
    async fn leave(&self, session: Session) -> Result<(Play, f64), Fault> {
        let (mut play, spent) = session.close().await?;
        for shot in &mut play.shots {
            shot.moment.incidents.iter_mut().for_each(|incident| restore(&self.copy, incident));
        }
        play.late.iter_mut().for_each(|incident| restore(&self.copy, incident));
        Ok((play, spent))
    }

    /// Writes a play down.
    async fn rise(&mut self, session: Session) -> Result<(), Fault> {
        let (play, spent) = self.leave(session).await?;
        self.simulated_ms += spent;
        self.plays.push(play);
        Ok(())
    }

    pub(super) fn time_is_left(&self) -> bool {
        self.simulated_ms < self.simulated_ms_max && (self.clock)() < self.wall_ms_end
    }

    /// Starts the game as it was found to start.
    async fn begin(&self, session: &mut Session) -> Result<(), Fault> {
        session.look("load", 30).await?;
        if self.start.inputs.is_empty() {
            session.step(6).await?;
        }
        for (number, input) in self.start.inputs.iter().enumerate() {
            if number > 0 {
                // What a button opens is looked at before the next thing is pressed.
                session.look("between", 24).await?;
            }
            session.act(input, 6).await?;
        }
        Ok(())
    }
}

/// Lets an incident of the instrumented copy speak of the original.
fn restore(copy: &Instrumented, incident: &mut Incident) {
    if let (Some(file), Some(line), Some(column)) = (&incident.file, incident.line, incident.column) {
        incident.column = Some(copy.original_column(file, line, column));
    }
}

/// Plays a game in every way that a judgement needs.
pub(super) async fn play(
    tester: &dyn PlayTester,
    folder: &GameFolder,
    facts: &Facts,
    promises: Option<&MinimalPlan>,
    options: &ValidateOptions<'_>,
) -> Result<(PlayRecord, Vec<Screenshot>), Fault> {
    let hash = folder.hash();
    // No game can hold its own hash, so none can know this name.
    let handle = format!("_{}", digest(format!("{hash}{}", options.seed)).get(..20).unwrap_or("judge"));
    let world = World {
        screen: Screen::DESKTOP,
        seed: options.seed,
        storage: Storage::Refused,
        handle: handle.clone(),
        drain: facts.asynchronous(),
        paint: true,
    };
    let mut table = Table {
        tester,
        copy: instrument(folder, &handle),
        facts,
        promises: promises.cloned().unwrap_or_default(),
        world,
        simulated_ms: 0.0,
        simulated_ms_max: options.simulated_ms_max as f64,
        clock: options.clock,
        wall_ms_end: (options.clock)().saturating_add(options.wall_ms_max),
        plays: Vec::new(),
        pictures: Vec::new(),
        start: StartSeen::default(),
        tried: BTreeMap::new(),
        reads_pixels: facts.scripts.iter().flat_map(|script| &script.members).any(|used| {
            matches!(
                used.property.as_str(),
                "getImageData"
                    | "toDataURL"
                    | "toBlob"
                    | "createImageBitmap"
                    | "readPixels"
                    | "isPointInPath"
                    | "isPointInStroke"
            )
        }),
    };
    let mut record = PlayRecord {
        engine_facts: tester.facts(),
        sites: table.copy.sites.clone(),
        stopped: None,
        ..PlayRecord::unplayed(folder, options.seed, Some(tester.engine()))
    };
    if original(&mut table, folder).await? {
        record.stopped = Some("the page hangs while loading".into());
    } else {
        rest(&mut table, &mut record).await?;
    }
    record.start = std::mem::take(&mut table.start);
    record.plays = std::mem::take(&mut table.plays);
    record.simulated_ms = table.simulated_ms as u64;
    record.cut_short = !table.time_is_left();
    Ok((record, table.pictures))
}

async fn rest(table: &mut Table<'_>, record: &mut PlayRecord) -> Result<(), Fault> {
    let (session, baseline) = starts::find(table).await?;
    let started = table.start.by_itself || !table.start.inputs.is_empty();
    let Some(mut session) = session else {
        // Nothing that was tried starts it: what follows would only say so again.
        record.stopped = Some("the game could not be started".into());
        return Ok(());
    };
    table.picture("playing", &mut session).await?;
    let hung = endings::idle(table, record, session, &baseline).await?;
    if hung {
        record.stopped = Some("the page stopped answering in play".into());
        return Ok(());
    }
    if started {
        controls::try_all(table, record).await?;
        endings::careless(table, record).await?;
        endings::quick(table, record).await?;
        careful::careful(table, record).await?;
        patient::patient(table, record).await?;
        endings::outlast(table, record).await?;
        if table.time_is_left() {
            controls::pause(table, record).await?;
            controls::rates(table, record).await?;
        }
        twins::ask_all(table, record).await?;
    }
    phone(table).await
}

impl Table<'_> {
    async fn picture(&mut self, name: &str, session: &mut Session) -> Result<(), Fault> {
        if !session.hung() && session.painted {
            let bytes = session.picture().await?;
            self.pictures.push(Screenshot { name: name.to_owned(), bytes });
        }
        Ok(())
    }
}

/// The game exactly as delivered, in the sandbox that players get. Returns whether it hangs.
async fn original(table: &mut Table<'_>, folder: &GameFolder) -> Result<bool, Fault> {
    let mut session = Session::open(table.tester, folder, &table.world, "original").await?;
    session.look("title", 90).await?;
    session.note_colours().await?;
    table.picture("load", &mut session).await?;
    let hung = session.hung();
    let asked = session.play.incidents().any(|incident| incident.kind == "storage");
    let (play, spent) = session.close().await?;
    table.simulated_ms += spent;
    table.plays.push(play);
    if asked {
        // What needs storage is seen further on with storage in memory.
        table.world.storage = Storage::Memory;
    }
    Ok(hung)
}

/// The same game on a phone.
async fn phone(table: &mut Table<'_>) -> Result<(), Fault> {
    let mut session = table.sit_at("phone", Screen::PHONE, false).await?;
    session.look("load", 30).await?;
    session.act("Touch", 6).await?;
    session.look("touched", 60).await?;
    let touched = std::mem::take(&mut session.traces);
    let mut quiet = table.sit_at("phone untouched", Screen::PHONE, false).await?;
    quiet.look("load", 30).await?;
    quiet.step(6).await?;
    quiet.look("idle", 60).await?;
    let label = if touched == quiet.traces { "touch changes nothing" } else { "touch works" };
    session.mark(label);
    table.rise(quiet).await?;
    table.rise(session).await
}

/// Facts for people about what a game tells, used by checks of presentation.
pub(super) fn told(plays: &[Play]) -> BTreeMap<String, Vec<String>> {
    let mut out = BTreeMap::new();
    for play in plays {
        for shot in play.shots.iter().filter(|shot| !shot.moment.page.is_empty() || !shot.moment.canvases.is_empty()) {
            let all: &mut Vec<String> = out.entry(play.name.clone()).or_default();
            for text in texts::texts(&shot.moment) {
                if !all.contains(&text) {
                    all.push(text);
                }
            }
        }
    }
    out
}
