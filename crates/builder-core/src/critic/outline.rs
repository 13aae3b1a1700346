use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::source::{Facts, Place, is_input_event};

/// What a game is made of, as far as its source tells.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Outline {
    /// Keys compared and events listened for, each with where.
    pub controls: Vec<String>,
    /// What repeats.
    pub loops: Vec<String>,
    /// Variables and properties that play changes, with the constants they are set to.
    pub state: Vec<String>,
    /// Lists that grow and shrink.
    pub entities: Vec<String>,
    /// Texts the player is shown.
    pub texts: Vec<String>,
    /// What is likely wrong, which only playing can tell.
    pub suspicions: Vec<Suspicion>,
}

/// Something that is likely, not certain: where a play-tester should look.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Suspicion {
    /// The kind of defect.
    pub code: &'static str,
    /// Why it is likely.
    pub why: String,
    /// Where.
    pub place: Place,
}

impl std::fmt::Display for Suspicion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({})", self.why, at(&self.place))
    }
}

/// The outline of a game.
pub fn outline(facts: &Facts) -> Outline {
    let mut controls = BTreeSet::new();
    let mut loops = BTreeSet::new();
    let mut texts: Vec<String> = facts.page.iter().flat_map(|page| &page.texts).map(|(text, _)| text.clone()).collect();
    let mut set: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut grows: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for script in facts.running() {
        for key in &script.keys {
            controls.insert(format!("{} {:?} ({})", key.via, key.value, at(&key.place)));
        }
        for listener in script.listeners.iter().filter(|one| is_input_event(&one.event)) {
            controls.insert(format!("{} on {} ({})", listener.event, listener.target, at(&listener.place)));
        }
        for scheduler in &script.schedulers {
            loops.insert(format!("{} ({})", scheduler.kind, at(&scheduler.place)));
        }
        for assignment in &script.assignments {
            let runs = Facts::runs(script, assignment.within);
            if runs.frame || runs.timer || runs.input {
                let values = set.entry(assignment.name.as_str()).or_default();
                values.extend(assignment.constant.as_deref());
            }
        }
        for (path, _) in &script.paths {
            if let Some((name, method)) = path.rsplit_once('.')
                && matches!(method, "push" | "splice" | "pop" | "shift" | "unshift" | "filter")
            {
                grows.entry(name.to_owned()).or_default().insert(method);
            }
        }
        texts.extend(script.texts.iter().map(|(text, _)| text.trim().to_owned()));
    }
    texts.retain(|text| !text.is_empty());
    texts.dedup();
    let state = set.into_iter().map(|(name, values)| {
        let values: Vec<&str> = values.into_iter().take(8).collect();
        if values.is_empty() { name.to_owned() } else { format!("{name} = {}", values.join(" | ")) }
    });
    let entities = grows
        .into_iter()
        .filter(|(_, methods)| methods.contains("push") || methods.contains("unshift"))
        .map(|(name, methods)| format!("{name} ({})", methods.into_iter().collect::<Vec<_>>().join(", ")));
    Outline {
        controls: controls.into_iter().collect(),
        loops: loops.into_iter().collect(),
        state: state.collect(),
        entities: entities.collect(),
        texts,
        suspicions: suspicions(facts),
    }
}

fn at(place: &Place) -> String {
    place.line.map_or_else(|| place.file.clone(), |line| format!("{}:{line}", place.file))
}

/// What is likely wrong with a game and only playing can tell. Never a finding by itself: most working games have
/// one or the other.
pub fn suspicions(facts: &Facts) -> Vec<Suspicion> {
    let mut out = Vec::new();
    let uses = |property: &str| {
        facts.running().any(|script| {
            script.members.iter().any(|used| used.property == property)
                || script.globals.iter().any(|used| used.name == property)
        })
    };
    for script in facts.running() {
        for listener in &script.listeners {
            let runs = Facts::runs(script, listener.within);
            let again = listener.within > 0 && (runs.input || runs.frame || runs.timer);
            let lasting = matches!(listener.target.as_str(), "window" | "document") || listener.target_id.is_some();
            if listener.fresh && !listener.once && again && lasting && !uses("removeEventListener") {
                let why = format!("each call attaches another listener for {}", listener.event);
                out.push(Suspicion { code: "duplicate-listeners", why, place: listener.place.clone() });
            }
        }
        for scheduler in script.schedulers.iter().filter(|one| one.kind == "setInterval") {
            let runs = Facts::runs(script, scheduler.within);
            if runs.input && !uses("clearInterval") {
                let why = "each press may start another timer, and none is ever stopped".to_owned();
                out.push(Suspicion { code: "timer-stacking", why, place: scheduler.place.clone() });
            }
        }
        for scheduler in script.schedulers.iter().filter(|one| one.kind == "requestAnimationFrame") {
            let runs = Facts::runs(script, scheduler.within);
            if runs.frame && !uses("now") && !uses("timeStamp") {
                let why = "no clock is read in the frame".to_owned();
                out.push(Suspicion { code: "frame-rate-dependent", why, place: scheduler.place.clone() });
                break;
            }
        }
        if let Some(first) = script.listeners.iter().find(|one| one.event == "keyup")
            && !facts.running().any(|script| {
                script.listeners.iter().any(|one| matches!(one.event.as_str(), "blur" | "visibilitychange"))
            })
        {
            let why = "keys are held, and nothing lets go of them when the window loses the focus".to_owned();
            out.push(Suspicion { code: "keys-stuck-after-blur", why, place: first.place.clone() });
        }
        let client = script.members.iter().find(|used| matches!(used.property.as_str(), "clientX" | "pageX"));
        if let Some(used) = client.filter(|_| !uses("getBoundingClientRect") && !uses("offsetLeft")) {
            let why = "page coordinates are used, and nothing asks where the canvas is".to_owned();
            out.push(Suspicion { code: "pointer-offset", why, place: used.place.clone() });
        }
    }
    out
}
