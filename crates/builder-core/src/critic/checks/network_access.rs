use super::{Decision, StaticCheck, members, powers};
use crate::{
    critic::defect,
    source::{Use, is_foreign},
};

const GLOBALS: &[&str] = &[
    "fetch",
    "fetchLater",
    "XMLHttpRequest",
    "WebSocket",
    "WebSocketStream",
    "WebTransport",
    "EventSource",
    "RTCPeerConnection",
    "webkitRTCPeerConnection",
    "RTCDataChannel",
];
const MEMBERS: &[(&str, &str)] = &[("", "sendBeacon"), ("", "importScripts")];
/// Properties that make the browser load what they are set to.
const LOADING: &[&str] = &["src", "srcset", "poster", "background", "backgroundImage", "cssText", "content", "data"];

pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "network-access",
    run: |subject| {
        let facts = subject.facts;
        let fix = "Remove it: a game talks to nobody.";
        let mut found: Vec<_> = powers(facts, GLOBALS, MEMBERS)
            .into_iter()
            .map(|(name, place)| defect(CHECK.id, &place, format!("The game uses {name}."), fix))
            .collect();
        for used in members(facts).filter(|used| used.how == Use::Write && LOADING.contains(&used.property.as_str())) {
            let text = used.text.as_deref().unwrap_or_default();
            if is_foreign(text) || foreign_url(text) {
                let what = format!("{} is set to {text}, which asks another host.", used.property);
                found.push(defect(CHECK.id, &used.place, what, fix));
            }
        }
        for (text, place) in facts.scripts.iter().flat_map(|script| &script.strings) {
            if foreign_url(text)
                && !found.iter().any(|other| other.line == place.line && other.file.as_ref() == Some(&place.file))
            {
                found.push(defect(CHECK.id, place, format!("A style asks another host: {text}."), fix));
            }
        }
        Decision::of(found)
    },
};

/// `url(https://…` inside a style.
fn foreign_url(text: &str) -> bool {
    text.match_indices("url(").any(|(at, _)| {
        let inner = text.get(at + 4..).unwrap_or_default().trim_start().trim_start_matches(['"', '\'', '\\']);
        is_foreign(inner)
    })
}
