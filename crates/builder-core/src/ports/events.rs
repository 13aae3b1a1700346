use crate::protocol::EventRecord;

/// Who watches a run. Called in order, from one run at a time; must not block for long.
pub trait EventSink: Send + Sync {
    /// Something happened.
    fn emit(&self, event: &EventRecord);
}

/// Watches nothing.
impl EventSink for () {
    fn emit(&self, _: &EventRecord) {}
}
