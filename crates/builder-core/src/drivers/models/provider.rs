//! Providers as data: where they are, what their models are called, and how they like to be asked.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use crate::{
    codes::Fault,
    protocol::{ModelPurpose, Usage},
};

/// How a server is told the shape of an answer, from the strongest to the weakest way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Structured {
    /// By a JSON Schema that constrains the answer.
    JsonSchema,
    /// By asking for any JSON object.
    JsonObject,
    /// By words in the prompt alone.
    PromptOnly,
}

/// What the parameter for the longest answer is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TokenParameter {
    /// `max_tokens`.
    MaxTokens,
    /// `max_completion_tokens`.
    MaxCompletionTokens,
    /// There is none.
    None,
}

/// A provider, as `providers.json` describes it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provider {
    /// Its id on the command line.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// Where its API is, without a slash at the end.
    pub base_url: String,
    /// The environment variable that holds its key.
    pub key_variable: String,
    /// Whether it runs on the author's own machine: no key is needed and nothing is charged.
    #[serde(default)]
    pub local: bool,
    /// Its default model for each purpose; empty when there is none.
    #[serde(default)]
    pub models: BTreeMap<ModelPurpose, String>,
    /// The strongest way it is told the shape of an answer.
    pub structured: Structured,
    /// What it calls the limit of an answer.
    pub token_parameter: TokenParameter,
    /// Whether its models take a temperature.
    pub temperature: bool,
    /// Whether it may be asked for its usage at the end of a stream.
    #[serde(default = "yes")]
    pub usage_in_stream: bool,
    /// Keywords of JSON Schema that it refuses.
    #[serde(default)]
    pub schema_without: BTreeSet<String>,
    /// What to do when it cuts a prompt short.
    #[serde(default)]
    pub context_remedy: Option<String>,
}

const fn yes() -> bool {
    true
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProviderFile {
    as_of: String,
    providers: Vec<Provider>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PriceFile {
    as_of: String,
    #[serde(rename = "unit")]
    _unit: String,
    prices: BTreeMap<String, Price>,
}

/// What a model costs, in US dollars per million tokens.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Price {
    /// Read.
    #[serde(rename = "in")]
    pub tokens_in: f64,
    /// Read from a cache.
    #[serde(rename = "cached")]
    pub tokens_cached: f64,
    /// Written.
    #[serde(rename = "out")]
    pub tokens_out: f64,
}

impl Price {
    /// What that use costs, in millionths of a US dollar, rounded up.
    pub fn of(&self, usage: &Usage) -> u64 {
        let fresh = usage.tokens_in.saturating_sub(usage.tokens_cached) as f64;
        let cached = usage.tokens_cached.min(usage.tokens_in) as f64;
        let cost = fresh * self.tokens_in + cached * self.tokens_cached + usage.tokens_out as f64 * self.tokens_out;
        // Floats to integers saturate, so an absurd figure stays a figure.
        (cost - 1e-6).ceil().max(0.0) as u64
    }
}

fn file() -> ProviderFile {
    serde_json::from_str(include_str!("providers.json"))
        .unwrap_or(ProviderFile { as_of: String::new(), providers: Vec::new() })
}

/// All providers that are known by name.
pub fn providers() -> Vec<Provider> {
    file().providers
}

/// When names of models and the prices were last looked up, in RFC 3339.
pub fn prices_as_of() -> String {
    serde_json::from_str::<PriceFile>(include_str!("prices.json")).map(|file| file.as_of).unwrap_or_default()
}

/// When the providers' data were last looked up, in RFC 3339.
pub fn providers_as_of() -> String {
    file().as_of
}

/// What a model costs; none when it is not known. A model on the author's own machine costs nothing.
pub fn price(provider: &Provider, model: &str) -> Option<Price> {
    if provider.local {
        return Some(Price { tokens_in: 0.0, tokens_cached: 0.0, tokens_out: 0.0 });
    }
    let file: PriceFile = serde_json::from_str(include_str!("prices.json")).ok()?;
    file.prices.get(&format!("{}:{model}", provider.id)).copied()
}

/// What a name given as `--model` stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelName {
    /// Who serves it.
    pub provider: Provider,
    /// Which one; none for the provider's default of each purpose.
    pub model: Option<String>,
}

