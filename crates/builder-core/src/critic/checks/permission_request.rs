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
];

pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "permission-request",
    run: |subject| {
        Decision::of(
            powers(subject.facts, &["Notification", "PaymentRequest"], MEMBERS)
                .into_iter()
                .map(|(name, place)| {
                    defect(
                        CHECK.id,
                        &place,
                        format!("The game asks for {name}."),
                        "Do without it: a game needs no permission.",
                    )
                })
                .collect(),
        )
    },
};
