//! Durations as people write them.

/// Milliseconds of `10s`, `500ms`, `1m` or `1.5s`; `None` for anything else, also for what is not whole
/// milliseconds.
pub fn duration(text: &str) -> Option<u64> {
    let unit_at = text.find(|letter: char| letter.is_ascii_alphabetic())?;
    let (number, unit) = text.split_at_checked(unit_at)?;
    let factor: u64 = match unit {
        "ms" => 1,
        "s" => 1000,
        "m" => 60_000,
        _ => return None,
    };
    let (whole, fraction) = match number.split_once('.') {
        Some((whole, fraction)) if !fraction.is_empty() && fraction.len() <= 9 => (whole, fraction),
        Some(_) => return None,
        None => (number, ""),
    };
    if whole.is_empty()
        || !whole
            .bytes()
            .chain(fraction.bytes())
            .all(|byte| byte.is_ascii_digit())
    {
        return None;
    }
    let places = 10_u64.checked_pow(u32::try_from(fraction.len()).ok()?)?;
    let scaled: u64 = format!("{whole}{fraction}").parse().ok()?;
    let total = scaled.checked_mul(factor)?;
    (total % places == 0).then_some(total / places)
}

#[cfg(test)]
mod tests {
    use super::duration;

    #[test]
    fn reads_what_scripts_write() {
        for (text, expected) in [
            ("10s", Some(10_000)),
            ("500ms", Some(500)),
            ("1m", Some(60_000)),
            ("1.5s", Some(1_500)),
            ("0s", Some(0)),
            ("0.5ms", None),
            ("10", None),
            ("s", None),
            ("-1s", None),
            ("1h", None),
            ("1 s", None),
            ("1.s", None),
            ("99999999999999999999s", None),
        ] {
            assert_eq!(duration(text), expected, "{text}");
        }
    }
}