impl ModelName {
    /// Reads `PROVIDER`, `PROVIDER:MODEL`, or the bare name of a model at `base_url`, which is OpenAI's own when
    /// none is given. A base URL also replaces that of `openai`, which is what its variable is for.
    ///
    /// # Errors
    /// `settings-invalid` when the base URL is none, `model-unknown` when a provider without default models is
    /// named alone.
    pub fn read(name: &str, base_url: Option<&str>) -> Result<Self, Fault> {
        let name = name.trim();
        let known = providers();
        let (id, model) = name.split_once(':').map_or((name, None), |(id, model)| (id, Some(model)));
        let found = known.iter().find(|provider| provider.id == id).cloned();
        let named = found.is_some();
        let Some(mut provider) = found.or_else(|| known.into_iter().find(|provider| provider.id == "openai")) else {
            return Err(Fault::new("settings-invalid", "the table of providers is empty"));
        };
        if let Some(url) = base_url.filter(|_| provider.id == "openai") {
            provider.base_url = base(url)?;
            if !provider.base_url.starts_with("https://api.openai.com") {
                become_custom(&mut provider);
            }
        }
        let model = if named { model } else { Some(name) }.map(str::trim).filter(|model| !model.is_empty());
        if model.is_none() && provider.models.is_empty() {
            let detail = if provider.local {
                format!("{} has no default model: name one that it serves, as {}:MODEL", provider.name, provider.id)
            } else {
                format!("the server at {} has no default model: give its name as --model", provider.base_url)
            };
            return Err(Fault::new("model-unknown", detail));
        }
        Ok(Self { provider, model: model.map(str::to_owned) })
    }

    /// The model for a purpose.
    pub fn model_for(&self, purpose: ModelPurpose) -> &str {
        let default = || self.provider.models.get(&purpose).map(String::as_str);
        self.model.as_deref().or_else(default).unwrap_or_default()
    }

    /// What a run may cost in US dollars, from a game that is right at once to all of `tokens_max` written by the
    /// dearest model; none when a price is unknown.
    pub fn price_range(&self, tokens_max: u64) -> Option<(f64, f64)> {
        const LEAST: [(ModelPurpose, u64, u64); 3] = [
            (ModelPurpose::Clarify, 700, 600),
            (ModelPurpose::Plan, 1_300, 1_000),
            (ModelPurpose::Build, 2_000, 5_000),
        ];
        let price_for = |purpose| price(&self.provider, self.model_for(purpose));
        let least = LEAST.into_iter().map(|(purpose, tokens_in, tokens_out)| {
            Some(price_for(purpose)?.of(&Usage { tokens_in, tokens_out, ..Usage::default() }))
        });
        let least: u64 = least.sum::<Option<u64>>()?;
        let dearest = ModelPurpose::ALL.into_iter().map(|purpose| Some(price_for(purpose)?.tokens_out));
        let dearest = dearest.collect::<Option<Vec<f64>>>()?.into_iter().fold(0.0, f64::max);
        // Reasoning has an allowance of its own, as large as the budget.
        Some((least as f64 / 1e6, dearest * 2.0 * tokens_max as f64 / 1e6))
    }

    /// One sentence on what is sent to whom.
    pub fn disclosure(&self) -> String {
        let Provider { name, base_url, local, .. } = &self.provider;
        let models: BTreeSet<&str> = ModelPurpose::ALL.iter().map(|purpose| self.model_for(*purpose)).collect();
        let models = models.into_iter().collect::<Vec<_>>().join(" and ");
        let place = if *local { "on this machine, by" } else { "to" };
        let verb = if *local { "Answered" } else { "Sent" };
        format!(
            "{verb} {place} {name} at {base_url} ({models}): the idea and answers, the plan, the game's files and \
             what was found in them; nothing else."
        )
    }
}

/// An endpoint that OPENAI_BASE_URL names is not OpenAI: nothing is known of its models, prices and manners.
fn become_custom(provider: &mut Provider) {
    let rest = provider.base_url.split_once("://").map_or("", |(_, rest)| rest);
    let host = rest.split('/').next().unwrap_or_default();
    provider.local = is_loopback(&provider.base_url);
    provider.id = host.to_owned();
    provider.name = host.to_owned();
    provider.models.clear();
    provider.token_parameter = TokenParameter::MaxTokens;
    provider.temperature = true;
}

/// A base URL in the form that paths are added to.
fn base(url: &str) -> Result<String, Fault> {
    let url = url.trim().trim_end_matches('/');
    let url = url.strip_suffix("/chat/completions").unwrap_or(url).trim_end_matches('/');
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    if rest.is_none_or(|rest| rest.is_empty() || rest.contains(['@', ' ', '?', '#'])) {
        let detail = "the base URL of the model server is not of the form https://HOST/PATH (no user, no query)";
        return Err(Fault::new("settings-invalid", detail));
    }
    Ok(url.to_owned())
}

/// Whether a URL is of this machine.
pub(super) fn is_loopback(url: &str) -> bool {
    let rest = url.split_once("://").map_or("", |(_, rest)| rest);
    let host = rest.split('/').next().unwrap_or_default();
    host.starts_with("[::1]")
        || matches!(host.split(':').next(), Some(name) if name == "localhost" || name.starts_with("127."))
}

