//! The one owner of retries: a chain of endpoints, asked by the rules of [`super::retry`].

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use async_trait::async_trait;

use super::{
    breaker::{CircuitBreaker, Permit},
    capabilities::Capabilities,
    command::CommandModel,
    faults::{CallFault, Kind},
    provider::{ModelName, clean_key, price},
    rate::RateLimit,
    reply::{self, Answer, Asked},
    request,
    retry::{Effort, Step},
    time::Timer,
    wire::{Timeouts, Wire},
};
use crate::{
    codes::Fault,
    ports::{LanguageModel, ModelCall, ModelFault, ModelReply},
    protocol::Usage,
};

/// Who is asked: a server, or a program on this machine.
enum Endpoint {
    Server(Box<Server>),
    Command { name: String, model: CommandModel },
}

struct Server {
    name: ModelName,
    wire: Wire,
    answered: std::sync::atomic::AtomicBool,
}

/// What is told while a call goes on, in sentences for people.
pub type Notice = Arc<dyn Fn(&str) + Send + Sync>;

/// What the endpoints of a chain share.
#[derive(Clone)]
pub struct ChainSettings {
    /// How long parts of a call may take.
    pub timeouts: Timeouts,
    /// The time, and waiting.
    pub timer: Arc<dyn Timer>,
    /// Dice for the waits.
    pub seed: u64,
    /// Who hears of waits and detours.
    pub notice: Notice,
}

/// Language models in the order in which they are asked: the next one only when the one before is of no use.
pub struct ModelChain {
    endpoints: Vec<Endpoint>,
    settings: ChainSettings,
    memory: Mutex<Memory>,
    throws: AtomicU64,
}

/// What was learned in this process.
#[derive(Default)]
struct Memory {
    capabilities: HashMap<(String, String), Capabilities>,
    breakers: HashMap<String, CircuitBreaker>,
    rates: HashMap<(String, String), RateLimit>,
}

/// A member of a chain: its name as an author gives it, its base URL where another is wanted, and its key.
#[derive(Clone)]
pub struct Member {
    /// `PROVIDER`, `PROVIDER:MODEL`, a bare model's name, or `cmd:PROGRAM`.
    pub name: String,
    /// In the place of OpenAI's own.
    pub base_url: Option<String>,
    /// The key, if there is one.
    pub key: Option<String>,
}

impl std::fmt::Debug for Member {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Member").field("name", &self.name).field("base_url", &self.base_url).finish_non_exhaustive()
    }
}

impl Member {
    /// One sentence on what is sent to whom.
    ///
    /// # Errors
    /// As [`ModelName::read`].
    pub fn disclosure(&self) -> Result<String, Fault> {
        if let Some(program) = self.name.strip_prefix("cmd:") {
            return Ok(format!(
                "Handed to the program {program}: the idea, the plan and the game's files; nothing else."
            ));
        }
        Ok(ModelName::read(&self.name, self.base_url.as_deref())?.disclosure())
    }

    /// What a run may cost in US dollars, from a game that is right at once to all of `tokens_max` written by the
    /// dearest model; none when a price is unknown.
    pub fn price_range(&self, tokens_max: u64) -> Option<(f64, f64)> {
        ModelName::read(&self.name, self.base_url.as_deref()).ok()?.price_range(tokens_max)
    }
}

impl ModelChain {
    /// A chain of these members, the first being asked first.
    ///
    /// # Errors
    /// When a member cannot be asked as it is: a code of a model with what to fix.
    pub fn new(members: &[Member], settings: ChainSettings) -> Result<Self, Fault> {
        let endpoints = members.iter().map(|member| endpoint(member, &settings)).collect::<Result<Vec<_>, _>>()?;
        if endpoints.is_empty() {
            return Err(Fault::new("model-unavailable", "no model is named"));
        }
        Ok(Self { endpoints, settings, memory: Mutex::default(), throws: AtomicU64::new(settings_seed(members)) })
    }

