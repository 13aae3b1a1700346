use serde_json::Value;

use crate::{Place, game};

fn judged(args: &[&str]) -> (i32, Value) {
    let said = Place::new().run(args);
    let object =
        serde_json::from_str(&said.stdout).unwrap_or_else(|error| panic!("{error}: {}{}", said.stdout, said.stderr));
    (said.status, object)
}

fn codes(judgement: &Value) -> Vec<&str> {
    judgement["findings"].as_array().unwrap().iter().map(|finding| finding["code"].as_str().unwrap()).collect()
}

#[test]
fn a_good_game_passes_and_is_proven() {
    let (status, judgement) = judged(&["validate", &game("nebula-patrol"), "--json", "--engine", "chromium"]);
    assert_eq!((status, judgement["verdict"].as_str()), (0, Some("pass")), "{judgement:#}");
    assert!(judgement["engine"].as_str().unwrap().starts_with("chromium "));
    assert_eq!(judgement["schema_version"], 1);
    assert_eq!(judgement["files"].as_object().unwrap().len(), 3);
}

#[test]
fn a_record_is_judged_again_without_a_browser() {
    let place = Place::new();
    let folder = game("dead-steering");
    let plan = format!("{folder}/plan.json");
    let args = [
        "validate",
        &folder,
        "--json",
        "--engine",
        "chromium",
        "--plan",
        &plan,
        "--record",
        "record.json",
        "--report",
        "seen.html",
    ];
    let mut played: Value = serde_json::from_str(&place.run(&args).stdout).unwrap();
    played["wall_ms"] = 0.into();
    let said = place.run(&["judge", "record.json", "--json"]);
    assert_eq!(said.status, 1);
    assert!(serde_json::from_str::<Value>(&said.stdout).unwrap() == played, "the judgements differ");
    let page = std::fs::read_to_string(place.path().join("seen.html")).unwrap();
    assert!(page.contains("<span class=\"failed\">fail</span>") && page.contains("<h2>Play: careless</h2>"));
    assert!(page.contains("data:image/png;base64,"));
    let text = std::fs::read_to_string(place.path().join("record.json")).unwrap();
    std::fs::write(place.path().join("cut.json"), &text[..text.len() / 2]).unwrap();
    let said = place.run(&["judge", "cut.json"]);
    assert_eq!(said.status, 2, "{}", said.stderr);
    assert!(said.stderr.contains("record-unreadable"), "{}", said.stderr);
}

