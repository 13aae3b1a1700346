use super::{Twin, TwinCheck, broken, fact, seen};
use crate::validator::{
    bot::{ends::signs, eyes::steered},
    plays::{
        Table,
        script::{Do, Done, Script},
    },
};

const KIND: &str = "self-reversal";
/// Two turns within one step, for each way a snake may be heading.
const TURNS: [(&str, &str); 4] =
    [("ArrowUp", "ArrowLeft"), ("ArrowUp", "ArrowRight"), ("ArrowLeft", "ArrowUp"), ("ArrowLeft", "ArrowDown")];

/// Two quick turns are made within one step of the game. The twins make one of them, or the same two with time for a
/// step between them. If only the quick ones end the game, they killed.
pub(super) const TWIN: Twin = Twin {
    ask: |table, record| {
        Box::pin(async move {
            let mut out = Vec::new();
            let all = ["ArrowUp", "ArrowLeft", "ArrowRight", "ArrowDown"];
            let turns = all.iter().all(|key| record.controls.iter().any(|control| control.input == *key));
            if !turns || record.end.is_none() || !goes_on(table) {
                return Ok(out);
            }
            let tap = |key: &str| [Do::Down(key.to_owned()), Do::Up(key.to_owned())];
            let play = |first: &str, between: u32, second: Option<&str>| {
                let mut acts = vec![Do::Begin, Do::Wait(24), Do::Look("playing", 6)];
                acts.extend(tap(first));
                acts.push(Do::Wait(between));
                acts.extend(second.into_iter().flat_map(tap));
                acts.push(Do::Look("then", 36));
                Script::new("two turns", acts)
            };
            let quick =
                table.perform_all(TURNS.iter().map(|(first, second)| play(first, 0, Some(second))).collect()).await?;
            for ((first, second), done) in TURNS.iter().zip(&quick) {
                if done.broken {
                    out.push(broken(KIND, &format!("{first}, {second}")));
                    continue;
                }
                if !over(done) {
                    out.push(seen(KIND, &format!("{first}, {second}"), [("kills", false.into())]));
                    continue;
                }
                let twins = table
                    .perform_all(vec![play(first, 24, Some(second)), play(first, 0, None), play(second, 0, None)])
                    .await?;
                let survived = twins.iter().all(|twin| !twin.broken && !over(twin));
                out.push(seen(KIND, &format!("{first}, {second}"), [("kills", survived.into())]));
            }
            Ok(out)
        })
    },
    checks: &[TwinCheck {
        id: KIND,
        none: "the game is not steered in four directions to an end",
        fix: "Compare a new turn with the direction of the last step, or queue turns.",
        wrong: |twin| {
            fact(twin, "kills").then(|| {
                format!(
                    "Two quick turns within one step ({}) end the game; the same turns with time between them do not.",
                    twin.input
                )
            })
        },
    }],
};

/// Whether a turn goes on after its key was let go, as far as that can be seen: else nobody turns back into itself.
fn goes_on(table: &Table<'_>) -> bool {
    let Some(still) = table.tried.get("") else { return true };
    let far = |done: &Done, name: &str| {
        let found = steered(still.look(name), done.look(name));
        found.first().map(|moved| moved.by().0.hypot(moved.by().1))
    };
    let ways: Vec<(f64, f64)> = ["ArrowUp", "ArrowLeft", "ArrowDown", "ArrowRight"]
        .iter()
        .filter_map(|key| table.tried.get(*key))
        .filter_map(|done| Some((far(done, "held")?, far(done, "tried")?)))
        .collect();
    ways.is_empty() || ways.iter().any(|(held, later)| *later > held * 1.4)
}

fn over(done: &Done) -> bool {
    let signs = signs(done.look("playing"), done.look("then"));
    signs.mode.is_some() || !signs.words.is_empty()
}
