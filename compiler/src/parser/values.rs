//! What a single value can be: a duration, a whole number, an address.

use std::borrow::Cow;

/// Longer times are no time that a test waits: about 49 days, in milliseconds.
const MAX_MILLIS: f64 = u32::MAX as f64;

/// Milliseconds of `500ms`, `10s`, `1.5m`.
pub(crate) fn duration(text: &str) -> Option<u64> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match text.get(digits.len()..)? {
        "ms" => 1.0,
        "s" => 1_000.0,
        "m" => 60_000.0,
        _ => return None,
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !is_digits(whole) || !is_digits(fraction) {
        return None;
    }
    let millis = (digits.parse::<f64>().ok()? * unit).round();
    // In range, so that the conversion is exact.
    (millis <= MAX_MILLIS).then_some(millis as u64)
}

/// A whole number without a sign.
pub(super) fn whole(text: &str) -> Option<u64> {
    let is_digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_digits.then(|| text.parse().ok()).flatten()
}

/// Whether a page can be opened at this address. What `${…}` will be is seen when the test runs.
pub(super) fn is_address(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once("://") else {
        return text.contains("${");
    };
    let is_http = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
    let has_host = !rest.is_empty() && !rest.starts_with(['/', '?', '#', ':']);
    (is_http && has_host) || scheme.contains("${")
}

/// Longer words are cut in messages.
const SHOWN: usize = 80;

/// A word as a message quotes it.
pub(super) fn shown(word: &str) -> Cow<'_, str> {
    match word.char_indices().nth(SHOWN) {
        Some((end, _)) => Cow::Owned(format!("{}…", word.get(..end).unwrap_or_default())),
        None => Cow::Borrowed(word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        for (text, millis) in [
            ("500ms", Some(500)),
            ("10s", Some(10_000)),
            ("1m", Some(60_000)),
            ("1.5s", Some(1_500)),
            ("0s", Some(0)),
            ("10", None),
            ("s", None),
            ("1h", None),
            ("-1s", None),
            ("1.s", None),
            (".5s", None),
            ("1e3s", None),
            ("99999999999999999999s", None),
            ("", None),
        ] {
            assert_eq!(duration(text), millis, "{text}");
        }
    }

    #[test]
    fn addresses() {
        for text in [
            "https://a.test/",
            "HTTP://localhost:3000",
            "https://[::1]/",
            "${base}/x",
            "https://${host}",
        ] {
            assert!(is_address(text), "{text}");
        }
        for text in [
            "",
            "a.test",
            "ftp://a.test",
            "https://",
            "https:///x",
            "javascript:1",
            "http//a",
            "/x",
        ] {
            assert!(!is_address(text), "{text}");
        }
    }
}
