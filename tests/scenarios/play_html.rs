//! The game in one file, opened from disk in the real Chromium.

use std::{fs, net::TcpListener, path::Path, sync::mpsc, time::Duration};

use builder_core::{drivers::chromium, game::GameFolder, report::play_html};
use chromiumoxide::{
    Browser, BrowserConfig, Page,
    cdp::browser_protocol::input::{DispatchKeyEventParams, DispatchKeyEventType},
};
use futures_util::StreamExt;

/// A game that is black, turns green at the first key and blue at the next, and tries to phone home meanwhile.
fn game(port: u16) -> GameFolder {
    let script = format!(
        "let keys = 0;\n\
         const paint = () => {{ document.body.style.background = ['#000', '#0a0', '#00f'][Math.min(keys, 2)]; }};\n\
         addEventListener('keydown', () => {{ keys += 1; paint(); }});\n\
         paint();\n\
         const home = 'http://127.0.0.1:{port}/';\n\
         try {{ fetch(home + 'fetch').catch(() => 0); }} catch (_) {{}}\n\
         try {{ new Image().src = home + 'image'; }} catch (_) {{}}\n\
         try {{ navigator.sendBeacon(home + 'beacon', 'x'); }} catch (_) {{}}\n\
         try {{ new WebSocket('ws://127.0.0.1:{port}/'); }} catch (_) {{}}\n\
         try {{ const form = document.createElement('form'); form.action = home + 'form'; document.body.append(form); form.submit(); }} catch (_) {{}}\n\
         try {{ open(home + 'popup'); }} catch (_) {{}}\n\
         document.body.dataset.rtc = typeof RTCPeerConnection;\n\
         if (typeof RTCPeerConnection !== 'undefined') document.body.style.border = '50px solid red';\n"
    );
    let page = "<!DOCTYPE html><html lang=\"en\"><head><title>Keys</title>\
                <meta http-equiv=\"Content-Security-Policy\" content=\"script-src 'self'\">\
                <link rel=\"stylesheet\" href=\"style.css\"></head><body><script src=\"game.js\"></script></body></html>";
    GameFolder {
        files: [
            ("index.html".to_owned(), page.as_bytes().to_vec()),
            ("style.css".to_owned(), b"html, body { margin: 0; height: 100%; }".to_vec()),
            ("game.js".to_owned(), script.into_bytes()),
        ]
        .into(),
    }
}

async fn press(page: &Page, code: &str) {
    for kind in [DispatchKeyEventType::RawKeyDown, DispatchKeyEventType::KeyUp] {
        let event = DispatchKeyEventParams::builder()
            .r#type(kind)
            .key(code)
            .code(code)
            .windows_virtual_key_code(13)
            .build()
            .unwrap();
        page.execute(event).await.unwrap();
    }
}

/// Two frames of the page, so that what was painted can be seen.
async fn settle(page: &Page) {
    let frames = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))";
    page.evaluate(frames).await.unwrap();
}

async fn picture(page: &Page) -> Vec<u8> {
    settle(page).await;
    page.screenshot(chromiumoxide::page::ScreenshotParams::builder().build()).await.unwrap()
}

/// Waits for a picture that `wanted` likes, and answers with the last one either way.
async fn until(page: &Page, wanted: impl Fn(&[u8]) -> bool) -> Vec<u8> {
    for _ in 0..200 {
        let seen = picture(page).await;
        if wanted(&seen) {
            return seen;
        }
    }
    picture(page).await
}

async fn browser(profile: &Path) -> Browser {
    let path = chromium::find(None, &std::env::var("PATH").unwrap_or_default()).expect("tests need Chromium");
    let config = BrowserConfig::builder()
        .chrome_executable(path)
        .no_sandbox()
        .user_data_dir(profile)
        .window_size(400, 300)
        .build()
        .unwrap();
    let (browser, mut handler) = Browser::launch(config).await.unwrap();
    tokio::spawn(async move { while handler.next().await.is_some() {} });
    browser
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_work_from_disk_without_a_click_and_nothing_leaves_the_page() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let (heard, hear) = mpsc::channel();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            // A connection alone carries no request; only bytes count.
            let mut first = [0_u8; 64];
            let _ = stream.set_read_timeout(Some(Duration::from_secs(5)));
            if let Ok(read) = std::io::Read::read(&mut &stream, &mut first)
                && read > 0
                && heard.send(String::from_utf8_lossy(&first[..read]).into_owned()).is_err()
            {
                return;
            }
        }
    });

    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("play.html");
    fs::write(&file, play_html(&game(port)).unwrap()).unwrap();
    let mut browser = browser(&dir.path().join("profile")).await;
    let page = browser.new_page(format!("file://{}", file.display())).await.unwrap();
    page.wait_for_navigation().await.unwrap();

    let black = picture(&page).await;
    press(&page, "Enter").await;
    let green = until(&page, |seen| seen != black).await;
    assert_ne!(black, green, "a key reaches the game without a click");

    // The page itself takes the focus, as after a look at another window; the frame gets it back.
    page.evaluate("document.activeElement.blur(); dispatchEvent(new Event('focus')); 1").await.unwrap();
    press(&page, "Enter").await;
    let blue = until(&page, |seen| seen != green && seen != black).await;
    assert!(blue != green && blue != black, "a key reaches the game after the focus was away");

    let title: String = page.evaluate("document.title").await.unwrap().into_value().unwrap();
    assert_eq!(title, "Keys");
    browser.close().await.unwrap();
    browser.wait().await.unwrap();
    let leaks: Vec<String> = hear.try_iter().collect();
    assert!(leaks.is_empty(), "{leaks:?}");
}
