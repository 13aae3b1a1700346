//! How long a server asks to wait, in every form it says so.

use std::time::{Duration, UNIX_EPOCH};

/// The wait a reply's headers ask for, in milliseconds, at the time `now_ms` (since 1970): `retry-after-ms`,
/// `retry-after` as seconds or as a date, or the time a limit is reset. None when they ask for none, or for
/// something that is no time.
pub fn retry_after_ms(headers: &[(String, String)], now_ms: u64) -> Option<u64> {
    let header =
        |name: &str| headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim());
    header("retry-after-ms")
        .and_then(|value| milliseconds(value, 1.0))
        .or_else(|| {
            header("retry-after").and_then(|value| milliseconds(value, 1_000.0).or_else(|| date(value, now_ms)))
        })
        .or_else(|| {
            ["x-ratelimit-reset-requests", "x-ratelimit-reset-tokens"].iter().find_map(|name| span(header(name)?))
        })
}

fn milliseconds(value: &str, unit: f64) -> Option<u64> {
    let number: f64 = value.parse().ok()?;
    // Infinity, NaN and a time that is over say nothing.
    (number.is_finite() && number >= 0.0).then(|| (number * unit).ceil() as u64)
}

fn date(value: &str, now_ms: u64) -> Option<u64> {
    let at = httpdate::parse_http_date(value).ok()?;
    let now = UNIX_EPOCH.checked_add(Duration::from_millis(now_ms))?;
    Some(at.duration_since(now).map_or(0, |wait| u64::try_from(wait.as_millis()).unwrap_or(u64::MAX)))
}

/// A span such as `1m30.5s`, `250ms` or `2`.
fn span(value: &str) -> Option<u64> {
    if let Some(plain) = milliseconds(value, 1_000.0) {
        return Some(plain);
    }
    let (mut rest, mut total) = ((!value.is_empty()).then_some(value)?, 0.0);
    while !rest.is_empty() {
        let digits = rest.find(|letter: char| !letter.is_ascii_digit() && letter != '.')?;
        let number: f64 = rest.get(..digits)?.parse().ok()?;
        let after = rest.get(digits..)?;
        let (unit, left) = [("ms", 1.0), ("s", 1e3), ("m", 6e4), ("h", 3.6e6), ("d", 8.64e7)]
            .iter()
            .find_map(|(name, unit)| after.strip_prefix(name).map(|left| (unit, left)))?;
        total += number * unit;
        rest = left;
    }
    Some(total.ceil() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_read_and_nonsense_is_none() {
        let now = 1_764_547_200_000; // Mon, 01 Dec 2025 00:00:00 GMT
        let of = |name: &str, value: &str| retry_after_ms(&[(name.to_owned(), value.to_owned())], now);
        for (name, value, wanted) in [
            ("Retry-After", "20", Some(20_000)),
            ("retry-after", "0.5", Some(500)),
            ("retry-after", "Mon, 01 Dec 2025 00:00:07 GMT", Some(7_000)),
            ("retry-after", "Sun, 30 Nov 2025 00:00:00 GMT", Some(0)),
            ("retry-after-ms", "1250", Some(1_250)),
            ("retry-after", "198300", Some(198_300_000)),
            ("retry-after", "inf", None),
            ("retry-after", "NaN", None),
            ("retry-after", "-3", None),
            ("retry-after", "soon", None),
            ("x-ratelimit-reset-requests", "1m30.5s", Some(90_500)),
            ("x-ratelimit-reset-tokens", "250ms", Some(250)),
            ("x-ratelimit-reset-tokens", "2", Some(2_000)),
            ("x-ratelimit-reset-tokens", "", None),
            ("x-ratelimit-reset-tokens", "5x", None),
            ("date", "20", None),
        ] {
            assert_eq!(of(name, value), wanted, "{name}: {value}");
        }
        let both = [("retry-after".to_owned(), "9".to_owned()), ("retry-after-ms".to_owned(), "40".to_owned())];
        assert_eq!(retry_after_ms(&both, now), Some(40));
    }
}
