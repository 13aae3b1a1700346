//! scratch
use builder_core::{drivers::chromium::*, ports::*, game::GameFolder};
#[tokio::main(flavor = "current_thread")]
async fn main() {
    let dir = std::env::args().nth(1).unwrap();
    let mut game = GameFolder::default();
    for e in std::fs::read_dir(&dir).unwrap() { let e = e.unwrap(); game.files.insert(e.file_name().to_string_lossy().into(), std::fs::read(e.path()).unwrap()); }
    let t = std::time::Instant::now();
    let tester = ChromiumTester::start(ChromiumOptions::new("/usr/bin/chromium")).await.unwrap();
    eprintln!("start {:?} {} {:?}", t.elapsed(), tester.engine(), tester.facts());
    for _ in 0..3 {
    let t = std::time::Instant::now();
    let world = World { screen: Screen::DESKTOP, seed: 1, storage: Storage::Refused, handle: "judgeHandle".into(), drain: false };
    let mut stage = tester.open(&game, &world).await.unwrap();
    eprintln!("open {:?}", t.elapsed());
    let m = stage.loaded().await.unwrap();
    eprintln!("loaded {:?} {}", t.elapsed(), serde_json::to_string(&m).unwrap());
    stage.input(&[Input::KeyDown{code:"Enter".into(),repeat:false,capital:false}]).await.unwrap();
    eprintln!("key {:?}", t.elapsed());
    stage.step(Step::blind(6)).await.unwrap();
    stage.input(&[Input::KeyUp{code:"Enter".into(),capital:false}]).await.unwrap();
    for _ in 0..60 {
    let m = stage.step(Step::blind(60)).await.unwrap(); if m.hung {eprintln!("hung");break;} if m.ms<2000.0 {eprintln!("{}",serde_json::to_string(&m).unwrap())} }
    eprintln!("60 s {:?}", t.elapsed());
    let m = stage.step(Step::looking(1)).await.unwrap();
    eprintln!("{}", serde_json::to_string(&m).unwrap());
    std::fs::write("/tmp/shot.png", stage.screenshot().await.unwrap()).unwrap();
    eprintln!("shot {:?}", t.elapsed());
    eprintln!("{:?}", stage.close().await.unwrap());
    eprintln!("close {:?}", t.elapsed());
    }
}