    async fn ask(&self, server: &Server, call: &ModelCall, spent: &mut Spent) -> Result<ModelReply, (CallFault, Step)> {
        let model = server.name.model_for(call.purpose);
        let mut effort = Effort::default();
        loop {
            self.pass(server, model).await.map_err(|fault| (fault, Step::NextEndpoint))?;
            let known = self.known(server, model);
            let outcome = self.attempt(server, model, call, &known, &effort).await;
            self.note_outcome(server, &outcome);
            let fault = match outcome {
                Ok(answer) => {
                    spent.add(answer.usage, server, model);
                    return Ok(spent.reply(answer, server, model));
                }
                Err(fault) => fault,
            };
            if let Some(usage) = fault.usage {
                spent.add(usage, server, model);
            }
            match effort.after(&fault, &known, self.throw()) {
                Step::Negotiated(next) => self.learn(server, model, *next),
                Step::Again { wait_ms } => {
                    if wait_ms > 0 {
                        let seconds = wait_ms as f64 / 1_000.0;
                        (self.settings.notice)(&format!(
                            "{}: {}; asking again in {seconds:.1} s",
                            place(server),
                            fault.detail
                        ));
                    }
                    self.settings.timer.wait_ms(wait_ms).await;
                }
                end => return Err((fault, end)),
            }
        }
    }

    async fn attempt(
        &self,
        server: &Server,
        model: &str,
        call: &ModelCall,
        known: &Capabilities,
        effort: &Effort,
    ) -> Result<Answer, CallFault> {
        let body = request::body(call, model, known, effort.variation());
        let raw = server.wire.post(&body).await?;
        let asked = Asked { tokens_in: call.tokens_in(), now_ms: self.settings.timer.now_ms() };
        let answer = reply::read(&raw, asked)?;
        if answer.cut_off && call.schema.is_some() {
            let fault = CallFault::new(Kind::Truncated, "the answer was cut off before its JSON was whole");
            return Err(CallFault { usage: Some(answer.usage), ..fault });
        }
        Ok(answer)
    }

    /// Waits until a call may be made.
    async fn pass(&self, server: &Server, model: &str) -> Result<(), CallFault> {
        let provider = server.name.provider.id.clone();
        let key = (provider.clone(), model.to_owned());
        loop {
            let now = self.settings.timer.now_ms();
            let wait_ms = self.memory().rates.entry(key.clone()).or_default().wait_ms(now);
            if wait_ms == 0 {
                break;
            }
            (self.settings.notice)(&format!(
                "{provider}: sixty calls in a minute; waiting {} s",
                wait_ms.div_ceil(1_000)
            ));
            self.settings.timer.wait_ms(wait_ms).await;
        }
        let now = self.settings.timer.now_ms();
        let mut memory = self.memory();
        if let Permit::Open(left_ms) = memory.breakers.entry(provider.clone()).or_default().permit(now) {
            let seconds = left_ms.div_ceil(1_000);
            let detail =
                format!("{provider} failed too often in the last five minutes and is left alone for {seconds} s");
            return Err(CallFault::new(Kind::ServerError(None), detail));
        }
        memory.rates.entry(key).or_default().record(now);
        Ok(())
    }

    fn note_outcome(&self, server: &Server, outcome: &Result<Answer, CallFault>) {
        // Whoever answers at all is there, whatever he says.
        if !matches!(outcome, Err(CallFault { kind: Kind::Unreachable | Kind::Timeout, .. })) {
            server.answered.store(true, Ordering::Relaxed);
        }
        let ok = match outcome {
            Ok(_) => true,
            Err(fault) if fault.kind.recovery().counts_as_failure => false,
            // A refusal of the question says nothing about the server's health, but ends a probe well.
            Err(_) => true,
        };
        let now = self.settings.timer.now_ms();
        self.memory().breakers.entry(server.name.provider.id.clone()).or_default().record(ok, now);
    }

    fn known(&self, server: &Server, model: &str) -> Capabilities {
        let key = (server.name.provider.base_url.clone(), model.to_owned());
        self.memory().capabilities.get(&key).cloned().unwrap_or_else(|| Capabilities::of(&server.name.provider))
    }

    fn learn(&self, server: &Server, model: &str, next: Capabilities) {
        let key = (server.name.provider.base_url.clone(), model.to_owned());
        self.memory().capabilities.insert(key, next);
    }

    fn memory(&self) -> std::sync::MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn throw(&self) -> u64 {
        let count = self.throws.fetch_add(1, Ordering::Relaxed).wrapping_add(self.settings.seed);
        count.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32
    }
}

/// Dice that differ between chains of different members and are the same for the same ones.
fn settings_seed(members: &[Member]) -> u64 {
    members.iter().flat_map(|member| member.name.bytes()).fold(7, |sum, byte| sum * 31 % 1_000_003 + u64::from(byte))
}

