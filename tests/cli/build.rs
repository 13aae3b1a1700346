use std::fs;

use serde_json::Value;

use crate::{Place, said};

/// Games in which pressing anything at any time leads nowhere: the moment counts, or the strength, or what is sought
/// among much that is not, or the end is long in coming.
#[test]
fn games_that_ask_for_patience_are_proven_too() {
    for idea in [
        "stack the blocks of a tower",
        "frogs eat flies",
        "realistic football manager with every league in the world and real player names",
        "me and my sister: one steers the ship, the other shoots",
    ] {
        let said = Place::new().run(&["--idea", idea, "--batch", "--engine", "chromium", "--require-proof"]);
        assert_eq!(said.status, 0, "{idea}: {}", said.stderr);
    }
}

#[test]
fn an_idea_becomes_a_proven_game_and_the_last_line_is_what_to_open() {
    let place = Place::new();
    let said = place.run(&["--idea", "an owl catches mice at night", "--engine", "chromium"]);
    assert_eq!(said.status, 0, "{}", said.stderr);
    let opened = place.path().join(said.stdout.lines().last().unwrap());
    assert!(opened.ends_with("game/play.html") && opened.is_file(), "{}", said.stdout);
    assert!(said.stderr.contains("No model is configured"), "{}", said.stderr);
    assert!(said.stderr.contains("proven playable"), "{}", said.stderr);
    let run = place.run_dir();
    for name in [
        "clarification.json",
        "plan.json",
        "plan.md",
        "critique.json",
        "validation_report.json",
        "run_manifest.json",
        "events.ndjson",
        "report.html",
        "report.md",
        "notes.md",
        "build_1/game.js",
        "debug/game.js",
        "game/index.html",
        "game/style.css",
        "game/game.js",
        "checkpoints/0000.json",
    ] {
        assert!(run.join(name).is_file(), "{name} is missing");
    }
    let manifest: Value = serde_json::from_slice(&fs::read(run.join("run_manifest.json")).unwrap()).unwrap();
    assert_eq!(manifest["mode"], "composed");
    assert_eq!(manifest["prompt_hashes"], Value::Null);
    assert_eq!(manifest["cost_usd"], 0.0);
    assert_eq!(fs::read(run.join("build_1/game.js")).unwrap(), fs::read(run.join("game/game.js")).unwrap());
    let debug = fs::read_to_string(run.join("debug/game.js")).unwrap();
    assert!(debug.contains("__debug_state"));
    assert!(!fs::read_to_string(run.join("game/game.js")).unwrap().contains("__debug_state"));

    // What was seen in the browser is on record: done again without it, and gone on with after a kill.
    let name = run.file_name().unwrap().to_str().unwrap();
    assert_eq!(place.run(&["replay", name]).status, 0);
    assert_eq!(place.run(&["verify", name]).status, 0);
    let report =
        || -> Value { serde_json::from_slice(&fs::read(run.join("validation_report.json")).unwrap()).unwrap() };
    let before = report();
    for _ in 0..2 {
        let last = fs::read_dir(run.join("checkpoints")).unwrap().map(|entry| entry.unwrap().path()).max().unwrap();
        fs::remove_file(last).unwrap();
    }
    let again = place.run(&["resume", name, "--batch"]);
    assert_eq!(again.status, 0, "{}", again.stderr);
    let after = report();
    assert_eq!(
        (after["findings"].clone(), after["proven"].clone()),
        (before["findings"].clone(), before["proven"].clone())
    );
    assert_eq!(after["wall_ms"], 0, "it was judged from the record, not played again");
}

