use std::{
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};

use crate::ports::Fault;

/// Names a Chromium may have, in the order of preference.
pub const NAMES: &[&str] = &[
    "chromium",
    "chromium-browser",
    "chromium-headless-shell",
    "chrome-headless-shell",
    "google-chrome-stable",
    "google-chrome",
];

/// The first browser that exists: `given` as it is, else one of [`NAMES`] in the folders of `search_path`
/// (the form of `PATH`).
///
/// # Errors
/// `browser-missing`.
pub fn find(given: Option<&str>, search_path: &str) -> Result<PathBuf, Fault> {
    if let Some(given) = given.filter(|given| !given.is_empty()) {
        let path = PathBuf::from(given);
        return if path.is_file() {
            Ok(path)
        } else {
            Err(Fault::new("browser-missing", format!("there is no browser at {given}")))
        };
    }
    std::env::split_paths(search_path)
        .flat_map(|folder| NAMES.iter().map(move |name| folder.join(name)))
        .find(|path| path.is_file())
        .ok_or_else(|| Fault::new("browser-missing", "no Chromium or Chrome was found on the search path"))
}

/// A browser process with a profile folder of its own; both end with this value.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    profile: PathBuf,
    pub(super) address: String,
}

static STARTED: AtomicU32 = AtomicU32::new(0);

impl Process {
    /// Starts the browser and waits for the address of its debugger.
    pub(super) async fn start(executable: &Path, sandbox: bool, timeout: Duration) -> Result<Self, Fault> {
        let failed = |detail: String| Fault::new("browser-start-failed", detail);
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let profile = std::env::temp_dir().join(format!("gamebuilder-browser-{}-{number}", std::process::id()));
        fs::create_dir_all(&profile).map_err(|error| failed(format!("{}: {error}", profile.display())))?;
        let mut command = command(executable);
        command.args(FLAGS).arg(format!("--user-data-dir={}", profile.display()));
        if !sandbox {
            command.arg("--no-sandbox");
        }
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt;
            // A group of its own, so that an interrupt typed at the terminal reaches only the program, which
            // then ends the browser in order.
            command.process_group(0);
        }
        let spawned = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
        let mut process = match spawned {
            Ok(child) => Self { child, profile, address: String::new() },
            Err(error) => {
                let _ = fs::remove_dir_all(&profile);
                return Err(failed(format!("{}: {error}", executable.display())));
            }
        };
        let Some(stderr) = process.child.stderr.take() else {
            return Err(failed("its error stream cannot be read".into()));
        };
        let (sender, receiver) = tokio::sync::oneshot::channel();
        std::thread::spawn(move || {
            let mut sender = Some(sender);
            let mut said = Vec::new();
            // Read on to the end, so that the browser never blocks on a full pipe.
            for line in BufReader::new(stderr).lines().map_while(Result::ok) {
                if let Some(address) = line.strip_prefix("DevTools listening on ") {
                    if let Some(sender) = sender.take() {
                        let _ = sender.send(Ok(address.trim().to_owned()));
                    }
                } else if said.len() < 20 && sender.is_some() {
                    said.push(line);
                }
            }
            if let Some(sender) = sender.take() {
                let _ = sender.send(Err(said.join("; ")));
            }
        });
        match tokio::time::timeout(timeout, receiver).await {
            Ok(Ok(Ok(address))) => process.address = address,
            Ok(Ok(Err(said))) => return Err(failed(format!("it ended at once: {said}"))),
            Ok(Err(_)) | Err(_) => return Err(failed(format!("it did not answer within {} s", timeout.as_secs()))),
        }
        Ok(process)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        // The children of the browser end when they lose it, and may still write for a moment.
        for _ in 0..20 {
            if fs::remove_dir_all(&self.profile).is_ok() || !self.profile.exists() {
                break;
            }
            std::thread::yield_now();
        }
    }
}

/// Whether this process is root's, as the owner of its own folder in `/proc` shows.
pub(super) fn is_root() -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0)
    }
    #[cfg(not(unix))]
    {
        false
    }
}

/// On Linux the kernel is asked to end the browser with its parent, where `setpriv` is there to ask it.
fn command(executable: &Path) -> Command {
    let setpriv = Path::new("/usr/bin/setpriv");
    if cfg!(target_os = "linux") && setpriv.is_file() {
        let mut command = Command::new(setpriv);
        command.args(["--pdeathsig", "KILL", "--"]).arg(executable);
        command
    } else {
        Command::new(executable)
    }
}

/// The browser has nowhere to go: a dead proxy for everything but the game's origin (which is answered before
/// any connection), no peer connections around it, no services of its own.
const FLAGS: &[&str] = &[
    "--headless=new",
    "--remote-debugging-port=0",
    "--proxy-server=http://127.0.0.1:9",
    "--proxy-bypass-list=<-loopback>;gamebuilder.test",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--host-resolver-rules=MAP gamebuilder.test ~NOTFOUND",
    "--no-first-run",
    "--no-default-browser-check",
    "--mute-audio",
    "--hide-scrollbars",
    "--disable-background-networking",
    "--disable-background-timer-throttling",
    "--disable-back-forward-cache",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-breakpad",
    "--disable-client-side-phishing-detection",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-domain-reliability",
    "--disable-extensions",
    "--disable-hang-monitor",
    "--disable-ipc-flooding-protection",
    "--disable-popup-blocking",
    "--disable-prompt-on-repost",
    "--disable-smooth-scrolling",
    "--disable-sync",
    // A browser without a face: its own panels are pages too, and each would cost as much as a game.
    "--no-startup-window",
    // Plays of a game share a process; a sandboxed page would otherwise get a new one each time. Two, for two at once.
    "--renderer-process-limit=2",
    "--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider,HttpsUpgrades,\
AutofillServerCommunication,IsolateSandboxedIframes,SpareRendererForSitePerProcess,WebUIOmniboxPopup,\
WebUIOmniboxFullPopup,WebUIOmniboxAimPopup,PreloadTopChromeWebUI,InitialWebUI,WebUIReloadButton,TabSearch",
    "--enable-unsafe-swiftshader",
    "--force-color-profile=srgb",
    "--metrics-recording-only",
    "--no-pings",
    "--password-store=basic",
    "--use-mock-keychain",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_that_is_given_is_not_replaced_by_another_browser() {
        assert_eq!(find(Some("/nowhere/chromium"), "/usr/bin:/bin").unwrap_err().code, "browser-missing");
        assert_eq!(find(None, "/nowhere").unwrap_err().code, "browser-missing");
    }
}
