use super::{Decision, StaticCheck};
use crate::{critic::defect, game::Severity, source::Place};

pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "entry-missing",
    run: |subject| {
        let facts = subject.facts;
        if !facts.files.iter().any(|file| file == "index.html") {
            let place = Place::file("index.html");
            let what = "There is no index.html.";
            return Decision::Failed(vec![defect(CHECK.id, &place, what, "Deliver a page named index.html.")]);
        }
        let empty = facts.scripts.iter().filter(|script| script.linked && !script.inline && script.error.is_none());
        let empty = empty.filter(|script| {
            script.names.is_empty()
                && script.globals.is_empty()
                && script.members.is_empty()
                && script.strings.is_empty()
        });
        let mut found: Vec<_> = empty
            .map(|script| {
                let what = format!("{} has no code.", script.file);
                let mut finding =
                    defect(CHECK.id, &Place::file(&script.file), what, "Write the game's script into it.");
                // A file of comments beside others that have code is no loss.
                if !script.comments.is_empty() && facts.running().any(|other| !other.names.is_empty()) {
                    finding.severity = Severity::Warning;
                }
                finding
            })
            .collect();
        if facts.page.as_ref().is_some_and(|page| page.tags.is_empty()) {
            let place = Place::file("index.html");
            found.push(defect(CHECK.id, &place, "index.html has no tag.", "Write the page into it."));
        }
        Decision::of(found)
    },
};
