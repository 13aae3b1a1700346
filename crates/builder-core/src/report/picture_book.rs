use std::fmt::Write;

use base64::{Engine, engine::general_purpose::STANDARD};

use super::{page::STYLE, play_html::escape};
use crate::{
    game::{CheckStatus, Finding, Judgement, Severity, Verdict},
    validator::{Screenshot, Timeline},
};

/// Size of a plot in its own units.
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 120.0;

/// Plays that end sooner are not drawn.
const SHORT_MS: f64 = 3000.0;

const COLOURS: &[&str] = &["#2a6fdb", "#1b8a5a", "#b5541c", "#8040b0"];

/// `validate --report`: what was seen and what follows from it, in one file without scripts that a person reads in
/// half a minute.
pub fn picture_book(name: &str, judgement: &Judgement, timelines: &[Timeline], pictures: &[Screenshot]) -> String {
    let (class, word) = match (judgement.verdict, judgement.proven) {
        (Verdict::Fail, _) => ("failed", "fail"),
        (Verdict::Pass, true) => ("passed", "pass, proven by playing it"),
        (Verdict::Pass, false) => ("warning", "pass, not proven"),
    };
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
         img-src data:; base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{0} — judged</title>\n\
         <style>{STYLE} \
         svg {{ width: 100%; height: auto; border: 1px solid #ccc; }} .note {{ color: #777; font-size: .9rem; }}</style>\n\
         </head>\n<body>\n<h1>{0}: <span class=\"{class}\">{word}</span></h1>\n",
        escape(name)
    );
    let count = |status| judgement.checks.iter().filter(|check| check.status == status).count();
    let _ = writeln!(
        out,
        "<p>{} checks passed, {} failed, {} not run. {:.0} s of play in {}.</p>",
        count(CheckStatus::Passed),
        count(CheckStatus::Failed),
        count(CheckStatus::NotRun),
        judgement.simulated_ms as f64 / 1000.0,
        escape(&judgement.engine)
    );
    film(&mut out, pictures);
    findings(&mut out, &judgement.findings);
    for timeline in timelines.iter().filter(|timeline| timeline.entities.last().is_some_and(|(ms, _)| *ms > SHORT_MS)) {
        plot(&mut out, timeline);
    }
    checks(&mut out, judgement, "Proven", CheckStatus::Passed);
    checks(&mut out, judgement, "Not run", CheckStatus::NotRun);
    out.push_str("</body>\n</html>\n");
    out
}

fn film(out: &mut String, pictures: &[Screenshot]) {
    if pictures.is_empty() {
        return;
    }
    out.push_str("<div class=\"film\">\n");
    for picture in pictures {
        let name = escape(&picture.name);
        let bytes = STANDARD.encode(&picture.bytes);
        let _ = writeln!(
            out,
            "<figure><img src=\"data:image/png;base64,{bytes}\" alt=\"{name}\"><figcaption>{name}</figcaption></figure>"
        );
    }
    out.push_str("</div>\n");
}

fn findings(out: &mut String, findings: &[Finding]) {
    out.push_str("<h2>Findings</h2>\n");
    if findings.is_empty() {
        out.push_str("<p>None.</p>\n");
    }
    for finding in findings {
        let weight = match finding.severity {
            Severity::Blocker => "blocker",
            Severity::Warning => "warning",
            Severity::Info => "info",
        };
        let place = match (&finding.file, finding.line) {
            (Some(file), Some(line)) => format!(" {file}:{line}"),
            (Some(file), None) => format!(" {file}"),
            _ => String::new(),
        };
        let _ = write!(
            out,
            "<p><span class=\"tag {weight}\">{} ({weight})</span>{}<br>{}<br>{} <strong>{}</strong>",
            escape(&finding.code),
            escape(&place),
            escape(&finding.what),
            escape(&finding.why),
            escape(&finding.fix)
        );
        if !finding.evidence.is_empty() {
            let evidence: Vec<String> =
                finding.evidence.iter().map(|(name, value)| format!("{name} {value}")).collect();
            let _ = write!(out, "<br><span class=\"note\">{}</span>", escape(&evidence.join(", ")));
        }
        out.push_str("</p>\n");
    }
}

/// One play: shown values and the number of things over time, each on a scale of its own, inputs below.
fn plot(out: &mut String, timeline: &Timeline) {
    let end = timeline.entities.last().map_or(1.0, |(ms, _)| ms.max(1.0));
    let x = |ms: f64| ms / end * WIDTH;
    let _ = writeln!(
        out,
        "<h2>Play: {}</h2>\n<svg viewBox=\"0 0 {WIDTH} {}\" role=\"img\" aria-label=\"{} over time\">",
        escape(&timeline.play),
        HEIGHT + 14.0,
        escape(&timeline.play)
    );
    let things = ("things".to_owned(), &timeline.entities);
    let lines: Vec<(String, &Vec<(f64, f64)>)> =
        timeline.shown.iter().map(|(label, points)| (label.clone(), points)).take(3).chain([things]).collect();
    for ((_, points), colour) in lines.iter().zip(COLOURS) {
        let most = points.iter().map(|(_, value)| *value).fold(1.0, f64::max);
        let path: Vec<String> = points
            .iter()
            .map(|(ms, value)| format!("{:.1},{:.1}", x(*ms), HEIGHT - value.max(0.0) / most * (HEIGHT - 8.0)))
            .collect();
        let _ = writeln!(
            out,
            "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\" points=\"{}\"/>",
            path.join(" ")
        );
    }
    for (ms, mark) in &timeline.marks {
        let colour = if mark == "end" { "#a31515" } else { "#1b6e2e" };
        let _ = writeln!(
            out,
            "<line x1=\"{0:.1}\" x2=\"{0:.1}\" y1=\"0\" y2=\"{HEIGHT}\" stroke=\"{colour}\" stroke-dasharray=\"3 3\"/>",
            x(*ms)
        );
    }
    for (ms, _) in timeline.inputs.iter().take(2000) {
        let _ = writeln!(
            out,
            "<line x1=\"{0:.1}\" x2=\"{0:.1}\" y1=\"{1}\" y2=\"{2}\" stroke=\"#888\"/>",
            x(*ms),
            HEIGHT + 3.0,
            HEIGHT + 12.0
        );
    }
    out.push_str("</svg>\n<p class=\"note\">");
    for ((label, points), colour) in lines.iter().zip(COLOURS) {
        let most = points.iter().map(|(_, value)| *value).fold(0.0, f64::max);
        let _ = write!(out, "<span style=\"color: {colour}\">{} (up to {most})</span> · ", escape(label));
    }
    let _ = writeln!(out, "ends and new games dashed, inputs below; {:.0} s</p>", end / 1000.0);
}

fn checks(out: &mut String, judgement: &Judgement, title: &str, status: CheckStatus) {
    let _ = writeln!(out, "<h2>{title}</h2>\n<table>");
    for check in judgement.checks.iter().filter(|check| check.status == status) {
        let mut said: Vec<String> = check.reason.iter().cloned().collect();
        said.extend(check.measured.iter().map(|(name, value)| format!("{name} {value}")));
        let _ = writeln!(out, "<tr><th>{}</th><td>{}</td></tr>", escape(&check.id), escape(&said.join(", ")));
    }
    out.push_str("</table>\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{GameFolder, Profile};

    #[test]
    fn it_opens_with_the_verdict_and_escapes_everything() {
        let folder = GameFolder { files: [("index.html".to_owned(), b"<p>\xff".to_vec())].into() };
        let record = crate::validator::PlayRecord::unplayed(&folder, 1, None);
        let facts = crate::source::read(&folder);
        let judgement = crate::validator::judge(&record, &facts, None, Profile::Delivery);
        let timeline = Timeline {
            play: "<idle>".to_owned(),
            entities: vec![(0.0, 1.0), (2000.0, 3.0), (4000.0, 2.0)],
            shown: [("score".to_owned(), vec![(0.0, 0.0), (4000.0, 50.0)])].into(),
            inputs: vec![(300.0, "Space down".to_owned())],
            marks: vec![(900.0, "end".to_owned())],
        };
        let picture = Screenshot { name: "load".to_owned(), bytes: vec![1, 2, 3] };
        let book = picture_book("<b>game</b>", &judgement, &[timeline], &[picture]);
        let verdict = book.find("<h1>&lt;b&gt;game&lt;/b&gt;: <span class=\"failed\">fail</span></h1>").unwrap();
        let film = book.find("data:image/png;base64,AQID").unwrap();
        let finding = book.find("<h2>Findings</h2>").unwrap();
        let play = book.find("<h2>Play: &lt;idle&gt;</h2>").unwrap();
        assert!(verdict < film && film < finding && finding < play);
        assert!(book.contains("points=\"0.0,82.7 360.0,8.0 720.0,45.3\""), "{book}");
    }
}