#[test]
fn without_a_browser_the_game_is_delivered_and_said_to_be_unproven() {
    let place = Place::new();
    let run = place.run(&["--idea", "a snake that eats apples", "--skip-browser-tests", "--batch"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(run.stderr.contains("not proven"), "{}", run.stderr);
    let strict = Place::new().run(&["--idea", "a snake", "--skip-browser-tests", "--require-proof"]);
    assert_eq!(strict.status, 1, "{}", strict.stderr);
    let missing = said(Place::new().command(&["--idea", "a snake"]).env("PATH", "").output().unwrap());
    assert_eq!(missing.status, 0, "{}", missing.stderr);
    assert!(missing.stderr.contains("unproven"), "{}", missing.stderr);
    let named = Place::new().run(&["--idea", "a snake", "--chromium", "/nowhere/chromium"]);
    assert_eq!(named.status, 75, "{}", named.stderr);
}

#[test]
fn the_same_request_gives_the_same_bytes_of_everything_but_times() {
    let read = |place: &Place| -> Vec<(String, String)> {
        let run = place.run_dir();
        let mut files = Vec::new();
        let mut due = vec![run.clone()];
        while let Some(at) = due.pop() {
            for entry in fs::read_dir(at).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    due.push(path);
                } else {
                    let name = path.strip_prefix(place.path()).unwrap().display().to_string();
                    files.push((name, without_times(&String::from_utf8_lossy(&fs::read(&path).unwrap()))));
                }
            }
        }
        files.sort();
        files
    };
    let places = [Place::new(), Place::new()];
    for place in &places {
        assert_eq!(place.run(&["--idea", "penguins", "--seed", "3", "--skip-browser-tests"]).status, 0);
    }
    let [one, two] = places.each_ref().map(read);
    assert_eq!(
        one.iter().map(|(name, _)| name).collect::<Vec<_>>(),
        two.iter().map(|(name, _)| name).collect::<Vec<_>>()
    );
    for ((name, one), (_, two)) in one.iter().zip(&two) {
        assert_eq!(one, two, "{name}");
    }
}

/// Takes out what is a time: points in time and durations.
fn without_times(text: &str) -> String {
    let timed = [
        "\"at\"",
        "\"ts\"",
        "\"timestamp\"",
        "\"started_at\"",
        "\"ended_at\"",
        "\"sum\"",
        "elapsed_ms",
        "wall_ms",
        "Time",
        " s\"",
    ];
    let mut kept = String::new();
    for line in text.lines() {
        if line.starts_with('{') {
            let Ok(mut event) = serde_json::from_str::<Value>(line) else { continue };
            event["ts"] = Value::Null;
            if event["event"] == "phase.completed" && event["phase"] == "validating" {
                event["summary"] = Value::Null;
            }
            if event["event"] == "file.written" {
                event["bytes"] = Value::Null;
            }
            kept.push_str(&event.to_string());
        } else if !timed.iter().any(|word| line.contains(word)) {
            kept.push_str(line);
        }
        kept.push('\n');
    }
    kept
}

#[test]
fn the_stream_of_events_is_json_lines_that_end_with_the_end() {
    let place = Place::new();
    let said = place.run(&["--idea", "dodge icicles", "--json", "--skip-browser-tests"]);
    let events: Vec<Value> = said.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(events[0]["event"], "run.started");
    let last = events.last().unwrap();
    assert_eq!((last["event"].as_str(), last["exit"].as_i64()), (Some("run.completed"), Some(0)));
    for (seq, event) in events.iter().enumerate() {
        assert_eq!((event["v"].as_u64(), event["seq"].as_u64()), (Some(1), Some(seq as u64)));
    }
    let kept = fs::read_to_string(place.run_dir().join("events.ndjson")).unwrap();
    assert_eq!(kept, said.stdout);
    let schema: Value = serde_json::from_str(
        &fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../schemas/event.schema.json")).unwrap(),
    )
    .unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for event in &events {
        assert!(validator.is_valid(event), "{event}");
    }
}

#[test]
fn questions_can_be_answered_in_advance_and_open_ones_refused() {
    let place = Place::new();
    let strict = place.run(&["--idea", "game", "--strict-clarify", "--skip-browser-tests"]);
    assert_eq!(strict.status, 3, "{}", strict.stderr);
    assert!(strict.stderr.contains("--answer"), "{}", strict.stderr);
    let place = Place::new();
    let given =
        place.run(&["--idea", "game", "--answer", "genre=snake", "--skip-browser-tests", "--until", "clarifying"]);
    assert_eq!(given.status, 0, "{}", given.stderr);
    let clarification: Value =
        serde_json::from_slice(&fs::read(place.run_dir().join("clarification.json")).unwrap()).unwrap();
    assert_eq!(clarification["resolved"]["genre"]["value"], "snake");
    assert_eq!(clarification["resolved"]["genre"]["by"], "answer");
}

