use builder_core::{drive, drivers::stores::FolderStore};
use jiff::{SignedDuration, Timestamp};
use serde_json::json;

use crate::{args::PruneArgs, error::CliError, screen, settings::Settings};

/// Says which runs are old, and removes them when told so.
pub(crate) async fn run(args: &PruneArgs, settings: &Settings) -> Result<u8, CliError> {
    let store = FolderStore::new(&settings.output);
    let mut rows = drive::overviews(&store).await?;
    rows.sort_by(|a, b| (&b.updated_at, &b.run_id).cmp(&(&a.updated_at, &a.run_id)));
    let now = Timestamp::now();
    let old = |updated_at: &str| {
        let Some(days) = args.older_than else { return true };
        // A run whose time cannot be read is not known to be old.
        updated_at
            .parse::<Timestamp>()
            .is_ok_and(|at| now.duration_since(at) > SignedDuration::from_hours(24 * i64::from(days)))
    };
    let due: Vec<_> = rows.into_iter().skip(args.keep.unwrap_or(0)).filter(|row| old(&row.updated_at)).collect();
    let (mut bytes, mut failed) = (0, 0);
    let mut answers = Vec::new();
    for row in &due {
        let size = store.size(&row.run_id);
        bytes += size;
        let problem = if args.yes { store.remove(&row.run_id).await.err() } else { None };
        failed += u32::from(problem.is_some());
        if settings.json {
            let removed = args.yes && problem.is_none();
            answers.push(json!({ "run_id": row.run_id, "bytes": size, "removed": removed, "problem": problem }));
            continue;
        }
        let did = match &problem {
            Some(fault) => format!("kept: {}", screen::clean(&fault.detail)),
            None if args.yes => "removed".to_owned(),
            None => "would be removed".to_owned(),
        };
        let name = row.run_id.as_str();
        screen::out(&format!("{name:<44} {:>8.1} MB  {:<10.10}  {did}", size as f64 / 1e6, row.updated_at));
    }
    if settings.json {
        screen::json(&json!({ "runs": answers, "bytes": bytes }));
        return Ok(u8::from(failed > 0));
    }
    let mb = bytes as f64 / 1e6;
    screen::out(&match (due.len(), args.yes) {
        (0, _) => "nothing to remove".to_owned(),
        (runs, true) => format!("{} of {runs} runs removed, {mb:.1} MB in all", runs - failed as usize),
        (runs, false) => format!("{runs} runs, {mb:.1} MB in all; add --yes to remove them"),
    });
    Ok(u8::from(failed > 0))
}
