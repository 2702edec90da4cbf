//! Did-you-mean.

/// The most edits between a word and the one that was meant.
const EDITS: usize = 2;

/// Longer words, in bytes, are near only what is the same: comparing takes the square of the length.
const LONGEST: usize = 100;

/// The candidate within two edits of `word`, the nearest one first and then the earliest in the list.
///
/// A candidate that differs in case alone is always near.
pub fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    candidates
        .into_iter()
        .filter_map(|candidate| Some((distance(word, candidate)?, candidate)))
        .min_by_key(|(edits, _)| *edits)
        .map(|(_, candidate)| candidate)
}

fn distance(word: &str, candidate: &str) -> Option<usize> {
    if word.len().abs_diff(candidate.len()) > EDITS * 4 {
        return None;
    }
    if word.eq_ignore_ascii_case(candidate) {
        return Some(0);
    }
    if word.len() > LONGEST {
        return None;
    }
    let edits = strsim::levenshtein(word, candidate);
    (edits <= EDITS && edits < candidate.len()).then_some(edits)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn finds_what_was_meant() {
        let words = ["click", "check", "wait"];
        for (word, meant) in [
            ("clik", Some("click")),
            ("chick", Some("click")),
            ("CLICK", Some("click")),
            ("wiat", Some("wait")),
            ("frobnicate", None),
            ("w", None),
        ] {
            assert_eq!(nearest(word, words), meant, "{word}");
        }
    }

    #[test]
    fn a_huge_word_costs_nothing() {
        assert_eq!(nearest(&"a".repeat(10_000_000), ["click"]), None);
    }
}
