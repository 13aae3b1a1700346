use super::{Decision, StaticCheck};
use crate::{critic::defect, source::Declared};

pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "redeclared-name",
    run: |subject| {
        let mut seen: Vec<(&str, &Declared)> = Vec::new();
        let mut found = Vec::new();
        for script in subject.facts.running().filter(|script| !script.module && script.error.is_none()) {
            let clash = script.declared.iter().find_map(|own| {
                let earlier =
                    seen.iter().find(|(_, other)| other.name == own.name && (other.lexical || own.lexical))?;
                Some((own, *earlier))
            });
            match clash {
                Some((own, (file, other))) => found.push(defect(
                    CHECK.id,
                    &own.place,
                    format!(
                        "{} is declared here and in {file}:{}; the second script dies whole.",
                        own.name,
                        other.place.line.unwrap_or(1)
                    ),
                    format!("Declare {} once.", own.name),
                )),
                None => seen.extend(script.declared.iter().map(|own| (script.file.as_str(), own))),
            }
        }
        Decision::of(found)
    },
};
