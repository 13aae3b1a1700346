//! A model server on loopback that says what a script tells it, and remembers what it was asked.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
    time::Duration,
};

use builder_core::{
    drivers::models::{ChainSettings, Member, ModelChain, Timeouts},
    ports::{LanguageModel, ModelCall, ModelFault, ModelReply},
    protocol::ModelPurpose,
    testing::VirtualTime,
};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

/// What the server does with one request.
#[derive(Clone)]
pub(super) struct Act {
    pub(super) status: u16,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
    /// Whether the connection stays open after the body, as if more were to come.
    pub(super) hangs: bool,
    /// Whether more bytes are promised than come.
    pub(super) breaks: bool,
    /// Whether nothing is said at all.
    pub(super) silent: bool,
}

impl Act {
    pub(super) fn new(status: u16, body: impl Into<String>) -> Self {
        let (headers, body) = (Vec::new(), body.into().into_bytes());
        Self { status, headers, body, hangs: false, breaks: false, silent: false }
    }

    /// A good answer in one object.
    pub(super) fn json(value: &Value) -> Self {
        Self::new(200, value.to_string())
    }

    /// An error in the usual shape.
    pub(super) fn error(status: u16, message: &str) -> Self {
        Self::new(status, json!({"error": {"message": message}}).to_string())
    }

    /// A stream of these events.
    pub(super) fn stream(events: &[Value]) -> Self {
        Self::new(200, events.iter().map(|event| format!("data: {event}\n\n")).collect::<String>())
            .header("content-type", "text/event-stream")
    }

    /// The same with the event that ends a stream.
    pub(super) fn done(mut self) -> Self {
        self.body.extend_from_slice(b"data: [DONE]\n\n");
        self
    }

    pub(super) fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub(super) fn hanging(mut self) -> Self {
        self.hangs = true;
        self
    }

    pub(super) fn breaking(mut self) -> Self {
        self.breaks = true;
        self
    }

    pub(super) fn silent() -> Self {
        Self { silent: true, ..Self::new(200, "") }
    }
}

