//! Envelopes: what is decoded of every message.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// Any message from the browser.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Incoming<'a> {
    pub(crate) id: Option<u64>,
    #[serde(borrow)]
    pub(crate) method: Option<std::borrow::Cow<'a, str>>,
    #[serde(borrow)]
    pub(crate) session_id: Option<std::borrow::Cow<'a, str>>,
    #[serde(borrow)]
    pub(crate) params: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) result: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) error: Option<&'a RawValue>,
}

/// The `error` of an answer.
#[derive(Debug, Deserialize)]
pub(crate) struct Refusal {
    #[serde(default)]
    pub(crate) code: i64,
    #[serde(default)]
    pub(crate) message: String,
    pub(crate) data: Option<serde_json::Value>,
}

/// A command on its way out.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Outgoing<'a, P> {
    pub(crate) id: u64,
    pub(crate) method: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) params: Option<&'a P>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) session_id: Option<&'a str>,
}

/// Replaces escapes of halves of characters, which JavaScript strings may hold and UTF-8 cannot, so that one of them in
/// a page's title does not make a whole answer unreadable. The length stays.
pub(crate) fn mend_surrogates(message: &mut [u8]) {
    let mut at = 0;
    while let Some(found) = message.get(at..).and_then(|rest| memchr::memchr(b'\\', rest)) {
        at += found;
        at += match (escape_at(message, at), escape_at(message, at + 6)) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => 12,
            (Some(0xD800..=0xDFFF), _) => {
                if let Some(digits) = message.get_mut(at + 2..at + 6) {
                    digits.copy_from_slice(b"fffd");
                }
                6
            }
            (Some(_), _) => 6,
            (None, _) => 2,
        };
    }
}

/// The number in the `\uXXXX` that begins here.
fn escape_at(message: &[u8], at: usize) -> Option<u16> {
    let digits = message.get(at..at + 6)?.strip_prefix(b"\\u")?;
    u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::mend_surrogates;

    #[test]
    fn halves_of_characters_are_replaced() {
        let cases = [
            (r#"{"a":"plain"}"#, r#"{"a":"plain"}"#),
            (r#""\ud83d\ude00""#, r#""\ud83d\ude00""#),
            (r#""\ud83d!""#, r#""\ufffd!""#),
            (r#""\ude00\ud83d""#, r#""\ufffd\ufffd""#),
            (r#""\uD83D\uD83D\uDE00""#, r#""\ufffd\uD83D\uDE00""#),
            (r#""\\ud83d""#, r#""\\ud83d""#),
            (r#""\n\u0041\ud83d""#, r#""\n\u0041\ufffd""#),
            (r#""\ud83"#, r#""\ud83"#),
            ("\\", "\\"),
        ];
        for (before, after) in cases {
            let mut message = before.as_bytes().to_vec();
            mend_surrogates(&mut message);
            assert_eq!(std::str::from_utf8(&message), Ok(after));
        }
    }
}
