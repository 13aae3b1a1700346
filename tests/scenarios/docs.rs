//! The pages under `docs/` that list codes are made from the tables. `UPDATE_DOCS=1` writes them anew.

use std::{fmt::Write as _, fs};

use builder_core::{
    codes::{ERRORS, KINDS},
    validator,
};
use scenarios::workspace;

fn codes_page() -> String {
    let mut page = String::from(
        "# Codes\n\nEvery finding has the code of a kind of defect, every error the code of an error. \
         `gamebuilder explain CODE` prints one of them. This page is made from the tables in `builder-core`.\n",
    );
    let mut group = None;
    for kind in KINDS {
        if group != Some(kind.group) {
            group = Some(kind.group);
            write!(page, "\n## {}\n", kind.group.title()).unwrap();
        }
        let decided = validator::decides(kind.id).text();
        let severity = format!("{:?}", kind.severity).to_lowercase();
        write!(page, "\n### `{}`\n\n{severity}, {}. Decided {decided}.\n\n", kind.id, kind.seen.text()).unwrap();
        write!(page, "- What the player meets: {}\n- How it is mended: {}\n", kind.meaning, kind.advice).unwrap();
    }
    page.push_str("\n## Errors\n\n| code | the same again may help | meaning | what to do |\n|---|---|---|---|\n");
    for error in ERRORS {
        let again = if error.retryable { "yes" } else { "no" };
        writeln!(page, "| `{}` | {again} | {} | {} |", error.code, error.meaning, error.remedy).unwrap();
    }
    page
}

#[test]
fn the_page_of_codes_is_that_of_the_tables() {
    let file = workspace().join("docs/codes.md");
    let page = codes_page();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, &page).unwrap();
    }
    let known = fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(known, page, "{} is out of date: UPDATE_DOCS=1 writes it", file.display());
}
