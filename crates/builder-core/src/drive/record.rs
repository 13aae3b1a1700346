use super::{DriveError, DriveSettings, Ports};
use crate::{
    game::SchemaVersion,
    protocol::{Checkpoint, CheckpointRecord, EVENTS_VERSION, Event, EventRecord, RunId},
};

/// Writes down what happens: checkpoints, documents and events, with their times and places in the order.
pub(super) struct Recorder<'a> {
    ports: Ports<'a>,
    tool_version: &'a str,
    run: &'a RunId,
    checkpoints: u64,
    events: u64,
    worked_before_ms: u64,
    since_ms: u64,
    held_since_ms: Option<u64>,
    started_at: String,
}

impl<'a> Recorder<'a> {
    pub(super) fn new(ports: Ports<'a>, settings: &'a DriveSettings, run: &'a RunId, worked_before_ms: u64) -> Self {
        let now = ports.clock.now_ms();
        Self {
            ports,
            tool_version: &settings.tool_version,
            run,
            checkpoints: 0,
            events: 0,
            worked_before_ms,
            since_ms: now,
            held_since_ms: None,
            started_at: rfc3339(now),
        }
    }

    pub(super) fn resumed(
        ports: Ports<'a>,
        settings: &'a DriveSettings,
        run: &'a RunId,
        records: &[CheckpointRecord],
        events: u64,
        worked_before_ms: u64,
    ) -> Self {
        let mut recorder = Self::new(ports, settings, run, worked_before_ms);
        recorder.checkpoints = records.len() as u64;
        recorder.events = events;
        if let Some(first) = records.first() {
            recorder.started_at.clone_from(&first.at);
        }
        recorder
    }

    pub(super) fn run(&self) -> &'a RunId {
        self.run
    }

    /// When the run began, in RFC 3339.
    pub(super) fn started_at(&self) -> String {
        self.started_at.clone()
    }

    /// Now, in RFC 3339.
    pub(super) fn now(&self) -> String {
        rfc3339(self.ports.clock.now_ms())
    }

    /// Time the run has worked, in milliseconds.
    pub(super) fn elapsed_ms(&self) -> u64 {
        let now = self.held_since_ms.unwrap_or_else(|| self.ports.clock.now_ms());
        self.worked_before_ms + now.saturating_sub(self.since_ms)
    }

    /// Stops the run's own time.
    pub(super) fn hold(&mut self) {
        self.held_since_ms = Some(self.ports.clock.now_ms());
    }

    /// Lets it go on.
    pub(super) fn go_on(&mut self) {
        if let Some(held) = self.held_since_ms.take() {
            self.since_ms += self.ports.clock.now_ms().saturating_sub(held);
        }
    }

    pub(super) async fn append(&mut self, checkpoints: &[Checkpoint]) -> Result<(), DriveError> {
        for checkpoint in checkpoints {
            let record = CheckpointRecord {
                schema_version: SchemaVersion,
                run_id: self.run.clone(),
                seq: self.checkpoints,
                at: self.now(),
                elapsed_ms: self.elapsed_ms(),
                tool_version: self.tool_version.to_owned(),
                checkpoint: checkpoint.clone(),
                sum: None,
            };
            self.ports.checkpoints.append(self.run, &record).await?;
            self.checkpoints += 1;
        }
        Ok(())
    }

    pub(super) async fn emit(&mut self, event: Event) -> Result<(), DriveError> {
        let record =
            EventRecord { v: EVENTS_VERSION, ts: self.now(), seq: self.events, run_id: self.run.clone(), event };
        self.events += 1;
        self.ports.events.emit(&record);
        if let Ok(line) = serde_json::to_string(&record) {
            self.ports.artifacts.append_event(self.run, &line).await?;
        }
        Ok(())
    }

    /// Replaces a document and tells of it.
    pub(super) async fn put(&mut self, name: &str, bytes: &[u8]) -> Result<(), DriveError> {
        self.ports.artifacts.put_document(self.run, name, bytes).await?;
        self.emit(Event::FileWritten { path: name.to_owned(), bytes: bytes.len() as u64 }).await
    }

    /// Replaces a JSON document and tells of it.
    pub(super) async fn put_json(&mut self, name: &str, value: &impl serde::Serialize) -> Result<(), DriveError> {
        let mut text = serde_json::to_string_pretty(value).map_err(|error| {
            crate::ports::Fault::new("output-unwritable", format!("{name} cannot be written as JSON: {error}"))
        })?;
        text.push('\n');
        self.put(name, text.as_bytes()).await
    }
}

fn rfc3339(ms: u64) -> String {
    i64::try_from(ms)
        .ok()
        .and_then(|ms| jiff::Timestamp::from_millisecond(ms).ok())
        .map_or_else(String::new, |time| format!("{time:.3}"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn times_are_utc_with_milliseconds() {
        assert_eq!(super::rfc3339(1_764_547_200_007), "2025-12-01T00:00:00.007Z");
    }
}
