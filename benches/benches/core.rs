//! A whole run without a browser, and its parts beside a named alternative of the same order.

#![allow(missing_docs, clippy::unwrap_used, clippy::panic)]

use builder_core::{
    composer::{self, ComposeOrder},
    critic,
    drive::{self, DriveSettings, Ports},
    drivers::{
        authors::PreparedAuthor,
        clocks::SystemClock,
        stores::{FolderStore, MemoryStore},
    },
    game::{BuildRequest, EngineChoice, GameFolder, Profile},
    machine::Machine,
    ports::{ArtifactStore, CheckpointStore, DerivedIds, RunIds},
    protocol::{CheckpointRecord, Limits},
};
use criterion::{Criterion, criterion_group, criterion_main};

fn request() -> BuildRequest {
    BuildRequest { engine: EngineChoice::None, ..BuildRequest::new("an owl catches mice at night") }
}

async fn run<S: CheckpointStore + ArtifactStore>(store: &S) {
    let request = request();
    let run = DerivedIds.candidate(&request, 1);
    let clock = SystemClock::start();
    let author = PreparedAuthor::default();
    let ports = Ports {
        author: &author,
        model: None,
        tester: None,
        checkpoints: store,
        artifacts: store,
        clock: &clock,
        events: &(),
    };
    drive::build(ports, &DriveSettings::default(), &run, request, Limits::default()).await.unwrap();
}

fn runs(criterion: &mut Criterion) {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let mut group = criterion.benchmark_group("run without a browser");
    group.sample_size(20);
    group.bench_function("in memory", |bencher| {
        bencher.iter(|| runtime.block_on(run(&MemoryStore::new())));
    });
    group.bench_function("in a folder, with fsync", |bencher| {
        bencher.iter(|| {
            let dir = tempfile::tempdir().unwrap();
            runtime.block_on(run(&FolderStore::new(dir.path())));
        });
    });
    group.finish();
}

fn machine(criterion: &mut Criterion) {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let store = MemoryStore::new();
    runtime.block_on(run(&store));
    let id = DerivedIds.candidate(&request(), 1);
    let records = runtime.block_on(store.history(&id)).unwrap().records;
    let text = serde_json::to_string(&records).unwrap();
    let mut group = criterion.benchmark_group("history of a run");
    group.bench_function("resume: the machine replays it", |bencher| {
        bencher.iter(|| Machine::resume(records.iter().map(|record| (&record.checkpoint, record.elapsed_ms))).unwrap());
    });
    group.bench_function("alternative: serde_json reads it", |bencher| {
        bencher.iter(|| serde_json::from_str::<Vec<CheckpointRecord>>(&text).unwrap());
    });
    group.finish();
}

fn game(criterion: &mut Criterion) {
    let request = request();
    let order = || ComposeOrder::new(&request.idea, request.seed);
    let folder = GameFolder::from(&composer::compose(&order()).unwrap().files);
    let mut group = criterion.benchmark_group("a composed game");
    group.bench_function("compose", |bencher| bencher.iter(|| composer::compose(&order()).unwrap()));
    group.bench_function("critique", |bencher| bencher.iter(|| critic::critique(&folder, None, Profile::Delivery)));
    group.bench_function("alternative: sha-256 of its bytes", |bencher| bencher.iter(|| folder.hash()));
    group.finish();
}

criterion_group!(benches, runs, machine, game);
criterion_main!(benches);
