use std::{
    collections::BTreeMap,
    io::{IsTerminal, Read},
    path::{Path, PathBuf},
};

use builder_core::{
    drivers::models::{
        Member,
        provider::{ModelName, providers},
    },
    game::{Dimension, EngineChoice, Profile},
};

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
    pub(crate) llm_fallback: Option<String>,
    pub(crate) openai_base_url: Option<String>,
    pub(crate) keys: Keys,
    pub(crate) no_color: bool,
    pub(crate) chromium: Option<String>,
    pub(crate) path: String,
    /// Whether the terminal says that it cannot go back on a line.
    pub(crate) dumb_terminal: bool,
}

impl Environment {
    pub(crate) fn read() -> Self {
        let text = |name: &str| std::env::var(name).ok().filter(|value| !value.trim().is_empty());
        Self {
            output_dir: text("OUTPUT_DIR"),
            batch_mode: text("BATCH_MODE"),
            llm_model: text("LLM_MODEL"),
            llm_fallback: text("LLM_FALLBACK"),
            openai_base_url: text("OPENAI_BASE_URL"),
            keys: Keys(
                providers()
                    .into_iter()
                    .filter_map(|provider| text(&provider.key_variable).map(|key| (provider.key_variable, key)))
                    .collect(),
            ),
            no_color: text("NO_COLOR").is_some(),
            chromium: text("CHROMIUM"),
            path: text("PATH").unwrap_or_default(),
            dumb_terminal: text("TERM").as_deref() == Some("dumb"),
        }
    }
}

/// Keys by the variables they come from. They are handed to the wire and shown to nobody.
#[derive(Default, Clone)]
pub(crate) struct Keys(BTreeMap<String, String>);

impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.0.keys()).finish()
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
    /// Whether the terminal can go back on a line.
    pub(crate) animated: bool,
    /// Whether a person sits at the terminal and can be asked.
    pub(crate) can_ask: bool,
    pub(crate) model: Option<String>,
    /// Models to ask when that one is of no use, in order.
    pub(crate) fallback_models: Vec<String>,
    openai_base_url: Option<String>,
    keys: Keys,
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
            animated: !environment.dumb_terminal,
            can_ask: !batch
                && !batch_variable
                && !args.common.json
                && std::io::stdin().is_terminal()
                && std::io::stderr().is_terminal(),
            model,
            fallback_models: environment
                .llm_fallback
                .iter()
                .flat_map(|list| list.split(','))
                .map(|name| name.trim().to_owned())
                .filter(|name| !name.is_empty())
                .collect(),
            openai_base_url: environment.openai_base_url.clone(),
            keys: environment.keys.clone(),
        })
    }

    /// The chain of models behind a name: that one, then those for when it is of no use.
    pub(crate) fn members(&self, name: &str) -> Vec<Member> {
        let names = std::iter::once(name).chain(self.fallback_models.iter().map(String::as_str));
        names.map(|name| self.member(name)).collect()
    }

    fn member(&self, name: &str) -> Member {
        let read = ModelName::read(name, self.openai_base_url.as_deref());
        let key = read.ok().and_then(|read| self.keys.0.get(&read.provider.key_variable).cloned());
        Member { name: name.to_owned(), base_url: self.openai_base_url.clone(), key }
    }

    /// The providers whose keys are set, by the names they have as models.
    pub(crate) fn providers_with_keys(&self) -> Vec<String> {
        providers().into_iter().filter(|one| self.keys.0.contains_key(&one.key_variable)).map(|one| one.id).collect()
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
    } else if let Some(file) = given.strip_prefix('@').filter(|name| Path::new(name).is_file() || names_a_file(name)) {
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

/// Whether a text is meant as a file, though there is none: one word with a separator or an extension.
fn names_a_file(text: &str) -> bool {
    let extension = Path::new(text).extension().is_some_and(|extension| extension.len() <= 5);
    !text.contains(char::is_whitespace) && (extension || text.contains(['/', '\\']))
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
        let opened = std::fs::File::open(file).map_err(|error| unreadable(&name, &error.to_string()))?;
        let text = read_bounded(opened, &name)?;
        // Some editors begin a file with a byte order mark.
        let text = text.trim_start_matches('\u{feff}');
        let given: BTreeMap<String, String> = serde_json::from_str(text)
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
