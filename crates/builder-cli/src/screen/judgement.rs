use builder_core::game::{CheckStatus, Finding, Severity, Verdict};

use super::{Paint, clean, note, out};

/// What was judged, for the lines that people read.
pub(crate) struct Subject<'a> {
    /// The folder as it was named.
    pub(crate) folder: &'a str,
    pub(crate) verdict: Verdict,
    /// None when proving was not tried at all.
    pub(crate) proven: Option<bool>,
    pub(crate) engine: &'a str,
    pub(crate) findings: &'a [Finding],
    pub(crate) checks: &'a [builder_core::game::CheckResult],
    /// A word on how long it took.
    pub(crate) took: String,
}

/// Prints a judgement: findings and figures on stderr, the verdict as the one line on stdout.
pub(crate) fn judgement(subject: &Subject<'_>, quiet: bool, color: bool) {
    let paint = Paint::new(color, &console::Term::stderr());
    for finding in subject.findings {
        let (mark, weight) = match finding.severity {
            Severity::Blocker => (paint.bad(&finding.code), "blocker"),
            Severity::Warning => (paint.odd(&finding.code), "warning"),
            Severity::Info => (paint.strong(&finding.code), "info"),
        };
        let place = match (&finding.file, finding.line, finding.column) {
            (Some(file), Some(line), Some(column)) => format!("{file}:{line}:{column}: "),
            (Some(file), Some(line), None) => format!("{file}:{line}: "),
            (Some(file), None, _) => format!("{file}: "),
            (None, ..) => String::new(),
        };
        note(&format!("{mark} {} {}{}", paint.faint(weight), clean(&place), clean(&finding.what)));
        if !quiet {
            note(&format!("    why: {}", clean(&finding.why)));
            note(&format!("    fix: {}", clean(&finding.fix)));
            if let Some(root) = &finding.caused_by {
                note(&format!("    caused by: {}", clean(root)));
            }
        }
    }
    let count = |status| subject.checks.iter().filter(|check| check.status == status).count();
    if !quiet {
        note(&paint.faint(&format!(
            "{} checks passed, {} failed, {} not run · {} · {}",
            count(CheckStatus::Passed),
            count(CheckStatus::Failed),
            count(CheckStatus::NotRun),
            clean(subject.engine),
            subject.took
        )));
    }
    let verdict = match subject.verdict {
        Verdict::Pass => "pass",
        Verdict::Fail => "fail",
    };
    let proof = match subject.proven {
        Some(true) => ", proven",
        Some(false) => ", not proven",
        None => "",
    };
    out(&format!("{}: {verdict}{proof}", clean(subject.folder)));
}