/// A piece of a stream with this text.
pub(super) fn piece(text: &str) -> Value {
    json!({"id": "x", "object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"content": text}, "finish_reason": null}]})
}

/// The last piece of a stream, with this reason.
pub(super) fn last(reason: &str) -> Value {
    json!({"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]})
}

/// A whole good answer of this text.
pub(super) fn whole(text: &str) -> Value {
    json!({
        "id": "x", "object": "chat.completion", "created": 1, "model": "m",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 20, "completion_tokens": 5, "total_tokens": 25}
    })
}

/// What the server was asked.
#[derive(Clone)]
pub(super) struct Request {
    pub(super) path: String,
    pub(super) headers: String,
    pub(super) body: Value,
}

pub(super) struct Server {
    pub(super) url: String,
    requests: Arc<Mutex<Vec<Request>>>,
    task: tokio::task::JoinHandle<()>,
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Server {
    /// A server that does these things, one a request, and says that it is lost for words after the last.
    pub(super) async fn start(acts: impl IntoIterator<Item = Act>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/v1", listener.local_addr().unwrap());
        let acts = Arc::new(Mutex::new(acts.into_iter().collect::<VecDeque<_>>()));
        let requests: Arc<Mutex<Vec<Request>>> = Arc::default();
        let seen = requests.clone();
        let task = tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let (acts, seen) = (acts.clone(), seen.clone());
                tokio::spawn(async move {
                    let _ = serve(socket, &acts, &seen).await;
                });
            }
        });
        Self { url, requests, task }
    }

    pub(super) fn requests(&self) -> Vec<Request> {
        self.requests.lock().unwrap().clone()
    }

    pub(super) fn count(&self) -> usize {
        self.requests().len()
    }
}

async fn serve(mut socket: TcpStream, acts: &Mutex<VecDeque<Act>>, seen: &Mutex<Vec<Request>>) -> std::io::Result<()> {
    let mut bytes = Vec::new();
    let (head, length) = loop {
        if socket.read_buf(&mut bytes).await? == 0 {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some(end) = text.find("\r\n\r\n") {
            let head = text[..end].to_lowercase();
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok()).unwrap_or(0);
            break (text[..end].to_owned(), end + 4 + length);
        }
    };
    while bytes.len() < length {
        if socket.read_buf(&mut bytes).await? == 0 {
            return Ok(());
        }
    }
    let start = head.len() + 4;
    let path = head.split_whitespace().nth(1).unwrap_or_default().to_owned();
    let body = serde_json::from_slice(&bytes[start..]).unwrap_or(Value::Null);
    seen.lock().unwrap().push(Request { path, headers: head, body });
    let act = acts.lock().unwrap().pop_front().unwrap_or_else(|| Act::new(599, "the script is over"));
    if act.silent {
        std::future::pending::<()>().await;
    }
    let mut answer = format!("HTTP/1.1 {} X\r\nconnection: close\r\n", act.status);
    for (name, value) in &act.headers {
        answer.push_str(&format!("{name}: {value}\r\n"));
    }
    if act.breaks {
        answer.push_str(&format!("content-length: {}\r\n", act.body.len() + 100));
    }
    answer.push_str("\r\n");
    socket.write_all(answer.as_bytes()).await?;
    socket.write_all(&act.body).await?;
    socket.flush().await?;
    if act.hangs {
        std::future::pending::<()>().await;
    }
    socket.shutdown().await
}

/// A chain with one scripted server in it, and what it told.
pub(super) struct Rig {
    pub(super) server: Server,
    pub(super) chain: ModelChain,
    settings: ChainSettings,
    pub(super) time: Arc<VirtualTime>,
    pub(super) notices: Arc<Mutex<Vec<String>>>,
}

/// Long enough for a busy machine, so that nothing is taken for slow that is not.
const PATIENT: Timeouts = Timeouts {
    connect: Duration::from_secs(60),
    first_byte: Duration::from_secs(60),
    idle: Duration::from_secs(60),
    total: Duration::from_secs(120),
};

/// When the virtual time begins: Mon, 01 Dec 2025 00:00:00 GMT.
pub(super) const BEGIN_MS: u64 = 1_764_547_200_000;

impl Rig {
    pub(super) async fn new(acts: impl IntoIterator<Item = Act>) -> Self {
        Self::with(acts, &[]).await
    }

    /// The same with a chain that does not wait long for a server that says nothing.
    pub(super) async fn hasty(acts: impl IntoIterator<Item = Act>) -> Self {
        let rig = Self::new(acts).await;
        let settings = ChainSettings {
            timeouts: Timeouts { first_byte: Duration::from_millis(300), idle: Duration::from_millis(300), ..PATIENT },
            ..rig.settings.clone()
        };
        Self { chain: ModelChain::new(&[member(&rig.server)], settings).unwrap(), ..rig }
    }

    /// The same with further members behind it.
    pub(super) async fn with(acts: impl IntoIterator<Item = Act>, behind: &[Member]) -> Self {
        let server = Server::start(acts).await;
        let time = Arc::new(VirtualTime::starting_at(BEGIN_MS));
        let notices: Arc<Mutex<Vec<String>>> = Arc::default();
        let heard = notices.clone();
        let members: Vec<Member> = std::iter::once(member(&server)).chain(behind.iter().cloned()).collect();
        let settings = ChainSettings {
            timeouts: PATIENT,
            timer: time.clone(),
            seed: 0,
            notice: Arc::new(move |line: &str| heard.lock().unwrap().push(line.to_owned())),
        };
        Self { chain: ModelChain::new(&members, settings.clone()).unwrap(), settings, server, time, notices }
    }

    pub(super) async fn ask(&self) -> Result<ModelReply, ModelFault> {
        self.chain.complete(&call()).await
    }

    pub(super) async fn ask_json(&self) -> Result<ModelReply, ModelFault> {
        self.chain.complete(&json_call()).await
    }
}

/// That server as a member of a chain.
pub(super) fn member(server: &Server) -> Member {
    Member { name: "test-model".into(), base_url: Some(server.url.clone()), key: Some("sk-test-geheim".into()) }
}

pub(super) fn call() -> ModelCall {
    ModelCall {
        purpose: ModelPurpose::Build,
        model: "test-model".into(),
        system: "Write games.".into(),
        user: "Write one.".into(),
        begun: None,
        schema: None,
        tokens_out_max: 20_000,
    }
}

pub(super) fn json_call() -> ModelCall {
    let schema = json!({
        "type": "object", "additionalProperties": false, "required": ["title"],
        "properties": {"title": {"type": "string", "maxLength": 40}}
    });
    ModelCall { purpose: ModelPurpose::Plan, schema: Some(schema), tokens_out_max: 2_000, ..call() }
}
