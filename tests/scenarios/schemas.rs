//! The schema files under `schemas/` are those of the types. `UPDATE_SCHEMAS=1` writes them anew.

use std::{collections::BTreeSet, fs};

use builder_core::{
    game::{
        BuildRequest, ClarificationResult, CritiqueResult, Finding, GameFiles, GamePlan, Judgement, MinimalPlan,
        Requirements, ValidationReport,
    },
    protocol::{CheckpointRecord, Delivery, EventRecord, Limits, ModelCallRecord, RunManifest, Spend},
};
use scenarios::workspace;
use serde_json::{Value, json};

fn schemas() -> Vec<(&'static str, Value)> {
    macro_rules! of {
        ($($name:literal: $type:ty),* $(,)?) => {
            vec![$(($name, schemars::schema_for!($type).to_value())),*]
        };
    }
    of![
        "build_request": BuildRequest, "requirements": Requirements, "clarification": ClarificationResult,
        "plan": GamePlan, "minimal_plan": MinimalPlan, "game_files": GameFiles, "finding": Finding,
        "critique": CritiqueResult, "judgement": Judgement, "validation_report": ValidationReport,
        "run_manifest": RunManifest, "limits": Limits, "spend": Spend, "delivery": Delivery,
        "checkpoint": CheckpointRecord, "event": EventRecord, "model_call": ModelCallRecord,
    ]
}

#[test]
fn committed_schemas_are_those_of_the_types() {
    let dir = workspace().join("schemas");
    let mut expected = BTreeSet::new();
    for (name, schema) in schemas() {
        let file = dir.join(format!("{name}.schema.json"));
        let text = format!("{}\n", serde_json::to_string_pretty(&schema).unwrap());
        if std::env::var_os("UPDATE_SCHEMAS").is_some() {
            fs::create_dir_all(&dir).unwrap();
            fs::write(&file, &text).unwrap();
        }
        let known = fs::read_to_string(&file).unwrap_or_default();
        assert_eq!(known, text, "{} is not the schema of its type: UPDATE_SCHEMAS=1 writes it", file.display());
        expected.insert(file);
    }
    let found: BTreeSet<_> = scenarios::files_below(&dir).into_iter().collect();
    assert_eq!(found, expected, "files without a type, or types without a file");
}

/// Validates real values, and what is not one of them.
#[test]
fn schemas_accept_what_the_types_write_and_refuse_unknown_fields() {
    let values = [
        ("build_request", serde_json::to_value(BuildRequest::new("x")).unwrap()),
        ("limits", serde_json::to_value(Limits::DEFAULT).unwrap()),
        ("spend", serde_json::to_value(Spend::default()).unwrap()),
        ("minimal_plan", serde_json::to_value(MinimalPlan::default()).unwrap()),
    ];
    for (name, value) in values {
        let schema = schemas().into_iter().find(|(known, _)| *known == name).unwrap().1;
        let validator = jsonschema::validator_for(&schema).unwrap();
        assert!(validator.is_valid(&value), "{name}: {value}");
        let mut wrong = value;
        wrong["surprise"] = json!(1);
        assert!(!validator.is_valid(&wrong), "{name} takes unknown fields");
    }
    assert!(serde_json::from_value::<Limits>(json!({"surprise": 1})).is_err());
    let mut newer = serde_json::to_value(BuildRequest::new("x")).unwrap();
    newer["schema_version"] = json!(99);
    let error = serde_json::from_value::<BuildRequest>(newer).unwrap_err().to_string();
    assert!(error.contains("use a newer gamebuilder"), "{error}");
}
