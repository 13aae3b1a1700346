use super::{Decision, StaticCheck, code_injection::makes_functions, members};
use crate::{
    critic::defect,
    game::Profile,
    source::{Use, may_be},
};

/// Names that give power over the page or beyond.
const POWERS: &[&str] = &[
    "fetch",
    "fetchLater",
    "XMLHttpRequest",
    "WebSocket",
    "WebTransport",
    "EventSource",
    "RTCPeerConnection",
    "sendBeacon",
    "eval",
    "Function",
    "localStorage",
    "sessionStorage",
    "indexedDB",
    "caches",
    "cookie",
    "alert",
    "confirm",
    "prompt",
    "open",
    "location",
    "Worker",
    "SharedWorker",
    "serviceWorker",
    "importScripts",
    "constructor",
    "WebAssembly",
    "parent",
    "top",
    "opener",
    "document",
    "navigator",
    "navigation",
    "write",
    "writeln",
    "setTimeout",
    "setInterval",
    "createElement",
    "defaultView",
];

/// Those of them that nobody puts together for an object of the game.
const NEVER_OWN: &[&str] = &[
    "fetch",
    "XMLHttpRequest",
    "WebSocket",
    "EventSource",
    "RTCPeerConnection",
    "sendBeacon",
    "eval",
    "Function",
    "localStorage",
    "sessionStorage",
    "indexedDB",
    "importScripts",
    "serviceWorker",
    "WebAssembly",
    "cookie",
];

pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "obfuscated-access",
    run: |subject| {
        let facts = subject.facts;
        let fix = "Write the name out, or better, do without it.";
        let decodes =
            members(facts).any(|used| matches!(used.property.as_str(), "fromCharCode" | "fromCodePoint" | "atob"));
        let mut found = Vec::new();
        for used in members(facts).filter(|used| used.assembled) {
            let powerful =
                matches!(used.object.as_str(), "window" | "parent" | "navigator" | "document" | "location" | "history");
            let anywhere = !used.own && NEVER_OWN.contains(&used.property.as_str());
            if anywhere
                || POWERS.contains(&used.property.as_str()) && (powerful || used.property == "constructor" && !used.own)
            {
                let what = format!("A name is put together to reach {}.", used.property);
                found.push(defect(CHECK.id, &used.place, what, fix));
            } else if used.property.is_empty() && powerful && used.how != Use::Write {
                let known = used.pieces.iter().flatten().any(|piece| !piece.is_empty());
                let reaches = POWERS.iter().any(|power| may_be(&used.pieces, power));
                // A name of which nothing is known: denied by rule when it is called or comes out of a decoder; only read,
                // it is no more than that in games of others.
                let blind = matches!(used.how, Use::Call | Use::New)
                    || decodes
                    || subject.profile == Profile::Delivery
                        && matches!(used.object.as_str(), "window" | "navigator" | "parent");
                if reaches && (known || blind) {
                    let what = format!("A member of {} is reached by a name that is made at run time.", used.object);
                    found.push(defect(CHECK.id, &used.place, what, fix));
                }
            }
        }
        for used in members(facts).filter(|used| makes_functions(used)) {
            found.push(defect(CHECK.id, &used.place, "Function is reached through a constructor.", fix));
        }
        Decision::of(found)
    },
};
