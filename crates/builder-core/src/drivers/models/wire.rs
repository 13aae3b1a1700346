//! The wire: the only file that names the HTTP client. It sends one request and brings back what came, whatever
//! that is; nothing is retried and nothing judged here.

use std::{
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use async_openai::{Client, config::Config, error::OpenAIError, middleware::HttpRequestFactory};
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue, USER_AGENT};
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;

use super::{
    faults::{CallFault, Kind},
    provider::is_loopback,
    reply::{End, Raw},
    watch::{Stop, Watch},
};

/// The most that is read of one answer, in bytes.
const BODY_BYTES_MAX: usize = 16 * 1024 * 1024;

/// How long each part of a call may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeouts {
    /// Until the connection stands.
    pub connect: Duration,
    /// Until the first byte of the answer: a model may think for long before that.
    pub first_byte: Duration,
    /// From one piece of the answer to the next.
    pub idle: Duration,
    /// All together.
    pub total: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(10),
            first_byte: Duration::from_secs(180),
            idle: Duration::from_secs(90),
            total: Duration::from_secs(900),
        }
    }
}

/// Where requests go and with which key. Nothing of it is read from the environment.
struct Server {
    base_url: String,
    key: SecretString,
    headers: HeaderMap,
}

impl Config for Server {
    fn headers(&self) -> HeaderMap {
        self.headers.clone()
    }

    fn url(&self, path: &str) -> String {
        format!("{}{path}", self.base_url)
    }

    fn query(&self) -> Vec<(&str, &str)> {
        Vec::new()
    }

    fn api_base(&self) -> &str {
        &self.base_url
    }

    fn api_key(&self) -> &SecretString {
        &self.key
    }
}

/// One server that speaks chat completions.
pub(super) struct Wire {
    client: Client<Server>,
    timeouts: Timeouts,
}

impl Wire {
    /// A wire to the server at `base_url`.
    ///
    /// # Errors
    /// When the key cannot be sent, or there is no TLS here.
    pub(super) fn new(base_url: &str, key: Option<&str>, timeouts: Timeouts) -> Result<Self, CallFault> {
        let key = SecretString::from(key.unwrap_or_default().to_owned());
        let mut headers = HeaderMap::new();
        headers.insert(USER_AGENT, HeaderValue::from_static(concat!("gamebuilder/", env!("CARGO_PKG_VERSION"))));
        if !key.expose_secret().is_empty() {
            let mut value = HeaderValue::from_str(&format!("Bearer {}", key.expose_secret()))
                .map_err(|_| CallFault::new(Kind::KeyRefused, "the key holds letters that no key has"))?;
            value.set_sensitive(true);
            headers.insert(AUTHORIZATION, value);
        }
        // A redirect would carry the key elsewhere, and turn the question into another kind of request.
        let mut http =
            reqwest::Client::builder().connect_timeout(timeouts.connect).redirect(reqwest::redirect::Policy::none());
        if is_loopback(base_url) {
            http = http.no_proxy();
        }
        let http = http.build().map_err(|error| CallFault::new(Kind::Unreachable, error.to_string()))?;
        let server = Server { base_url: base_url.to_owned(), key, headers };
        let exchange = Exchange { http: http.clone(), timeouts };
        Ok(Self { client: Client::build(http, server).with_http_service(exchange), timeouts })
    }

    /// Sends a request and brings back what came.
    ///
    /// # Errors
    /// When nothing came at all.
    pub(super) async fn post(&self, body: &Value) -> Result<Raw, CallFault> {
        let sent = self.client.chat();
        let answer = tokio::time::timeout(self.timeouts.total, sent.create_byot::<_, Raw>(body)).await;
        match answer {
            Ok(Ok(raw)) => Ok(raw),
            Ok(Err(error)) => Err(fault(&error)),
            Err(_) => {
                let seconds = self.timeouts.total.as_secs();
                Err(CallFault::new(Kind::Timeout, format!("no whole answer within {seconds} s")))
            }
        }
    }
}

/// Sends requests and hands every answer on as a good one, with its status, headers and body inside: so what
/// servers really say arrives whole, and the client above has nothing to retry, to log or to misread.
#[derive(Clone)]
struct Exchange {
    http: reqwest::Client,
    timeouts: Timeouts,
}

impl tower::Service<HttpRequestFactory> for Exchange {
    type Response = reqwest::Response;
    type Error = OpenAIError;
    type Future = Pin<Box<dyn Future<Output = Result<reqwest::Response, OpenAIError>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), OpenAIError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, factory: HttpRequestFactory) -> Self::Future {
        let Self { http, timeouts } = self.clone();
        Box::pin(async move {
            let request = factory.build().await?;
            let response = tokio::time::timeout(timeouts.first_byte, http.execute(request))
                .await
                .map_err(|_| OpenAIError::InvalidArgument(NO_FIRST_BYTE.to_owned()))??;
            let raw = read(response, timeouts.idle).await;
            let body = serde_json::to_vec(&raw).map_err(|error| OpenAIError::InvalidArgument(error.to_string()))?;
            Ok(http::Response::new(body).into())
        })
    }
}

const NO_FIRST_BYTE: &str = "the server did not begin to answer in time";

async fn read(mut response: reqwest::Response, idle: Duration) -> Raw {
    let text = |value: &HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
    let headers = response.headers().iter().map(|(name, value)| (name.as_str().to_owned(), text(value))).collect();
    let status = response.status().as_u16();
    let (mut body, mut watch) = (Vec::new(), Watch::default());
    let end = loop {
        match tokio::time::timeout(idle, response.chunk()).await {
            Err(_) => break End::Idle,
            Ok(Err(_)) => break End::Broken,
            Ok(Ok(None)) => break End::Whole,
            Ok(Ok(Some(chunk))) => {
                body.extend_from_slice(&chunk);
                match watch.feed(&chunk) {
                    Some(Stop::Done) => break End::Whole,
                    Some(Stop::Repetition) => break End::Circles,
                    None if body.len() > BODY_BYTES_MAX => break End::TooLarge,
                    None => {}
                }
            }
        }
    };
    Raw { status, headers, body: String::from_utf8_lossy(&body).into_owned(), end }
}

/// What it means that nothing came. URLs are left out: they may hold what is nobody's business.
fn fault(error: &OpenAIError) -> CallFault {
    match error {
        OpenAIError::InvalidArgument(text) if text == NO_FIRST_BYTE => CallFault::new(Kind::Timeout, text.clone()),
        OpenAIError::Reqwest(error) if error.is_connect() => {
            CallFault::new(Kind::Unreachable, format!("no connection: {}", root(error)))
        }
        OpenAIError::Reqwest(error) if error.is_timeout() => CallFault::new(Kind::Timeout, root(error)),
        OpenAIError::Reqwest(error) if error.is_builder() => {
            CallFault::new(Kind::UrlWrong, format!("the address cannot be used: {}", root(error)))
        }
        OpenAIError::Reqwest(error) => CallFault::new(Kind::Cut, format!("the connection ended: {}", root(error))),
        _ => CallFault::new(Kind::Unreadable, "the answer could not be taken in"),
    }
}

/// The innermost cause, which is the one that says something.
fn root(error: &reqwest::Error) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    cause.to_string()
}
