use std::time::Duration;

use tokio::net::TcpListener;

use super::{ChromiumTester, stage::ChromiumStage};
use crate::{
    game::GameFolder,
    ports::{Fault, Screen, Storage, World},
};

/// Opens a page that tries to reach a listener of ours by every plain way, and fails unless all of them fail.
///
/// # Errors
/// `walls-down` when anything arrived or when the attempts could not be made.
pub(super) async fn prove(tester: &ChromiumTester) -> Result<(), Fault> {
    let down = |detail: String| Fault::new("walls-down", detail);
    let listener = TcpListener::bind("127.0.0.1:0").await.map_err(|error| down(error.to_string()))?;
    let port = listener.local_addr().map_err(|error| down(error.to_string()))?.port();
    let page = format!(
        "<!DOCTYPE html><title>walls</title><link rel=prefetch href='http://127.0.0.1:{port}/prefetch'>\
         <body style=\"background:url('http://127.0.0.1:{port}/css')\"><script>\
         const to = 'http://127.0.0.1:{port}/';\
         const image = new Promise((done) => {{ const img = new Image(); img.onload = () => done('reached'); \
         img.onerror = () => done('refused'); img.src = to + 'image'; }});\
         const script = new Promise((done) => {{ const tag = document.createElement('script'); \
         tag.onload = () => done('reached'); tag.onerror = () => done('refused'); tag.src = to + 'script'; \
         document.body.append(tag); }});\
         const get = fetch(to + 'fetch', {{ mode: 'no-cors' }}).then(() => 'reached', () => 'refused');\
         var walls = Promise.all([image, script, get]).then((all) => all.join());\
         </script>"
    );
    let game = GameFolder { files: [("index.html".to_owned(), page.into_bytes())].into() };
    let world = World {
        screen: Screen::DESKTOP,
        seed: 1,
        storage: Storage::Refused,
        handle: "wallsHandle".to_owned(),
        drain: false,
        paint: true,
    };
    let mut stage = ChromiumStage::open(tester, &game, &world).await?;
    let said = stage.ask("walls").await?;
    let arrived = tokio::time::timeout(Duration::from_millis(20), listener.accept()).await.is_ok();
    Box::new(stage).end().await;
    match said.as_deref() {
        Some("refused,refused,refused") if !arrived => Ok(()),
        other => Err(down(format!("the test page said {other:?}; something arrived: {arrived}"))),
    }
}
