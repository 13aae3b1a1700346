//! What there is to tell of an effect or a checkpoint.

use crate::{
    game::{BuildRequest, CheckStatus, CodeAuthor, Severity, Verdict},
    machine::State,
    protocol::{Checkpoint, Effect, Event, Phase},
};

pub(super) fn code_author(request: &BuildRequest) -> String {
    match &request.code_author {
        CodeAuthor::Composer => "composer".to_owned(),
        CodeAuthor::Model(name) => name.clone(),
    }
}

pub(super) fn before(effect: &Effect, state: &State) -> Vec<Event> {
    let started = |phase, build| vec![Event::PhaseStarted { phase, build }];
    match effect {
        Effect::ReadIdea => started(Phase::Clarifying, None),
        Effect::Ask { round, questions } => {
            questions.iter().map(|question| Event::Question { round: *round, question: question.clone() }).collect()
        }
        Effect::Plan => started(Phase::Planning, None),
        Effect::Compose { build, .. } | Effect::CallModel { build, .. } => {
            let mut events = started(Phase::Building, Some(*build));
            let repairs = state.last_build().is_some_and(|last| state.fell_back.is_none() || last.build + 1 < *build);
            if let Some(last) = state.last_build().filter(|_| repairs) {
                let codes: Vec<&str> = last
                    .report
                    .iter()
                    .flat_map(|report| &report.findings)
                    .chain(last.critique.iter().flat_map(|critique| &critique.findings))
                    .filter(|finding| finding.severity == Severity::Blocker)
                    .map(|finding| finding.code.as_str())
                    .collect();
                events.push(Event::RepairStarted { build: *build, why: codes.join(", ") });
            }
            events
        }
        Effect::Critique { build } => started(Phase::Critiquing, Some(*build)),
        Effect::Play { build } => started(Phase::Validating, Some(*build)),
        Effect::Deliver(_) | Effect::Pause { .. } => Vec::new(),
    }
}

pub(super) fn events(checkpoint: &Checkpoint, state: &State) -> Vec<Event> {
    let completed = |phase, summary| Event::PhaseCompleted { phase, summary };
    match checkpoint {
        Checkpoint::Clarified { clarification } => {
            let genre = clarification.resolved.get(crate::game::Dimension::Genre).unwrap_or("unknown");
            let mut events: Vec<Event> = clarification
                .assumptions
                .iter()
                .map(|assumption| Event::Assumption { assumption: assumption.clone() })
                .collect();
            let summary = format!(
                "{genre}, confidence {:.2}, {} assumed",
                clarification.confidence,
                clarification.assumptions.len()
            );
            events.push(completed(Phase::Clarifying, summary));
            events
        }
        Checkpoint::Planned { plan, complexity, .. } => {
            vec![completed(Phase::Planning, format!("“{}”, {}", plan.game_title, complexity.tier.name()))]
        }
        Checkpoint::Built { build, composition, usage, .. } => {
            let mut events = Vec::new();
            if let Some(usage) = usage {
                events.push(Event::LlmCompleted {
                    model: code_author(&state.request),
                    tokens_in: Some(usage.tokens_in),
                    tokens_out: Some(usage.tokens_out),
                });
            }
            let how = composition.as_ref().map_or_else(String::new, |composition| {
                format!(
                    ", {} with {}",
                    composition.genre,
                    [&composition.mechanics[..], &[composition.layout.clone()]].concat().join(", ")
                )
            });
            events.push(completed(Phase::Building, format!("build {build}{how}")));
            events
        }
        Checkpoint::BuildFailed { why, .. } => vec![completed(Phase::Building, format!("no game came of it: {why}"))],
        Checkpoint::Critiqued { critique } => {
            let blockers = critique.findings.iter().filter(|finding| finding.severity == Severity::Blocker).count();
            let mut events: Vec<Event> = critique
                .findings
                .iter()
                .map(|finding| Event::Finding { build: critique.build, finding: Box::new(finding.clone()) })
                .collect();
            events.push(completed(
                Phase::Critiquing,
                format!("{} checks decided, {blockers} blockers", critique.deterministic_checks_run),
            ));
            events
        }
        Checkpoint::Validated { report } => {
            let count = |status| report.checks.iter().filter(|check| check.status == status).count();
            let mut events: Vec<Event> = report
                .checks
                .iter()
                .map(|check| Event::CheckResult { build: report.build, id: check.id.clone(), status: check.status })
                .collect();
            events.extend(
                report
                    .findings
                    .iter()
                    .map(|finding| Event::Finding { build: report.build, finding: Box::new(finding.clone()) }),
            );
            events.push(completed(
                Phase::Validating,
                format!(
                    "{}{}: {} checks passed, {} failed, {} not run; {:.0} s of play in {:.1} s",
                    if report.verdict == Verdict::Pass { "pass" } else { "fail" },
                    if report.proven { ", proven" } else { ", not proven" },
                    count(CheckStatus::Passed),
                    count(CheckStatus::Failed),
                    count(CheckStatus::NotRun),
                    report.simulated_ms as f64 / 1000.0,
                    report.wall_ms as f64 / 1000.0,
                ),
            ));
            events
        }
        Checkpoint::FellBack { why, .. } => vec![Event::Fallback { why: why.clone() }],
        Checkpoint::Faulted { fault, .. } => vec![Event::Fault { fault: fault.clone() }],
        Checkpoint::Started { .. }
        | Checkpoint::IdeaRead { .. }
        | Checkpoint::Answered { .. }
        | Checkpoint::Ended { .. } => Vec::new(),
    }
}