#[test]
fn only_what_changed_since_a_commit_is_judged() {
    let place = Place::new();
    for name in ["one", "two"] {
        std::fs::create_dir(place.path().join(name)).unwrap();
        std::fs::write(place.path().join(name).join("index.html"), "<!DOCTYPE html><canvas></canvas>").unwrap();
    }
    let git = |args: &[&str]| {
        let identity = ["-c", "user.name=a", "-c", "user.email=a@b.c"];
        let done = std::process::Command::new("git").args(identity).args(args).current_dir(place.path()).output();
        assert!(done.unwrap().status.success(), "{args:?}");
    };
    let refused = place.run(&["critique", "--changed", "one"]);
    assert_eq!(refused.status, 2, "{}", refused.stdout);
    assert!(refused.stderr.contains("changes-unknown"), "{}", refused.stderr);
    git(&["init", "--quiet"]);
    git(&["add", "."]);
    git(&["commit", "--quiet", "-m", "games"]);
    let nothing = place.run(&["critique", "--changed", "one", "two", "--json"]);
    assert_eq!((nothing.status, nothing.stdout.trim()), (0, r#"{"judgements":[]}"#));
    std::fs::write(place.path().join("two/game.js"), "1").unwrap();
    let one: Value =
        serde_json::from_str(&place.run(&["critique", "--changed=HEAD", "one", "two", "--json"]).stdout).unwrap();
    assert_eq!(one["folder"], "two");
}

#[test]
fn a_dead_control_is_found_by_cause_and_effect() {
    let (status, judgement) = judged(&[
        "validate",
        &game("dead-steering"),
        "--json",
        "--engine",
        "chromium",
        "--plan",
        &format!("{}/plan.json", game("dead-steering")),
    ]);
    assert_eq!((status, judgement["verdict"].as_str()), (1, Some("fail")));
    assert!(codes(&judgement).contains(&"input-has-no-effect"), "{judgement:#}");
}

#[test]
fn a_broken_script_is_found_with_its_place_and_without_a_browser() {
    for command in [&["validate", "--no-browser"][..], &["critique"]] {
        let folder = game("missing-comma");
        let args: Vec<&str> = command.iter().copied().chain([folder.as_str(), "--json"]).collect();
        let (status, judgement) = judged(&args);
        assert_eq!(status, 1);
        let finding = &judgement["findings"][0];
        assert_eq!((finding["code"].as_str(), finding["file"].as_str()), (Some("syntax-error"), Some("game.js")));
        assert!(finding["line"].as_u64().unwrap() > 1);
    }
}

#[test]
fn without_a_browser_nothing_is_proven_and_the_checks_say_so() {
    let (status, judgement) = judged(&["validate", &game("nebula-patrol"), "--json", "--no-browser"]);
    assert_eq!((status, judgement["proven"].as_bool()), (0, Some(false)));
    let check = judgement["checks"].as_array().unwrap().iter().find(|check| check["id"] == "blank-canvas").unwrap();
    assert_eq!(check["status"], "not_run");
    assert!(!check["reason"].as_str().unwrap().is_empty());
    let (status, _) = judged(&["validate", &game("nebula-patrol"), "--json", "--no-browser", "--require-proof"]);
    assert_eq!(status, 1);
}

#[test]
fn people_read_findings_on_stderr_and_the_verdict_on_stdout() {
    let place = Place::new();
    let folder = game("missing-comma");
    let said = place.run(&["critique", &folder]);
    assert_eq!((said.status, said.stdout), (1, format!("{folder}: fail\n")));
    assert!(said.stderr.contains("syntax-error blocker game.js:"), "{}", said.stderr);
    assert!(said.stderr.contains("fix:"), "{}", said.stderr);
}

#[test]
fn the_same_game_is_judged_the_same_twice() {
    let judge = || {
        let (_, mut judgement) = judged(&["validate", &game("nebula-patrol"), "--json", "--engine", "chromium"]);
        judgement["wall_ms"] = Value::Null;
        judgement
    };
    assert_eq!(judge(), judge());
}

#[test]
fn critique_outlines_and_prints_for_code_hosts() {
    let (status, outline) = judged(&["critique", "--facts", &game("nebula-patrol"), "--json"]);
    assert_eq!(status, 0);
    for part in ["controls", "loops", "state", "entities", "texts"] {
        assert!(!outline["outline"][part].as_array().unwrap().is_empty(), "{part}: {outline:#}");
    }
    let (status, sarif) = judged(&["critique", "--format", "sarif", &game("missing-comma"), &game("nebula-patrol")]);
    assert_eq!(status, 1);
    assert_eq!(sarif["version"], "2.1.0");
    assert_eq!(sarif["runs"][0]["results"][0]["ruleId"], "syntax-error");
}

#[test]
fn critique_mends_what_is_mechanical_when_asked() {
    let place = Place::new();
    let page =
        "<html><head></head><body><p id=scoreLine>Arrow keys move</p><script src=Game.js></script></body></html>";
    let script =
        "const c = document.getElementById('score-line'); addEventListener('keydown', () => { c.hidden = true; });";
    std::fs::write(place.path().join("index.html"), page).unwrap();
    std::fs::write(place.path().join("game.js"), script).unwrap();
    let before = place.run(&["critique", ".", "--json"]);
    assert_eq!(before.status, 1, "{}", before.stdout);
    assert_eq!(std::fs::read_to_string(place.path().join("game.js")).unwrap(), script);
    let after = place.run(&["critique", "--fix", "."]);
    assert_eq!(after.status, 0, "{}", after.stdout);
    assert!(after.stdout.contains("mended index.html: Game.js is called game.js"), "{}", after.stdout);
    assert!(std::fs::read_to_string(place.path().join("game.js")).unwrap().contains("'scoreLine'"));
}
