use std::{fs, time::Instant};

use builder_core::{
    critic,
    game::{SchemaVersion, Verdict},
    source,
};
use serde_json::json;

use super::{
    changed::changed,
    subject::{read_folder, read_plan},
};
use crate::{
    args::{CritiqueArgs, FormatArg},
    error::CliError,
    screen::{self, Subject},
    settings::{self, Settings},
};

/// Judges folders from their source alone.
pub(crate) fn run(args: &CritiqueArgs, settings: &Settings) -> Result<u8, CliError> {
    let plan = read_plan(args.plan.as_deref())?;
    let profile = settings::profile(args.profile);
    let as_json = settings.json || args.format == Some(FormatArg::Json);
    let as_sarif = args.format == Some(FormatArg::Sarif);
    let mut answers = Vec::new();
    let mut judged = Vec::new();
    let mut failed = false;
    for dir in changed(&args.folders, args.changed.as_deref())? {
        let mut folder = read_folder(dir)?;
        if args.facts {
            let outline = critic::outline(&source::read(&folder));
            if as_json {
                answers.push(
                    json!({ "schema_version": SchemaVersion, "folder": dir.display().to_string(), "outline": outline }),
                );
            } else {
                screen::out(&outlined(&dir.display().to_string(), &outline));
            }
            continue;
        }
        let mut changes = Vec::new();
        if args.fix {
            let repaired = critic::repair(&folder, profile);
            for path in &repaired.files {
                let bytes = repaired.folder.files.get(path).map(Vec::as_slice).unwrap_or_default();
                let file = dir.join(path);
                fs::write(&file, bytes)
                    .map_err(|error| CliError::input("output-unwritable", format!("{}: {error}", file.display())))?;
            }
            folder = repaired.folder;
            changes = repaired.changes;
        }
        let began = Instant::now();
        let critique = critic::critique(&folder, plan.as_ref(), profile);
        let took = began.elapsed();
        let verdict = Verdict::of(&critique.findings);
        failed |= verdict == Verdict::Fail;
        let name = dir.display().to_string();
        if as_sarif {
            judged.push((name, critique.findings));
        } else if as_json {
            answers.push(json!({
                "schema_version": SchemaVersion, "folder": name, "verdict": verdict, "profile": profile,
                "overall_assessment": critique.assessment(), "compliance_score": critique.compliance_score,
                "compliance": critique.compliance, "findings": critique.findings, "checks": critique.checks,
                "changes": changes, "files": folder.digests(), "wall_ms": took.as_millis() as u64,
            }));
        } else {
            changes.iter().for_each(|change| screen::out(&format!("mended {change}")));
            let subject = Subject {
                folder: &name,
                verdict,
                proven: None,
                engine: "source alone",
                findings: &critique.findings,
                checks: &critique.checks,
                took: format!("{:.1} ms", took.as_secs_f64() * 1000.0),
            };
            screen::judgement(&subject, settings.quiet, settings.color);
        }
    }
    if as_sarif {
        screen::json(&critic::sarif(&judged));
    } else if as_json {
        screen::json(&one_or_all(answers));
    }
    Ok(u8::from(failed))
}

/// The outline of a game for people.
fn outlined(name: &str, outline: &critic::Outline) -> String {
    let mut out = format!("{name}\n");
    let parts = [
        ("controls", &outline.controls),
        ("loops", &outline.loops),
        ("state", &outline.state),
        ("entities", &outline.entities),
        ("texts", &outline.texts),
    ];
    for (title, lines) in parts {
        out.push_str(&format!("  {title}\n"));
        lines.iter().for_each(|line| out.push_str(&format!("    {line}\n")));
    }
    if !outline.suspicions.is_empty() {
        out.push_str("  only playing can tell\n");
    }
    for suspicion in &outline.suspicions {
        let line = suspicion.place.line.map(|line| format!(":{line}")).unwrap_or_default();
        out.push_str(&format!("    {} {}{line}: {}\n", suspicion.code, suspicion.place.file, suspicion.why));
    }
    out.trim_end().to_owned()
}

/// The answer itself for one folder, an object of all for several.
pub(super) fn one_or_all(mut answers: Vec<serde_json::Value>) -> serde_json::Value {
    match (answers.len(), answers.pop()) {
        (1, Some(only)) => only,
        (_, last) => json!({ "judgements": answers.into_iter().chain(last).collect::<Vec<_>>() }),
    }
}