fn endpoint(member: &Member, settings: &ChainSettings) -> Result<Endpoint, Fault> {
    if member.name.starts_with("cmd:") {
        let model = CommandModel::from_name(&member.name)?;
        return Ok(Endpoint::Command { name: member.name.clone(), model });
    }
    let name = ModelName::read(&member.name, member.base_url.as_deref())?;
    let provider = &name.provider;
    let key = member.key.as_deref().map(|key| clean_key(key, &provider.key_variable)).transpose()?;
    let key = key.filter(|key| !key.is_empty());
    if key.is_none() && !provider.local {
        let detail = format!("{} needs a key and {} is not set", provider.name, provider.key_variable);
        return Err(Fault::new("model-key-refused", detail));
    }
    let wire = Wire::new(&provider.base_url, key.as_deref(), settings.timeouts).map_err(|fault| Fault::from(&fault))?;
    Ok(Endpoint::Server(Box::new(Server { name, wire, answered: false.into() })))
}

/// What one question cost so far, over all attempts.
#[derive(Default)]
struct Spent {
    usage: Option<Usage>,
}

impl Spent {
    fn add(&mut self, usage: Usage, server: &Server, model: &str) {
        let cost_microusd = price(&server.name.provider, model).map(|price| price.of(&usage));
        let usage = Usage { cost_microusd, ..usage };
        self.usage = Some(self.usage.map_or(usage, |known| known.plus(usage)));
    }

    fn reply(&self, answer: Answer, server: &Server, model: &str) -> ModelReply {
        ModelReply {
            text: answer.text,
            cut_off: answer.cut_off,
            usage: self.usage,
            answered_by: Some(format!("{}:{model}", server.name.provider.id)),
            notes: answer.notes,
        }
    }
}

fn place(server: &Server) -> &str {
    &server.name.provider.name
}

/// A program says no more than that it failed; it is run once more.
async fn run_program(model: &CommandModel, call: &ModelCall) -> Result<ModelReply, ModelFault> {
    match model.complete(call).await {
        Err(fault) if fault.fault.retryable() => model.complete(call).await,
        first => first,
    }
}

/// The fault that a run sees, with what to fix.
fn told(server: &Server, call: &ModelCall, fault: &CallFault) -> Fault {
    let provider = &server.name.provider;
    let model = server.name.model_for(call.purpose);
    let mut told = Fault::from(fault);
    if fault.kind == Kind::Unreachable && server.answered.load(Ordering::Relaxed) {
        told.code = "model-failed".to_owned();
    }
    told.detail = match &fault.kind {
        Kind::KeyRefused => {
            format!("{} does not take the key in {} ({})", provider.name, provider.key_variable, fault.detail)
        }
        Kind::ModelUnknown => format!("{} has no model {model:?} ({})", provider.name, fault.detail),
        Kind::UrlWrong => format!("there are no chat completions at {} ({})", provider.base_url, fault.detail),
        Kind::Unreachable => format!("nobody answers at {} ({})", provider.base_url, fault.detail),
        Kind::PromptTruncated | Kind::ContextOverflow => match &provider.context_remedy {
            Some(remedy) => format!("{}: {}; {remedy}", provider.name, fault.detail),
            None => format!("{}: {}", provider.name, fault.detail),
        },
        _ => format!("{}: {}", provider.name, fault.detail),
    };
    told
}

#[async_trait]
impl LanguageModel for ModelChain {
    async fn complete(&self, call: &ModelCall) -> Result<ModelReply, ModelFault> {
        let mut spent = Spent::default();
        let mut first: Option<Fault> = None;
        for (at, endpoint) in self.endpoints.iter().enumerate() {
            let (name, fault) = match endpoint {
                Endpoint::Command { name, model } => match run_program(model, call).await {
                    Ok(reply) => return Ok(reply),
                    Err(fault) => (name.clone(), fault.fault),
                },
                Endpoint::Server(server) => match self.ask(server, call, &mut spent).await {
                    Ok(reply) => return Ok(reply),
                    Err((fault, Step::GiveUp)) => {
                        return Err(ModelFault { fault: told(server, call, &fault), usage: spent.usage });
                    }
                    Err((fault, _)) => (place(server).to_owned(), told(server, call, &fault)),
                },
            };
            if at + 1 < self.endpoints.len() {
                (self.settings.notice)(&format!("{name} is of no use now ({}); asking the next model", fault.detail));
            }
            first.get_or_insert(fault);
        }
        let fault = first.unwrap_or_else(|| Fault::new("model-unavailable", "no model is named"));
        Err(ModelFault { fault, usage: spent.usage })
    }
}
