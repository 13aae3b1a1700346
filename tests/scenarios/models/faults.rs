//! Faults of servers, each with the number of requests it costs and what a run sees of it.

use builder_core::ports::ModelFault;
use serde_json::{Value, json};

use super::server::{Act, Rig, last, piece, whole};

/// What came of one question: the requests it took, and the text or the code with its words.
async fn outcome(acts: impl IntoIterator<Item = Act>) -> (usize, Result<String, (String, String)>) {
    let rig = Rig::new(acts).await;
    let told = |fault: ModelFault| (fault.fault.code, fault.fault.detail);
    let came = rig.ask().await.map(|reply| reply.text).map_err(told);
    if let Err((_, detail)) = &came {
        assert!(!detail.contains("geheim"), "the key is never told: {detail}");
    }
    (rig.server.count(), came)
}

fn good(text: &str) -> (usize, Result<String, (String, String)>) {
    (1, Ok(text.to_owned()))
}

fn failed(came: (usize, Result<String, (String, String)>), requests: usize, code: &str, words: &str) {
    let (count, came) = came;
    let (told, detail) = came.unwrap_err();
    assert_eq!((count, told.as_str()), (requests, code), "{detail}");
    assert!(detail.contains(words), "{detail}");
}

fn finished(reason: Value) -> Act {
    let mut value = whole("text");
    value["choices"][0]["finish_reason"] = reason;
    Act::json(&value)
}

#[tokio::test]
async fn fault_01_every_word_for_the_end_is_understood() {
    for word in ["stop", "eos", "eos_token", "end", "end_turn", "", "tool_calls", "something_new"] {
        assert_eq!(outcome([finished(json!(word))]).await, good("text"), "{word:?}");
    }
    assert_eq!(outcome([finished(Value::Null)]).await, good("text"));
    for word in ["error", "network_error", "abort"] {
        assert_eq!(outcome([finished(json!(word)), Act::json(&whole("second"))]).await, (2, Ok("second".to_owned())));
    }
    for word in ["content_filter", "sensitive", "RECITATION", "prohibited_content"] {
        failed(outcome([finished(json!(word)), finished(json!(word))]).await, 2, "model-refused", "will not do it");
    }
    let rig = Rig::new([finished(json!("something_new"))]).await;
    assert!(rig.ask().await.unwrap().notes[0].contains("something_new"));
}

#[tokio::test]
async fn fault_02_an_empty_refusal_is_none_and_a_real_one_is_rephrased_once() {
    let with = |refusal: &str, content: Value| {
        let mut value = whole("");
        value["choices"][0]["message"]["refusal"] = json!(refusal);
        value["choices"][0]["message"]["content"] = content;
        Act::json(&value)
    };
    assert_eq!(outcome([with("", json!("text"))]).await, good("text"));
    let rig = Rig::new([with("I won't draw blood.", Value::Null), Act::json(&whole("tame"))]).await;
    assert_eq!(rig.ask().await.unwrap().text, "tame");
    let requests = rig.server.requests();
    assert_eq!(requests.len(), 2);
    assert!(requests[1].body["messages"].to_string().contains("cartoon"), "the second question is put in other words");
    assert!(!requests[0].body["messages"].to_string().contains("cartoon"));
}

#[tokio::test]
async fn fault_03_unknown_fields_and_words_are_passed_over() {
    let mut value = whole("text");
    value["service_tier"] = json!("on_demand");
    value["x_groq"] = json!({"id": "req_1"});
    value["usage_breakdown"] = Value::Null;
    assert_eq!(outcome([Act::json(&value)]).await, good("text"));
    let bare = json!({"choices": [{"message": {"content": "text"}}]});
    assert_eq!(outcome([Act::json(&bare)]).await, good("text"), "no id, object, created, model, usage or role");
}

#[tokio::test]
async fn fault_09_and_12_fences_and_thoughts_come_through_for_the_reader() {
    let (requests, text) = outcome([Act::json(&whole("<think>hm {</think>\n```json\n{}\n```"))]).await;
    assert_eq!((requests, text.unwrap().as_str()), (1, "```json\n{}\n```"));
}

