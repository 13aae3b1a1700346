//! The server for assistants, through the real binary and a real client.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, Stdio},
    sync::mpsc::{Receiver, channel},
};

use rmcp::{
    RoleClient, ServiceExt,
    model::{CallToolRequestParams, GetPromptRequestParams, ReadResourceRequestParams},
    service::{RunningService, ServiceError},
};
use serde_json::{Map, Value, json};

use crate::{Place, game};

/// A client with a server of its own.
struct Client {
    session: RunningService<RoleClient, ()>,
    child: tokio::process::Child,
}

fn object(value: Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap()
}

impl Client {
    async fn of(place: &Place, model: Option<&str>) -> Self {
        let mut command = place.command(&["mcp"]);
        command.envs(model.map(|model| ("LLM_MODEL", model)));
        let mut command = tokio::process::Command::from(command);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true);
        let mut child = command.spawn().unwrap();
        let session = ().serve((child.stdout.take().unwrap(), child.stdin.take().unwrap())).await.unwrap();
        Self { session, child }
    }

    /// A call that answers well; its text says the same as its structure, and neither is too long.
    async fn call(&self, tool: &'static str, arguments: Value) -> Value {
        let (answer, is_error) = self.called(tool, arguments).await;
        assert!(!is_error, "{tool}: {answer}");
        answer
    }

    /// The error of a call that is refused.
    async fn refused(&self, tool: &'static str, arguments: Value) -> Value {
        let (answer, is_error) = self.called(tool, arguments).await;
        assert!(is_error, "{tool}: {answer}");
        assert!(answer["error"]["remedy"].is_string() && answer["error"]["retryable"].is_boolean(), "{answer}");
        answer["error"].clone()
    }

    async fn called(&self, tool: &'static str, arguments: Value) -> (Value, bool) {
        let result =
            self.session.call_tool(CallToolRequestParams::new(tool).with_arguments(object(arguments))).await.unwrap();
        let text = &result.content[0].as_text().unwrap().text;
        assert!(text.len() <= 36_000, "{tool} answered {} bytes", text.len());
        let structure = result.structured_content.unwrap();
        assert_eq!(serde_json::from_str::<Value>(text).unwrap(), structure);
        (structure, result.is_error == Some(true))
    }

    async fn until_over(&self, run: &str) -> Value {
        loop {
            let status = self.call("build_status", json!({ "run_id": run })).await;
            if !matches!(status["status"].as_str(), Some("queued" | "running")) {
                return status;
            }
        }
    }

    async fn until_phase(&self, run: &str, phase: &str) -> Value {
        loop {
            let status = self.call("build_status", json!({ "run_id": run, "wait_ms": 50 })).await;
            if status["phase"] == phase {
                return status;
            }
        }
    }

    async fn read(&self, uri: &str) -> Result<String, ServiceError> {
        let result = self.session.read_resource(ReadResourceRequestParams::new(uri)).await?;
        let contents = serde_json::to_value(&result.contents[0]).unwrap();
        Ok(contents["text"].as_str().unwrap().to_owned())
    }

    async fn prompt(&self, name: &str, arguments: Value) -> Result<String, ServiceError> {
        let asked = GetPromptRequestParams::new(name).with_arguments(object(arguments));
        let result = self.session.get_prompt(asked).await?;
        Ok(result.messages[0].content.as_text().unwrap().text.clone())
    }

    /// Goes away; the server ends well.
    async fn leave(mut self) {
        self.session.cancel().await.unwrap();
        assert!(self.child.wait().await.unwrap().success());
    }
}

