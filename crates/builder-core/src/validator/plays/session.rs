use std::collections::BTreeMap;

use serde_json::Value;

use super::script::watching;
use crate::{
    game::GameFolder,
    ports::{Element, Fault, Input, Moment, PlayTester, Stage, Step, World},
    validator::record::{Play, Shot},
};

/// One play that is going on.
pub(super) struct Session {
    stage: Box<dyn Stage>,
    pub(super) play: Play,
    did: Vec<String>,
    /// The last full look.
    pub(super) seen: Moment,
    /// Everything a player could notice, at intervals.
    pub(super) traces: Vec<u64>,
    pub(super) ms: f64,
    hung: bool,
    touch: bool,
    /// Whether what is drawn is painted, so that a picture shows it.
    pub(super) painted: bool,
}

impl Session {
    pub(super) async fn open(
        tester: &dyn PlayTester,
        folder: &GameFolder,
        world: &World,
        name: &str,
    ) -> Result<Self, Fault> {
        let mut stage = tester.open(folder, world).await?;
        let loaded = stage.loaded().await?;
        let play = Play {
            name: name.to_owned(),
            screen: world.screen,
            storage: world.storage,
            shots: Vec::new(),
            late: Vec::new(),
        };
        let mut session = Self {
            stage,
            play,
            did: Vec::new(),
            seen: Moment::default(),
            traces: Vec::new(),
            ms: 0.0,
            hung: loaded.hung,
            touch: world.screen.touch,
            painted: world.paint,
        };
        session.keep("opened", loaded);
        Ok(session)
    }

    pub(super) fn hung(&self) -> bool {
        self.hung
    }

    fn keep(&mut self, label: &str, moment: Moment) {
        self.hung |= moment.hung;
        self.ms = self.ms.max(moment.ms);
        self.traces.extend(&moment.traces);
        let looked = !moment.ready.is_empty();
        let mut moment = moment;
        if looked {
            moment.lists = lists(&moment);
        }
        if looked {
            self.seen = moment.clone();
        }
        let eventful = !moment.incidents.is_empty() || moment.hung;
        if looked || eventful {
            let did = std::mem::take(&mut self.did);
            self.play.shots.push(Shot { label: label.to_owned(), did, moment });
        }
    }

    /// Lets frames pass without a full look.
    pub(super) async fn step(&mut self, frames: u32) -> Result<(), Fault> {
        self.step_at(frames, 60).await
    }

    pub(super) async fn step_at(&mut self, frames: u32, hz: u32) -> Result<(), Fault> {
        let mut left = frames;
        while left > 0 && !self.hung {
            let now = left.min(60);
            let step = Step { hz, ..Step::blind(now) };
            let moment = self.stage.step(step).await?;
            self.keep("step", moment);
            left -= now;
        }
        Ok(())
    }

    /// Lets frames pass and reads variables at every sixth.
    pub(super) async fn watch(&mut self, frames: u32) -> Result<Vec<BTreeMap<String, Value>>, Fault> {
        let mut out = Vec::new();
        let mut left = frames;
        while left > 0 && !self.hung {
            let now = left.min(60);
            let mut moment = self.stage.step(watching(now)).await?;
            out.append(&mut moment.watched);
            self.keep("step", moment);
            left -= now;
        }
        Ok(out)
    }

    /// Lets frames pass and looks at everything.
    pub(super) async fn look(&mut self, label: &str, frames: u32) -> Result<(), Fault> {
        if frames > 60 {
            self.step(frames - 60).await?;
        }
        if self.hung {
            return Ok(());
        }
        let moment = self.stage.step(Step::looking(frames.min(60))).await?;
        self.keep(label, moment);
        Ok(())
    }

    /// Lets frames pass and looks at picture and page, without writing that down.
    pub(super) async fn glance(&mut self, frames: u32) -> Result<Moment, Fault> {
        if self.hung {
            return Ok(Moment::default());
        }
        let moment = self.stage.step(Step::glancing(frames)).await?;
        self.hung |= moment.hung;
        self.ms = self.ms.max(moment.ms);
        if moment.incidents.is_empty() && !moment.hung {
            return Ok(moment);
        }
        let seen = moment.clone();
        self.keep("glance", moment);
        Ok(seen)
    }

    pub(super) async fn inputs(&mut self, inputs: &[Input]) -> Result<(), Fault> {
        if !self.hung {
            self.stage.input(inputs).await?;
        }
        Ok(())
    }

    pub(super) async fn down(&mut self, code: &str) -> Result<(), Fault> {
        self.did.push(format!("{:.0} ms: {code} down", self.ms));
        self.inputs(&[Input::KeyDown { code: code.to_owned(), repeat: false, capital: false }]).await
    }

