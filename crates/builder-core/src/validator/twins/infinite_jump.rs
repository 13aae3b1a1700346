use super::{Twin, TwinCheck, broken, keys, number, purpose, seen, speaks_of};
use crate::validator::{
    bot::eyes::steered,
    plays::script::{Do, Done, Script},
};

const KIND: &str = "infinite-jump";
/// Designs in which the player may go on in the air.
const FLIGHT: &[&str] = &[
    "flap", "fly", "jet", "double", "triple", "multi", "thrust", "boost", "hover", "swim", "glide", "rise", "float",
    "balloon",
];

/// Jump is pressed once, and in a twin again and again in the air.
pub(super) const TWIN: Twin = Twin {
    ask: |table, record| {
        Box::pin(async move {
            let jump = keys(record).into_iter().find_map(|control| {
                let purpose = purpose(&table.plays, control);
                (speaks_of(&purpose, &["jump"]) && !speaks_of(&purpose, FLIGHT)).then(|| control.input.clone())
            });
            let Some(key) = jump else { return Ok(Vec::new()) };
            let told = crate::validator::plays::told(&table.plays)
                .into_values()
                .flatten()
                .any(|text| speaks_of(&text.to_lowercase(), FLIGHT));
            let concept = table.promises.concept.clone().unwrap_or_default().to_lowercase();
            if told || speaks_of(&concept, FLIGHT) {
                return Ok(Vec::new());
            }
            let play = |presses: u32| {
                let mut acts = vec![Do::Begin, Do::Wait(18)];
                for press in 0..8 {
                    acts.push(if press < presses { Do::Use(key.clone(), 3) } else { Do::Wait(3) });
                    acts.push(Do::Look(NAMES[press as usize % NAMES.len()], 6));
                }
                Script::new("jumps", acts)
            };
            let done = table.perform_all(vec![play(0), play(1), play(8)]).await?;
            let [none, once, often] = done.as_slice() else { return Ok(Vec::new()) };
            if none.broken || once.broken || often.broken {
                return Ok(vec![broken(KIND, &key)]);
            }
            Ok(vec![seen(
                KIND,
                &key,
                [("height_once", height(none, once).into()), ("height_often", height(none, often).into())],
            )])
        })
    },
    checks: &[TwinCheck {
        id: KIND,
        none: "nothing jumps, or going on in the air is meant",
        fix: "Allow a jump only while the player stands on something.",
        wrong: |twin| {
            let (once, often) = (number(twin, "height_once")?, number(twin, "height_often")?);
            (once > 8.0 && often > once * 2.6).then(|| {
                format!(
                    "{} jumps again in the air: {once:.0} px high by one press, {often:.0} px by eight.",
                    twin.input
                )
            })
        },
    }],
};

const NAMES: [&str; 8] = ["1", "2", "3", "4", "5", "6", "7", "8"];

/// How high the thing that jumps came above where it would have been.
fn height(none: &Done, some: &Done) -> f64 {
    NAMES
        .iter()
        .flat_map(|name| {
            steered(none.look(name), some.look(name))
                .into_iter()
                .filter(|moved| moved.by().0.abs() < 4.0)
                .map(|moved| -moved.by().1)
                .take(3)
                .collect::<Vec<_>>()
        })
        .fold(0.0, f64::max)
}
