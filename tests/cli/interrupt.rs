#[cfg(unix)]
mod unix {
    use std::{
        io::{BufRead, BufReader},
        process::{Command, Stdio},
    };

    use crate::{Place, said};

    /// Signals the process once the run asks a model that never answers.
    #[test]
    fn ctrl_c_saves_the_run_and_says_how_to_go_on() {
        for (signal, status) in [("-INT", 130), ("-TERM", 143)] {
            let place = Place::new();
            let mut child = place
                .command(&["--idea", "a snake", "--model", "cmd:sleep 300", "--skip-browser-tests", "--json"])
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
            assert!(lines.any(|line| line.unwrap().contains("\"phase\":\"clarifying\"")), "the run asks the model");
            assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
            let last = lines.last().unwrap().unwrap();
            let ended = said(child.wait_with_output().unwrap());
            assert_eq!(ended.status, status, "{}", ended.stderr);
            let event: serde_json::Value = serde_json::from_str(&last).unwrap();
            assert_eq!((event["event"].as_str(), event["code"].as_str()), (Some("run.failed"), Some("interrupted")));
            assert!(event["remedy"].as_str().unwrap().starts_with("gamebuilder resume "));
            assert!(place.run(&["list"]).stdout.contains("clarifying"));
        }
    }

    #[test]
    fn a_killed_run_of_the_same_idea_goes_on_by_itself() {
        let place = Place::new();
        let args = ["--idea", "a snake", "--model", "cmd:sleep 300", "--skip-browser-tests", "--json"];
        let mut child = place.command(&args).stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        assert!(lines.any(|line| line.unwrap().contains("\"phase\":\"clarifying\"")));
        child.kill().unwrap();
        child.wait().unwrap();
        let mut again = place.command(&args).stdout(Stdio::piped()).spawn().unwrap();
        let first = BufReader::new(again.stdout.take().unwrap()).lines().next().unwrap().unwrap();
        again.kill().unwrap();
        again.wait().unwrap();
        assert!(first.contains("\"resumed\":true"), "{first}");
        place.run_dir();
    }

    #[test]
    fn a_reader_who_goes_away_does_not_end_the_run() {
        let place = Place::new();
        let mut child = place
            .command(&["--idea", "a snake", "--json", "--skip-browser-tests"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        assert!(child.wait().unwrap().success());
        assert!(place.run_dir().join("game/play.html").is_file());
    }
}
