use std::collections::{BTreeMap, BTreeSet};

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
        let mut covers: BTreeMap<String, usize> = BTreeMap::new();
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
                        *covers.entry(element.cover.clone()).or_default() += 1;
                    } else {
                        free += 1;
                    }
                }
            }
        }
        // What lies over everything may have parts that do so too.
        if covered.len() < 3 || free > 0 {
            return Outcome::passed();
        }
        let most = covers.iter().max_by_key(|(_, times)| **times);
        let cover = most.map(|(cover, _)| cover.clone()).unwrap_or_default();
        let what = format!(
            "{cover} lies over everything that the player should click: {} of {} things were under it.",
            covered.len(),
            covered.len()
        );
        let fix = format!("Hide {cover} in play with display: none, or give it pointer-events: none.");
        Outcome::of(vec![evidence.finding(CHECK.id, what, fix)])
    },
};
