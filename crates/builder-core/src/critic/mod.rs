//! Says what is wrong with a game from its source alone.
//!
//! A check is one file with one constant and one function over [`Facts`]; none of them sees a syntax tree.

pub mod attacks;
mod checks;
mod compliance;
mod defect;
mod outline;
mod repair;
mod sarif;

use serde_json::Map;

pub(crate) use self::defect::{defect, kept_in_profile};
pub use self::{
    checks::{ALL, Decision, StaticCheck, Subject},
    outline::{Outline, Suspicion, outline, suspicions},
    repair::{Repaired, repair},
    sarif::sarif,
};
use crate::{
    codes::{Group, KINDS, Seen, kind},
    game::{
        Assessment, CheckResult, ComplianceLine, Finding, GameFolder, MinimalPlan, Profile, Severity, order_findings,
    },
    source::{self, Facts},
};

/// What the source says about a game.
#[derive(Debug, Clone)]
pub struct Critique {
    /// What is wrong, most serious first.
    pub findings: Vec<Finding>,
    /// Every kind that the source alone can decide, in the order of the catalogue.
    pub checks: Vec<CheckResult>,
    /// Promises of the plan, and where the source keeps them.
    pub compliance: Vec<ComplianceLine>,
    /// Share of the promises that the source keeps, 0 to 1.
    pub compliance_score: f64,
    /// What was read, for the play-test.
    pub facts: Facts,
}

impl Critique {
    /// Whether there is a finding that forbids opening the game in a browser.
    pub fn is_unsafe(&self) -> bool {
        self.findings.iter().any(|finding| finding.severity == Severity::Blocker && is_safety(&finding.code))
    }

    /// The overall word.
    pub fn assessment(&self) -> Assessment {
        match (self.is_unsafe(), self.has_blocker()) {
            (true, _) => Assessment::Unsafe,
            (false, true) => Assessment::NeedsFixes,
            (false, false) => Assessment::Pass,
        }
    }

    /// Whether there is a blocker.
    pub fn has_blocker(&self) -> bool {
        self.findings.iter().any(|finding| finding.severity == Severity::Blocker)
    }
}

/// Whether a kind is about what could hurt the person who opens the game.
pub fn is_safety(code: &str) -> bool {
    kind(code).is_some_and(|kind| kind.group == Group::Safety)
}

/// Reads and judges the source of a game.
pub fn critique(folder: &GameFolder, promises: Option<&MinimalPlan>, profile: Profile) -> Critique {
    let facts = source::read(folder);
    let (findings, checks) = judge_source(&facts, promises, profile);
    let (compliance, compliance_score) = compliance::comply(&facts, promises);
    Critique { findings, checks, compliance, compliance_score, facts }
}

/// Judges facts that were read before.
pub(crate) fn judge_source(
    facts: &Facts,
    promises: Option<&MinimalPlan>,
    profile: Profile,
) -> (Vec<Finding>, Vec<CheckResult>) {
    let subject = Subject { facts, promises, profile };
    let unread = !facts.problems.is_empty();
    let mut findings = Vec::new();
    let mut checks = Vec::new();
    for kind in KINDS {
        let Some(check) = ALL.iter().find(|check| check.id == kind.id) else { continue };
        let decision = (check.run)(&subject);
        checks.push(match decision {
            Decision::Passed if unread && kind.seen == Seen::Source && !is_guard(kind.id) => {
                CheckResult::not_run(kind.id, "a file could not be read")
            }
            Decision::Passed if kind.seen == Seen::SourceAndRun => {
                CheckResult::not_run(kind.id, "nothing in the source; only a run can decide it")
            }
            Decision::Passed => CheckResult::passed(kind.id),
            Decision::NotRun(reason) => CheckResult::not_run(kind.id, reason),
            Decision::Failed(mut found) => {
                found.iter_mut().for_each(|finding| kept_in_profile(finding, profile, facts));
                found.truncate(20);
                findings.append(&mut found);
                CheckResult { measured: Map::new(), ..CheckResult::failed(kind.id) }
            }
        });
    }
    order_findings(&mut findings);
    (findings, checks)
}

