use super::{Decision, StaticCheck, members};
use crate::{critic::defect, source::Use};

/// Names that give power over the page or beyond.
const POWERS: &[&str] = &[
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
    "write",
];

pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "obfuscated-access",
    run: |subject| {
        let facts = subject.facts;
        let fix = "Write the name out, or better, do without it.";
        let decodes = members(facts)
            .any(|used| matches!(used.property.as_str(), "fromCharCode" | "fromCodePoint" | "atob" | "reverse"));
        let mut found = Vec::new();
        for used in members(facts).filter(|used| used.assembled) {
            if POWERS.contains(&used.property.as_str()) && (!used.object.is_empty() || used.property == "constructor") {
                let what = format!("A name is put together to reach {}.", used.property);
                found.push(defect(CHECK.id, &used.place, what, fix));
            } else if used.property.is_empty() && matches!(used.object.as_str(), "window" | "navigator") {
                let hidden = decodes || matches!(used.how, Use::Call | Use::New);
                if hidden && used.how != Use::Write {
                    let what = format!("A member of {} is reached by a name that is made at run time.", used.object);
                    found.push(defect(CHECK.id, &used.place, what, fix));
                }
            }
        }
        // `x['constructor']('…')` is the same trick with the name written out.
        for used in members(facts).filter(|used| used.property == "constructor" && used.how == Use::Call) {
            if used.text.is_some() || used.varies {
                found.push(defect(CHECK.id, &used.place, "Function is reached through a constructor.", fix));
            }
        }
        Decision::of(found)
    },
};
