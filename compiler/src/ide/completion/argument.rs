//! What can come next on a line.

use super::condition;
use super::entry::{order, plain};
use super::{Place, name};
use crate::ide::answer::{Completion, CompletionKind};
use crate::ide::line::Role;
use crate::ide::summary::NameRole;
use crate::ide::words::{self, Word};
use crate::parser::{HELD, Item, KEYS, MODIFIERS};
use crate::source::Span;
use crate::syntax::Verb;
use crate::syntax::ast::Key;

/// What can be written where the cursor is.
pub(super) fn entries(place: &Place<'_>) -> Vec<Completion> {
    match place.line.role {
        Role::Header(header) => of_header(place, header),
        Role::Command(verb) => of_command(place, verb),
        Role::Blank | Role::Test | Role::Step | Role::Unknown => Vec::new(),
    }
}

fn of_header(place: &Place<'_>, header: &str) -> Vec<Completion> {
    let before = place.singles_before();
    match (header, before.as_slice()) {
        ("covers", _) => name::journeys(place),
        ("start", []) => name::addresses(place),
        ("needs", []) => vec![
            plain("session", CompletionKind::Word, place.replace(), order('a', 0))
                .text("session ")
                .docs("The browser profile that the test needs.")
                .again(),
        ],
        ("needs", ["session"]) => name::profiles_to_need(place),
        ("timeout", []) => durations(place.replace()),
        _ => Vec::new(),
    }
}

fn of_command(place: &Place<'_>, verb: Verb) -> Vec<Completion> {
    if is_behind_modifier(place) {
        return modifiers(place, verb);
    }
    let before = place.singles_before();
    let has_target = has_target(place);
    let (mut entries, is_complete) = match (verb, before.as_slice()) {
        (Verb::Start | Verb::Goto, []) => (name::addresses(place), false),
        (Verb::Press, []) => (keys(place.replace()), false),
        (Verb::Sleep, []) => (durations(place.replace()), false),
        (Verb::Call, []) => (name::checks(place), false),
        (Verb::Call, [check, given @ ..]) => (name::check_arguments(place, check, given.len()), true),
        (Verb::Run, []) => (name::scripts(place), false),
        (Verb::Screenshot, []) => (vec![string(place, "name")], false),
        (Verb::Set, [_]) => (vec![string(place, "value")], false),
        (Verb::Set | Verb::Capture, []) => (name::variables_to_set(place), false),
        (Verb::SwitchTab, []) if !place.has_key("url~") => (condition::tabs(place), false),
        (Verb::Verify | Verb::VerifyNot, before) => condition::verify(place, before),
        (Verb::Wait, before) => condition::wait(place, before),
        (Verb::Capture, [_]) | (Verb::Click | Verb::DoubleClick | Verb::Check | Verb::Uncheck, []) => {
            (targets(place), has_target)
        }
        (Verb::Drag, []) => {
            let mut entries = if place.has_key("to") {
                Vec::new()
            } else {
                targets(place)
            };
            if has_target && !place.has_key("to") {
                entries.push(to(place));
            }
            (entries, place.has_key("to"))
        }
        (Verb::Type | Verb::Select, []) => {
            let mut entries = targets(place);
            if has_target {
                entries.insert(
                    0,
                    string(place, if verb == Verb::Type { "text" } else { "option" }),
                );
            }
            (entries, false)
        }
        _ => (Vec::new(), true),
    };
    if is_complete && is_last(place) {
        entries.extend(modifiers(place, verb));
    }
    entries
}

/// Whether a modifier stands before the cursor: only modifiers can follow.
fn is_behind_modifier(place: &Place<'_>) -> bool {
    let mut before = place.others().filter(|item| item.span().end <= place.offset);
    before.any(|item| is_modifier(place, item))
}

/// Whether only modifiers follow the cursor.
fn is_last(place: &Place<'_>) -> bool {
    let mut behind = place.others().filter(|item| item.span().start >= place.offset);
    behind.all(|item| is_modifier(place, item))
}

fn is_modifier(place: &Place<'_>, item: &Item) -> bool {
    matches!(item, Item::Pair(pair) if MODIFIERS.contains(&place.line.slice(pair.key_span())))
}

/// Whether the line names an element.
pub(super) fn has_target(place: &Place<'_>) -> bool {
    Key::ALL.into_iter().any(|key| place.has_key(key.as_str()))
}

/// The keys of a target that are not written yet.
pub(super) fn targets(place: &Place<'_>) -> Vec<Completion> {
    let has_target = has_target(place);
    let fitting = Key::ALL.into_iter().filter(|key| !place.has_key(key.as_str()));
    // One match is chosen among several of something.
    let fitting = fitting.filter(|key| has_target || *key != Key::Index);
    fitting
        .enumerate()
        .map(|(at, key)| of_key(place, key, place.replace(), at))
        .collect()
}

