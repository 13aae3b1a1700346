use crate::Place;

#[test]
fn help_names_every_command_and_the_exit_status() {
    let said = Place::new().run(&["--help"]);
    assert_eq!((said.status, said.stderr.as_str()), (0, ""));
    for word in
        ["validate", "critique", "resume", "explain", "Exit status", "--idea", "--seed", "75", "ollama", "LLM_MODEL"]
    {
        assert!(said.stdout.contains(word), "{word} is missing:\n{}", said.stdout);
    }
    assert!(said.stdout.lines().all(|line| line.chars().count() <= 100), "{}", said.stdout);
    let version = Place::new().run(&["--version"]);
    assert_eq!(version.stdout, format!("gamebuilder {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn errors_of_usage_say_what_and_what_to_do_and_end_with_2() {
    let place = Place::new();
    for (args, words) in [
        (&["--idea", ""][..], "the idea is empty"),
        (&["--idea", "x", "--answer", "win"], "has no ="),
        (&["--idea", "x", "--answer", "colour=red"], "there is no question \"colour\"; there are genre"),
        (&["--idea", "x", "--engine", "chromium", "--skip-browser-tests"], "leave one of them out"),
        (&["--idea", "x", "--sed", "1"], "--seed"),
        (&["validate"], "<DIR>"),
        (&["validate", "nowhere"], "game-unreadable"),
        (&["explain", "blank-canvass"], "near it: blank-canvas"),
        (&["show", "nothing"], "run-unknown"),
        (&["resume", "--last"], "there are no runs here yet"),
        (&["valdate", "x"], "validate"),
    ] {
        let said = place.run(args);
        assert_eq!(said.status, 2, "{args:?}: {}", said.stderr);
        assert!(said.stderr.contains(words), "{args:?}: {}", said.stderr);
        assert_eq!(said.stdout, "", "{args:?}");
    }
    assert!(!place.path().join("outputs").exists(), "a refused command leaves nothing behind");
}

#[test]
fn an_error_is_one_object_with_json() {
    let said = Place::new().run(&["validate", "nowhere", "--json"]);
    let object: serde_json::Value = serde_json::from_str(&said.stdout).unwrap();
    assert_eq!(object["error"]["code"], "game-unreadable");
    assert_eq!(object["error"]["retryable"], false);
    assert!(object["error"]["remedy"].as_str().unwrap().contains("index.html"));
    assert_eq!((object["exit"].as_i64(), said.status), (Some(2), 2));
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_cannot_be_printed_is_no_success() {
    let place = Place::new();
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let output = place.command(&["list", "--json"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(75));
    assert!(String::from_utf8_lossy(&output.stderr).contains("output-unwritable"));
}

#[test]
fn places_and_files_that_are_not_there_are_told_as_they_are() {
    let place = Place::new();
    std::fs::write(place.path().join("file"), "").unwrap();
    let said = place.run(&["--idea", "snake", "--engine", "none", "--batch", "--output", "file"]);
    assert_eq!(said.status, 75, "{}", said.stderr);
    assert!(said.stderr.contains("[output-unwritable]"), "{}", said.stderr);
    let said = place.run(&["--idea", "@ideas/typo.txt", "--engine", "none", "--batch"]);
    assert_eq!(said.status, 2);
    assert!(said.stderr.contains("ideas/typo.txt cannot be read"), "{}", said.stderr);
    std::fs::write(place.path().join("answers.json"), "\u{feff}{\"win\": \"ten coins\"}").unwrap();
    let said = place.run(&["--idea", "snake", "--answers", "answers.json", "--until", "planning", "--batch"]);
    assert_eq!(said.status, 0, "{}", said.stderr);
}

#[test]
fn every_code_can_be_explained() {
    let place = Place::new();
    let all: serde_json::Value = serde_json::from_str(&place.run(&["explain", "--json"]).stdout).unwrap();
    let codes = |list: &str| -> Vec<String> {
        all[list].as_array().unwrap().iter().map(|one| one["code"].as_str().unwrap().to_owned()).collect()
    };
    assert!(codes("kinds").len() > 80);
    for code in codes("kinds").iter().take(3).chain(codes("errors").iter().take(3)) {
        let said = place.run(&["explain", code]);
        assert_eq!(said.status, 0);
        assert!(said.stdout.starts_with(code), "{}", said.stdout);
    }
    let settings = Place::new().command(&["--idea", "x"]).env("BATCH_MODE", "perhaps").output().unwrap();
    assert_eq!(settings.status.code(), Some(2));
}
