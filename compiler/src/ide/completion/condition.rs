//! What `verify`, `verifyNot`, `wait` and `switchTab` can look at, by what is written of it already.

use super::Place;
use super::argument::{has_target, of_word, targets};
use super::entry::order;
use crate::ide::answer::{Completion, CompletionKind};
use crate::ide::words::{self, Word};

/// The keys that say what is checked; one of them, with what belongs to it, is a check.
const KINDS: [&str; 8] = [
    "text-i", "text~i", "value", "count", "attr", "number", "url~", "title",
];
const STATES: [&str; 3] = ["enabled", "disabled", "checked"];

/// What can follow in a `verify`, and whether it is whole without that.
pub(super) fn verify(place: &Place<'_>, before: &[&str]) -> (Vec<Completion>, bool) {
    if before.contains(&"download") {
        return download(place);
    }
    if place.has_key("attr") && !place.has_key("equals") && !place.has_key("contains") {
        return (keys(place, &["equals", "contains"], 'a'), false);
    }
    if place.has_key("number") {
        let missing: Vec<&str> = ["from", "equals"]
            .into_iter()
            .filter(|key| !place.has_key(key))
            .collect();
        let is_whole = missing.is_empty();
        return (keys(place, &missing, 'a'), is_whole);
    }
    let kind = KINDS.into_iter().find(|kind| place.has_key(kind));
    let has_state = before.iter().any(|word| STATES.contains(word));
    let has_target = has_target(place);
    let entries = match (kind, has_target) {
        (Some("url~" | "title"), _) => Vec::new(),
        _ if has_state => Vec::new(),
        (Some("text-i" | "text~i"), _) => without(targets(place), &["text:", "text~:"]),
        (Some(_), _) => targets(place),
        (None, true) => {
            let mut entries = words_of(place, &STATES, 'a');
            entries.extend(keys(
                place,
                &["text-i", "text~i", "value", "count", "attr", "number"],
                'b',
            ));
            entries.extend(targets(place));
            entries
        }
        (None, false) => {
            let mut entries = targets(place);
            entries.extend(keys(place, &["text-i", "text~i", "title", "url~"], 'd'));
            entries.extend(words_of(place, &["download"], 'e'));
            entries
        }
    };
    (entries, has_target || kind.is_some())
}

fn download(place: &Place<'_>) -> (Vec<Completion>, bool) {
    let has_name = place.has_key("name") || place.has_key("name~");
    let mut missing = if has_name {
        Vec::new()
    } else {
        vec!["name", "name~"]
    };
    if !place.has_key("size-min") {
        missing.push("size-min");
    }
    (keys(place, &missing, 'a'), has_name)
}

/// What can follow in a `wait`, and whether it is whole without that.
pub(super) fn wait(place: &Place<'_>, before: &[&str]) -> (Vec<Completion>, bool) {
    let is_whole = place.has_key("url~")
        || before
            .iter()
            .any(|word| ["network-idle", "gone", "text-changes"].contains(word));
    if is_whole {
        return (Vec::new(), true);
    }
    match has_target(place) {
        true => {
            let mut entries = words_of(place, &["gone", "text-changes"], 'a');
            entries.extend(targets(place));
            (entries, true)
        }
        false => {
            let mut entries = targets(place);
            entries.extend(keys(place, &["url~"], 'd'));
            entries.extend(words_of(place, &["network-idle"], 'e'));
            (entries, false)
        }
    }
}

/// Where `switchTab` can go.
pub(super) fn tabs(place: &Place<'_>) -> Vec<Completion> {
    let mut entries = keys(place, &["url~"], 'a');
    entries.extend(words_of(place, &["new"], 'b'));
    entries
}

fn keys(place: &Place<'_>, wanted: &[&str], group: char) -> Vec<Completion> {
    let known = wanted.iter().filter_map(|key| words::check_key(key));
    let is_change = place.has_key("number");
    let entry = |(at, key): (usize, &Word)| {
        let label = format!("{}:", key.word);
        let sort = order(group, at);
        let entry = of_word(key, label.clone(), CompletionKind::Key, place.replace(), sort);
        match key.word {
            "equals" if is_change => entry.snippet("equals:${1:-1}"),
            "from" => entry.text(label).again(),
            _ => entry,
        }
    };
    known.enumerate().map(entry).collect()
}

fn words_of(place: &Place<'_>, wanted: &[&str], group: char) -> Vec<Completion> {
    let known = words::STATES.iter().filter(|state| wanted.contains(&state.word));
    let entry = |(at, state): (usize, &Word)| {
        of_word(
            state,
            state.word.to_owned(),
            CompletionKind::Word,
            place.replace(),
            order(group, at),
        )
    };
    known.enumerate().map(entry).collect()
}

fn without(mut entries: Vec<Completion>, labels: &[&str]) -> Vec<Completion> {
    entries.retain(|entry| !labels.contains(&entry.label.as_str()));
    entries
}
