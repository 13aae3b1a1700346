//! Where a run stands, as an assistant is told.

use builder_core::{
    drive,
    game::{Finding, Severity},
    machine::State,
    protocol::Phase,
};
use serde_json::{Value, json};

use crate::{
    Server,
    answer::ToolError,
    runs::{Live, Place, Standing},
};

/// How many findings a status names.
const FINDINGS_MAX: usize = 8;

/// Where a run stands: what is stored, and what goes on in this process.
///
/// # Errors
/// `run-unknown` when it is neither stored nor under way.
pub async fn describe(server: &Server, place: &Place) -> Result<Value, ToolError> {
    let live = server.runs.job(place).map(|job| job.live());
    let state = match (place.state().await, &live) {
        (Ok(state), _) => Some(state),
        // A run that has just begun has nothing stored yet.
        (Err(_), Some(_)) => None,
        (Err(error), None) => return Err(error),
    };
    let (status, next) = status(state.as_ref(), live.as_ref());
    let uri = |part: &str| format!("builds://{}/{part}", place.run);
    let mut answer = json!({
        "run_id": place.run,
        "status": status,
        "next": next,
        "folder": place.dir().display().to_string(),
    });
    let mut put = |name: &str, value: Value| answer[name] = value;
    if let Some(live) = &live {
        put("doing", json!(live.doing));
        put("events", json!(live.events));
        if let Standing::Broken(error) = &live.standing {
            put("error", error.to_json());
        }
    }
    let Some(state) = state else { return Ok(answer) };
    put("phase", json!(state.phase));
    put("idea", json!(state.request.idea));
    put("title", json!(state.plan.as_ref().map(|plan| &plan.game_title)));
    let assumed = state.clarification.iter().flat_map(|known| &known.assumptions);
    put("assumed", assumed.map(|one| json!({ "about": one.about, "assumed": one.assumed })).collect());
    put("builds", json!(state.builds.len()));
    if let Some(delivery) = &state.delivery {
        put("mode", json!(delivery.mode));
        put("proven", json!(delivery.proven));
        put("why", json!(delivery.why));
        put("report", json!(uri("report")));
        if let Some(build) = delivery.build {
            put("play", json!(place.dir().join(drive::PLAY_FILE).display().to_string()));
            put("findings", findings(&state, build));
            put("files", json!([uri("game/index.html"), uri("game/style.css"), uri("game/game.js")]));
        }
    }
    Ok(answer)
}

/// One word for it, and what to do next.
fn status(state: Option<&State>, live: Option<&Live>) -> (&'static str, &'static str) {
    let delivered = state.and_then(|state| state.delivery.as_ref()).map(|delivery| delivery.final_state);
    match (live.map(|live| &live.standing), delivered) {
        (Some(Standing::Queued), _) => ("queued", "call build_status with this run_id"),
        (Some(Standing::Running), _) => ("running", "call build_status with this run_id"),
        (_, Some(Phase::Done)) => {
            ("done", "tell the user the path in play; get_build_files shows the code; another seed is another game")
        }
        (_, Some(_)) => ("failed", "read why and findings; if play is there, it is the best game there is"),
        (Some(Standing::Cancelled), None) => ("cancelled", "resume_build goes on with it"),
        (Some(Standing::Broken(_)), None) => ("failed", "read error; resume_build goes on with it"),
        (Some(Standing::Over) | None, None) => ("interrupted", "resume_build goes on with it"),
    }
}

/// What is wrong with a build, most serious first.
fn findings(state: &State, build: u32) -> Value {
    let Some(build) = state.build(build) else { return json!([]) };
    let mut all: Vec<&Finding> = build.findings().filter(|finding| finding.severity != Severity::Info).collect();
    all.sort_by_key(|finding| finding.severity);
    let mut seen = Vec::new();
    all.retain(|finding| {
        let place = (&finding.code, &finding.file, finding.line);
        let new = !seen.contains(&place);
        seen.push(place);
        new
    });
    let told = all.iter().take(FINDINGS_MAX);
    told.map(|one| json!({ "code": one.code, "severity": one.severity, "what": one.what, "fix": one.fix })).collect()
}
