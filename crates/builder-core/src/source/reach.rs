//! From where each function of a game may be reached, over all its scripts.

use std::collections::{HashMap, VecDeque};

use super::{
    facts::{Runs, ScriptFacts, Target, Trigger},
    script::is_input_event,
};

/// Fills in [`Runs`] of every function of the scripts the page runs. Too much may be said to run, never too little:
/// whatever has a name that is mentioned counts as run.
pub(super) fn spread(scripts: &mut [ScriptFacts]) {
    let mut named: HashMap<&str, Vec<(usize, usize)>> = HashMap::new();
    for (number, script) in scripts.iter().enumerate().filter(|(_, script)| script.linked) {
        for (id, function) in script.functions.iter().enumerate().filter(|(_, function)| !function.name.is_empty()) {
            named.entry(function.name.as_str()).or_default().push((number, id));
        }
    }
    let mut runs: Vec<Vec<Runs>> = scripts.iter().map(|script| vec![Runs::default(); script.functions.len()]).collect();
    let mut edges: Vec<HashMap<usize, Vec<usize>>> = Vec::new();
    for script in scripts.iter() {
        let mut from: HashMap<usize, Vec<usize>> = HashMap::new();
        for (at, edge) in script.edges.iter().enumerate() {
            from.entry(edge.from).or_default().push(at);
        }
        edges.push(from);
    }
    let mut due: VecDeque<(usize, usize)> = VecDeque::new();
    let give = |runs: &mut Vec<Vec<Runs>>, due: &mut VecDeque<(usize, usize)>, to: (usize, usize), how: Runs| {
        if let Some(own) = runs.get_mut(to.0).and_then(|script| script.get_mut(to.1)) {
            let all = own.or(how);
            if all != *own {
                *own = all;
                due.push_back(to);
            }
        }
    };
    for (number, script) in scripts.iter().enumerate() {
        if script.linked && !script.functions.is_empty() {
            // What stands in an attribute runs on its event.
            let how = match &script.attribute {
                Some(event) => of_event(event),
                None => Runs { load: true, ..Runs::default() },
            };
            give(&mut runs, &mut due, (number, 0), how);
        }
    }
    while let Some((number, id)) = due.pop_front() {
        let own = runs.get(number).and_then(|script| script.get(id)).copied().unwrap_or_default();
        let Some(script) = scripts.get(number) else { continue };
        for at in edges.get(number).and_then(|from| from.get(&id)).into_iter().flatten() {
            let Some(edge) = script.edges.get(*at) else { continue };
            let how = match &edge.trigger {
                Trigger::Call => own,
                Trigger::Frame => Runs { frame: true, ..Runs::default() },
                Trigger::Timer => Runs { timer: true, ..Runs::default() },
                Trigger::Event(event) => of_event(event),
            };
            match &edge.to {
                Target::Function(to) => give(&mut runs, &mut due, (number, *to), how),
                Target::Name(name) => {
                    for to in named.get(name.as_str()).into_iter().flatten() {
                        give(&mut runs, &mut due, *to, how);
                    }
                }
                Target::Any => {
                    for to in 0..script.functions.len() {
                        give(&mut runs, &mut due, (number, to), how);
                    }
                }
            }
        }
    }
    for (script, runs) in scripts.iter_mut().zip(runs) {
        for (function, runs) in script.functions.iter_mut().zip(runs) {
            function.runs = runs;
        }
    }
}

fn of_event(event: &str) -> Runs {
    if matches!(event, "load" | "DOMContentLoaded" | "readystatechange" | "pageshow") {
        Runs { load: true, ..Runs::default() }
    } else if event.is_empty() || is_input_event(event) {
        Runs { input: true, ..Runs::default() }
    } else {
        Runs { event: true, ..Runs::default() }
    }
}
