/// Where the time comes from.
pub trait Clock: Send + Sync {
    /// Milliseconds since 1970 in UTC; never goes back within one process.
    fn now_ms(&self) -> u64;
}
