use super::{Decision, StaticCheck, powers};
use crate::critic::defect;

const MEMBERS: &[(&str, &str)] = &[
    ("navigator", "geolocation"),
    ("navigator", "mediaDevices"),
    ("", "getUserMedia"),
    ("navigator", "clipboard"),
    ("navigator", "bluetooth"),
    ("navigator", "usb"),
    ("navigator", "serial"),
    ("navigator", "hid"),
    ("", "requestMIDIAccess"),
    ("navigator", "credentials"),
    ("navigator", "share"),
    ("navigator", "contacts"),
    ("navigator", "xr"),
    ("navigator", "wakeLock"),
    ("navigator", "presentation"),
    ("navigator", "registerProtocolHandler"),
    ("navigator", "permissions"),
    ("", "getDisplayMedia"),
];

pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "permission-request",
    run: |subject| {
        Decision::of(
            powers(
                subject.facts,
                &[
                    "Notification",
                    "PaymentRequest",
                    "NDEFReader",
                    "IdleDetector",
                    "EyeDropper",
                    "showOpenFilePicker",
                    "showSaveFilePicker",
                    "showDirectoryPicker",
                    "queryLocalFonts",
                    "getScreenDetails",
                ],
                MEMBERS,
            )
            .into_iter()
            .map(|(name, place)| {
                let what = format!("The game asks for {name}.");
                let mut finding = defect(CHECK.id, &place, what, "Do without it: a game needs no permission.");
                // Writing a score to the clipboard on a click asks for nothing.
                let writes = subject.facts.scripts.iter().any(|script| {
                    script.members.iter().any(|used| used.property == "writeText" && used.place.line == place.line)
                });
                if name == "clipboard" && writes {
                    finding.evidence.insert("by_player".into(), true.into());
                }
                finding
            })
            .collect(),
        )
    },
};
