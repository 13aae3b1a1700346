//! How fast a game goes, by the ways its variables go.

use std::collections::BTreeMap;

use serde_json::Value;

use super::values::as_number;

/// How far each variable went over a series of readings, for those that changed at least three times.
pub(crate) fn ways(watched: &[BTreeMap<String, Value>]) -> BTreeMap<String, f64> {
    let mut out = BTreeMap::new();
    let Some(first) = watched.first() else { return out };
    for path in first.keys() {
        let numbers: Vec<f64> =
            watched.iter().map_while(|values| values.get(path).and_then(as_number)).filter(|n| n.is_finite()).collect();
        if numbers.len() < watched.len() {
            continue;
        }
        let steps: Vec<f64> = numbers.windows(2).map(|pair| (pair[1] - pair[0]).abs()).collect();
        if steps.iter().filter(|step| **step > 1e-9).count() >= 3 {
            out.insert(path.clone(), steps.iter().sum());
        }
    }
    out
}

/// How many times as fast the second series goes as the first: the median over the variables that move in both, and
/// how many those are.
pub(crate) fn speed_ratio(one: &[BTreeMap<String, Value>], other: &[BTreeMap<String, Value>]) -> (Option<f64>, usize) {
    let (one, other) = (ways(one), ways(other));
    let mut ratios: Vec<f64> =
        one.iter().filter_map(|(path, way)| other.get(path).map(|second| second / way)).collect();
    ratios.sort_by(f64::total_cmp);
    (ratios.get(ratios.len() / 2).copied(), ratios.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twice_as_fast_is_two() {
        let series = |step: f64| {
            (0..8)
                .map(|n| {
                    [("x".to_owned(), Value::from(f64::from(n) * step)), ("still".to_owned(), Value::from(1.0))].into()
                })
                .collect::<Vec<_>>()
        };
        assert_eq!(speed_ratio(&series(3.0), &series(6.0)), (Some(2.0), 1));
        assert_eq!(speed_ratio(&series(3.0), &[]), (None, 0));
    }
}
