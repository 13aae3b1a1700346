use std::{fs, path::Path, time::Instant};

use builder_core::{
    game::Verdict,
    ports::PlayTester,
    validator::{self, PlayRecord, Screenshot, ValidateOptions},
};

use super::{
    browser,
    critique::one_or_all,
    subject::{read_folder, read_plan},
};
use crate::{
    args::ValidateArgs,
    error::CliError,
    interrupt::unless_interrupted,
    screen::{self, Subject},
    settings::{self, Settings},
};

/// Judges folders by reading and playing them.
pub(crate) async fn run(args: &ValidateArgs, settings: &Settings) -> Result<u8, CliError> {
    let plan = read_plan(args.plan.as_deref())?;
    let profile = settings::profile(args.profile);
    let engine = settings::engine(args.engine, args.no_browser)?;
    let mut folders = Vec::new();
    for dir in &args.folders {
        folders.push((dir.display().to_string(), read_folder(dir)?));
    }
    let browser = browser::open(engine, settings).await?;
    let tester = browser.as_ref().map(|browser| browser as &dyn PlayTester);
    let began = Instant::now();
    let now_ms = move || began.elapsed().as_millis() as u64;
    let options = ValidateOptions { profile, seed: args.seed, ..ValidateOptions::new(&now_ms) };
    let judged = unless_interrupted(|| None, async {
        let mut answers = Vec::new();
        let mut failed = false;
        for (name, folder) in &folders {
            let (judgement, record, pictures) = validator::validate(tester, folder, plan.as_ref(), &options).await?;
            failed |= judgement.verdict == Verdict::Fail || (args.require_proof && !judgement.proven);
            keep(args, name, folders.len() > 1, &record, &pictures)?;
            if settings.json {
                answers.push(serde_json::to_value(&judgement).unwrap_or_default());
                continue;
            }
            let subject = Subject {
                folder: name,
                verdict: judgement.verdict,
                proven: Some(judgement.proven),
                engine: &judgement.engine,
                findings: &judgement.findings,
                checks: &judgement.checks,
                took: format!(
                    "{:.0} s of play in {:.1} s",
                    judgement.simulated_ms as f64 / 1000.0,
                    judgement.wall_ms as f64 / 1000.0
                ),
            };
            screen::judgement(&subject, settings.quiet, settings.color);
        }
        Ok((answers, failed))
    })
    .await;
    let (answers, failed) = judged?;
    if settings.json {
        screen::json(&one_or_all(answers));
    }
    Ok(u8::from(failed))
}

/// Writes the record and the pictures where they were asked for.
fn keep(
    args: &ValidateArgs,
    folder: &str,
    several: bool,
    record: &PlayRecord,
    pictures: &[Screenshot],
) -> Result<(), CliError> {
    if let Some(file) = &args.record {
        let text = serde_json::to_string(record).unwrap_or_default();
        fs::write(file, text).map_err(|error| unwritable(file, &error))?;
    }
    if let Some(dir) = &args.screenshots {
        let name = Path::new(folder).file_name().map(|name| name.to_string_lossy().into_owned());
        let dir = name.filter(|_| several).map_or_else(|| dir.clone(), |name| dir.join(name));
        fs::create_dir_all(&dir).map_err(|error| unwritable(&dir, &error))?;
        for picture in pictures {
            let file = dir.join(format!("{}.png", picture.name));
            fs::write(&file, &picture.bytes).map_err(|error| unwritable(&file, &error))?;
        }
    }
    Ok(())
}

fn unwritable(path: &Path, error: &std::io::Error) -> CliError {
    CliError::input("output-unwritable", format!("{}: {error}", path.display()))
}
