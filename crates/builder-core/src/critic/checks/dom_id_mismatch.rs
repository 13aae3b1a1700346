use std::collections::BTreeSet;

use super::{Decision, StaticCheck, weigh};
use crate::{critic::defect, game::Severity, source::Facts};

/// The look-up finds nothing and what it gives is used at once: certain. Whether play comes there decides what it
/// weighs.
pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "dom-id-mismatch",
    run: |subject| {
        let facts = subject.facts;
        let Some(page) = &facts.page else { return Decision::NotRun("there is no page to read".into()) };
        if facts.has_foreign_script() {
            return Decision::NotRun("a script of another host may make elements".into());
        }
        let makes_html = facts.running().flat_map(|script| &script.sinks).any(|sink| !sink.constant);
        let mut told: BTreeSet<String> = BTreeSet::new();
        let mut found = Vec::new();
        for script in facts.running() {
            for lookup in &script.lookups {
                let Some((within, place)) = &lookup.used else { continue };
                let Some(id) = wanted(&lookup.selector, lookup.by_id) else { continue };
                if page.ids().any(|own| own == id) || facts.may_make_id(id) {
                    continue;
                }
                let runs = Facts::runs(script, *within);
                if !runs.ever() || !told.insert(format!("{id} {:?}", place.line)) {
                    continue;
                }
                let made = facts.running().flat_map(|script| &script.made_ids).map(String::as_str);
                let near = near(id, page.ids().chain(made));
                let what = match near {
                    Some(near) => format!("The page has no element “{id}” (it has “{near}”): using it throws."),
                    None => format!("The page has no element “{id}”: using it throws."),
                };
                let fix = match near {
                    Some(near) => format!("Look up “{near}”, or call the element “{id}”."),
                    None => format!("Add an element with the id “{id}”, or remove the use."),
                };
                let certain = script
                    .missing_elements
                    .iter()
                    .any(|(selector, _, at)| at == place && selector.trim_start_matches('#') == id);
                let mut finding = defect(CHECK.id, place, what, fix);
                finding.severity = weigh(subject, script, *within, certain);
                // HTML that is put together may hold anything.
                if makes_html && near.is_none() {
                    finding.severity = Severity::Info;
                }
                found.push(finding);
            }
        }
        Decision::of(found)
    },
};

/// The id that a look-up wants.
fn wanted(selector: &str, by_id: bool) -> Option<&str> {
    let id = if by_id { selector } else { selector.strip_prefix('#')? };
    let simple = !id.is_empty() && (by_id || id.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_')));
    simple.then_some(id)
}

/// The id of the page that must be meant: the same letters, or one letter different.
pub(crate) fn near<'a>(id: &str, ids: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let plain = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
    let wanted = plain(id);
    let mut best: Option<&str> = None;
    for other in ids {
        let given = plain(other);
        let same = given == wanted;
        let one_off = wanted.len() > 3 && distance_is_one(&wanted, &given);
        if same || one_off {
            if best.is_some_and(|known| known != other) {
                return None;
            }
            best = Some(other);
        }
    }
    best
}

fn distance_is_one(one: &str, other: &str) -> bool {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let (short, long) = if one.len() <= other.len() { (&one, &other) } else { (&other, &one) };
    let same = short.iter().zip(long.iter()).take_while(|(a, b)| a == b).count();
    match long.len() - short.len() {
        0 => same < short.len() && short.get(same + 1..) == long.get(same + 1..),
        1 => short.get(same..) == long.get(same + 1..),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::near;

    #[test]
    fn one_near_match_is_meant() {
        assert_eq!(near("streakLine", ["streak-line", "score"].into_iter()), Some("streak-line"));
        assert_eq!(near("scores", ["score", "lives"].into_iter()), Some("score"));
        assert_eq!(near("box", ["fox", "boxes"].into_iter()), None);
        assert_eq!(near("card1", ["card2", "card3"].into_iter()), None);
    }
}
