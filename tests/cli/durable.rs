//! What a run keeps through accidents, and what is said of it.

use std::{fs, path::Path};

use serde_json::Value;

use super::{Place, game, said};

const IDEA: [&str; 4] = ["--idea", "an owl catches mice", "--skip-browser-tests", "--batch"];

fn checkpoints(run: &Path) -> Vec<std::path::PathBuf> {
    let mut files: Vec<_> = fs::read_dir(run.join("checkpoints")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    files
}

#[test]
fn what_a_run_keeps_is_verified_and_comes_out_the_same_again() {
    let place = Place::new();
    assert_eq!(place.run(&IDEA).status, 0);
    let run = place.run_dir();
    let name = run.file_name().unwrap().to_str().unwrap();
    let replayed = place.run(&["replay", name]);
    assert_eq!((replayed.status, replayed.stdout.contains("1 build byte for byte")), (0, true), "{}", replayed.stdout);
    let verified = place.run(&["verify", name]);
    assert_eq!(verified.status, 0, "{}", verified.stdout);
    assert!(verified.stdout.ends_with("as recorded\n"), "{}", verified.stdout);

    fs::write(run.join("game/game.js"), "x = 1;").unwrap();
    let changed = place.run(&["verify", name, "--json"]);
    let answer: Value = serde_json::from_str(&changed.stdout).unwrap();
    let wrong: Vec<&str> = answer["verified"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|row| !row["problem"].is_null())
        .map(|row| row["what"].as_str().unwrap())
        .collect();
    assert_eq!((changed.status, wrong), (1, vec!["game/game.js"]));
    assert_eq!(place.run(&["resume", name]).status, 0, "delivering again puts it right");
    assert_eq!(place.run(&["verify", name]).status, 0);

    fs::write(run.join("build_1/game.js"), "x = 1;").unwrap();
    let differs = place.run(&["replay", name]);
    assert_eq!(differs.status, 1);
    assert!(differs.stdout.contains("build_1 does not hold the bytes"), "{}", differs.stdout);
}

#[test]
fn a_damaged_checkpoint_is_put_aside_and_the_run_goes_on_from_the_last_good_one() {
    let place = Place::new();
    assert_eq!(place.run(&IDEA).status, 0);
    let run = place.run_dir();
    let wanted = fs::read(run.join("game/game.js")).unwrap();
    let files = checkpoints(&run);
    let damaged = &files[files.len() - 3];
    let text = fs::read_to_string(damaged).unwrap();
    // A digit that is another one: still JSON, and still of that form.
    fs::write(damaged, text.replace("\"elapsed_ms\": ", "\"elapsed_ms\": 7")).unwrap();
    let again = place.run(&["resume", "--last", "--batch"]);
    assert_eq!(again.status, 0, "{}", again.stderr);
    assert!(again.stderr.contains("is put aside"), "{}", again.stderr);
    assert_eq!(fs::read(run.join("game/game.js")).unwrap(), wanted);
    assert_eq!(checkpoints(&run).len(), files.len());
    let aside = fs::read_dir(run.join("checkpoints")).unwrap().map(|entry| entry.unwrap().file_name());
    let aside = aside.filter(|name| name.to_string_lossy().contains(".corrupt-")).count();
    assert_eq!(aside, 3, "the damaged one and those after it are kept");
    let log = place.run(&["events", "--since", "0", run.file_name().unwrap().to_str().unwrap()]);
    let seqs: Vec<u64> =
        log.stdout.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["seq"].as_u64().unwrap()).collect();
    assert!(seqs.iter().enumerate().all(|(at, seq)| at as u64 == *seq), "{seqs:?}");

    fs::write(&files[0], "{").unwrap();
    let lost = place.run(&["resume", run.file_name().unwrap().to_str().unwrap()]);
    assert_ne!(lost.status, 0);
    assert!(lost.stderr.contains("checkpoint-corrupt") && lost.stderr.contains("0000.json"), "{}", lost.stderr);
}

#[test]
fn changes_between_builds_and_old_runs_are_shown() {
    let place = Place::new();
    assert_eq!(place.run(&IDEA).status, 0);
    let only = place.run(&["diff", "owl"]);
    assert_eq!(only.status, 2);
    assert!(only.stderr.contains("has one build"), "{}", only.stderr);
    let same = place.run(&["diff", "owl", "1", "1"]);
    assert_eq!((same.status, same.stdout.as_str()), (0, "builds 1 and 1 have the same bytes\n"));

    let preview = place.run(&["prune", "--keep", "0"]);
    assert!(preview.stdout.contains("add --yes"), "{}", preview.stdout);
    place.run_dir();
    let young = place.run(&["prune", "--older-than", "1", "--yes"]);
    assert_eq!(young.stdout, "nothing to remove\n");
    let removed = place.run(&["prune", "--keep", "0", "--yes"]);
    assert_eq!(removed.status, 0, "{}", removed.stdout);
    assert_eq!(fs::read_dir(place.path().join("outputs")).unwrap().count(), 0);
}