#[tokio::test]
async fn fault_13_a_prompt_cut_short_by_the_server_is_noticed() {
    let rig = Rig::new([Act::json(&{
        let mut value = whole("an answer to half a question");
        value["usage"]["prompt_tokens"] = json!(2_051);
        value
    })])
    .await;
    let mut call = super::server::call();
    call.user = "many words ".repeat(4_000);
    let fault = builder_core::ports::LanguageModel::complete(&rig.chain, &call).await.unwrap_err();
    assert_eq!((rig.server.count(), fault.fault.code.as_str()), (1, "model-context"));
    assert!(fault.fault.detail.contains("2051 tokens"), "{}", fault.fault.detail);
    assert_eq!(fault.usage.unwrap().tokens_in, 2_051, "it was paid for all the same");
}

#[tokio::test]
async fn fault_14_an_empty_answer_of_a_full_context_is_not_asked_for_again() {
    let mut value = whole("");
    value["choices"][0]["finish_reason"] = json!("length");
    value["usage"] = json!({"prompt_tokens": 4095, "completion_tokens": 1});
    failed(outcome([Act::json(&value)]).await, 1, "model-context", "4095");
    failed(
        outcome([Act::error(400, "This model's maximum context length is 8192 tokens")]).await,
        1,
        "model-context",
        "8192",
    );
}

#[tokio::test]
async fn fault_15_an_answer_in_the_place_of_reasoning_is_taken_from_there() {
    for field in ["reasoning_content", "reasoning"] {
        let mut value = whole("");
        value["choices"][0]["message"] = json!({"role": "assistant", "content": null, field: "{\"title\": \"x\"}"});
        assert_eq!(outcome([Act::json(&value)]).await, good("{\"title\": \"x\"}"));
    }
    let mut value = whole("");
    value["choices"][0]["message"] = json!({"role": "assistant", "content": "", "reasoning": "let me think about"});
    failed(outcome([Act::json(&value), Act::json(&value)]).await, 2, "model-failed", "empty");
}

#[tokio::test]
async fn fault_17_reasoning_that_eats_the_limit_gets_twice_as_much_once() {
    let mut value = whole("");
    value["choices"][0]["finish_reason"] = json!("length");
    value["usage"] = json!({"prompt_tokens": 20, "completion_tokens": 20_000, "completion_tokens_details": {"reasoning_tokens": 20_000}});
    let rig = Rig::new([Act::json(&value), Act::json(&whole("now"))]).await;
    let reply = rig.ask().await.unwrap();
    assert_eq!(reply.text, "now");
    let limits: Vec<_> = rig.server.requests().iter().map(|request| request.body["max_tokens"].clone()).collect();
    assert_eq!(limits, [20_000, 40_000]);
    let usage = reply.usage.unwrap();
    assert_eq!((usage.tokens_out, usage.tokens_reasoning), (20_005, 20_000), "both attempts are counted");
    failed(outcome([Act::json(&value), Act::json(&value)]).await, 2, "model-failed", "went into reasoning");
}

#[tokio::test]
async fn fault_22_an_error_inside_a_good_answer_or_a_stream_is_an_error() {
    let inside = Act::json(&json!({"error": {"message": "Provider returned error", "code": 502}, "user_id": "u"}));
    assert_eq!(outcome([inside.clone(), Act::json(&whole("text"))]).await, (2, Ok("text".to_owned())));
    failed(outcome([inside.clone(), inside.clone(), inside]).await, 3, "model-failed", "Provider returned error");
    let within = Act::stream(&[
        piece("half"),
        json!({"choices": [], "error": {"message": "Insufficient credits", "code": 402}}),
    ]);
    failed(outcome([within]).await, 1, "model-no-credit", "Insufficient credits");
    let choice = Act::json(
        &json!({"choices": [{"error": {"message": "bad gateway", "code": 502}, "message": {"content": ""}}]}),
    );
    assert_eq!(outcome([choice, Act::json(&whole("text"))]).await, (2, Ok("text".to_owned())));
}

