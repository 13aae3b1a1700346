//! The binary against a model server on loopback.

use std::{
    io::{Read, Write},
    net::TcpListener,
    sync::mpsc,
};

use super::{Place, Said, said};

/// A server that answers every request with this status and body, and tells the head of each.
fn server(status: u16, body: &str) -> (String, mpsc::Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/v1/", listener.local_addr().unwrap());
    let (tell, heard) = mpsc::channel();
    let body = body.to_owned();
    std::thread::spawn(move || {
        for socket in listener.incoming() {
            let Ok(mut socket) = socket else { return };
            let (mut bytes, mut piece) = (Vec::new(), [0; 4096]);
            let whole = |bytes: &[u8]| {
                let text = String::from_utf8_lossy(bytes).into_owned();
                let (head, body) = text.split_once("\r\n\r\n")?;
                let length = head
                    .to_lowercase()
                    .lines()
                    .find_map(|line| line.strip_prefix("content-length: ")?.parse::<usize>().ok())?;
                (body.len() >= length).then(|| head.to_owned())
            };
            let head = loop {
                match socket.read(&mut piece) {
                    Ok(0) | Err(_) => break None,
                    Ok(read) => bytes.extend_from_slice(&piece[..read]),
                }
                if let Some(head) = whole(&bytes) {
                    break Some(head);
                }
            };
            let Some(head) = head else { continue };
            let _ = tell.send(head);
            let _ = write!(
                socket,
                "HTTP/1.1 {status} X\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}",
                body.len()
            );
        }
    });
    (url, heard)
}

fn run(place: &Place, url: &str, key: &str, model: &str) -> Said {
    let args = ["--idea", "a snake", "--model", model, "--skip-browser-tests", "--batch"];
    said(place.command(&args).env("OPENAI_BASE_URL", url).env("OPENAI_API_KEY", key).output().unwrap())
}

/// Every byte below a folder.
fn everything(place: &Place) -> String {
    let (mut text, mut due) = (String::new(), vec![place.path().to_path_buf()]);
    while let Some(at) = due.pop() {
        for entry in std::fs::read_dir(at).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                due.push(path);
            } else {
                text.push_str(&String::from_utf8_lossy(&std::fs::read(path).unwrap()));
            }
        }
    }
    text
}

#[test]
fn a_wrong_key_name_or_address_ends_with_4_and_says_what_to_fix_and_the_key_is_nowhere() {
    for (status, body, words) in [
        (401, r#"{"error":{"message":"Incorrect API key provided"}}"#, "OPENAI_API_KEY"),
        (404, r#"{"error":{"message":"model 'gpt-x' not found"}}"#, "no model \"gpt-x\""),
        (404, "404 page not found", "OPENAI_BASE_URL"),
    ] {
        let place = Place::new();
        let (url, heard) = server(status, body);
        let ended = run(&place, &url, "sk-geheim-123\n", "gpt-x");
        assert_eq!(ended.status, 4, "{}", ended.stderr);
        assert!(ended.stderr.contains(words), "{}", ended.stderr);
        assert!(ended.stderr.contains("the idea and answers, the plan"), "what is sent is said: {}", ended.stderr);
        let heads: Vec<String> = heard.try_iter().collect();
        assert_eq!(heads.len(), 1, "it is asked once");
        assert!(heads[0].contains("POST /v1/chat/completions") && heads[0].contains("Bearer sk-geheim-123"));
        let seen = format!("{}{}{}", ended.stdout, ended.stderr, everything(&place));
        assert!(!seen.contains("geheim"), "the key is shown");
    }
}

#[test]
fn nobody_listening_no_key_and_no_model_end_with_4() {
    let place = Place::new();
    let ended = run(&place, "http://127.0.0.1:1/v1", "sk-x", "gpt-x");
    assert_eq!(ended.status, 4, "{}", ended.stderr);
    assert!(ended.stderr.contains("nobody answers at http://127.0.0.1:1/v1"), "{}", ended.stderr);
    for (model, words) in [
        ("anthropic", "ANTHROPIC_API_KEY is not set"),
        ("ollama", "ollama:MODEL"),
        ("gpt-9", "OPENAI_API_KEY is not set"),
    ] {
        let ended = Place::new().run(&["--idea", "a snake", "--model", model, "--skip-browser-tests"]);
        assert_eq!(ended.status, 4, "{}", ended.stderr);
        assert!(ended.stderr.contains(words), "{}", ended.stderr);
    }
}

#[test]
fn a_server_that_answers_nonsense_is_accounted_and_a_template_stands_in() {
    let place = Place::new();
    let body = r#"{"choices":[{"message":{"content":"banana"},"finish_reason":"stop"}],"usage":{"prompt_tokens":2500,"completion_tokens":2}}"#;
    let (url, heard) = server(200, body);
    let ended = run(&place, &url, "sk-x", "gpt-x");
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    assert!(ended.stderr.contains("the rules stand in for the model in planning"), "{}", ended.stderr);
    let manifest: serde_json::Value =
        serde_json::from_slice(&std::fs::read(place.run_dir().join("run_manifest.json")).unwrap()).unwrap();
    let calls = heard.try_iter().count() as u64;
    // Clarifying and planning twice each, three builds.
    assert_eq!(
        (manifest["mode"].as_str(), calls, manifest["tokens"].as_u64()),
        (Some("degraded_fallback"), 7, Some(7 * 2_502))
    );
    assert_eq!(manifest["cost_usd"], 0.0, "a server on this machine charges nothing");
}