#[tokio::test]
async fn a_client_learns_what_there_is() {
    let place = Place::new();
    let client = Client::of(&place, None).await;
    let info = client.session.peer_info().unwrap();
    assert!(info.instructions.as_ref().unwrap().contains("build_status"));
    let tools = client.session.list_all_tools().await.unwrap();
    let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_ref()).collect();
    assert_eq!(
        names,
        [
            "build_game",
            "build_status",
            "cancel_build",
            "resume_build",
            "list_builds",
            "get_build_files",
            "validate_game",
            "critique_game",
            "explain_code"
        ]
    );
    for tool in &tools {
        let told = tool.annotations.clone().unwrap();
        let changes = ["build_game", "cancel_build", "resume_build"].contains(&tool.name.as_ref());
        assert_eq!((told.read_only_hint, told.destructive_hint), (Some(!changes), Some(false)), "{}", tool.name);
        assert_eq!(told.open_world_hint, Some(false), "no model is configured, so nothing leaves this machine");
    }
    let bytes = serde_json::to_string(&tools).unwrap().len();
    assert!(bytes < 10_000, "every conversation pays for the {bytes} bytes of this list");
    assert_eq!(client.session.list_all_prompts().await.unwrap().len(), 4);
    assert_eq!(client.session.list_all_resource_templates().await.unwrap().len(), 6);
    client.leave().await;
}

#[tokio::test]
async fn an_idea_becomes_a_game_that_can_be_read() {
    let place = Place::new();
    let client = Client::of(&place, None).await;
    let idea = json!({ "idea": "an owl catches mice at night", "no_browser": true });
    let begun = client.call("build_game", idea.clone()).await;
    let run = begun["run_id"].as_str().unwrap();
    let again = client.call("build_game", idea.clone()).await;
    assert_eq!(again["run_id"], run, "the same start is the same run");
    let over = client.until_over(run).await;
    assert_eq!((over["status"].as_str(), over["mode"].as_str()), (Some("done"), Some("composed")), "{over}");
    assert_eq!(over["proven"], false, "nobody played it");
    assert!(std::path::Path::new(over["play"].as_str().unwrap()).is_file());
    let after = client.call("build_game", idea).await;
    assert_eq!((after["run_id"].as_str(), after["status"].as_str()), (Some(run), Some("done")));
    assert_eq!(client.call("resume_build", json!({ "run_id": run })).await["status"], "done");
    let other =
        client.call("build_game", json!({ "idea": "an owl catches mice at night", "no_browser": true, "seed": 2 }));
    let other = other.await["run_id"].as_str().unwrap().to_owned();
    assert_ne!(other, run);
    client.until_over(&other).await;
    assert_eq!(client.call("list_builds", json!({})).await["total"], 2);

    let files = client.call("get_build_files", json!({ "run_id": run })).await;
    let delivered =
        |name: &str| std::fs::read_to_string(place.path().join("outputs").join(run).join("game").join(name));
    for file in files["files"].as_array().unwrap() {
        let (name, text) = (file["name"].as_str().unwrap(), file["text"].as_str().unwrap());
        let whole = delivered(name).unwrap();
        assert_eq!(file["bytes"], whole.len());
        assert_eq!(file["complete"], text == whole, "{name}");
        let shown = text.split("[cut:").next().unwrap();
        assert!(whole.starts_with(shown) && shown.len() > 200.min(whole.len() - 1), "{name}");
        assert_eq!(client.read(&format!("builds://{run}/game/{name}")).await.unwrap(), whole);
    }
    // The whole script, page by page.
    let (script, mut read, mut line) = (delivered("game.js").unwrap(), String::new(), 1);
    while read.len() < script.len() {
        let asked = json!({ "run_id": run, "file": "game.js", "from_line": line });
        let part = client.call("get_build_files", asked).await["files"][0]["text"].as_str().unwrap().to_owned();
        read.push_str(part.split("[cut:").next().unwrap());
        line = read.lines().count() + 1;
    }
    assert_eq!(read, script);

    let result: Value = serde_json::from_str(&client.read(&format!("builds://{run}/result")).await.unwrap()).unwrap();
    assert_eq!((&result["run_id"], &result["mode"]), (&json!(run), &json!("composed")));
    let manifest: Value =
        serde_json::from_str(&client.read(&format!("builds://{run}/manifest")).await.unwrap()).unwrap();
    assert_eq!(manifest["final_state"], "done");
    assert!(client.read(&format!("builds://{run}/report")).await.unwrap().contains("owl"));
    let latest: Value = serde_json::from_str(&client.read("builds://latest").await.unwrap()).unwrap();
    assert_eq!(latest["run_id"], other);
    let listed = client.session.list_all_resources().await.unwrap();
    assert!(listed.iter().any(|one| one.uri == format!("builds://{run}/result")), "{listed:?}");
    for wrong in ["builds://nothing/report", "builds://../result", "builds://x/secret", "file:///etc/passwd"] {
        assert!(client.read(wrong).await.is_err(), "{wrong}");
    }

    assert!(client.prompt("game_idea_refiner", json!({ "vague_idea": "fish" })).await.unwrap().contains("fish"));
    assert!(client.prompt("build_config_guide", json!({})).await.unwrap().contains("no model is configured"));
    let analysis = client.prompt("analyze_game_code", json!({ "run_id": run })).await.unwrap();
    assert!(analysis.contains(script.lines().nth(2).unwrap()) && analysis.contains("keydown"), "{analysis}");
    assert!(client.prompt("remix_workflow", json!({ "run_id": run })).await.unwrap().contains("validate_game"));
    assert!(client.prompt("remix_workflow", json!({ "run_id": "nothing" })).await.is_err());
    assert!(client.prompt("game_idea_refiner", json!({})).await.is_err());
    client.leave().await;
}

