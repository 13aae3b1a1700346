use std::sync::{Arc, Mutex, PoisonError, RwLock};

use base64::{Engine, engine::general_purpose::STANDARD};
use chromiumoxide::{
    Page,
    cdp::browser_protocol::{
        fetch::{ContinueRequestParams, EventRequestPaused, FailRequestParams, FulfillRequestParams, HeaderEntry},
        network::{ErrorReason, ResourceType},
    },
};
use futures_util::StreamExt;
use tokio::task::JoinHandle;

use super::error_place::{decode, file_of};
use crate::{game::GameFolder, ports::Incident};

/// Where the game is, as it sees itself. No name server knows it.
pub(super) const ORIGIN: &str = "https://gamebuilder.test";

/// The sandbox that players get, and a browser that may talk to nobody else.
const HEADERS: [(&str, &str); 5] = [
    (
        "Content-Security-Policy",
        "sandbox allow-scripts allow-pointer-lock; default-src 'self' https://gamebuilder.test data: blob: \
         'unsafe-inline'; frame-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; worker-src 'none'",
    ),
    ("Connection-Allowlist", "(response-origin)"),
    ("Permissions-Policy", "camera=(), microphone=(), geolocation=(), clipboard-read=(), usb=(), serial=(), hid=()"),
    ("Cache-Control", "no-store"),
    ("X-Content-Type-Options", "nosniff"),
];

/// Requests that were refused, in the order of arrival.
pub(super) type Refused = Arc<Mutex<Vec<Incident>>>;

/// The game that is served.
pub(super) type Served = Arc<RwLock<GameFolder>>;

/// Answers the page's requests from the folder until the page ends; everything else is refused and noted.
pub(super) fn answer(
    page: Page,
    mut requests: impl futures_util::Stream<Item = Arc<EventRequestPaused>> + Send + Unpin + 'static,
    game: Served,
    refused: Refused,
) -> JoinHandle<()> {
    tokio::spawn(async move {
        while let Some(event) = requests.next().await {
            let url = event.request.url.clone();
            let id = event.request_id.clone();
            // A page that has gone away needs no answer, so failures to answer are nothing.
            if url.starts_with("data:") || url.starts_with("blob:") || url == "about:blank" {
                let _ = page.execute(ContinueRequestParams::new(id)).await;
                continue;
            }
            let document = event.resource_type == ResourceType::Document;
            let own = url.strip_prefix(ORIGIN).is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?', '#']));
            let path = file_of(&url);
            let file = game.read().unwrap_or_else(PoisonError::into_inner).files.get(&path).cloned();
            match (own, file) {
                (true, Some(bytes)) => {
                    let _ = page.execute(fulfil(id, &path, &bytes)).await;
                }
                _ => {
                    let favicon = own && path == "favicon.ico";
                    if !favicon {
                        let kind = match (document, own) {
                            (true, _) => "navigation",
                            (false, true) => "missing",
                            (false, false) => "request",
                        };
                        let incident = Incident {
                            kind: kind.to_owned(),
                            text: if own { decode(&path) } else { url },
                            name: format!("{:?}", event.resource_type),
                            ..Incident::default()
                        };
                        refused.lock().unwrap_or_else(PoisonError::into_inner).push(incident);
                    }
                    if own && !document {
                        let mut missing = FulfillRequestParams::new(id, 404);
                        missing.body = Some(STANDARD.encode("not delivered").into());
                        let _ = page.execute(missing).await;
                    } else {
                        // Aborted, not failed: the page stays where it is instead of showing an error page.
                        let reason = if document { ErrorReason::Aborted } else { ErrorReason::BlockedByClient };
                        let _ = page.execute(FailRequestParams::new(id, reason)).await;
                    }
                }
            }
        }
    })
}

fn fulfil(
    id: chromiumoxide::cdp::browser_protocol::fetch::RequestId,
    path: &str,
    bytes: &[u8],
) -> FulfillRequestParams {
    let mut answer = FulfillRequestParams::new(id, 200);
    let kind = HeaderEntry { name: "Content-Type".into(), value: content_type(path).into() };
    let allow = HeaderEntry { name: "Access-Control-Allow-Origin".into(), value: "*".into() };
    let fixed = HEADERS.iter().map(|(name, value)| HeaderEntry { name: (*name).into(), value: (*value).into() });
    answer.response_headers = Some([kind, allow].into_iter().chain(fixed).collect());
    answer.body = Some(STANDARD.encode(bytes).into());
    answer
}

fn content_type(path: &str) -> &'static str {
    let ending = path.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    match ending.as_str() {
        "html" | "htm" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" | "cjs" => "text/javascript; charset=utf-8",
        "json" | "map" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "ico" => "image/x-icon",
        "mp3" => "audio/mpeg",
        "ogg" | "oga" => "audio/ogg",
        "wav" => "audio/wav",
        "m4a" => "audio/mp4",
        "mp4" => "video/mp4",
        "webm" => "video/webm",
        "woff" => "font/woff",
        "woff2" => "font/woff2",
        "ttf" => "font/ttf",
        "wasm" => "application/wasm",
        _ => "text/plain; charset=utf-8",
    }
}
