use std::time::Instant;

use builder_core::{
    critic,
    game::{SchemaVersion, Verdict},
};
use serde_json::json;

use super::subject::{read_folder, read_plan};
use crate::{
    args::CritiqueArgs,
    error::CliError,
    screen::{self, Subject},
    settings::{self, Settings},
};

/// Judges folders from their source alone.
pub(crate) fn run(args: &CritiqueArgs, settings: &Settings) -> Result<u8, CliError> {
    let plan = read_plan(args.plan.as_deref())?;
    let profile = settings::profile(args.profile);
    let mut answers = Vec::new();
    let mut failed = false;
    for dir in &args.folders {
        let folder = read_folder(dir)?;
        let began = Instant::now();
        let critique = critic::critique(&folder, plan.as_ref(), profile);
        let took = began.elapsed();
        let verdict = Verdict::of(&critique.findings);
        failed |= verdict == Verdict::Fail;
        let name = dir.display().to_string();
        if settings.json {
            answers.push(json!({
                "schema_version": SchemaVersion, "folder": name, "verdict": verdict, "profile": profile,
                "overall_assessment": critique.assessment(), "compliance_score": critique.compliance_score,
                "compliance": critique.compliance, "findings": critique.findings, "checks": critique.checks,
                "files": folder.digests(), "wall_ms": took.as_millis() as u64,
            }));
        } else {
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
    if settings.json {
        screen::json(&one_or_all(answers));
    }
    Ok(u8::from(failed))
}

/// The answer itself for one folder, an object of all for several.
pub(super) fn one_or_all(mut answers: Vec<serde_json::Value>) -> serde_json::Value {
    match (answers.len(), answers.pop()) {
        (1, Some(only)) => only,
        (_, last) => json!({ "judgements": answers.into_iter().chain(last).collect::<Vec<_>>() }),
    }
}
