use builder_core::{
    codes::{self, ERRORS, KINDS},
    report::{codes_near, error_json, kind_json},
    validator,
};
use serde_json::json;

use crate::{args::ExplainArgs, error::CliError, screen, settings::Settings};

/// Explains a code, or lists them all.
pub(crate) fn run(args: &ExplainArgs, settings: &Settings) -> Result<u8, CliError> {
    let Some(code) = &args.code else {
        list(settings.json);
        return Ok(0);
    };
    if let Some(kind) = codes::kind(code) {
        if settings.json {
            screen::json(&kind_json(kind));
        } else {
            screen::out(&format!("{} — {:?}, {}", kind.id, kind.severity, kind.seen.text()).to_lowercase());
            screen::out(&format!("  what:    {}", kind.meaning));
            screen::out(&format!("  mend:    {}", kind.advice));
            screen::out(&format!("  decided: {}", validator::decides(kind.id).text()));
        }
        return Ok(0);
    }
    if let Some(error) = codes::error_code(code) {
        if settings.json {
            screen::json(&error_json(error));
        } else {
            screen::out(&format!(
                "{} — an error{}",
                error.code,
                if error.retryable { "; the same again may go well" } else { "" }
            ));
            screen::out(&format!("  {}", error.meaning));
            screen::out(&format!("  try: {}", error.remedy));
        }
        return Ok(0);
    }
    let near = codes_near(code);
    let hint = if near.is_empty() {
        "gamebuilder explain lists them".to_owned()
    } else {
        format!("near it: {}", near.join(", "))
    };
    Err(CliError::Settings(format!("there is no code {code:?}; {hint}")))
}

fn list(as_json: bool) {
    if as_json {
        screen::json(&json!({
            "kinds": KINDS.iter().map(kind_json).collect::<Vec<_>>(),
            "errors": ERRORS.iter().map(error_json).collect::<Vec<_>>(),
        }));
        return;
    }
    let mut group = None;
    for kind in KINDS {
        if group != Some(kind.group) {
            group = Some(kind.group);
            screen::out(kind.group.title());
        }
        let severity = format!("{:?}", kind.severity).to_lowercase();
        screen::out(&format!("  {:<28} {severity:<8} {}", kind.id, kind.meaning));
    }
    screen::out("Errors");
    for error in ERRORS {
        screen::out(&format!("  {:<28} {}", error.code, error.meaning));
    }
}
