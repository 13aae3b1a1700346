use std::{fs, path::Path, time::Instant};

use builder_core::{
    game::{Judgement, Verdict},
    ports::PlayTester,
    report,
    validator::{self, Screenshot, StoredRecord, ValidateOptions, timelines},
};

use super::{
    browser,
    changed::changed,
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
    for dir in changed(&args.folders, args.changed.as_deref())? {
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
            let several = folders.len() > 1;
            let stored = StoredRecord::new(folder, plan.as_ref(), profile, record);
            keep(args, name, several, &judgement, &stored, &pictures)?;
            if settings.json {
                answers.push(serde_json::to_value(&judgement).unwrap_or_default());
                continue;
            }
            show(name, &judgement, settings);
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

/// Prints a judgement for people.
pub(super) fn show(name: &str, judgement: &Judgement, settings: &Settings) {
    let seconds = |ms: u64| ms as f64 / 1000.0;
    let wall = (judgement.wall_ms > 0).then(|| format!(" in {:.1} s", seconds(judgement.wall_ms)));
    let subject = Subject {
        folder: name,
        verdict: judgement.verdict,
        proven: Some(judgement.proven),
        engine: &judgement.engine,
        findings: &judgement.findings,
        checks: &judgement.checks,
        took: format!("{:.0} s of play{}", seconds(judgement.simulated_ms), wall.unwrap_or_default()),
    };
    screen::judgement(&subject, settings.quiet, settings.color);
}

/// Writes the record, the page and the pictures where they were asked for.
fn keep(
    args: &ValidateArgs,
    folder: &str,
    several: bool,
    judgement: &Judgement,
    stored: &StoredRecord,
    pictures: &[Screenshot],
) -> Result<(), CliError> {
    let name = Path::new(folder).file_name().map(|name| name.to_string_lossy().into_owned());
    let name = name.filter(|_| several);
    // One file for one folder; else a folder with a file for each.
    let write = |asked: &Path, ending: &str, text: String| {
        let file = name.as_ref().map_or_else(|| asked.to_owned(), |name| asked.join(format!("{name}.{ending}")));
        if let Some(dir) = file.parent().filter(|_| several) {
            fs::create_dir_all(dir).map_err(|error| unwritable(dir, &error))?;
        }
        fs::write(&file, text).map_err(|error| unwritable(&file, &error))
    };
    if let Some(asked) = &args.record {
        write(asked, "json", serde_json::to_string(stored).unwrap_or_default())?;
    }
    if let Some(asked) = &args.report {
        write(asked, "html", report::picture_book(folder, judgement, &timelines(&stored.record), pictures))?;
    }
    if let Some(dir) = &args.screenshots {
        let dir = name.as_ref().map_or_else(|| dir.clone(), |name| dir.join(name));
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
