use super::{Decision, StaticCheck};
use crate::{
    critic::defect,
    source::{Place, path_of},
};

pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "stylesheet-not-linked",
    run: |subject| {
        let facts = subject.facts;
        let Some(page) = &facts.page else { return Decision::NotRun("there is no page to read".into()) };
        let mut found = Vec::new();
        for tag in page.tags.iter().filter(|tag| tag.name == "link") {
            let sheet = tag.attribute("rel").is_some_and(|rel| rel.to_ascii_lowercase().contains("stylesheet"));
            let Some(path) = tag.attribute("href").and_then(path_of).filter(|_| sheet) else { continue };
            if !facts.files.contains(&path) {
                let what = format!("The page links {path}, which was not delivered.");
                found.push(defect(CHECK.id, &tag.place, what, "Link the style sheet by its real name."));
            }
        }
        let unused = facts.styles.iter().all(|(_, used, _)| !used);
        if let Some((path, _, _)) = facts.styles.first().filter(|_| unused && found.is_empty()) {
            found.push(defect(
                CHECK.id,
                &Place::file("index.html"),
                format!("Nothing links or imports {path}."),
                format!("Add <link rel=\"stylesheet\" href=\"{path}\"> to the head."),
            ));
        }
        Decision::of(found)
    },
};
