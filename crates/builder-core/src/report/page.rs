use std::fmt::Write;

use super::play_html::escape;
use crate::{
    game::{CheckStatus, ClarificationResult, GamePlan, Severity, ValidationReport},
    protocol::{Phase, RunManifest},
};

pub(super) const STYLE: &str = "body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem; \
    color: #1c2026; background: #fcfcfa; } h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin-top: 2rem; } \
    table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: .25rem .6rem .25rem 0; \
    vertical-align: top; border-bottom: 1px solid #dcdcd4; overflow-wrap: anywhere; } th { white-space: nowrap; } .tag { font-weight: 600; } \
    .blocker, .failed { color: #a31515; } .warning { color: #7a4b00; } .passed { color: #1b6e2e; } \
    .not_run, .info { color: #555; } img { max-width: 100%; height: auto; border: 1px solid #ccc; } \
    .film { display: flex; gap: .5rem; flex-wrap: wrap; } .film figure { margin: 0; flex: 1 1 14rem; } \
    @media (prefers-color-scheme: dark) { body { color: #e8e8e4; background: #17191c; } td, th { border-color: #3a3d42; } \
    .blocker, .failed { color: #ff8f85; } .warning { color: #f0c070; } .passed { color: #7fd892; } .not_run, .info { color: #aaa; } }";

/// `report.html`: the run for a person, in one file without scripts. `pictures` are names relative to it.
pub fn report_html(
    manifest: &RunManifest,
    clarification: Option<&ClarificationResult>,
    plan: Option<&GamePlan>,
    report: Option<&ValidationReport>,
    pictures: &[String],
) -> String {
    let title = plan.map_or("A game that was not planned", |plan| &plan.game_title);
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
         img-src 'self' file: data:; base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{0} — report</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<h1>{0}</h1>\n",
        escape(title)
    );
    verdict(&mut out, manifest, report);
    if !pictures.is_empty() {
        out.push_str("<div class=\"film\">\n");
        for name in pictures {
            let (name, caption) = (escape(name), escape(caption(name)));
            let _ = writeln!(
                out,
                "<figure><img src=\"{name}\" alt=\"{caption}\"><figcaption>{caption}</figcaption></figure>"
            );
        }
        out.push_str("</div>\n");
    }
    if let Some(clarification) = clarification {
        rows(
            &mut out,
            "Assumed",
            clarification.assumptions.iter().map(|one| (one.about.as_str(), format!("{} — {}", one.assumed, one.why))),
        );
    }
    if let Some(plan) = plan {
        rows(
            &mut out,
            "Controls",
            plan.controls.key_mappings.iter().map(|(input, what)| (input.as_str(), what.clone())),
        );
        rows(&mut out, "Rules", plan.core_mechanics.iter().map(|rule| (rule.name.as_str(), rule.description.clone())));
    }
    if let Some(report) = report {
        judgement(&mut out, report);
    }
    let seconds = format!("{:.1} s", manifest.elapsed_ms as f64 / 1000.0);
    let cost = manifest.cost_usd.map_or("unknown".to_owned(), |cost| format!("${cost:.2}"));
    rows(
        &mut out,
        "The run",
        [
            ("Idea", manifest.idea.clone()),
            ("Run", manifest.run_id.to_string()),
            ("End", manifest.final_state.to_string()),
            ("Delivered", manifest.mode.map_or("nothing".to_owned(), |mode| mode.name().to_owned())),
            ("Why", manifest.why.clone()),
            ("Builds", manifest.phases.building.builds.to_string()),
            ("Time", seconds),
            ("Tokens", manifest.tokens.to_string()),
            ("Cost", cost),
            ("Made by", manifest.tool_version.clone()),
        ],
    );
    out.push_str("</body>\n</html>\n");
    out
}

/// What a picture is called: its file's name without folder and ending.
fn caption(name: &str) -> &str {
    let file = name.rsplit('/').next().unwrap_or(name);
    file.strip_suffix(".png").unwrap_or(file)
}

/// What came of it, in one line.
fn verdict(out: &mut String, manifest: &RunManifest, report: Option<&ValidationReport>) {
    let (class, word) = match (manifest.mode, report.map(|report| report.proven)) {
        (None, _) => ("failed", "nothing was delivered"),
        (Some(_), Some(true)) if manifest.final_state == Phase::Done => ("passed", "proven playable"),
        (Some(_), _) if manifest.final_state == Phase::Done => ("warning", "passed, not proven"),
        (Some(_), _) => ("failed", "delivered with findings"),
    };
    let _ = writeln!(out, "<p><strong class=\"{class}\">{word}</strong>: {}</p>", escape(&manifest.why));
}

fn judgement(out: &mut String, report: &ValidationReport) {
    rows(
        out,
        "Judgement",
        [
            ("Verdict", format!("{:?}", report.verdict).to_lowercase()),
            ("Proven", if report.proven { "yes, by playing it" } else { "no" }.to_owned()),
            ("Played in", report.engine.clone()),
            ("Simulated play", format!("{:.0} s", report.simulated_ms as f64 / 1000.0)),
        ],
    );
    if !report.findings.is_empty() {
        out.push_str("<h2>Findings</h2>\n<table>\n");
        for finding in &report.findings {
            let weight = match finding.severity {
                Severity::Blocker => "blocker",
                Severity::Warning => "warning",
                Severity::Info => "info",
            };
            let place = finding.file.as_deref().unwrap_or_default();
            let line = finding.line.map_or_else(String::new, |line| format!(":{line}"));
            let _ = writeln!(
                out,
                "<tr><td class=\"tag {weight}\">{}</td><td>{}{}</td><td>{} {} {}</td></tr>",
                escape(&finding.code),
                escape(place),
                line,
                escape(&finding.what),
                escape(&finding.why),
                escape(&finding.fix)
            );
        }
        out.push_str("</table>\n");
    }
    out.push_str("<h2>Checks</h2>\n<table>\n");
    for check in &report.checks {
        let status = match check.status {
            CheckStatus::Passed => "passed",
            CheckStatus::Failed => "failed",
            CheckStatus::NotRun => "not_run",
        };
        let _ = writeln!(
            out,
            "<tr><td>{}</td><td class=\"tag {status}\">{}</td><td>{}</td></tr>",
            escape(&check.id),
            status.replace('_', " "),
            escape(&check.details)
        );
    }
    out.push_str("</table>\n");
}

fn rows<'a>(out: &mut String, title: &str, rows: impl IntoIterator<Item = (&'a str, String)>) {
    let rows: Vec<String> = rows
        .into_iter()
        .map(|(name, value)| format!("<tr><th>{}</th><td>{}</td></tr>\n", escape(name), escape(&value)))
        .collect();
    if !rows.is_empty() {
        let _ = write!(out, "<h2>{}</h2>\n<table>\n{}</table>\n", escape(title), rows.concat());
    }
}
