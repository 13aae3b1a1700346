use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};

const AFTER_HELP: &str = "\
Exit status:
  0  a game that passed was delivered (or: nothing is wrong with the game)
  1  no game passed; the best one is delivered with its findings (or: validate and critique found a blocker)
  2  usage or settings     3  answers needed     4  model, key or provider     5  budget used up
  6  a template instead of the model's game, with --fail-on-degraded           7  nothing safe to deliver
  75 no verdict now, try again    130/143 interrupted; the state is saved

Examples:
  gamebuilder --idea \"an owl catches mice at night\"
  gamebuilder --idea \"space game\" --batch --seed 7 --json
  gamebuilder validate my-game/ --json";

/// Turns a vague idea into a browser game that is proven playable.
#[derive(Debug, Parser)]
#[command(name = "gamebuilder", version, about, after_help = AFTER_HELP, arg_required_else_help = true)]
#[command(subcommand_negates_reqs = true, args_conflicts_with_subcommands = true, max_term_width = 100)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) build: BuildArgs,
    #[command(flatten)]
    pub(crate) common: Common,
}

impl Args {
    /// Whether stdout is for the answer as JSON. That of `mcp` is for its protocol alone, even when it fails.
    pub(crate) fn json(&self) -> bool {
        self.common.json && !matches!(self.command, Some(Command::Mcp))
    }
}

/// What every command takes.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct Common {
    /// Print JSON on stdout: events, one a line, for runs; one object for the other commands
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Folder of the runs [env: OUTPUT_DIR] [default: outputs]
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
    /// Say only what went wrong, and the result
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
    /// No colour, whatever the terminal can do [env: NO_COLOR]
    #[arg(long, global = true)]
    pub(crate) no_color: bool,
    /// The browser to play in [env: CHROMIUM] [default: the first of chromium, google-chrome, … found]
    #[arg(long, global = true, value_name = "PATH")]
    pub(crate) chromium: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Build a game from an idea (the same as without a command)
    Build(BuildArgs),
    /// Go on with a run that was interrupted or stopped
    Resume(ResumeArgs),
    /// Judge games that exist already, by reading and playing them
    Validate(ValidateArgs),
    /// Judge games from their source alone
    Critique(CritiqueArgs),
    /// Judge play records that validate wrote, without a browser
    Judge(JudgeArgs),
    /// List the runs
    List,
    /// Show a run
    Show(ShowArgs),
    /// Print what happened in a run, one event a line
    Events(EventsArgs),
    /// Show what changed between two builds of a run
    Diff(DiffArgs),
    /// Do a run again from its records, without model and browser, and compare
    Replay(RunArgs),
    /// Check that everything a run keeps is what it was when it was recorded
    Verify(RunArgs),
    /// Remove old runs; says which, and removes them only with --yes
    Prune(PruneArgs),
    /// Explain a code of a finding or an error; without a code, list them all
    Explain(ExplainArgs),
    /// Serve an AI assistant on standard input and output (Model Context Protocol)
    Mcp,
}

#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct BuildArgs {
    /// The idea; - reads it from standard input, @FILE from a file
    #[arg(long, value_name = "TEXT", required = true)]
    pub(crate) idea: Option<String>,
    /// Dice for everything that is chosen
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Build that many games of the idea, with the seeds that follow
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) variants: u32,
    /// Ask nothing; assume what is open and say so [env: BATCH_MODE]
    #[arg(long, visible_alias = "yes")]
    pub(crate) batch: bool,
    /// Answer a question in advance, such as --answer win="ten coins"
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) answer: Vec<String>,
    /// Answers in a JSON object: names of questions and their answers
    #[arg(long, value_name = "FILE")]
    pub(crate) answers: Option<PathBuf>,
    /// End with status 3 when a question stays open, instead of assuming
    #[arg(long)]
    pub(crate) strict_clarify: bool,
    /// Who writes the game: PROVIDER or PROVIDER:MODEL (openai, anthropic, gemini, openrouter, groq, mistral,
    /// deepseek, ollama, llamacpp, vllm, lmstudio), a bare model name at OPENAI_BASE_URL, or cmd:PROGRAM for any
    /// program that reads a prompt and prints a reply [env: LLM_MODEL] [default: none, composed from templates]
    #[arg(long, value_name = "MODEL")]
    pub(crate) model: Option<String>,
    /// What the game is played in
    #[arg(long, value_enum, default_value_t = Engine::Auto)]
    pub(crate) engine: Engine,
    /// The same as --engine none
    #[arg(long)]
    pub(crate) skip_browser_tests: bool,
    /// Fail when the game could not be proven by playing it
    #[arg(long)]
    pub(crate) require_proof: bool,
    /// End with status 6 when a template had to stand in for the model
    #[arg(long)]
    pub(crate) fail_on_degraded: bool,
    /// Stop after a phase; resume goes on
    #[arg(long, value_name = "PHASE", value_parser = ["clarifying", "planning", "building", "critiquing", "validating"])]
    pub(crate) until: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Engine {
    /// Chromium when there is one, else none
    Auto,
    /// Chromium, or fail
    Chromium,
    /// No browser: the verdict is from the source alone, and unproven
    None,
}

