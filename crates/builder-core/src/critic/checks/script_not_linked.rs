use super::{Decision, StaticCheck};
use crate::{
    critic::defect,
    source::{Place, path_of},
};

pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "script-not-linked",
    run: |subject| {
        let facts = subject.facts;
        let Some(page) = &facts.page else { return Decision::NotRun("there is no page to read".into()) };
        let mut found = Vec::new();
        for tag in page.tags.iter().filter(|tag| tag.name == "script") {
            let Some(path) = tag.attribute("src").and_then(path_of) else { continue };
            if facts.files.contains(&path) {
                continue;
            }
            let near = facts.files.iter().find(|file| file.eq_ignore_ascii_case(&path));
            let (what, fix) = match near {
                Some(near) => (
                    format!("The page loads {path}, but the file is called {near}: only the letter case differs."),
                    format!("Write src=\"{near}\"."),
                ),
                None => {
                    let other = facts.files.iter().find(|file| file.ends_with(".js")).map_or("game.js", String::as_str);
                    (format!("The page loads {path}, which was not delivered."), format!("Write src=\"{other}\"."))
                }
            };
            found.push(defect(CHECK.id, &tag.place, what, fix));
        }
        let runs = facts.scripts.iter().any(|script| script.linked) || facts.has_foreign_script();
        if let Some(script) =
            facts.files.iter().find(|file| file.ends_with(".js")).filter(|_| !runs && found.is_empty())
        {
            found.push(defect(
                CHECK.id,
                &Place::file("index.html"),
                format!("The page never loads {script}."),
                format!("Add <script src=\"{script}\"></script> at the end of the body."),
            ));
        }
        Decision::of(found)
    },
};
