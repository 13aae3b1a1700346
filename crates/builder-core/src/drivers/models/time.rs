//! Waiting, as something that is handed in.

use std::time::Duration;

use async_trait::async_trait;

use crate::{drivers::clocks::SystemClock, ports::Clock};

/// A clock that one can wait by.
#[async_trait]
pub trait Timer: Clock {
    /// Comes back after so many milliseconds.
    async fn wait_ms(&self, ms: u64);
}

#[async_trait]
impl Timer for SystemClock {
    async fn wait_ms(&self, ms: u64) {
        tokio::time::sleep(Duration::from_millis(ms)).await;
    }
}