#[tokio::test]
async fn fault_23_and_24_comments_and_pieces_without_choices_are_passed_over() {
    let mut act = Act::new(200, ": OPENROUTER PROCESSING\n\n: OPENROUTER PROCESSING\n\n");
    let azure = json!({"id": "", "created": 0, "choices": [], "prompt_filter_results": [{}]});
    let bare = json!({"choices": [{"index": 0, "content_filter_offsets": {}}]});
    let usage = json!({"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": 2, "prompt_tokens_details": {"cached_tokens": 3}}});
    let stream = Act::stream(&[azure, bare, piece("te"), piece("xt"), last("stop"), usage]).done();
    act.body.extend_from_slice(&stream.body);
    let rig = Rig::new([act]).await;
    let reply = rig.ask().await.unwrap();
    let used = reply.usage.unwrap();
    assert_eq!((reply.text.as_str(), used.tokens_in, used.tokens_out, used.tokens_cached), ("text", 7, 2, 3));
    assert!(!used.estimated);
}

#[tokio::test]
async fn fault_25_a_stream_that_ends_without_its_end_is_asked_for_again() {
    let cut = || Act::stream(&[piece("=== FILE: index.html ===")]);
    assert_eq!(outcome([cut(), Act::stream(&[piece("text"), last("stop")])]).await, (2, Ok("text".to_owned())));
    failed(outcome([cut(), cut()]).await, 2, "model-failed", "within the answer, after 24 characters");
    failed(outcome([cut().breaking(), cut().breaking()]).await, 2, "model-failed", "the connection ended");
    let rig = Rig::hasty([cut().hanging(), cut().hanging()]).await;
    let fault = rig.ask().await.unwrap_err().fault;
    assert_eq!((rig.server.count(), fault.code.as_str()), (2, "model-failed"));
    assert!(fault.detail.contains("nothing more came"), "{}", fault.detail);
    let half = Act::new(200, "{\"choices\":[{\"mess").breaking();
    failed(outcome([half.clone(), half]).await, 2, "model-failed", "broke within the answer");
}

#[tokio::test]
async fn fault_26_nobody_waits_after_the_end_mark() {
    let stream = Act::stream(&[piece("text"), last("stop")]).done().hanging();
    assert_eq!(outcome([stream]).await, good("text"));
}

#[tokio::test]
async fn fault_28_usage_is_understood_in_every_spelling() {
    for (usage, wanted) in [
        (
            json!({"prompt_tokens": 10, "completion_tokens": 4, "prompt_tokens_details": {"cached_tokens": 6}}),
            (10, 4, 6, 0),
        ),
        (json!({"input_tokens": 10, "output_tokens": 4}), (10, 4, 0, 0)),
        (json!({"prompt_tokens": 10, "total_tokens": 14}), (10, 4, 0, 0)),
        (json!({"prompt_tokens": 2, "completion_tokens": 4, "cache_read_input_tokens": 90}), (92, 4, 90, 0)),
        (json!({"prompt_tokens": 10, "completion_tokens": 4, "prompt_cache_hit_tokens": 8}), (10, 4, 8, 0)),
        (
            json!({"prompt_tokens": 10, "completion_tokens": 9, "completion_tokens_details": {"reasoning_tokens": 5}}),
            (10, 9, 0, 5),
        ),
    ] {
        let mut value = whole("text");
        value["usage"] = usage;
        let used = Rig::new([Act::json(&value)]).await.ask().await.unwrap().usage.unwrap();
        assert_eq!((used.tokens_in, used.tokens_out, used.tokens_cached, used.tokens_reasoning), wanted);
    }
}

