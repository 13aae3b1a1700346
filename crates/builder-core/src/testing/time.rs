use std::sync::atomic::{AtomicU64, Ordering};

use async_trait::async_trait;

use crate::{drivers::models::Timer, ports::Clock};

/// A time that moves only when somebody waits, and then at once.
#[derive(Debug, Default)]
pub struct VirtualTime {
    now_ms: AtomicU64,
}

impl VirtualTime {
    /// A time that begins at `now_ms`.
    pub fn starting_at(now_ms: u64) -> Self {
        Self { now_ms: AtomicU64::new(now_ms) }
    }
}

impl Clock for VirtualTime {
    fn now_ms(&self) -> u64 {
        self.now_ms.load(Ordering::SeqCst)
    }
}

#[async_trait]
impl Timer for VirtualTime {
    async fn wait_ms(&self, ms: u64) {
        self.now_ms.fetch_add(ms, Ordering::SeqCst);
    }
}
