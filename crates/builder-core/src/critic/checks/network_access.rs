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
    "mozRTCPeerConnection",
    "RTCDataChannel",
    "RTCIceTransport",
    "BackgroundFetchManager",
    "PushManager",
    "XSLTProcessor",
    "SharedStorage",
];
/// What can be told by its name, and what a wall stops before it leaves: in games of others no reason not to play.
const NAMED: &[&str] = &["fetch", "XMLHttpRequest", "WebSocket", "EventSource"];
/// Elements that load what they name, or another page.
const LOADERS: &[&str] =
    &["iframe", "frame", "object", "embed", "link", "base", "meta", "portal", "fencedframe", "applet"];
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
            .map(|(name, place)| {
                let mut finding = defect(CHECK.id, &place, format!("The game uses {name}."), fix);
                if NAMED.contains(&name.as_str()) {
                    finding.evidence.insert("named".into(), name.into());
                }
                finding
            })
            .collect();
        for used in members(facts).filter(|used| used.how == Use::Write && LOADING.contains(&used.property.as_str())) {
            let text = used.text.as_deref().or(used.begins.as_deref()).unwrap_or_default();
            if is_foreign(text) || foreign_url(text) {
                let what = format!("{} is set to {text}, which asks another host.", used.property);
                let mut finding = defect(CHECK.id, &used.place, what, fix);
                finding.evidence.insert("named".into(), used.property.clone().into());
                found.push(finding);
            }
        }
        for script in &facts.scripts {
            for (name, value, place) in &script.attributes_set {
                let loads = matches!(
                    name.as_str(),
                    "src" | "srcset" | "href" | "xlink:href" | "data" | "poster" | "style" | "background" | "ping"
                );
                let value = value.as_deref().unwrap_or_default();
                if loads && (is_foreign(value) || foreign_url(value)) {
                    found.push(defect(
                        CHECK.id,
                        place,
                        format!("The attribute {name} asks another host: {value}."),
                        fix,
                    ));
                }
            }
        }
        for used in members(facts).filter(|used| {
            used.how == Use::Call && matches!(used.property.as_str(), "createElement" | "createElementNS")
        }) {
            if let Some(tag) =
                used.text.as_deref().filter(|tag| LOADERS.iter().any(|known| tag.trim().eq_ignore_ascii_case(known)))
            {
                let what = format!("The game makes an element that loads things: <{tag}>.");
                let mut finding = defect(CHECK.id, &used.place, what, fix);
                if tag.eq_ignore_ascii_case("link") {
                    finding.evidence.insert("named".into(), tag.into());
                }
                found.push(finding);
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
