use serde_json::{Value, json};

use crate::{
    codes::{KINDS, kind},
    game::{Finding, Severity},
};

/// The findings of several folders in the form that code hosts read (SARIF 2.1.0).
pub fn sarif(judged: &[(String, Vec<Finding>)]) -> Value {
    let mut rules: Vec<&str> =
        judged.iter().flat_map(|(_, findings)| findings.iter().map(|finding| finding.code.as_str())).collect();
    rules.sort_by_key(|code| KINDS.iter().position(|kind| kind.id == *code));
    rules.dedup();
    let results: Vec<Value> =
        judged.iter().flat_map(|(folder, findings)| findings.iter().map(|finding| result(folder, finding))).collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "gamebuilder",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules.iter().map(|code| json!({
                    "id": code,
                    "shortDescription": { "text": kind(code).map_or("", |kind| kind.meaning) },
                })).collect::<Vec<_>>(),
            }},
            "results": results,
        }],
    })
}

fn result(folder: &str, finding: &Finding) -> Value {
    let level = match finding.severity {
        Severity::Blocker => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    };
    let file = finding.file.as_deref().unwrap_or("index.html");
    let uri = if folder.is_empty() || folder == "." {
        file.to_owned()
    } else {
        format!("{}/{file}", folder.trim_end_matches('/'))
    };
    let mut region = json!({ "startLine": finding.line.unwrap_or(1) });
    if let (Some(column), Some(region)) = (finding.column, region.as_object_mut()) {
        region.insert("startColumn".into(), column.into());
    }
    json!({
        "ruleId": finding.code,
        "level": level,
        "message": { "text": format!("{} {}", finding.what, finding.fix) },
        "locations": [{ "physicalLocation": { "artifactLocation": { "uri": uri }, "region": region } }],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{critic::defect, source::Place};

    #[test]
    fn findings_have_rules_and_places() {
        let place = Place { file: "game.js".into(), line: Some(7), column: Some(3) };
        let findings = vec![defect("syntax-error", &place, "It does not parse.", "Close it.")];
        let out = sarif(&[("games/one".into(), findings)]);
        let result = &out["runs"][0]["results"][0];
        assert_eq!(result["ruleId"], "syntax-error");
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "games/one/game.js");
        assert_eq!(place["region"], json!({ "startLine": 7, "startColumn": 3 }));
        assert_eq!(out["runs"][0]["tool"]["driver"]["rules"][0]["id"], "syntax-error");
    }
}