#[tokio::test]
async fn fault_31_no_other_model_is_asked_than_the_one_that_was_named() {
    let rig = Rig::new([Act::json(&whole("a")), Act::json(&whole("{}"))]).await;
    rig.ask().await.unwrap();
    rig.ask_json().await.unwrap();
    let requests = rig.server.requests();
    assert!(
        requests.iter().all(|request| request.body["model"] == "test-model" && request.path == "/v1/chat/completions")
    );
    assert!(requests.iter().all(|request| !request.headers.to_lowercase().contains("openai-organization")));
    assert!(requests[0].headers.contains("authorization: Bearer sk-test-geheim"));
    failed(
        outcome([Act::error(404, "The model `test-model` does not exist")]).await,
        1,
        "model-unknown",
        "no model \"test-model\"",
    );
}

#[tokio::test]
async fn fault_35_an_answer_in_json_that_is_cut_off_is_no_broken_json() {
    let mut value = whole("{\"title\": \"An ow");
    value["choices"][0]["finish_reason"] = json!("length");
    let rig = Rig::new([Act::json(&value), Act::json(&whole("{\"title\": \"An owl\"}"))]).await;
    assert_eq!(rig.ask_json().await.unwrap().text, "{\"title\": \"An owl\"}");
    let limits: Vec<_> = rig.server.requests().iter().map(|request| request.body["max_tokens"].clone()).collect();
    assert_eq!(limits, [2_000, 4_000]);
    let rig = Rig::new([Act::json(&value)]).await;
    assert!(rig.ask().await.unwrap().cut_off, "free text is continued by whoever asked, not asked for again");
}

#[tokio::test]
async fn fault_36_an_answer_that_goes_in_circles_is_ended_and_asked_for_with_more_chance() {
    let circles = Act::stream(&vec![piece("and so on and so forth, "); 400]).hanging();
    let rig = Rig::new([circles.clone(), Act::json(&whole("text"))]).await;
    assert_eq!(rig.ask().await.unwrap().text, "text");
    let heat: Vec<f64> =
        rig.server.requests().iter().filter_map(|request| request.body["temperature"].as_f64()).collect();
    assert_eq!(heat, [0.4, 0.8]);
    failed(outcome([circles.clone(), circles]).await, 2, "model-failed", "circles");
}

#[tokio::test]
async fn fault_37_a_content_in_parts_is_put_together_without_the_thoughts() {
    let mut value = whole("");
    value["choices"][0]["message"]["content"] = json!([
        {"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]},
        {"type": "text", "text": "te"}, {"type": "text", "text": "xt"}
    ]);
    assert_eq!(outcome([Act::json(&value)]).await, good("text"));
}

#[tokio::test]
async fn errors_of_every_shape_say_what_to_fix() {
    for (act, code, words) in [
        (
            Act::new(401, r#"{"error":{"message":"Incorrect API key provided: sk-te*****eim"}}"#),
            "model-key-refused",
            "OPENAI_API_KEY",
        ),
        (Act::new(403, "<html><h1>Forbidden</h1></html>"), "model-key-refused", "Forbidden"),
        (Act::new(404, "404 page not found"), "model-unreachable", "/v1"),
        (Act::new(405, r#"{"detail":"Method Not Allowed"}"#), "model-unreachable", "no chat completions at"),
        (Act::new(302, "").header("location", "https://elsewhere.invalid/"), "model-unreachable", "302"),
        (Act::new(402, r#"{"error":"out of money"}"#), "model-no-credit", "out of money"),
        (Act::new(400, r#"[{"error":{"code":400,"message":"API key not valid."}}]"#), "model-key-refused", "not valid"),
        (Act::error(400, "who knows"), "model-request-refused", "who knows"),
    ] {
        failed(outcome([act]).await, 1, code, words);
    }
}

#[tokio::test]
async fn what_is_no_answer_at_all_is_asked_for_once_more() {
    for body in ["<html>Welcome to nginx</html>", "null", "[]", "{}", "{\"choices\":[]}", ""] {
        let (requests, came) = outcome([Act::new(200, body), Act::json(&whole("text"))]).await;
        assert_eq!((requests, came), (2, Ok("text".to_owned())), "{body:?}");
    }
}
