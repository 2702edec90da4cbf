//! Patterns of addresses: `**` is anything, `*` anything without a slash; without either it is a part of the address.

/// Whether an address matches.
pub(super) fn matches(address: &str, pattern: &str) -> bool {
    match pattern.contains('*') {
        true => whole(address, pattern),
        false => address.contains(pattern),
    }
}

fn whole(address: &str, pattern: &str) -> bool {
    let Some((before, behind)) = pattern.split_once('*') else {
        return address == pattern;
    };
    let Some(rest) = address.strip_prefix(before) else {
        return false;
    };
    let (behind, crosses) = match behind.strip_prefix('*') {
        Some(behind) => (behind, true),
        None => (behind, false),
    };
    let ends = rest.char_indices().map(|(at, c)| (at, Some(c)));
    for (at, next) in ends.chain([(rest.len(), None)]) {
        if rest.get(at..).is_some_and(|rest| whole(rest, behind)) {
            return true;
        }
        if !crosses && next == Some('/') {
            return false;
        }
    }
    false
}