#[test]
fn a_stopped_run_goes_on_and_is_listed_and_shown() {
    let place = Place::new();
    let stopped = place.run(&["--idea", "a snake", "--skip-browser-tests", "--until", "planning"]);
    assert_eq!(stopped.status, 0, "{}", stopped.stderr);
    assert!(place.run_dir().join("plan.json").is_file() && !place.run_dir().join("build_1").exists());
    assert!(place.run(&["list"]).stdout.contains("building"));
    let name = place.run_dir().file_name().unwrap().to_string_lossy().into_owned();
    assert!(place.run(&["show", &name[..8]]).stdout.contains("gamebuilder resume"));
    let resumed = place.run(&["resume", "--last"]);
    assert_eq!(resumed.status, 0, "{}", resumed.stderr);
    assert!(resumed.stdout.trim_end().ends_with("game/play.html"));
    assert!(place.run(&["list", "--json"]).stdout.contains("\"composed\""));
    assert!(place.run(&["show", &name]).stdout.trim_end().ends_with("game/play.html"));
    // The same again is another run, and the finished one stays as it is.
    assert_eq!(place.run(&["--idea", "a snake", "--skip-browser-tests"]).status, 0);
    assert_eq!(fs::read_dir(place.path().join("outputs")).unwrap().count(), 2);
}

#[cfg(unix)]
#[test]
fn a_program_may_write_the_code_and_a_template_stands_in_when_it_cannot() {
    let place = Place::new();
    let failing = place.run(&["--idea", "a snake", "--model", "cmd:sh -c 'echo no'", "--skip-browser-tests"]);
    assert_eq!(failing.status, 0, "{}", failing.stderr);
    assert!(failing.stderr.contains("falling back to a template"), "{}", failing.stderr);
    let manifest: Value =
        serde_json::from_slice(&fs::read(place.run_dir().join("run_manifest.json")).unwrap()).unwrap();
    assert_eq!(manifest["mode"], "degraded_fallback");
    assert_eq!(manifest["prompt_hashes"].as_object().unwrap().len(), 7);
    assert_eq!(manifest["cost_usd"], Value::Null, "what a program costs is unknown, not nothing");
    assert!(place.run_dir().join("model_calls/003.json").is_file());

    let loud = Place::new().run(&[
        "--idea",
        "a snake",
        "--model",
        "cmd:sh -c 'echo no'",
        "--skip-browser-tests",
        "--fail-on-degraded",
    ]);
    assert_eq!(loud.status, 6);
    let missing = Place::new().run(&["--idea", "a snake", "--model", "cmd:no-such-program", "--skip-browser-tests"]);
    assert_eq!(missing.status, 4, "{}", missing.stderr);

    let writer = Place::new();
    let source = writer.path().join("composed");
    fs::create_dir(&source).unwrap();
    let composed = Place::new();
    assert_eq!(composed.run(&["--idea", "a snake", "--skip-browser-tests"]).status, 0);
    let mut reply = String::new();
    for name in ["index.html", "style.css", "game.js"] {
        let text = fs::read_to_string(composed.run_dir().join("game").join(name)).unwrap();
        reply.push_str(&format!("=== FILE: {name} ===\n{text}\n=== END: {name} ===\n"));
    }
    let file = writer.path().join("reply.txt");
    fs::write(&file, reply).unwrap();
    // It has an answer only to the question for code.
    let model = format!("cmd:sh -c 'grep -q TUNABLES && cat {} || echo no'", file.display());
    let written = writer.run(&["--idea", "a snake", "--model", &model, "--skip-browser-tests"]);
    assert_eq!(written.status, 0, "{}", written.stderr);
    let manifest: Value =
        serde_json::from_slice(&fs::read(writer.run_dir().join("run_manifest.json")).unwrap()).unwrap();
    assert_eq!(manifest["mode"], "generated");
}

#[test]
fn what_an_author_writes_is_only_ever_data() {
    let place = Place::new();
    let idea = "snake \u{1b}[2J</script><script>alert(1)</script> {{ 7*7 }} ../../x ::error::y \u{202e}";
    let said = place.run(&["--idea", idea, "--skip-browser-tests"]);
    assert_eq!(said.status, 0, "{}", said.stderr);
    assert!(!said.stderr.contains('\u{1b}') && !said.stdout.contains('\u{1b}'));
    let run = place.run_dir();
    for name in ["game/index.html", "report.html", "game/game.js"] {
        let text = fs::read_to_string(run.join(name)).unwrap();
        assert!(!text.contains("<script>alert(1)"), "{name}");
    }
}
