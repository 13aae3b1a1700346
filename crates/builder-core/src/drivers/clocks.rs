//! Where the time comes from.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

use crate::ports::Clock;

/// The machine's own clock, read once and then counted on without ever going back.
#[derive(Debug, Clone)]
pub struct SystemClock {
    began: Instant,
    began_ms: u64,
}

impl SystemClock {
    /// A clock that starts now.
    #[expect(clippy::disallowed_methods, reason = "this is the one place that reads the clock")]
    pub fn start() -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self { began: Instant::now(), began_ms: u64::try_from(since.as_millis()).unwrap_or(u64::MAX) }
    }
}

impl Clock for SystemClock {
    fn now_ms(&self) -> u64 {
        let passed = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.began_ms.saturating_add(passed)
    }
}
