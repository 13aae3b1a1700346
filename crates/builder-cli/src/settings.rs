use std::{
    collections::BTreeMap,
    io::{IsTerminal, Read},
    path::{Path, PathBuf},
};

use builder_core::game::{Dimension, EngineChoice, Profile};

use crate::{
    args::{Args, BuildArgs, Engine, ProfileArg},
    error::CliError,
};

/// Every variable that is read, and nothing else is.
#[derive(Debug, Default)]
pub(crate) struct Environment {
    pub(crate) output_dir: Option<String>,
    pub(crate) batch_mode: Option<String>,
    pub(crate) llm_model: Option<String>,
    pub(crate) key_variable: Option<&'static str>,
    pub(crate) no_color: bool,
    pub(crate) chromium: Option<String>,
    pub(crate) path: String,
}

impl Environment {
    pub(crate) fn read() -> Self {
        let text = |name: &str| std::env::var(name).ok().filter(|value| !value.trim().is_empty());
        Self {
            output_dir: text("OUTPUT_DIR"),
            batch_mode: text("BATCH_MODE"),
            llm_model: text("LLM_MODEL"),
            key_variable: ["OPENAI_API_KEY", "ANTHROPIC_API_KEY"].into_iter().find(|name| text(name).is_some()),
            no_color: text("NO_COLOR").is_some(),
            chromium: text("CHROMIUM"),
            path: text("PATH").unwrap_or_default(),
        }
    }
}

/// What holds for this process: flags over environment over defaults.
#[derive(Debug)]
pub(crate) struct Settings {
    pub(crate) output: PathBuf,
    pub(crate) chromium: Option<PathBuf>,
    pub(crate) path: String,
    pub(crate) json: bool,
    pub(crate) quiet: bool,
    pub(crate) color: bool,
    /// Whether a person sits at the terminal and can be asked.
    pub(crate) can_ask: bool,
    pub(crate) model: Option<String>,
    pub(crate) key_variable: Option<&'static str>,
}

impl Settings {
    pub(crate) fn resolve(args: &Args, environment: &Environment) -> Result<Self, CliError> {
        let build = match &args.command {
            Some(crate::args::Command::Build(build)) => Some(build),
            None => Some(&args.build),
            _ => None,
        };
        let batch = match &args.command {
            Some(crate::args::Command::Resume(resume)) => resume.batch,
            _ => build.is_some_and(|build| build.batch),
        };
        let batch_variable = match environment.batch_mode.as_deref().map(str::to_ascii_lowercase).as_deref() {
            None | Some("false" | "0" | "no" | "off") => false,
            Some("true" | "1" | "yes" | "on") => true,
            Some(other) => {
                return Err(CliError::Settings(format!("BATCH_MODE is {other:?}; it takes true or false")));
            }
        };
        let model = build.and_then(|build| build.model.clone()).or_else(|| environment.llm_model.clone());
        if let Some(model) = &model
            && !model.starts_with("cmd:")
        {
            return Err(CliError::Settings(format!(
                "the model {model:?} is not known: this version takes cmd:PROGRAM, such as cmd:claude -p; \
                 leave it out to compose from templates"
            )));
        }
        Ok(Self {
            output: args
                .common
                .output
                .clone()
                .or_else(|| environment.output_dir.clone().map(PathBuf::from))
                .unwrap_or_else(|| PathBuf::from("outputs")),
            chromium: args.common.chromium.clone().or_else(|| environment.chromium.clone().map(PathBuf::from)),
            path: environment.path.clone(),
            json: args.common.json,
            quiet: args.common.quiet,
            color: !args.common.no_color && !environment.no_color,
            can_ask: !batch
                && !batch_variable
                && !args.common.json
                && std::io::stdin().is_terminal()
                && std::io::stderr().is_terminal(),
            model,
            key_variable: environment.key_variable,
        })
    }
}

/// The engine that two flags together ask for.
pub(crate) fn engine(engine: Engine, without_browser: bool) -> Result<EngineChoice, CliError> {
    match (engine, without_browser) {
        (Engine::Chromium, true) => {
            Err(CliError::Settings("--engine chromium and no browser at once: leave one of them out".to_owned()))
        }
        (_, true) | (Engine::None, _) => Ok(EngineChoice::None),
        (Engine::Auto, _) => Ok(EngineChoice::Auto),
        (Engine::Chromium, _) => Ok(EngineChoice::Chromium),
    }
}

pub(crate) fn profile(profile: ProfileArg) -> Profile {
    match profile {
        ProfileArg::Delivery => Profile::Delivery,
        ProfileArg::Play => Profile::Play,
    }
}

/// The most an idea may have, in bytes; what is longer is no idea.
const IDEA_BYTES_MAX: u64 = 64 * 1024;

/// The idea's text, from wherever it is to be taken.
pub(crate) fn idea(build: &BuildArgs) -> Result<String, CliError> {
    let given = build.idea.as_deref().unwrap_or_default();
    let text = if given == "-" {
        read_bounded(std::io::stdin().lock(), "standard input")?
    } else if let Some(file) = given.strip_prefix('@').filter(|name| Path::new(name).is_file()) {
        let opened = std::fs::File::open(file).map_err(|error| unreadable(file, &error.to_string()))?;
        read_bounded(opened, file)?
    } else {
        given.to_owned()
    };
    let idea: String = text.chars().filter(|letter| !letter.is_control() || letter.is_whitespace()).collect();
    let idea = idea.trim().to_owned();
    if idea.is_empty() {
        return Err(CliError::Settings("the idea is empty: say in a few words what to play".to_owned()));
    }
    if idea.len() as u64 > IDEA_BYTES_MAX {
        return Err(CliError::Settings(format!("the idea has {} bytes; {IDEA_BYTES_MAX} are the most", idea.len())));
    }
    Ok(idea)
}

fn read_bounded(from: impl Read, name: &str) -> Result<String, CliError> {
    let mut bytes = Vec::new();
    from.take(IDEA_BYTES_MAX + 1).read_to_end(&mut bytes).map_err(|error| unreadable(name, &error.to_string()))?;
    String::from_utf8(bytes).map_err(|_| unreadable(name, "it is not UTF-8 text"))
}

fn unreadable(name: &str, why: &str) -> CliError {
    CliError::Settings(format!("{name} cannot be read: {why}"))
}

/// Answers given in advance, those on the command line over those in the file.
pub(crate) fn answers(build: &BuildArgs) -> Result<BTreeMap<Dimension, String>, CliError> {
    let mut answers = BTreeMap::new();
    if let Some(file) = &build.answers {
        let name = file.display().to_string();
        let text = std::fs::read_to_string(file).map_err(|error| unreadable(&name, &error.to_string()))?;
        let given: BTreeMap<String, String> = serde_json::from_str(&text)
            .map_err(|error| unreadable(&name, &format!("{error}; it should be an object of texts")))?;
        for (name, value) in given {
            answers.insert(dimension(&name)?, value);
        }
    }
    for pair in &build.answer {
        let Some((name, value)) = pair.split_once('=') else {
            return Err(CliError::Settings(format!("--answer {pair:?} has no =; write name=value")));
        };
        answers.insert(dimension(name.trim())?, value.trim().to_owned());
    }
    Ok(answers)
}

fn dimension(name: &str) -> Result<Dimension, CliError> {
    Dimension::from_name(name).ok_or_else(|| {
        let known: Vec<&str> = Dimension::ALL.iter().map(|dimension| dimension.name()).collect();
        CliError::Settings(format!("there is no question {name:?}; there are {}", known.join(", ")))
    })
}