fn of_key(place: &Place<'_>, key: Key, replace: Span, at: usize) -> Completion {
    let known = words::key(key);
    let has_value = matches!(place.current_item(), Some(Item::Pair(pair)) if pair.value.is_some());
    let label = format!("{}:", key.as_str());
    let entry = plain(label.as_str(), CompletionKind::Key, replace, order('c', at))
        .detail(known.finds)
        .docs(format!("Compared: {}.\n\n{}", known.compared, known.caveat));
    match (has_value, key) {
        (true, _) => entry,
        (false, Key::Role) => entry.again(),
        (false, Key::Index) => entry.snippet(known.snippet),
        (false, _) => entry.snippet(format!("{label}\"$1\"")).again(),
    }
}

/// The keys that can follow `to:`.
pub(super) fn destination(place: &Place<'_>, replace: Span) -> Vec<Completion> {
    let fitting = Key::ALL.into_iter().filter(|key| *key != Key::Index);
    let replace = match place.line.slice(Span::new(replace.end, replace.end + 1)) {
        ":" => Span::new(replace.start, replace.end + 1),
        _ => replace,
    };
    fitting
        .enumerate()
        .map(|(at, key)| of_key(place, key, replace, at))
        .collect()
}

fn to(place: &Place<'_>) -> Completion {
    plain("to:", CompletionKind::Key, place.replace(), order('a', 0))
        .detail("the destination, as one key and value")
        .snippet("to:${1:text}:\"$2\"")
}

/// A word with a snippet of its own.
pub(super) fn of_word(
    word: &Word,
    label: String,
    kind: CompletionKind,
    replace: Span,
    sort: String,
) -> Completion {
    plain(label, kind, replace, sort)
        .docs(word.does)
        .snippet(word.snippet)
}

/// The modifiers that this command can have and does not have.
fn modifiers(place: &Place<'_>, verb: Verb) -> Vec<Completion> {
    let is_about_elements = !["url~", "title"].iter().any(|key| place.has_key(key))
        && !place
            .singles_before()
            .iter()
            .any(|word| ["download", "network-idle"].contains(word));
    let looks = matches!(verb, Verb::Verify | Verb::VerifyNot | Verb::Wait) && is_about_elements;
    let can_have = |modifier: &&Word| match modifier.word {
        "within" => looks,
        "on" => has_profiles(place),
        _ => true,
    };
    let fitting = words::MODIFIERS
        .iter()
        .filter(can_have)
        .filter(|modifier| !place.has_key(modifier.word));
    fitting
        .enumerate()
        .map(|(at, modifier)| {
            let label = format!("{}:", modifier.word);
            let entry = of_word(
                modifier,
                label.clone(),
                CompletionKind::Modifier,
                place.replace(),
                order('m', at),
            );
            match modifier.word {
                "on" | "timeout" => entry.text(label).again(),
                _ => entry,
            }
        })
        .collect()
}

/// Whether the script, or one that runs it, declares profiles.
fn has_profiles(place: &Place<'_>) -> bool {
    !name::profiles_of(place.project, place.file).is_empty()
        || place
            .file
            .names_where(|role| role == NameRole::DeclaresProfile)
            .next()
            .is_some()
}

fn string(place: &Place<'_>, what: &str) -> Completion {
    plain(
        format!("\"{what}\""),
        CompletionKind::Word,
        place.replace(),
        order('a', 0),
    )
    .snippet("\"$1\"")
    .filter("\"")
}

/// Keys of the keyboard, and what can be held.
fn keys(replace: Span) -> Vec<Completion> {
    let named = KEYS.into_iter().enumerate().map(|(at, key)| {
        plain(key, CompletionKind::KeyName, replace, order('a', at))
            .docs(words::key_name(key).unwrap_or_default())
    });
    let held = HELD.into_iter().enumerate().map(|(at, key)| {
        plain(
            format!("{key}+"),
            CompletionKind::KeyName,
            replace,
            order('b', at),
        )
        .docs(words::held(key).unwrap_or_default())
        .again()
    });
    named.chain(held).collect()
}

/// Times that people write.
pub(super) fn durations(replace: Span) -> Vec<Completion> {
    let times = ["500ms", "1s", "2s", "5s", "10s", "30s", "1m"];
    let entry = |(at, time): (usize, &str)| plain(time, CompletionKind::Number, replace, order('a', at));
    times.into_iter().enumerate().map(entry).collect()
}
