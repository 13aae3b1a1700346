//! When a question is put again, how long that waits, and who is asked then.

use builder_core::{drivers::models::Member, ports::Clock};

use super::server::{Act, BEGIN_MS, Rig, Server, member, whole};

fn waited(rig: &Rig) -> u64 {
    rig.time.now_ms() - BEGIN_MS
}

#[tokio::test]
async fn fault_29_the_wait_a_server_asks_for_is_kept_in_every_form_and_never_for_ever() {
    for (name, value, wanted) in [
        ("retry-after", "7", 7_000),
        ("retry-after", "0.25", 250),
        ("retry-after", "Mon, 01 Dec 2025 00:00:09 GMT", 9_000),
        ("retry-after-ms", "1500", 1_500),
        ("x-ratelimit-reset-requests", "1.5s", 1_500),
    ] {
        let rig = Rig::new([Act::error(429, "slow down").header(name, value), Act::json(&whole("text"))]).await;
        assert_eq!(rig.ask().await.unwrap().text, "text");
        assert_eq!((rig.server.count(), waited(&rig)), (2, wanted), "{name}: {value}");
        assert!(rig.notices.lock().unwrap()[0].contains("asking again in"), "the wait is told");
    }
    for nonsense in ["inf", "NaN", "-5", "soon"] {
        let rig =
            Rig::new([Act::error(429, "slow down").header("retry-after", nonsense), Act::json(&whole("text"))]).await;
        assert_eq!(rig.ask().await.unwrap().text, "text");
        assert!((1_000..1_250).contains(&waited(&rig)), "{nonsense}: {}", waited(&rig));
    }
    let rig = Rig::new([Act::error(429, "slow down").header("retry-after", "198300")]).await;
    assert_eq!(rig.ask().await.unwrap_err().fault.code, "model-failed");
    assert_eq!((rig.server.count(), waited(&rig)), (1, 0), "two days are not waited for");
}

#[tokio::test]
async fn fault_30_nobody_else_retries_and_what_is_permanent_is_not_retried() {
    let rig = Rig::new(vec![Act::error(503, "overloaded"); 9]).await;
    let fault = rig.ask().await.unwrap_err();
    assert_eq!(
        (rig.server.count(), fault.fault.code.as_str()),
        (3, "model-failed"),
        "three calls, not three times three"
    );
    assert!((3_000..3_750).contains(&waited(&rig)), "{}", waited(&rig));
    let quota = r#"{"error":{"message":"You exceeded your current quota","type":"insufficient_quota","code":"insufficient_quota"}}"#;
    let rig = Rig::new([Act::new(429, quota)]).await;
    assert_eq!(rig.ask().await.unwrap_err().fault.code, "model-no-credit");
    assert_eq!((rig.server.count(), waited(&rig)), (1, 0));
    // An error whose body never ends does not hold anybody up.
    let rig = Rig::hasty([Act::error(503, "x").hanging(), Act::json(&whole("text"))]).await;
    assert_eq!(rig.ask().await.unwrap().text, "text");
}

#[tokio::test]
async fn a_server_that_says_nothing_is_asked_three_times() {
    let rig = Rig::hasty([Act::silent(), Act::silent(), Act::silent()]).await;
    let fault = rig.ask().await.unwrap_err();
    assert_eq!((rig.server.count(), fault.fault.code.as_str()), (3, "model-failed"));
    assert!(fault.fault.detail.contains("did not begin to answer"), "{}", fault.fault.detail);
}

#[tokio::test]
async fn a_server_that_is_not_there_is_a_matter_of_settings_until_it_has_answered_once() {
    let rig = Rig::new([]).await;
    let gone = Member { base_url: Some("http://127.0.0.1:1/v1".into()), ..member(&rig.server) };
    let settings = builder_core::drivers::models::ChainSettings {
        timeouts: Default::default(),
        timer: rig.time.clone(),
        seed: 0,
        notice: std::sync::Arc::new(|_| {}),
    };
    let chain = builder_core::drivers::models::ModelChain::new(&[gone], settings).unwrap();
    let fault = builder_core::ports::LanguageModel::complete(&chain, &super::server::call()).await.unwrap_err();
    assert_eq!(fault.fault.code, "model-unreachable");
    assert!(fault.fault.detail.contains("http://127.0.0.1:1/v1"), "{}", fault.fault.detail);
}

#[tokio::test]
async fn the_next_model_is_asked_when_the_first_is_of_no_use() {
    let second = Server::start([Act::json(&whole("from the second"))]).await;
    let rig = Rig::with(vec![Act::error(500, "down"); 3], &[member(&second)]).await;
    let reply = rig.ask().await.unwrap();
    assert_eq!((reply.text.as_str(), rig.server.count(), second.count()), ("from the second", 3, 1));
    assert_eq!(
        reply.answered_by.as_deref(),
        Some(format!("{}:test-model", &second.url[7..second.url.len() - 3]).as_str())
    );
    assert!(rig.notices.lock().unwrap().iter().any(|line| line.contains("asking the next model")));
    // A wrong key is to be set right, not to be hidden by another provider's bill.
    let second = Server::start([Act::json(&whole("x"))]).await;
    let rig = Rig::with([Act::error(401, "no")], &[member(&second)]).await;
    assert_eq!(rig.ask().await.unwrap_err().fault.code, "model-key-refused");
    assert_eq!(second.count(), 0);
}

#[tokio::test]
async fn a_program_may_stand_behind_a_server() {
    let program = Member { name: "cmd:cat".into(), base_url: None, key: None };
    let rig = Rig::with([Act::error(402, "no money")], &[program]).await;
    assert!(rig.ask().await.unwrap().text.contains("Write one."));
    assert_eq!(rig.server.count(), 1);
}

#[tokio::test]
async fn a_provider_that_keeps_failing_is_left_alone_for_a_minute_and_then_probed() {
    let mut acts = vec![Act::error(500, "down"); 6];
    acts.push(Act::json(&whole("up again")));
    let rig = Rig::new(acts).await;
    for _ in 0..2 {
        rig.ask().await.unwrap_err();
    }
    assert_eq!(rig.server.count(), 5, "the sixth call is not made: five failed");
    let fault = rig.ask().await.unwrap_err();
    assert_eq!(rig.server.count(), 5);
    assert!(fault.fault.detail.contains("left alone"), "{}", fault.fault.detail);
    builder_core::drivers::models::Timer::wait_ms(&*rig.time, 61_000).await;
    rig.ask().await.unwrap_err();
    assert_eq!(rig.server.count(), 6, "one probe, which failed");
    builder_core::drivers::models::Timer::wait_ms(&*rig.time, 61_000).await;
    assert_eq!(rig.ask().await.unwrap().text, "up again");
}

#[tokio::test]
async fn a_model_is_asked_sixty_times_a_minute_and_no_more() {
    let rig = Rig::new(vec![Act::json(&whole("x")); 61]).await;
    for _ in 0..60 {
        rig.ask().await.unwrap();
    }
    assert_eq!(waited(&rig), 0);
    rig.ask().await.unwrap();
    assert_eq!((rig.server.count(), waited(&rig)), (61, 60_000));
}