#[tokio::test]
async fn a_broken_game_is_judged_with_and_without_playing_it() {
    let place = Place::new();
    let client = Client::of(&place, None).await;
    let broken = game("missing-comma");
    let critique = client.call("critique_game", json!({ "game_dir": broken })).await;
    let judged = client.call("validate_game", json!({ "game_dir": broken, "no_browser": true })).await;
    assert_eq!((&judged["status"], &judged["proven"]), (&json!("done"), &json!(false)));
    let played = loop {
        let answer = client.call("validate_game", json!({ "game_dir": broken })).await;
        if answer["status"] == "done" {
            break answer;
        }
    };
    assert!(played["engine"].as_str().unwrap().starts_with("chromium"), "{played}");
    for answer in [&critique, &judged, &played] {
        assert_eq!(answer["verdict"], "fail");
        assert_eq!(answer["findings"][0]["code"], "syntax-error");
        assert!(answer["findings"][0]["fix"].as_str().unwrap().len() > 10);
    }
    let explained = client.call("explain_code", json!({ "code": "syntax-error" })).await;
    assert_eq!(explained["severity"], "blocker");
    client.leave().await;
}

#[tokio::test]
async fn what_makes_no_sense_is_refused_with_what_to_do() {
    let place = Place::new();
    let client = Client::of(&place, None).await;
    for (tool, arguments, code, words) in [
        ("build_game", json!({ "idea": " \n" }), "settings-invalid", "empty"),
        ("build_game", json!({ "idea": "x", "colour": 1 }), "settings-invalid", "colour"),
        ("build_game", json!({}), "settings-invalid", "idea"),
        ("build_game", json!({ "idea": "x", "model": "cmd:touch stolen" }), "model-unavailable", "not configured"),
        ("build_status", json!({ "run_id": "../../etc" }), "run-unknown", "etc"),
        ("build_status", json!({ "run_id": "nothing" }), "run-unknown", "nothing"),
        ("resume_build", json!({ "run_id": "nothing" }), "run-unknown", "nothing"),
        ("cancel_build", json!({ "run_id": "" }), "run-unknown", ""),
        ("get_build_files", json!({ "run_id": "a/b" }), "run-unknown", "a/b"),
        ("validate_game", json!({ "game_dir": "nowhere" }), "game-unreadable", "nowhere"),
        ("critique_game", json!({ "game_dir": "/dev/null" }), "game-unreadable", "not a folder"),
        ("explain_code", json!({ "code": "blank-canvass" }), "settings-invalid", "blank-canvas"),
    ] {
        let error = client.refused(tool, arguments).await;
        assert_eq!(error["code"], code, "{tool}: {error}");
        assert!(error["message"].as_str().unwrap().contains(words), "{tool}: {error}");
    }
    assert!(client.session.call_tool(CallToolRequestParams::new("remix_game")).await.is_err());
    client.leave().await;
    let left: Vec<_> = std::fs::read_dir(place.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[cfg(unix)]
#[tokio::test]
async fn a_build_is_cancelled_and_goes_on_in_another_server() {
    let place = Place::new();
    let model = Some("cmd:sleep 120");
    let client = Client::of(&place, model).await;
    let idea = json!({ "idea": "a snake", "no_browser": true, "output_dir": "kept" });
    let run = client.call("build_game", idea.clone()).await["run_id"].as_str().unwrap().to_owned();
    client.until_phase(&run, "clarifying").await;
    let stopped = client.call("cancel_build", json!({ "run_id": run })).await;
    assert_eq!((&stopped["status"], &stopped["stopped"]), (&json!("cancelled"), &json!(true)));
    assert_eq!(client.call("cancel_build", json!({ "run_id": run })).await["stopped"], false);
    assert_eq!(client.refused("get_build_files", json!({ "run_id": run })).await["code"], "build-unreadable");
    client.leave().await;

    let client = Client::of(&place, model).await;
    client.refused("build_status", json!({ "run_id": run })).await;
    let there = json!({ "run_id": run, "output_dir": "kept" });
    assert_eq!(client.call("build_status", there.clone()).await["status"], "interrupted");
    let begun = client.call("resume_build", there.clone()).await;
    assert!(["queued", "running"].contains(&begun["status"].as_str().unwrap()), "{begun}");
    assert_eq!(client.call("build_game", idea).await["run_id"], run, "the same start joins it");
    let killed = client.child.id().unwrap();
    assert!(std::process::Command::new("kill").args(["-KILL", &killed.to_string()]).status().unwrap().success());
    drop(client);

    // Without that model the run is not continued by something else.
    let client = Client::of(&place, None).await;
    assert_eq!(client.refused("resume_build", there.clone()).await["code"], "model-unavailable");
    assert_eq!(client.call("build_status", there).await["status"], "interrupted");
    client.leave().await;
}

/// A server whose every line of output is looked at.
struct Raw {
    child: Child,
    input: ChildStdin,
    lines: Receiver<Vec<u8>>,
    seen: Vec<Vec<u8>>,
}

impl Raw {
    fn start(place: &Place, model: &str) -> Self {
        let mut command = place.command(&["mcp", "--json"]);
        command.env("LLM_MODEL", model).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (tell, lines) = channel();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        std::thread::spawn(move || {
            let mut line = Vec::new();
            while output.read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
                if tell.send(std::mem::take(&mut line)).is_err() {
                    return;
                }
            }
        });
        Self { input: child.stdin.take().unwrap(), child, lines, seen: Vec::new() }
    }

    fn send(&mut self, line: impl AsRef<[u8]>) {
        self.input.write_all(line.as_ref()).unwrap();
        self.input.write_all(b"\n").unwrap();
        self.input.flush().unwrap();
    }

    fn ask(&mut self, id: u64, method: &str, params: Value) -> Value {
        self.send(json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string());
        loop {
            let line = self.lines.recv().expect("the server answers");
            self.seen.push(line.clone());
            let message: Value = serde_json::from_slice(&line).unwrap_or_default();
            if message["id"] == id {
                return message;
            }
        }
    }

    /// Every line that was and will be written is a message of the protocol; answers with the exit status.
    fn audit(mut self) -> i32 {
        drop(self.input);
        self.seen.extend(self.lines.iter());
        for line in &self.seen {
            let message: Value = serde_json::from_slice(line)
                .unwrap_or_else(|error| panic!("{error}: {:?}", String::from_utf8_lossy(line)));
            assert_eq!(message["jsonrpc"], "2.0", "{message}");
            let parts = ["method", "result", "error"].iter().filter(|part| !message[**part].is_null()).count();
            assert_eq!(parts, 1, "{message}");
            assert_eq!(line.last(), Some(&b'\n'));
        }
        self.child.wait().unwrap().code().unwrap_or(-1)
    }
}

/// Lines that are no message, each in another way; the same ones every time.
fn malformed() -> Vec<Vec<u8>> {
    let mut lines: Vec<Vec<u8>> = [
        &b""[..],
        b"{",
        b"null",
        b"[]",
        b"[[[[",
        b"{}",
        b"\"text\"",
        b"-1e999",
        b"{\"jsonrpc\":\"2.0\"}",
        b"{\"jsonrpc\":\"1.0\",\"id\":7,\"method\":\"ping\"}",
        b"{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"tools/list\"}",
        b"{\"jsonrpc\":\"2.0\",\"id\":8,\"method\":9}",
        b"{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"tools/call\",\"params\":{\"name\":[1]}}",
        b"{\"jsonrpc\":\"2.0\",\"id\":10,\"method\":\"no/such\",\"params\":{}}",
        b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":12345}}",
        b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/nobody-knows\"}",
        b"{\"jsonrpc\":\"2.0\",\"id\":11,\"result\":{}}",
        b"{\"jsonrpc\":\"2.0\",\"id\":12,\"error\":{\"code\":1,\"message\":\"x\"}}",
        b"\xff\xfe\x00\x80",
        b"Content-Length: 20",
    ]
    .map(<[u8]>::to_vec)
    .to_vec();
    lines.push("[".repeat(5_000).into_bytes());
    lines.push(format!("{{\"jsonrpc\":\"2.0\",\"id\":13,\"method\":\"{}\"}}", "m".repeat(100_000)).into_bytes());
    let whole = json!({ "jsonrpc": "2.0", "id": 14, "method": "tools/call", "params": { "name": "list_builds" } });
    let whole = whole.to_string().into_bytes();
    let mut dice: u64 = 42;
    for at in 0..400 {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut line = whole.clone();
        match at % 2 {
            0 => line.truncate(1 + (dice >> 33) as usize % (line.len() - 1)),
            _ => {
                let place = (dice >> 33) as usize % line.len();
                line[place] = (dice >> 25) as u8;
            }
        }
        line.retain(|byte| *byte != b'\n');
        lines.push(line);
    }
    lines
}

#[cfg(unix)]
#[test]
fn every_byte_on_stdout_is_protocol() {
    let hello = json!({
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "audit", "version": "1" },
    });
    for signal in [Some("-TERM"), Some("-INT"), None] {
        let place = Place::new();
        let mut server = Raw::start(&place, "cmd:sh -c 'echo noise; echo noise >&2; exec sleep 120'");
        malformed().iter().for_each(|line| server.send(line));
        let welcome = server.ask(1_000, "initialize", hello.clone());
        assert_eq!(welcome["result"]["protocolVersion"], "2025-11-25");
        server.send(json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }).to_string());
        malformed().iter().for_each(|line| server.send(line));
        assert_eq!(server.ask(1_001, "tools/list", json!({}))["result"]["tools"].as_array().unwrap().len(), 9);
        let build = json!({ "name": "build_game", "arguments": { "idea": "a snake", "no_browser": true } });
        let run = server.ask(1_002, "tools/call", build)["result"]["structuredContent"]["run_id"].clone();
        let wait = json!({ "name": "build_status", "arguments": { "run_id": run, "wait_ms": 20 } });
        let mut id = 1_003;
        while server.ask(id, "tools/call", wait.clone())["result"]["structuredContent"]["phase"] != "clarifying" {
            id += 1;
        }
        if let Some(signal) = signal {
            let id = server.child.id().to_string();
            assert!(std::process::Command::new("kill").args([signal, &id]).status().unwrap().success());
            // The input stays open until the server is gone: it is the signal that ends it.
            server.child.wait().unwrap();
        }
        let expected = match signal {
            Some("-TERM") => 143,
            Some(_) => 130,
            None => 0,
        };
        assert_eq!(server.audit(), expected, "{signal:?}");
        assert!(place.run(&["list"]).stdout.contains("clarifying"), "the run can be resumed");
    }
}

#[test]
fn a_server_that_cannot_start_says_so_on_stderr_alone() {
    let place = Place::new();
    let output = place.command(&["mcp", "--json"]).env("BATCH_MODE", "perhaps").output().unwrap();
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &b""[..]));
    assert!(String::from_utf8_lossy(&output.stderr).contains("BATCH_MODE"));
    let nobody = place.run(&["mcp"]);
    assert_eq!((nobody.status, nobody.stdout.as_str()), (0, ""), "nobody was there: {}", nobody.stderr);
}
