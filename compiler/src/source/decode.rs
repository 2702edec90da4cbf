//! Bytes to text. Scripts are UTF-8; whatever else arrives is survived and told.

use super::Span;

/// The outcome of decoding. There always is a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoded {
    /// The text; each run of bytes that is not UTF-8 is one U+FFFD in it.
    pub text: String,
    /// The first of those runs, up to [`MAX_LISTED`]: where the U+FFFD stands in the text.
    pub invalid: Vec<Span>,
    /// How many runs there are.
    pub invalid_count: usize,
}

/// More places than this are only counted.
pub const MAX_LISTED: usize = 1_000;

/// Decodes a file. A good one is not copied.
pub fn decode(bytes: Vec<u8>) -> Decoded {
    match String::from_utf8(bytes) {
        Ok(text) => Decoded {
            text,
            invalid: Vec::new(),
            invalid_count: 0,
        },
        Err(error) => repair(error.as_bytes()),
    }
}

fn repair(bytes: &[u8]) -> Decoded {
    let mut decoded = Decoded {
        text: String::with_capacity(bytes.len()),
        invalid: Vec::new(),
        invalid_count: 0,
    };
    let mut after_invalid = false;
    for chunk in bytes.utf8_chunks() {
        decoded.text.push_str(chunk.valid());
        let continues = after_invalid && chunk.valid().is_empty();
        after_invalid = !chunk.invalid().is_empty();
        if after_invalid && !continues {
            let start = decoded.text.len();
            decoded.text.push(char::REPLACEMENT_CHARACTER);
            decoded.invalid_count += 1;
            if decoded.invalid.len() < MAX_LISTED {
                decoded.invalid.push(Span::new(start, decoded.text.len()));
            }
        }
    }
    decoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bad_run_has_a_place() {
        let decoded = decode(b"a\xff\xfeb\xf0\x9f\x98c".to_vec());
        assert_eq!(decoded.text, "a\u{fffd}b\u{fffd}c");
        assert_eq!(decoded.invalid, [Span::new(1, 4), Span::new(5, 8)]);
        assert_eq!(decoded.invalid_count, 2);
    }

    #[test]
    fn good_text_is_left_alone() {
        let text = "ä\u{feff}\0";
        let decoded = decode(text.as_bytes().to_vec());
        assert_eq!((decoded.text.as_str(), decoded.invalid_count), (text, 0));
    }

    #[test]
    fn places_are_bounded() {
        let decoded = decode(b"\xffa".repeat(5_000));
        assert_eq!(
            (decoded.invalid.len(), decoded.invalid_count),
            (MAX_LISTED, 5_000)
        );
    }
}