    pub(super) async fn up(&mut self, code: &str) -> Result<(), Fault> {
        self.inputs(&[Input::KeyUp { code: code.to_owned(), capital: false }]).await
    }

    /// Does what a word says: a key by its code, `Click`, `Touch`, `Mouse`, or `Click x,y`.
    pub(super) async fn act(&mut self, input: &str, hold: u32) -> Result<(), Fault> {
        let point = match input {
            "Click" | "Touch" | "Mouse" => self.middle(),
            other => match other.strip_prefix("Click ") {
                Some(target) => self.point_of(target),
                None => {
                    self.down(input).await?;
                    self.step(hold).await?;
                    return self.up(input).await;
                }
            },
        };
        let (x, y) = point;
        self.did.push(format!("{:.0} ms: {input} at {x:.0},{y:.0}", self.ms));
        if self.touch {
            self.inputs(&[Input::Touch { x, y }]).await?;
            self.step(hold).await?;
            self.inputs(&[Input::Lift]).await
        } else {
            self.inputs(&[Input::Press { x, y }]).await?;
            self.step(hold).await?;
            self.inputs(&[Input::Release { x, y }]).await
        }
    }

    /// Presses and lets go at once.
    pub(super) async fn click(&mut self, (x, y): (f64, f64)) -> Result<(), Fault> {
        self.inputs(&[Input::Press { x, y }, Input::Release { x, y }]).await
    }

    /// The middle of what is played on.
    pub(super) fn middle(&self) -> (f64, f64) {
        let canvas = self.seen.canvases.iter().filter(|canvas| canvas.shown);
        let largest = canvas.max_by(|a, b| (a.area[2] * a.area[3]).total_cmp(&(b.area[2] * b.area[3])));
        match largest {
            Some(canvas) if canvas.area[2] > 0.0 => self.inside(center(canvas.area)),
            _ => (f64::from(self.play.screen.width) / 2.0, f64::from(self.play.screen.height) / 2.0),
        }
    }

    fn inside(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let screen = self.play.screen;
        (x.clamp(1.0, f64::from(screen.width) - 1.0), y.clamp(1.0, f64::from(screen.height) - 1.0))
    }

    /// Where an element is: `#id`, or its number among those that can be pressed.
    fn point_of(&self, target: &str) -> (f64, f64) {
        let found = match target.strip_prefix('#') {
            Some(id) => self.seen.page.iter().find(|element| element.id == id),
            None => {
                let number = target.strip_prefix("button ").and_then(|number| number.parse::<usize>().ok());
                number.and_then(|number| pressable(&self.seen).nth(number))
            }
        };
        found.map_or_else(|| self.middle(), |element| center(element.area))
    }

    /// Notes how many colours the canvases show, with the last look.
    pub(super) async fn note_colours(&mut self) -> Result<(), Fault> {
        if self.hung {
            return Ok(());
        }
        let colours = self.stage.colours().await?;
        if let Some(shot) = self.play.shots.last_mut() {
            shot.did.push(format!("colours {colours:?}"));
        }
        Ok(())
    }

    /// Writes a remark to the last look.
    pub(super) fn mark(&mut self, remark: &str) {
        if let Some(shot) = self.play.shots.last_mut() {
            shot.did.push(remark.to_owned());
        }
    }

    pub(super) async fn picture(&mut self) -> Result<Vec<u8>, Fault> {
        self.stage.screenshot().await
    }

    pub(super) async fn close(self) -> Result<(Play, f64), Fault> {
        let mut play = self.play;
        play.late = self.stage.close().await?;
        for shot in &mut play.shots {
            shot.moment.traces.clear();
            // Variables are kept where a check reads them; all of them would be most of the record.
            if !matches!(
                shot.label.as_str(),
                "load"
                    | "title"
                    | "started"
                    | "playing"
                    | "end"
                    | "after end"
                    | "restarted"
                    | "again"
                    | "before pause"
                    | "paused"
                    | "still paused"
                    | "resumed"
                    | "there"
                    | "careless"
                    | "careful"
            ) {
                shot.moment.state.clear();
            }
        }
        Ok((play, self.ms))
    }
}

/// Lengths of the lists among the variables.
fn lists(moment: &Moment) -> BTreeMap<String, u32> {
    moment
        .state
        .iter()
        .filter_map(|(path, value)| {
            let list = path.strip_suffix(".length").or_else(|| path.strip_suffix(".size"))?;
            Some((list.to_owned(), u32::try_from(value.as_u64()?).ok()?))
        })
        .collect()
}

/// Elements that can be pressed, in the order of the page.
pub(super) fn pressable(moment: &Moment) -> impl Iterator<Item = &Element> {
    moment.page.iter().filter(|element| element.acts && !element.disabled)
}

fn center(area: [f64; 4]) -> (f64, f64) {
    (area[0] + area[2] / 2.0, area[1] + area[3] / 2.0)
}
