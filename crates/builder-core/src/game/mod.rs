//! Nouns that every room shares: the request, the clarified requirements, the plan, the files,
//! findings and the reports made of them.

mod brief;
mod complexity;
mod critique;
mod files;
mod finding;
mod plan;
mod request;
mod validation;
mod version;

pub use brief::{
    Answer, Answers, Assumption, ClarificationResult, Dimension, Filled, FilledBy, Framework, Question, Requirements,
    Suggestion, confidence,
};
pub use complexity::{Complexity, Tier};
pub use critique::{Assessment, ComplianceLine, CritiqueResult};
pub use files::{FileTooSmall, GameFiles, GameFolder, digest};
pub use finding::{
    CheckResult, CheckStatus, Finding, FindingSource, Judgement, Profile, Severity, Verdict, order_findings,
};
pub use plan::{
    AssetStrategy, CanvasSize, ControlScheme, Entity, EntityRole, GameLoopSpec, GamePlan, GameStateModel, Mechanic,
    MinimalPlan, PlanProblem, PlannedControl, PlannedEntity, ScoringSpec,
};
pub use request::{BuildRequest, CodeAuthor, EngineChoice};
pub use validation::{BuildRank, CheckDetail, ValidationReport};
pub use version::{SCHEMA_VERSION, SchemaVersion};