#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct ResumeArgs {
    /// The run; the beginning of its name is enough
    #[arg(required_unless_present = "last")]
    pub(crate) run: Option<String>,
    /// The run that was worked on last
    #[arg(long, conflicts_with = "run")]
    pub(crate) last: bool,
    /// Ask nothing; assume what is open
    #[arg(long, visible_alias = "yes")]
    pub(crate) batch: bool,
    /// End with status 6 when a template had to stand in for the model
    #[arg(long)]
    pub(crate) fail_on_degraded: bool,
    /// Stop after a phase
    #[arg(long, value_name = "PHASE", value_parser = ["clarifying", "planning", "building", "critiquing", "validating"])]
    pub(crate) until: Option<String>,
}

#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct ValidateArgs {
    /// Folders with an index.html
    #[arg(required = true, value_name = "DIR")]
    pub(crate) folders: Vec<PathBuf>,
    /// Judge only the folders in which git sees a change since a commit
    #[arg(long, value_name = "COMMIT", num_args = 0..=1, require_equals = true, default_missing_value = "HEAD")]
    pub(crate) changed: Option<String>,
    /// What the game promises: a plan.json, or the short form
    #[arg(long, value_name = "FILE")]
    pub(crate) plan: Option<PathBuf>,
    /// Which rules apply
    #[arg(long, value_enum, default_value_t = ProfileArg::Delivery)]
    pub(crate) profile: ProfileArg,
    /// What the game is played in
    #[arg(long, value_enum, default_value_t = Engine::Auto)]
    pub(crate) engine: Engine,
    /// The same as --engine none
    #[arg(long)]
    pub(crate) no_browser: bool,
    /// Fail when the game could not be proven by playing it
    #[arg(long)]
    pub(crate) require_proof: bool,
    /// Dice of the play-tester
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u32,
    /// Write the play record here, to be judged again without a browser; for several folders, a folder of records
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// Write a page for people here: verdict, pictures, how the plays went; for several folders, a folder of pages
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
    /// Write the pictures here
    #[arg(long, value_name = "DIR")]
    pub(crate) screenshots: Option<PathBuf>,
}

#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct JudgeArgs {
    /// Files written by validate --record, and those in play_records of a run
    #[arg(required = true, value_name = "RECORD")]
    pub(crate) records: Vec<PathBuf>,
    /// Fail when the game was not proven by playing it
    #[arg(long)]
    pub(crate) require_proof: bool,
}

#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct CritiqueArgs {
    /// Folders with an index.html
    #[arg(required = true, value_name = "DIR")]
    pub(crate) folders: Vec<PathBuf>,
    /// Judge only the folders in which git sees a change since a commit
    #[arg(long, value_name = "COMMIT", num_args = 0..=1, require_equals = true, default_missing_value = "HEAD")]
    pub(crate) changed: Option<String>,
    /// What the game promises: a plan.json, or the short form
    #[arg(long, value_name = "FILE")]
    pub(crate) plan: Option<PathBuf>,
    /// Which rules apply
    #[arg(long, value_enum, default_value_t = ProfileArg::Delivery)]
    pub(crate) profile: ProfileArg,
    /// Print what each game is made of: controls, loops, state, entities, texts
    #[arg(long, conflicts_with_all = ["fix", "format"])]
    pub(crate) facts: bool,
    /// Mend what is mechanical (file names, links, doctype, ids, key names) in the folder itself, and say what
    #[arg(long)]
    pub(crate) fix: bool,
    /// How to print; sarif is what code hosts read
    #[arg(long, value_enum)]
    pub(crate) format: Option<FormatArg>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FormatArg {
    /// For people
    Text,
    /// The same as --json
    Json,
    /// SARIF 2.1.0
    Sarif,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProfileArg {
    /// Games made here
    Delivery,
    /// Games of others: what only breaks our own rules of delivery is a warning
    Play,
}

#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct ShowArgs {
    /// The run; the beginning of its name is enough
    pub(crate) run: String,
}

#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct RunArgs {
    /// The run; the beginning of its name is enough
    pub(crate) run: String,
}

#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct EventsArgs {
    /// The run; the beginning of its name is enough
    pub(crate) run: String,
    /// Begin with the event of this number
    #[arg(long, value_name = "SEQ", default_value_t = 0)]
    pub(crate) since: u64,
    /// Wait for more until the run is over
    #[arg(long)]
    pub(crate) follow: bool,
}

#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct DiffArgs {
    /// The run; the beginning of its name is enough
    pub(crate) run: String,
    /// A build [default: the last but one]
    pub(crate) from: Option<u32>,
    /// Another build [default: the last]
    #[arg(requires = "from")]
    pub(crate) to: Option<u32>,
}

#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct PruneArgs {
    /// Keep this many of the newest runs
    #[arg(long, value_name = "N", required_unless_present = "older_than")]
    pub(crate) keep: Option<usize>,
    /// Only runs that nobody worked on for so many days
    #[arg(long, value_name = "DAYS")]
    pub(crate) older_than: Option<u32>,
    /// Remove them
    #[arg(long)]
    pub(crate) yes: bool,
}

#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct ExplainArgs {
    /// The code, such as blank-canvas
    pub(crate) code: Option<String>,
}
