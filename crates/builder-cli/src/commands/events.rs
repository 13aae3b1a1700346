use std::time::Duration;

use builder_core::{
    drivers::stores::FolderStore,
    ports::ArtifactStore,
    protocol::{EVENTS_FILE, Event, EventRecord},
};

use super::runs;
use crate::{args::EventsArgs, error::CliError, interrupt::unless_interrupted, screen, settings::Settings};

/// How often a log is looked at for more.
const EVERY: Duration = Duration::from_millis(200);

/// Prints the events of a run.
pub(crate) async fn run(args: &EventsArgs, settings: &Settings) -> Result<u8, CliError> {
    let store = FolderStore::new(&settings.output);
    let run = runs::find(&store, &args.run).await?;
    let print = async {
        let mut next = args.since;
        loop {
            let log = store.document(&run, EVENTS_FILE).await?.unwrap_or_default();
            // The last line may still be being written.
            let whole = log.iter().rposition(|byte| *byte == b'\n').map_or(&log[..0], |at| &log[..at]);
            let mut over = false;
            for line in String::from_utf8_lossy(whole).lines() {
                let Ok(record) = serde_json::from_str::<EventRecord>(line) else { continue };
                over = matches!(record.event, Event::RunCompleted { .. } | Event::RunFailed { .. });
                if record.seq >= next {
                    screen::out(line);
                    next = record.seq + 1;
                }
            }
            if over || !args.follow {
                return Ok(0);
            }
            tokio::time::sleep(EVERY).await;
        }
    };
    unless_interrupted(|| None, print).await
}