/// A key as it can be sent, or why it cannot.
///
/// # Errors
/// `model-key-refused` when it holds what no key has. The key is never part of the message.
pub(super) fn clean_key(key: &str, variable: &str) -> Result<String, Fault> {
    let key = key.trim().trim_matches('"').trim_matches('\'').trim();
    if !key.chars().all(|letter| letter.is_ascii_graphic()) {
        let detail = format!("{variable} holds spaces or letters that no key has");
        return Err(Fault::new("model-key-refused", detail));
    }
    Ok(key.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_are_whole() {
        let known = providers();
        let ids: Vec<&str> = known.iter().map(|provider| provider.id.as_str()).collect();
        let wanted = [
            "openai",
            "anthropic",
            "gemini",
            "openrouter",
            "groq",
            "mistral",
            "deepseek",
            "ollama",
            "llamacpp",
            "vllm",
            "lmstudio",
        ];
        assert_eq!(ids, wanted);
        for provider in &known {
            assert_eq!(base(&provider.base_url).as_deref(), Ok(provider.base_url.as_str()));
            assert_eq!(provider.local, is_loopback(&provider.base_url), "{}", provider.id);
            assert_eq!(provider.models.len(), if provider.local { 0 } else { 4 }, "{}", provider.id);
            for model in provider.models.values().filter(|_| provider.id != "openrouter") {
                assert!(price(provider, model).is_some(), "{}:{model} has no price", provider.id);
            }
        }
        for date in [providers_as_of(), prices_as_of()] {
            assert!(date.parse::<jiff::civil::Date>().is_ok(), "{date}");
        }
    }

    #[test]
    fn names_are_read_as_people_write_them() {
        let read = |name: &str, url: Option<&str>| {
            ModelName::read(name, url).map(|read| (read.provider.id, read.provider.base_url, read.model))
        };
        let openai = "https://api.openai.com/v1".to_owned();
        assert_eq!(read("openai", None), Ok(("openai".into(), openai.clone(), None)));
        assert_eq!(read("openai:gpt-x", None), Ok(("openai".into(), openai.clone(), Some("gpt-x".into()))));
        assert_eq!(read("gpt-x", None), Ok(("openai".into(), openai, Some("gpt-x".into()))));
        let (id, url, model) = read("ollama:qwen3:14b", None).unwrap();
        assert_eq!(
            (id.as_str(), url.as_str(), model.as_deref()),
            ("ollama", "http://localhost:11434/v1", Some("qwen3:14b"))
        );
        let custom = "http://127.0.0.1:9/v1/chat/completions/";
        assert_eq!(
            read("qwen3:14b", Some(custom)),
            Ok(("127.0.0.1:9".into(), "http://127.0.0.1:9/v1".into(), Some("qwen3:14b".into())))
        );
        assert_eq!(read("ollama", None).unwrap_err().code, "model-unknown");
        assert_eq!(read("openai", Some("ftp://x")).unwrap_err().code, "settings-invalid");
        assert_eq!(read("openai", Some("https://user:secret@host/v1")).unwrap_err().code, "settings-invalid");
        let secret = read("x", Some("https://u:secret@host")).unwrap_err();
        assert!(!secret.detail.contains("secret"));
    }

    #[test]
    fn prices_round_up_and_what_is_unknown_stays_unknown() {
        let openai = ModelName::read("openai", None).unwrap().provider;
        let usage = Usage { tokens_in: 1_000_000, tokens_cached: 500_000, tokens_out: 100_000, ..Usage::default() };
        assert_eq!(price(&openai, "gpt-5.1").map(|price| price.of(&usage)), Some(625_000 + 62_500 + 1_000_000));
        assert_eq!(price(&openai, "gpt-5.1").map(|p| p.of(&Usage { tokens_in: 1, ..Usage::default() })), Some(2));
        assert_eq!(price(&openai, "gpt-next"), None);
        let range = |name: &str| ModelName::read(name, None).unwrap().price_range(70_000);
        assert!(
            range("openai").is_some_and(|(least, most)| 0.01 < least && least < most && (1.39..1.41).contains(&most))
        );
        assert_eq!((range("openai:gpt-next"), range("ollama:x")), (None, Some((0.0, 0.0))));
        let ollama = ModelName::read("ollama:x", None).unwrap().provider;
        assert_eq!(price(&ollama, "x").map(|price| price.of(&usage)), Some(0));
    }

    #[test]
    fn keys_are_cleaned_or_refused_and_never_shown() {
        assert_eq!(clean_key(" sk-abc\n", "K"), Ok("sk-abc".to_owned()));
        assert_eq!(clean_key("\"sk-abc\"\r\n", "K"), Ok("sk-abc".to_owned()));
        let fault = clean_key("sk-geheim\nzwei", "MY_KEY").unwrap_err();
        assert!(fault.detail.contains("MY_KEY") && !fault.detail.contains("geheim"));
    }
}
