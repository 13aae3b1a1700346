use std::future::Future;

use crate::error::CliError;

/// Runs `work` until it ends or the process is asked to. Dropping the work is safe at any moment: everything
/// that counts is stored before the next step begins. A second signal ends the process at once.
pub(crate) async fn unless_interrupted<T>(
    resume: impl Fn() -> Option<String>,
    work: impl Future<Output = Result<T, CliError>>,
) -> Result<T, CliError> {
    tokio::select! {
        biased;
        status = asked_to_end() => {
            std::thread::spawn(|| {
                // The first signal is being honoured; whoever sends another one does not want to wait.
                if let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() {
                    let status = runtime.block_on(asked_to_end());
                    std::process::exit(i32::from(status));
                }
            });
            Err(CliError::Interrupted { status, resume: resume() })
        }
        ended = work => ended,
    }
}

/// Waits for Ctrl-C or a request to end, and answers with the exit status that stands for it.
#[cfg(unix)]
pub(crate) async fn asked_to_end() -> u8 {
    use tokio::signal::unix::{SignalKind, signal};
    let (Ok(mut interrupt), Ok(mut terminate), Ok(mut hangup)) =
        (signal(SignalKind::interrupt()), signal(SignalKind::terminate()), signal(SignalKind::hangup()))
    else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = interrupt.recv() => 130,
        _ = terminate.recv() => 143,
        _ = hangup.recv() => 129,
    }
}

/// Waits for Ctrl-C, and answers with the exit status that stands for it.
#[cfg(not(unix))]
pub(crate) async fn asked_to_end() -> u8 {
    match tokio::signal::ctrl_c().await {
        Ok(()) => 130,
        Err(_) => std::future::pending().await,
    }
}
