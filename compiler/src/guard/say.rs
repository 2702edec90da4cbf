//! IR in the words of a script, for people and for names of captured values.

use super::assertion::Assertion;
use super::rule::Rule;
use crate::ir::{AttrOp, Condition, Millis, Piece, Polarity, State, Target, Text, TextMatch, Within};

/// A string as a script writes it.
pub(super) fn quoted(text: &str) -> String {
    let escaped = text
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n");
    format!("\"{escaped}\"")
}

/// `1 verify`, `3 verifies`.
pub fn verifies(count: usize) -> String {
    match count {
        1 => "1 verify".to_owned(),
        _ => format!("{count} verifies"),
    }
}

/// The text with `${…}` around its holes, in quotes.
pub(super) fn text(text: &Text) -> String {
    quoted(&open_text(text))
}

fn open_text(text: &Text) -> String {
    text.pieces()
        .iter()
        .map(|piece| match piece {
            Piece::Literal(literal) => literal.to_string(),
            Piece::Variable(name) => format!("${{{name}}}"),
        })
        .collect()
}

/// The whole command. The time is shown when the finding is about it.
pub(super) fn assertion(assertion: &Assertion, rule: Rule) -> String {
    let mut said = format!("{} {}", verb(assertion.polarity), condition(&assertion.condition));
    if let Some(within) = &assertion.within {
        said.push_str(&format!(" within:{}", self::within(within)));
    }
    if let Some(profile) = &assertion.profile {
        said.push_str(&format!(" on:{profile}"));
    }
    if rule.is_about_time() {
        said.push_str(&format!(" timeout:{}", duration(assertion.time)));
    }
    said
}

fn verb(polarity: Polarity) -> &'static str {
    match polarity {
        Polarity::Verify => "verify",
        Polarity::VerifyNot => "verifyNot",
        Polarity::Wait => "wait",
    }
}

/// `10s`, `1500ms`, `2m`.
pub fn duration(Millis(ms): Millis) -> String {
    match ms {
        ms if ms > 0 && ms % 60_000 == 0 => format!("{}m", ms / 60_000),
        ms if ms % 1000 == 0 => format!("{}s", ms / 1000),
        ms => format!("{ms}ms"),
    }
}

fn condition(condition: &Condition) -> String {
    let parts = [subject(condition), expectation(condition)];
    let said: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    said.join(" ")
}

/// The element that is looked at; empty when the condition is about the page or a file.
pub(super) fn subject(condition: &Condition) -> String {
    match condition {
        Condition::Exists { target }
        | Condition::TargetText { target, .. }
        | Condition::Value { target, .. }
        | Condition::State { target, .. }
        | Condition::Count { target, .. }
        | Condition::NumberChange { target, .. }
        | Condition::Attr { target, .. }
        | Condition::Gone { target }
        | Condition::TextChanges { target } => self::target(target),
        Condition::Text { .. }
        | Condition::Url { .. }
        | Condition::Title { .. }
        | Condition::Download { .. }
        | Condition::NetworkIdle => String::new(),
    }
}

/// What is expected; empty when being there is all.
pub(super) fn expectation(condition: &Condition) -> String {
    match condition {
        Condition::Exists { .. } => String::new(),
        Condition::Text { value, mode } | Condition::TargetText { value, mode, .. } => {
            format!("{}:{}", text_key(*mode), text(value))
        }
        Condition::Value { value, .. } => format!("value:{}", text(value)),
        Condition::State { state, .. } => state_word(*state).to_owned(),
        Condition::Count { count, .. } => format!("count:{count}"),
        Condition::Url { contains } => format!("url~:{}", text(contains)),
        Condition::Title { value } => format!("title:{}", text(value)),
        Condition::NumberChange { from, equals, .. } => {
            format!("number:changed-by from:{from} equals:{equals}")
        }
        Condition::Attr { attr, op, value, .. } => format!("attr:{attr} {}:{}", attr_key(*op), text(value)),
        Condition::Download {
            name,
            contains,
            size_min,
        } => {
            let key = if *contains { "name~" } else { "name" };
            format!("download {key}:{} size-min:{size_min}", text(name))
        }
        Condition::Gone { .. } => "gone".to_owned(),
        Condition::TextChanges { .. } => "text-changes".to_owned(),
        Condition::NetworkIdle => "network-idle".to_owned(),
    }
}

fn text_key(mode: TextMatch) -> &'static str {
    match mode {
        TextMatch::Exact => "text",
        TextMatch::IgnoreCase => "text-i",
        TextMatch::ContainsIgnoreCase => "text~i",
    }
}

fn attr_key(op: AttrOp) -> &'static str {
    match op {
        AttrOp::Equals => "equals",
        AttrOp::Contains => "contains",
    }
}

fn state_word(state: State) -> &'static str {
    match state {
        State::Enabled => "enabled",
        State::Disabled => "disabled",
        State::Checked => "checked",
    }
}

/// The keys of a target, in one order.
pub(super) fn target(target: &Target) -> String {
    let keys = [
        ("role", &target.role),
        ("name", &target.name),
        ("text", &target.text),
        ("text~", &target.text_contains),
        ("label", &target.label),
        ("placeholder", &target.placeholder),
        ("testid", &target.testid),
        ("css", &target.css),
        ("xpath", &target.xpath),
    ];
    let mut said: Vec<String> = keys
        .into_iter()
        .filter_map(|(key, value)| {
            value
                .as_ref()
                .map(|value| format!("{key}:{}", key_value(key, value)))
        })
        .collect();
    said.extend(target.index.map(|index| format!("index:{index}")));
    said.join(" ")
}

fn key_value(key: &str, value: &Text) -> String {
    match value.as_literal() {
        Some(word) if key == "role" && is_bare(word) => word.to_owned(),
        _ => text(value),
    }
}

fn is_bare(word: &str) -> bool {
    !word.is_empty()
        && word
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/'))
}

/// What stands behind `within:`.
pub(super) fn within(within: &Within) -> String {
    match within {
        Within::Text(value) => text(value),
        Within::Target(target) => quoted(&self::target(target)),
    }
}
