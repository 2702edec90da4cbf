//! Targets: what they mean, and what to know before relying on them.

use super::Place;
use crate::ide::tame::tame;
use crate::ide::words;
use crate::parser::unquoted;
use crate::source::Span;
use crate::syntax::ast::{Condition, Form, Key, Target, TargetKey, TextMatch};

/// A key of a target: how it is compared, and what to know.
pub(super) fn key(place: &Place<'_>, key: Key, span: Span) -> String {
    let known = words::key(key);
    let mut parts = vec![format!("`{}:` {}", key.as_str(), known.finds)];
    match exact(place, key) {
        Some(exactly) => parts.push(exactly.to_owned()),
        None => {
            parts.push(format!("Compared: {}.", known.compared));
            parts.push(known.caveat.to_owned());
        }
    }
    parts.extend(meaning(place, span));
    parts.join("\n\n")
}

/// The value of a key: what the target means as a whole.
pub(super) fn value(place: &Place<'_>, span: Span) -> Option<String> {
    let (key, _) = place
        .line
        .keys()
        .find(|(_, item)| item.span().touches(span.end))?;
    let key = Key::parse(key.rsplit(':').next().unwrap_or(key))?;
    let known = words::key(key);
    let mut parts: Vec<String> = match exact(place, key) {
        Some(exactly) => vec![exactly.to_owned()],
        None => meaning(place, span)
            .into_iter()
            .chain([known.caveat.to_owned()])
            .collect(),
    };
    parts.extend(seen(place));
    Some(parts.join("\n\n"))
}

/// A role, and what the target means as a whole.
pub(super) fn role(place: &Place<'_>, span: Span) -> Option<String> {
    let written = unquoted(place.slice(span));
    let does = words::role(written).map(|role| format!("`role:{written}` {}", role.does));
    let parts: Vec<String> = does.into_iter().chain(meaning(place, span)).collect();
    (!parts.is_empty()).then(|| parts.join("\n\n"))
}

/// What is different about `text:` where it is a check.
fn exact(place: &Place<'_>, key: Key) -> Option<&'static str> {
    let (Form::Verify(condition) | Form::VerifyNot(condition)) = &place.command()?.form else {
        return None;
    };
    match condition {
        Condition::Text(TextMatch::Exact, _) if key == Key::Text => Some(
            "Something visible has exactly this text: the whole of it, white space collapsed, case counts. `text-i:` ignores \
             case, `text~i:` looks for a part.",
        ),
        Condition::TargetText(_, TextMatch::Exact, _) if key == Key::Text => Some(
            "The element's text is exactly this: the whole of it, white space collapsed, case counts. `text-i:` ignores case, \
             `text~i:` looks for a part.",
        ),
        _ => None,
    }
}

/// The sentence for the target that holds a place.
fn meaning(place: &Place<'_>, span: Span) -> Option<String> {
    let mut targets = place.command()?.form.targets();
    let holds = |written: Span| written.start <= span.start && span.end <= written.end;
    let target = targets.find(|target| holds(target.span.behind(place.tree.start)))?;
    Some(sentence(target))
}

/// `Means the one visible element with role button and name "Send".`
fn sentence(target: &Target) -> String {
    let index = target.keys.iter().find(|key| key.key.value == Key::Index);
    let parts = target.keys.iter().filter(|key| key.key.value != Key::Index);
    let parts: Vec<String> = parts.map(part).collect();
    let which = index.map_or_else(
        || "the one visible element".to_owned(),
        |index| format!("number {} of the visible elements", index.value.value),
    );
    format!("Means {which} with {}.", parts.join(" and "))
}

fn part(key: &TargetKey) -> String {
    let value = &key.value.value;
    match key.key.value {
        Key::Text => format!("the text \"{value}\" (case ignored)"),
        Key::TextContains => format!("a text that contains \"{value}\" (case ignored)"),
        Key::Role => format!("the role {value}"),
        Key::Name => format!("the accessible name \"{value}\" (case ignored)"),
        Key::Label => format!("the label \"{value}\" (case ignored)"),
        Key::Placeholder => format!("the placeholder \"{value}\" (case ignored)"),
        Key::TestId => format!("the `data-testid` \"{value}\""),
        Key::Css => format!("the selector `{value}`"),
        Key::XPath => format!("the XPath `{value}`"),
        Key::Index => String::new(),
    }
}

/// What the target meant when it last ran.
fn seen(place: &Place<'_>) -> Option<String> {
    let seen = place.ran()?.resolved.as_ref()?;
    let role = tame(seen.role.as_deref().unwrap_or("element"));
    let named = seen.name.as_deref().or(seen.text.as_deref()).map(tame);
    Some(match named.filter(|name| !name.trim().is_empty()) {
        Some(name) => format!("In the last run: {role} \"{}\".", name.trim()),
        None => format!("In the last run: {role}."),
    })
}
