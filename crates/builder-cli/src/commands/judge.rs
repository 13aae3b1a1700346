use std::fs;

use builder_core::{game::Verdict, validator::StoredRecord};

use super::{critique::one_or_all, validate::show};
use crate::{args::JudgeArgs, error::CliError, screen, settings::Settings};

/// Judges play records.
pub(crate) fn run(args: &JudgeArgs, settings: &Settings) -> Result<u8, CliError> {
    let mut answers = Vec::new();
    let mut failed = false;
    for file in &args.records {
        let fault = |why: String| CliError::input("record-unreadable", format!("{}: {why}", file.display()));
        let bytes = fs::read(file).map_err(|error| fault(error.to_string()))?;
        let judged = StoredRecord::from_bytes(&bytes).and_then(|stored| stored.judge());
        let judgement = judged.map_err(|error| fault(error.to_string()))?;
        failed |= judgement.verdict == Verdict::Fail || (args.require_proof && !judgement.proven);
        if settings.json {
            answers.push(serde_json::to_value(&judgement).unwrap_or_default());
        } else {
            show(&file.display().to_string(), &judgement, settings);
        }
    }
    if settings.json {
        screen::json(&one_or_all(answers));
    }
    Ok(u8::from(failed))
}
