//! Exact decimal numbers, so that 1.3 − 1.2 is 0.1.

use std::fmt;

use serde::{Serialize, Serializer};

/// A decimal number: `units` · 10^−`scale`, without trailing zeros.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Number {
    units: i128,
    scale: u32,
}

/// More digits than this are not a number that a page shows for people.
const MAX_DIGITS: usize = 30;

impl Number {
    /// Reads `-1`, `+2.50`, `1204`; `None` for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        let (sign, digits) = match text.strip_prefix(['-', '\u{2212}']) {
            Some(rest) => (-1, rest),
            None => (1, text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let all = || whole.bytes().chain(fraction.bytes());
        let count = whole.len() + fraction.len();
        let complete = !whole.is_empty() && (!fraction.is_empty() || !digits.contains('.'));
        if !complete || count > MAX_DIGITS || !all().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let units = all().fold(0_i128, |sum, byte| sum * 10 + i128::from(byte - b'0'));
        let scale = u32::try_from(fraction.len()).ok()?;
        Some(
            Self {
                units: sign * units,
                scale,
            }
            .trimmed(),
        )
    }

    /// The difference `self - other`; `None` when it has too many digits to be exact.
    pub fn minus(self, other: Self) -> Option<Self> {
        let scale = self.scale.max(other.scale);
        let left = self.units_at(scale)?;
        let right = other.units_at(scale)?;
        let units = left.checked_sub(right)?;
        Some(Self { units, scale }.trimmed())
    }

    fn units_at(self, scale: u32) -> Option<i128> {
        let factor = 10_i128.checked_pow(scale.checked_sub(self.scale)?)?;
        self.units.checked_mul(factor)
    }

    fn trimmed(mut self) -> Self {
        while self.scale > 0 && self.units % 10 == 0 {
            self.units /= 10;
            self.scale -= 1;
        }
        self
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.units < 0 { "-" } else { "" };
        let digits = self.units.unsigned_abs().to_string();
        let scale = usize::try_from(self.scale).unwrap_or(0);
        if scale == 0 {
            return write!(f, "{sign}{digits}");
        }
        let padded = format!("{digits:0>width$}", width = scale + 1);
        let (whole, fraction) = padded.split_at(padded.len() - scale);
        write!(f, "{sign}{whole}.{fraction}")
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match i64::try_from(self.units) {
            Ok(units) if self.scale == 0 => serializer.serialize_i64(units),
            _ => serializer.serialize_f64(self.to_string().parse().unwrap_or(f64::NAN)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Number;

    fn number(text: &str) -> Number {
        Number::parse(text).unwrap()
    }

    #[test]
    fn differences_are_exact() {
        assert_eq!(number("1.3").minus(number("1.2")), Some(number("0.1")));
        assert_eq!(number("1203").minus(number("1204.0")), Some(number("-1")));
    }

    #[test]
    fn prints_as_people_write() {
        for text in ["0", "-1", "0.05", "-12.5", "1204"] {
            assert_eq!(number(text).to_string(), text);
        }
        assert_eq!(number("-0.0").to_string(), "0");
    }

    #[test]
    fn refuses_what_is_no_number() {
        for text in ["", "-", ".", "1.", ".5", "1e3", "1,204", "0x1", "one"] {
            assert_eq!(Number::parse(text), None, "{text}");
        }
    }
}
