//! Plays that are written down beforehand: what twins are made of.

use std::collections::BTreeMap;

use futures_util::future::try_join;
use serde_json::Value;

use super::{Table, controls::used};
use crate::{
    ports::{Fault, Input, Moment, Screen, Step},
    validator::record::Play,
};

/// Something done in a play.
#[derive(Debug, Clone)]
pub(in crate::validator) enum Do {
    /// Starts the game as it was found to start.
    Begin,
    /// Lets frames pass.
    Wait(u32),
    /// Lets frames pass at so many a second.
    WaitAt(u32, u32),
    /// Lets frames pass and reads variables at every sixth.
    Watch(u32),
    /// Lets frames pass, looks at everything and keeps that under a name.
    Look(&'static str, u32),
    /// Takes a picture of the window; see [`Script::painted`].
    Picture,
    /// Remembers under a name how many traces there are by now.
    Mark(&'static str),
    /// Uses a control for so many frames.
    Use(String, u32),
    /// A key goes down and stays down.
    Down(String),
    /// A key comes up.
    Up(String),
    /// Whatever else can be done.
    Input(Input),
}

/// A play that is written down beforehand.
#[derive(Debug, Clone)]
pub(in crate::validator) struct Script {
    /// What it is for.
    pub(in crate::validator) name: String,
    /// The screen it is played on.
    pub(in crate::validator) screen: Screen,
    /// Whether everything is painted, so that pictures show it.
    pub(in crate::validator) painted: bool,
    /// What is done.
    pub(in crate::validator) acts: Vec<Do>,
}

impl Script {
    pub(in crate::validator) fn new(name: impl Into<String>, acts: impl IntoIterator<Item = Do>) -> Self {
        Self { name: name.into(), screen: Screen::DESKTOP, painted: false, acts: acts.into_iter().collect() }
    }

    pub(in crate::validator) fn on(self, screen: Screen) -> Self {
        Self { screen, ..self }
    }

    pub(in crate::validator) fn painted(self) -> Self {
        Self { painted: true, ..self }
    }
}

/// What came of a script.
#[derive(Debug, Clone, Default)]
pub(in crate::validator) struct Done {
    /// Everything a player could notice, at intervals.
    pub(in crate::validator) traces: Vec<u64>,
    /// Numbers of traces at the marks.
    pub(in crate::validator) marks: BTreeMap<&'static str, usize>,
    /// What was seen, with all variables.
    pub(in crate::validator) looks: BTreeMap<&'static str, Moment>,
    /// Variables that were watched.
    pub(in crate::validator) watched: Vec<BTreeMap<String, Value>>,
    /// The pictures that were taken, PNG.
    pub(in crate::validator) pictures: Vec<Vec<u8>>,
    /// Whether the page hung or was loaded anew, so that nothing can be compared.
    pub(in crate::validator) broken: bool,
}

impl Done {
    /// The traces from a mark on.
    pub(in crate::validator) fn after(&self, mark: &str) -> &[u64] {
        self.marks.get(mark).and_then(|from| self.traces.get(*from..)).unwrap_or_default()
    }

    /// What was seen under that name.
    pub(in crate::validator) fn look(&self, name: &str) -> &Moment {
        static NOTHING: std::sync::LazyLock<Moment> = std::sync::LazyLock::new(Moment::default);
        self.looks.get(name).unwrap_or(&NOTHING)
    }
}

impl Table<'_> {
    async fn perform(&self, script: &Script) -> Result<(Done, Play, f64), Fault> {
        let mut session = self.sit_at(&script.name, script.screen, script.painted).await?;
        let mut done = Done::default();
        for act in &script.acts {
            match act {
                Do::Begin => self.begin(&mut session).await?,
                Do::Wait(frames) => session.step(*frames).await?,
                Do::WaitAt(frames, hz) => session.step_at(*frames, *hz).await?,
                Do::Watch(frames) => done.watched.extend(session.watch(*frames).await?),
                Do::Look(name, frames) => {
                    session.look(name, *frames).await?;
                    done.looks.insert(name, session.seen.clone());
                }
                Do::Picture => done.pictures.push(session.picture().await?),
                Do::Mark(name) => {
                    done.marks.insert(name, session.traces.len());
                }
                Do::Use(input, _) if matches!(input.as_str(), "Click" | "Touch" | "Mouse") => {
                    used(&mut session, input).await?;
                }
                Do::Use(input, frames) => session.act(input, *frames).await?,
                Do::Down(code) => session.down(code).await?,
                Do::Up(code) => session.up(code).await?,
                Do::Input(input) => session.inputs(std::slice::from_ref(input)).await?,
            }
        }
        done.traces = std::mem::take(&mut session.traces);
        done.broken = session.hung() || session.play.incidents().any(|incident| incident.kind == "reload");
        let (play, spent) = self.leave(session).await?;
        Ok((done, play, spent))
    }

    /// Plays two scripts that differ in one thing. `None` when one of them broke off, so that they cannot be compared.
    pub(in crate::validator) async fn pair(
        &mut self,
        one: Script,
        other: Script,
    ) -> Result<Option<(Done, Done)>, Fault> {
        let mut done = self.perform_all(vec![one, other]).await?.into_iter();
        let (Some(one), Some(other)) = (done.next(), done.next()) else { return Ok(None) };
        Ok((!one.broken && !other.broken).then_some((one, other)))
    }

    /// Plays scripts, two at a time, and writes them down in their order.
    pub(in crate::validator) async fn perform_all(&mut self, scripts: Vec<Script>) -> Result<Vec<Done>, Fault> {
        let mut out = Vec::new();
        for pair in scripts.chunks(2) {
            let both = match pair {
                [one, other] => {
                    let (one, other) = try_join(self.perform(one), self.perform(other)).await?;
                    vec![one, other]
                }
                [one] => vec![self.perform(one).await?],
                _ => Vec::new(),
            };
            for (done, play, spent) in both {
                self.simulated_ms += spent;
                self.plays.push(play);
                out.push(done);
            }
        }
        Ok(out)
    }
}

/// How many variables are read at once when they are watched.
pub(in crate::validator) const WATCHED_MAX: u32 = 600;

/// Frames with variables read at every sixth.
pub(in crate::validator) const fn watching(frames: u32) -> Step {
    Step { frames, hz: 60, every: 6, look: false, glance: false, watch: WATCHED_MAX }
}