fn is_guard(id: &str) -> bool {
    matches!(id, "entry-missing" | "encoding-invalid" | "input-too-large" | "input-too-deep")
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn codes(files: &[(&str, &str)]) -> Vec<(String, Severity)> {
        let folder = GameFolder {
            files: files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect(),
        };
        critique(&folder, None, Profile::Delivery)
            .findings
            .into_iter()
            .map(|finding| (finding.code, finding.severity))
            .collect()
    }

    fn script(text: &str) -> Vec<String> {
        let page = "<!DOCTYPE html><html><body><canvas id=c></canvas><p>Arrow keys move</p><script src=game.js></script></body></html>";
        codes(&[("index.html", page), ("game.js", text)]).into_iter().map(|(code, _)| code).collect()
    }

    const QUIET: &str =
        "addEventListener('keydown', () => {}); requestAnimationFrame(function f() { requestAnimationFrame(f); });";

    #[test]
    fn a_quiet_game_is_left_in_peace() {
        assert_eq!(script(QUIET), Vec::<String>::new());
        let table = "const keys = {ArrowLeft: 1, w: 2, a: 3}; \
                     onkeydown = e => { go = keys[e.code] ?? keys[e.key.toLowerCase()]; }; let go = 0;";
        assert_eq!(script(&format!("{QUIET} {table}")), Vec::<String>::new(), "each name is right for one of both");
        for innocent in [
            "const fetch = (x) => x; fetch(1);",
            "class Deck { confirm() {} } new Deck().confirm();",
            "const ui = { alert() {} }; ui.alert('x');",
            "const o = {}; o['lo' + 'cation'] = 1;",
            "const text = 'fetch and eval are words'; document.title = text;",
            "document.getElementById('c').innerHTML = '';",
            "setTimeout(() => {}, 5);",
            "const svg = 'http://www.w3.org/2000/svg';",
            "location.reload();",
        ] {
            assert_eq!(script(&format!("{QUIET}\n{innocent}")), Vec::<String>::new(), "{innocent}");
        }
    }

    #[test]
    fn what_is_sure_at_load_is_found() {
        let bare = "addEventListener('keydown', () => {});";
        for (code, text) in [
            ("temporal-dead-zone", "start(); const speed = 5; function start() { return speed; }"),
            ("temporal-dead-zone", "const g = new Game(); class Game {}"),
            ("infinite-loop-at-load", "let done = false; while (!done) { x(); } function x() {}"),
            ("infinite-loop-at-load", "for (let i = 10; i > 0; i++) {}"),
            ("dom-id-mismatch", "document.getElementById('score').textContent = 1;"),
            (
                "dom-id-mismatch",
                "const el = document.querySelector('#hud'); addEventListener('click', () => { el.hidden = true; });",
            ),
            ("const-reassigned", "const a = 1; addEventListener('click', () => { a += 1; });"),
            ("undefined-reference", "setInterval(() => { movee(); }, 50);"),
            ("no-game-loop", "const raf = requestAnimationFrame; function frame() {} raf(frame);"),
            ("wrong-key-name", "addEventListener('keyup', (e) => { if (e.key === 'Left') go(); }); function go() {}"),
            ("key-listener-unfocusable", ""),
        ] {
            if code == "key-listener-unfocusable" {
                let text = "const c = document.getElementById('c'); c.addEventListener('keydown', () => {});";
                assert!(script(text).contains(&code.to_owned()));
                continue;
            }
            let found = script(&format!("{bare}\n{text}"));
            assert!(found.contains(&code.to_owned()), "{text}: {found:?}");
        }
        for innocent in [
            "addEventListener('load', () => start()); const speed = 5; function start() { return speed; }",
            "while (true) { if (Math.random() > 0.5) break; }",
            "function* forever() { while (true) { yield 1; } } forever();",
            "const queue = [1]; while (queue.length) { queue.pop(); }",
            "const el = document.getElementById('gone'); if (el) { el.hidden = true; }",
            "document.getElementById('gone')?.remove();",
            "const made = document.createElement('p'); made.id = 'gone'; document.body.append(made); document.getElementById('gone').hidden = true;",
            "for (let i = 0; i < 3; i++) { document.body.append(make('card' + i)); } function make(id) { const e = document.createElement('p'); e.id = id; return e; } document.getElementById('card1').hidden = true;",
            "function lazy() { undefinedThing(); }",
            "addEventListener('keyup', (e) => { if (e.key === 'Left' || e.key === 'ArrowLeft') go(); }); function go() {}",
            "const item = { key: 'Left' }; if (item.key === 'Left') { item.key = ''; }",
            "let a = 1; { const a = 2; document.title = a; } a += 1;",
            "try { later; } catch {} const later = 1;",
        ] {
            assert_eq!(script(&format!("{QUIET}\n{innocent}")), Vec::<String>::new(), "{innocent}");
        }
    }

    #[test]
    fn powers_are_seen_in_disguise() {
        for (code, text) in [
            ("network-access", "fetch('/x');"),
            ("network-access", "const w = window; w['fe' + 'tch']('/x');"),
            ("network-access", "const { sendBeacon: log } = navigator;"),
            ("code-injection", "eval('1');"),
            ("code-injection", "(() => {})['constructor']('return 1')();"),
            ("code-injection", "setTimeout('x()', 5);"),
            ("blocking-dialog", "const { confirm: ask } = window; ask('?');"),
            ("storage-access", "try { localStorage.a = 1; } catch {}"),
            ("navigation", "location.href = 'https://example.invalid/';"),
            ("navigation", "location = '/other';"),
            ("background-code", "navigator.serviceWorker.register('x.js');"),
            ("background-code", "new WebAssembly.Module(new Uint8Array(4));"),
            ("obfuscated-access", "window[['al', 'ert'].join('')]('x');"),
            ("dom-injection", "document.body.innerHTML = '<b>' + Math.random();"),
            ("embedded-secret", "const k = 'sk-proj-Zq7VabcdEFGH1234567890xyz';"),
        ] {
            let found = script(&format!("{QUIET}\n{text}"));
            assert!(found.contains(&code.to_owned()), "{text}: {found:?}");
        }
    }

    #[test]
    fn the_page_and_its_files_belong_together() {
        let page = "<!DOCTYPE html><canvas></canvas><script src=Game.js></script>";
        assert!(codes(&[("index.html", page), ("game.js", QUIET)]).iter().any(|(code, _)| code == "script-not-linked"));
        assert_eq!(codes(&[("game.js", QUIET)])[0].0, "entry-missing");
        let broken = script("function f( {");
        assert!(broken.contains(&"syntax-error".to_owned()), "{broken:?}");
    }
}

#[cfg(test)]
mod robustness;
