//! Judges a folder with a game in it, the way an embedder would: a play-tester, a plan if there is one, one call.
//!
//! `judge_folder validate DIR --json [--plan FILE] [--no-browser] [--record FILE] [--pictures DIR]`
//! prints one JSON object. Exit 0: it plays. Exit 1: it does not. Exit 75: it could not be judged now.

#![allow(clippy::disallowed_methods, clippy::disallowed_macros, reason = "a program of its own may touch the world")]

use std::{fs, path::Path, process::ExitCode, time::Instant};

use builder_core::{
    drivers::chromium::{ChromiumOptions, ChromiumTester, find},
    game::{GameFolder, MinimalPlan, Verdict},
    ports::{Fault, PlayTester},
    validator::{ValidateOptions, validate},
};

fn read(folder: &Path, below: &str, game: &mut GameFolder) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{below}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            read(&entry.path(), &format!("{name}/"), game)?;
        } else {
            game.files.insert(name, fs::read(entry.path())?);
        }
    }
    Ok(())
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match run().await {
        Ok(code) => code,
        Err(fault) => {
            eprintln!("{}: {fault}", fault.code);
            ExitCode::from(75)
        }
    }
}

async fn run() -> Result<ExitCode, Fault> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| args.iter().position(|arg| arg == name).and_then(|at| args.get(at + 1));
    let Some(folder) = args.get(1).filter(|_| args.first().is_some_and(|verb| verb == "validate")) else {
        eprintln!(
            "usage: judge_folder validate DIR --json [--plan FILE] [--no-browser] [--record FILE] [--pictures DIR]"
        );
        return Ok(ExitCode::from(2));
    };
    let mut game = GameFolder::default();
    read(Path::new(folder), "", &mut game).map_err(|error| Fault::new("game-unreadable", error.to_string()))?;
    let plan = match value("--plan") {
        Some(path) => {
            let text = fs::read_to_string(path).map_err(|error| Fault::new("plan-unreadable", error.to_string()))?;
            Some(MinimalPlan::from_json(&text).map_err(|error| Fault::new("plan-unreadable", error.to_string()))?)
        }
        None => None,
    };
    let tester = if args.iter().any(|arg| arg == "--no-browser") {
        None
    } else {
        let browser = find(std::env::var("CHROMIUM").ok().as_deref(), &std::env::var("PATH").unwrap_or_default())?;
        Some(ChromiumTester::start(ChromiumOptions::new(browser)).await?)
    };
    let began = Instant::now();
    let clock = move || u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
    let tester = tester.as_ref().map(|tester| tester as &dyn PlayTester);
    let (judgement, record, pictures) = validate(tester, &game, plan.as_ref(), &ValidateOptions::new(&clock)).await?;
    let unwritten = |error: std::io::Error| Fault::new("output-unwritable", error.to_string());
    if let Some(path) = value("--record") {
        fs::write(path, serde_json::to_vec(&record).unwrap_or_default()).map_err(unwritten)?;
    }
    if let Some(folder) = value("--pictures") {
        fs::create_dir_all(folder).map_err(unwritten)?;
        for picture in &pictures {
            fs::write(Path::new(folder).join(format!("{}.png", picture.name)), &picture.bytes).map_err(unwritten)?;
        }
    }
    println!("{}", serde_json::to_string(&judgement).unwrap_or_default());
    Ok(ExitCode::from(u8::from(judgement.verdict == Verdict::Fail)))
}
