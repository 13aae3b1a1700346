//! Transcripts of the real binary: exit status, stdout and stderr of commands and of their errors.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod build;
mod durable;
mod interrupt;
mod judge;
mod mcp;
mod models;
mod usage;

use std::{
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

/// A folder of its own, and the binary run in it with a clean environment.
struct Place {
    dir: tempfile::TempDir,
}

/// What a command said.
struct Said {
    status: i32,
    stdout: String,
    stderr: String,
}

impl Place {
    fn new() -> Self {
        Self { dir: tempfile::tempdir().unwrap() }
    }

    fn path(&self) -> &Path {
        self.dir.path()
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gamebuilder"));
        command.args(args).current_dir(self.path()).stdin(Stdio::null());
        let names = ["OUTPUT_DIR", "BATCH_MODE", "LLM_MODEL", "LLM_FALLBACK", "OPENAI_BASE_URL", "OPENAI_API_KEY"];
        for name in names.into_iter().chain(["ANTHROPIC_API_KEY", "OLLAMA_API_KEY", "CHROMIUM"]) {
            command.env_remove(name);
        }
        command
    }

    fn run(&self, args: &[&str]) -> Said {
        said(self.command(args).output().unwrap())
    }

    /// The only run below `outputs`.
    fn run_dir(&self) -> PathBuf {
        let mut runs: Vec<_> =
            std::fs::read_dir(self.path().join("outputs")).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert_eq!(runs.len(), 1, "{runs:?}");
        runs.pop().unwrap()
    }
}

fn said(output: Output) -> Said {
    Said {
        status: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// The games of the test suite.
fn game(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/games").join(name).display().to_string()
}
