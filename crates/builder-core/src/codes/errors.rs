/// A code for something other than a defect of a game: a fault of the world or a broken contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ErrorCode {
    /// The code.
    pub code: &'static str,
    /// What happened.
    pub meaning: &'static str,
    /// Whether the same again may go well.
    pub retryable: bool,
    /// What to do.
    pub remedy: &'static str,
}

/// The error of that code.
pub fn error_code(code: &str) -> Option<&'static ErrorCode> {
    ERRORS.iter().find(|error| error.code == code)
}

const fn row(code: &'static str, retryable: bool, meaning: &'static str, remedy: &'static str) -> ErrorCode {
    ErrorCode { code, meaning, retryable, remedy }
}

/// All of them, by code.
pub const ERRORS: &[ErrorCode] = &[
    row(
        "answers-needed",
        false,
        "the idea leaves questions open and this run may not assume",
        "answer them with --answer name=value or --answers FILE",
    ),
    row(
        "author-gone",
        true,
        "the author could not be asked: input ended or the terminal went away",
        "run again, or use --batch so that open questions are assumed",
    ),
    row(
        "browser-lost",
        true,
        "the browser ended or stopped answering, twice",
        "run it again; if it keeps happening, update Chromium or free memory",
    ),
    row(
        "browser-missing",
        false,
        "no Chromium or Chrome was found",
        "install Chromium (Debian: apt-get install chromium), or set CHROMIUM to its path",
    ),
    row(
        "browser-start-failed",
        true,
        "the browser was found but did not start",
        "start it by hand to see why; in a container it needs fonts and a writable /tmp",
    ),
    row(
        "build-unreadable",
        false,
        "a file of a build cannot be read or is not what was recorded",
        "restore the folder, or start the idea again",
    ),
    row(
        "changes-unknown",
        false,
        "git could not say which games changed",
        "run it inside a git repository, and name a commit that it has, such as --changed=origin/main",
    ),
    row(
        "checkpoint-corrupt",
        false,
        "a checkpoint of this run cannot be read",
        "the run goes on from the last good one; start the idea again if there is none",
    ),
    row("checkpoint-taken", true, "another process works on this run", "wait for it to end, or stop it"),
    row("game-unreadable", false, "the folder to judge cannot be read", "name a folder that has an index.html"),
    row(
        "illegal-transition",
        false,
        "a phase was asked to follow one that it cannot follow",
        "this is a defect of the program: report it",
    ),
    row(
        "model-context",
        false,
        "the question does not fit into what the model can read",
        "use a model with a larger context, or let the server give it one",
    ),
    row(
        "model-failed",
        true,
        "the language model did not answer",
        "run it again, or leave --model out to compose without one",
    ),
    row(
        "model-key-refused",
        false,
        "the model server does not take the key",
        "set the key's variable to a valid key of this provider, without quotes or spaces",
    ),
    row(
        "model-no-credit",
        false,
        "the account at the provider has nothing left",
        "add credit there, or name another --model",
    ),
    row(
        "model-refused",
        false,
        "the language model will not write this game",
        "say the idea in other words, or name another --model",
    ),
    row(
        "model-request-refused",
        false,
        "the model server does not take the request",
        "name another --model, or report what the server said",
    ),
    row(
        "model-unavailable",
        false,
        "the language model cannot be asked at all",
        "name another --model, or leave it out: the game is then composed from templates",
    ),
    row(
        "model-unknown",
        false,
        "the provider has no model of that name",
        "name one that it serves, as --model PROVIDER:MODEL",
    ),
    row(
        "model-unreachable",
        false,
        "there is no model server at that address",
        "start the server, or set OPENAI_BASE_URL to the address that ends before /chat/completions",
    ),
    row(
        "outcome-unexpected",
        false,
        "the driver reported the outcome of something that was not asked for",
        "this is a defect of the program: report it",
    ),
    row(
        "output-unwritable",
        true,
        "the output folder cannot be written",
        "free space or choose another folder with --output",
    ),
    row(
        "plan-unreadable",
        false,
        "the plan is not one",
        "give a plan.json of a run, or the short form that the README shows",
    ),
    row(
        "record-unreadable",
        false,
        "the play record is not one, or is damaged",
        "make it anew with validate --record FILE",
    ),
    row(
        "retries-used-up",
        false,
        "no build passed; the best one is delivered with its findings, if it is playable",
        "read the findings in report.html; another seed may do better",
    ),
    row(
        "run-taken",
        true,
        "another process works on this run",
        "wait for it to end, or stop it; the next command goes on from there",
    ),
    row("run-unknown", false, "there is no such run", "gamebuilder list shows the runs there are"),
    row("schema-newer", false, "a file was written by a newer version", "use that version, or a newer one"),
    row("settings-invalid", false, "a setting is not valid", "gamebuilder --help lists what each setting takes"),
    row(
        "template-broken",
        false,
        "a game could not be composed from its template",
        "this is a defect of the program, or of your --templates folder",
    ),
    row(
        "walls-down",
        false,
        "the test page could reach the network, so no game was opened in it",
        "close other software that changes Chromium's policies, or use --no-browser",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_sorted_and_apart_from_kinds() {
        assert!(ERRORS.is_sorted_by(|a, b| a.code < b.code));
        assert!(ERRORS.iter().all(|error| crate::codes::kind(error.code).is_none()));
        assert_eq!(error_code("browser-lost").map(|error| error.retryable), Some(true));
    }
}
