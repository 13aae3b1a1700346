//! What a server will not take is learned from its first refusal, and kept for the life of the process.

use serde_json::{Value, json};

use super::server::{Act, Rig, last, piece, whole};

/// Asks twice; the second question is put in the way that was learned.
async fn learned(refusal: Act, more: usize, structured: bool) -> Vec<Value> {
    let mut acts = vec![refusal; more];
    acts.extend([Act::json(&whole("{\"title\": \"a\"}")), Act::json(&whole("{\"title\": \"b\"}"))]);
    let rig = Rig::new(acts).await;
    for wanted in ["{\"title\": \"a\"}", "{\"title\": \"b\"}"] {
        let reply = if structured { rig.ask_json().await } else { rig.ask().await };
        assert_eq!(reply.unwrap().text, wanted);
    }
    let requests = rig.server.requests();
    assert_eq!(requests.len(), more + 2, "one refusal each, and never again");
    assert_eq!(requests[more].body, requests[more + 1].body, "what was learned is kept");
    requests.into_iter().map(|request| request.body).collect()
}

#[tokio::test]
async fn fault_04_a_limit_above_the_models_cap_is_lowered_to_it() {
    let refusal = Act::error(
        400,
        "`max_completion_tokens` must be less than or equal to `16384`, the maximum value for `max_completion_tokens` is less than the `context_window` for this model",
    );
    let bodies = learned(refusal, 1, false).await;
    assert_eq!((&bodies[0]["max_tokens"], &bodies[1]["max_tokens"]), (&json!(20_000), &json!(16_384)));
}

#[tokio::test]
async fn fault_05_a_field_that_is_forbidden_gets_another_name() {
    let body = json!({"object": "error", "message": {"detail": [{"type": "extra_forbidden", "loc": ["body", "max_tokens"], "msg": "Extra inputs are not permitted"}]}});
    let bodies = learned(Act::new(422, body.to_string()), 1, false).await;
    assert_eq!((bodies[1].get("max_tokens"), &bodies[1]["max_completion_tokens"]), (None, &json!(20_000)));
}

#[tokio::test]
async fn fault_06_max_tokens_becomes_max_completion_tokens() {
    let error = json!({"error": {"message": "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.", "type": "invalid_request_error", "param": "max_tokens", "code": "unsupported_parameter"}});
    let bodies = learned(Act::new(400, error.to_string()), 1, false).await;
    assert_eq!((bodies[1].get("max_tokens"), &bodies[1]["max_completion_tokens"]), (None, &json!(20_000)));
}

#[tokio::test]
async fn fault_07_a_temperature_that_is_refused_is_left_out() {
    let error = json!({"error": {"message": "Unsupported value: 'temperature' does not support 0.4 with this model. Only the default (1) value is supported.", "param": "temperature", "code": "unsupported_value"}});
    let bodies = learned(Act::new(400, error.to_string()), 1, false).await;
    assert_eq!((&bodies[0]["temperature"], bodies[1].get("temperature")), (&json!(0.4), None));
}

#[tokio::test]
async fn fault_08_and_10_the_ladder_of_response_formats_is_gone_down() {
    let lm_studio = Act::new(400, r#"{"error":"'response_format.type' must be 'text'"}"#);
    let bodies = learned(lm_studio, 2, true).await;
    assert_eq!(bodies[0]["response_format"]["type"], "json_schema");
    assert_eq!(bodies[1]["response_format"]["type"], "json_object");
    assert_eq!(bodies[2].get("response_format"), None);
    let deepseek = Act::error(400, "This response_format type is unavailable now");
    assert_eq!(learned(deepseek, 1, true).await[1]["response_format"]["type"], "json_object");
}

#[tokio::test]
async fn fault_11_a_question_for_json_has_the_word_in_it() {
    let bodies = learned(
        Act::error(
            400,
            "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
        ),
        1,
        true,
    )
    .await;
    for body in bodies {
        assert!(body["messages"].to_string().contains("JSON"), "{body}");
    }
}

#[tokio::test]
async fn fault_18_a_keyword_that_is_refused_is_left_out_of_the_schema() {
    let gemini = json!([{"error": {"code": 400, "message": "Invalid JSON payload received. Unknown name \"additionalProperties\" at 'generation_config.response_schema': Cannot find field.", "status": "INVALID_ARGUMENT"}}]);
    let bodies = learned(Act::new(400, gemini.to_string()), 1, true).await;
    let schema = |body: &Value| body["response_format"]["json_schema"]["schema"].clone();
    assert_eq!(schema(&bodies[0])["additionalProperties"], false);
    assert_eq!(schema(&bodies[1]).get("additionalProperties"), None);
    assert_eq!(bodies[1]["response_format"]["type"], "json_schema", "the schema itself stays");
}

#[tokio::test]
async fn fault_19_and_20_schemas_hold_nothing_that_grammars_choke_on_and_a_refused_grammar_ends_them() {
    let bodies = learned(Act::error(400, "failed to parse grammar"), 1, true).await;
    let schema = bodies[0]["response_format"]["json_schema"]["schema"].to_string();
    for keyword in ["maxLength", "pattern", "format\"", "maxItems"] {
        assert!(!schema.contains(keyword), "{keyword}");
    }
    assert_eq!(bodies[1]["response_format"]["type"], "json_object");
    let bodies = learned(Act::error(500, "error: grammar too complex"), 1, true).await;
    assert_eq!(bodies[1]["response_format"]["type"], "json_object");
}

#[tokio::test]
async fn fault_21_a_system_message_that_is_refused_goes_into_the_question() {
    for refusal in [
        Act::error(500, "Jinja Exception: Unexpected message role."),
        Act::error(400, "System role not supported"),
        Act::error(500, "Conversation roles must alternate user/assistant/user/assistant/..."),
    ] {
        let bodies = learned(refusal, 1, false).await;
        assert_eq!(bodies[0]["messages"][0]["role"], "system");
        let messages = bodies[1]["messages"].as_array().unwrap();
        assert_eq!((messages.len(), &messages[0]["role"]), (1, &json!("user")));
        assert!(messages[0]["content"].as_str().unwrap().starts_with("Write games."));
    }
}

#[tokio::test]
async fn fault_27_usage_is_asked_for_in_streams_and_estimated_where_it_cannot_be_had() {
    let refusal = Act::error(422, "stream_options: missing field include_usage");
    let stream = Act::stream(&[piece("hello there"), last("stop")]).done();
    let rig = Rig::new([refusal, stream]).await;
    let reply = rig.ask().await.unwrap();
    assert_eq!(rig.server.count(), 2);
    let bodies = rig.server.requests();
    assert_eq!(bodies[0].body["stream_options"]["include_usage"], true);
    assert_eq!(bodies[1].body.get("stream_options"), None);
    let usage = reply.usage.unwrap();
    assert!(usage.estimated && usage.tokens_in > 0 && usage.tokens_out > 0, "{usage:?}");
}

#[tokio::test]
async fn a_server_without_streams_is_asked_for_whole_answers() {
    let bodies = learned(Act::error(400, "stream is not supported by this model"), 1, false).await;
    assert_eq!((&bodies[0]["stream"], &bodies[1]["stream"]), (&json!(true), &json!(false)));
}
