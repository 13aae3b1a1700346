use std::fmt::Write;

use crate::{
    game::{CheckStatus, ClarificationResult, Finding, GamePlan, Severity, ValidationReport},
    machine::State,
    protocol::RunManifest,
};

/// `plan.md`: the design for a person.
pub fn plan_md(plan: &GamePlan) -> String {
    let mut out = format!("# {}\n\n{}\n", line(&plan.game_title), line(&plan.game_concept));
    section(
        &mut out,
        "Rules",
        plan.core_mechanics.iter().map(|rule| format!("**{}** — {}", rule.name, rule.description)),
    );
    section(
        &mut out,
        "Controls",
        plan.controls.key_mappings.iter().map(|(input, action)| format!("`{input}`: {action}")),
    );
    section(
        &mut out,
        "Who takes part",
        plan.entities.iter().map(|entity| format!("**{}** ({:?}) — {}", entity.name, entity.role, entity.description)),
    );
    section(&mut out, "What follows when they meet", plan.entity_relationships.iter().cloned());
    section(
        &mut out,
        "Score and end",
        [
            ("Score", &plan.scoring.rule),
            ("Won", &plan.win_condition),
            ("Lost", &plan.lose_condition),
            ("Harder", &plan.difficulty_curve),
        ]
        .into_iter()
        .filter(|(_, text)| !text.is_empty())
        .map(|(name, text)| format!("{name}: {text}")),
    );
    section(
        &mut out,
        "How it is made",
        [
            format!("Framework: {:?} — {}", plan.framework, plan.framework_rationale),
            format!("Canvas: {}×{}", plan.canvas_size.width, plan.canvas_size.height),
            format!("Style: {}", plan.visual_style),
            format!("Colours: {}", plan.color_palette.join(", ")),
            format!("Page: {}", plan.html_spec),
            format!("Sheet: {}", plan.css_spec),
            format!("Script: {}", plan.js_architecture),
        ],
    );
    section(&mut out, "What a play-test must show", plan.acceptance_checks.iter().cloned());
    out
}

/// `notes.md`: for the player, what is in this version, what was left out, and what could come next.
pub fn notes_md(state: &State) -> String {
    let Some(plan) = &state.plan else {
        return "# Notes\n\nThe run ended before a game was planned.\n".to_owned();
    };
    let mut out = format!("# {}\n\n{}\n", line(&plan.game_title), line(&plan.game_concept));
    section(
        &mut out,
        "How to play",
        plan.controls.key_mappings.iter().map(|(input, action)| format!("`{input}`: {action}")),
    );
    section(&mut out, "In this version", plan.core_mechanics.iter().map(|rule| rule.description.clone()));
    if let Some(ClarificationResult { assumptions, .. }) = &state.clarification {
        section(
            &mut out,
            "Assumed or left out",
            assumptions.iter().map(|one| format!("{}: {} ({})", one.about, one.assumed, one.why)),
        );
    }
    section(
        &mut out,
        "Next ideas",
        [
            "Another seed makes another layout and other rules of the same idea: `--seed 2`.",
            "Say in the idea what should help or hinder the player; those words choose rules.",
            "Numbers in the idea (lives, seconds, size, speed) are taken up where the game has them.",
        ]
        .map(str::to_owned),
    );
    out
}

/// `report.md`: what happened, for whoever looks into it.
pub fn report_md(manifest: &RunManifest, report: Option<&ValidationReport>) -> String {
    let mode = manifest.mode.map_or("nothing delivered", |mode| mode.name());
    let mut out = format!(
        "# Run {}\n\n| | |\n|---|---|\n| Idea | {} |\n| End | {} ({mode}) |\n| Why | {} |\n| Builds | {} |\n| Time | {:.1} s |\n\
         | Tokens | {} |\n",
        manifest.run_id,
        cell(&manifest.idea),
        manifest.final_state,
        cell(&manifest.why),
        manifest.phases.building.builds,
        manifest.elapsed_ms as f64 / 1000.0,
        manifest.tokens,
    );
    let Some(report) = report else {
        out.push_str("\nNo build was judged.\n");
        return out;
    };
    let _ = writeln!(
        out,
        "\n## Judgement of build {}\n\nVerdict **{:?}**, {}, played in {} for {:.0} simulated seconds.",
        report.build,
        report.verdict,
        if report.proven { "proven" } else { "not proven" },
        report.engine,
        report.simulated_ms as f64 / 1000.0
    );
    section(&mut out, "Findings", report.findings.iter().map(finding_line));
    for (status, title) in
        [(CheckStatus::Failed, "Failed"), (CheckStatus::Passed, "Passed"), (CheckStatus::NotRun, "Not run")]
    {
        section(
            &mut out,
            &format!("Checks: {title}"),
            report
                .checks
                .iter()
                .filter(|check| check.status == status)
                .map(|check| format!("`{}` — {}", check.id, check.details)),
        );
    }
    out
}

fn finding_line(finding: &Finding) -> String {
    let place = finding.file.as_ref().map_or_else(String::new, |file| {
        finding.line.map_or_else(|| format!(" {file}"), |line| format!(" {file}:{line}"))
    });
    let weight = match finding.severity {
        Severity::Blocker => "blocker",
        Severity::Warning => "warning",
        Severity::Info => "info",
    };
    format!("**{}** ({weight}){place} — {} {}", finding.code, finding.what, finding.fix)
}

fn section(out: &mut String, title: &str, items: impl IntoIterator<Item = String>) {
    let items: Vec<String> = items.into_iter().map(|item| format!("- {}\n", line(&item))).collect();
    if !items.is_empty() {
        let _ = write!(out, "\n## {title}\n\n{}", items.concat());
    }
}

/// Text of a model or an author as one line that starts no markup of its own.
fn line(text: &str) -> String {
    let one: Vec<&str> = text.split_whitespace().collect();
    one.join(" ").replace('<', "&lt;")
}

fn cell(text: &str) -> String {
    line(text).replace('|', "\\|")
}