#[cfg(unix)]
mod unix {
    use std::{
        io::{BufRead, BufReader},
        os::unix::fs::PermissionsExt,
        process::Stdio,
        time::Duration,
    };

    use super::*;

    #[test]
    fn a_second_process_is_told_who_works_on_a_run() {
        let place = Place::new();
        let args = ["--idea", "a snake", "--model", "cmd:sleep 300", "--skip-browser-tests", "--json"];
        let mut first = place.command(&args).stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(first.stdout.take().unwrap()).lines();
        assert!(lines.any(|line| line.unwrap().contains("\"phase\":\"clarifying\"")));
        let second = place.run(&args);
        let last: Value = serde_json::from_str(second.stdout.lines().last().unwrap()).unwrap();
        assert_eq!((second.status, last["code"].as_str()), (75, Some("run-taken")), "{}", second.stderr);
        assert!(last["message"].as_str().unwrap().contains(&format!("process {}", first.id())), "{last}");
        let kept = place.run(&["prune", "--keep", "0", "--yes"]);
        assert_eq!(kept.status, 1, "{}", kept.stdout);
        first.kill().unwrap();
        first.wait().unwrap();
        assert_eq!(place.run(&["prune", "--keep", "0", "--yes"]).status, 0, "a killed process lets go");
    }

    /// Numbers that look random and are the same every time.
    struct Dice(u64);

    impl Dice {
        fn below(&mut self, bound: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % bound
        }
    }

    /// A program in a model's place that takes a moment and counts the questions it has answered.
    fn model(place: &Place) -> String {
        let files = Path::new(&game("written/garden-snake")).to_owned();
        let reply = ["index.html", "style.css", "game.js"].map(|name| {
            let text = fs::read_to_string(files.join(name)).unwrap();
            format!("=== FILE: {name} ===\n{}\n=== END: {name} ===\n", text.trim_end())
        });
        fs::write(place.path().join("reply.txt"), reply.concat()).unwrap();
        let program = place.path().join("model.sh");
        fs::write(
            &program,
            "#!/bin/sh\ncd \"$(dirname \"$0\")\"\ncat > /dev/null\nsleep 0.02\ncat reply.txt\necho answered >> calls.txt\n",
        )
        .unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        format!("cmd:{}", program.display())
    }

    fn answered(place: &Place) -> usize {
        fs::read_to_string(place.path().join("calls.txt")).unwrap_or_default().lines().count()
    }

    /// `KILLS` says how many; each at a random moment of a run that asks a model.
    #[test]
    fn runs_that_are_killed_go_on_and_ask_nothing_twice_that_was_answered() {
        let kills: u64 = std::env::var("KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(30);
        let whole = Place::new();
        let args = |model: &str| {
            ["--idea", "a snake", "--model", model, "--skip-browser-tests", "--batch"].map(str::to_owned).to_vec()
        };
        let run = |place: &Place, args: &[String]| {
            said(place.command(&args.iter().map(String::as_str).collect::<Vec<_>>()).output().unwrap())
        };
        let end = run(&whole, &args(&model(&whole)));
        assert_eq!(end.status, 0, "{}", end.stderr);
        let wanted = fs::read(whole.run_dir().join("game/game.js")).unwrap();
        let calls = answered(&whole);
        assert!(calls >= 1);

        let (mut killed, mut dice, mut repeated) = (0, Dice(7), 0);
        while killed < kills {
            let place = Place::new();
            let args = args(&model(&place));
            let mut here = 0;
            for _ in 0..=dice.below(4) {
                let mut child = place
                    .command(&args.iter().map(String::as_str).collect::<Vec<_>>())
                    .stdout(Stdio::null())
                    .stderr(Stdio::null())
                    .spawn()
                    .unwrap();
                // Nothing is waited for: the moment of the kill is the input.
                std::thread::sleep(Duration::from_millis(dice.below(400)));
                if child.try_wait().unwrap().is_none() {
                    child.kill().unwrap();
                    here += 1;
                }
                child.wait().unwrap();
            }
            killed += here;
            let end = run(&place, &args);
            assert_eq!(end.status, 0, "{}", end.stderr);
            let mut runs: Vec<_> =
                fs::read_dir(place.path().join("outputs")).unwrap().map(|entry| entry.unwrap().path()).collect();
            runs.sort();
            for run in &runs {
                let name = run.file_name().unwrap().to_str().unwrap();
                assert_eq!(fs::read(run.join("game/game.js")).unwrap(), wanted);
                let verified = place.run(&["verify", name]);
                assert_eq!(verified.status, 0, "{}", verified.stdout);
                let replayed = place.run(&["replay", name]);
                assert_eq!(replayed.status, 0, "{}", replayed.stdout);
            }
            // A kill costs the question it fell into, and nothing that was on record.
            let extra = answered(&place).saturating_sub(calls * runs.len());
            assert!(extra as u64 <= here, "{extra} questions were asked again after {here} kills");
            repeated += extra;
        }
        eprintln!("{killed} kills, {repeated} questions in flight asked again");
    }
}
