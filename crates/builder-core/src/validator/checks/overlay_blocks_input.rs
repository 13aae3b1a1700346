use std::collections::BTreeSet;

use super::PlayCheck;
use crate::validator::evidence::{Evidence, Outcome};

pub(super) const CHECK: PlayCheck = PlayCheck {
    id: "overlay-blocks-input",
    run: |evidence| {
        if let Some(unplayed) = evidence.unplayed() {
            return unplayed;
        }
        let mut covered: BTreeSet<(i64, i64)> = BTreeSet::new();
        let mut free = 0;
        let mut covers: BTreeSet<String> = BTreeSet::new();
        for play in evidence.long_plays() {
            let looks = Evidence::looks(play)
                .filter(|(label, _)| matches!(*label, "started" | "idle" | "playing" | "careless" | "careless step"));
            for (_, moment) in looks {
                // Things of the game, not buttons of its frame.
                for element in moment
                    .page
                    .iter()
                    .filter(|element| element.acts && !matches!(element.tag.as_str(), "button" | "a" | "input"))
                {
                    if element.covered {
                        covered.insert((element.area[0] as i64, element.area[1] as i64));
                        covers.insert(element.cover.clone());
                    } else {
                        free += 1;
                    }
                }
            }
        }
        if covered.len() < 3 || free > 0 || covers.len() != 1 {
            return Outcome::passed();
        }
        let cover = covers.first().cloned().unwrap_or_default();
        let what = format!(
            "{cover} lies over everything that the player should click: {} of {} things were under it.",
            covered.len(),
            covered.len()
        );
        let fix = format!("Hide {cover} in play with display: none, or give it pointer-events: none.");
        Outcome::of(vec![evidence.finding(CHECK.id, what, fix)])
    },
};
