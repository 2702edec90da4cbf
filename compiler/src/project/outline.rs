//! The parts of a configuration and where they stand, for editors.

use crate::json::{self, Member, Value};
use crate::source::Span;

/// `"name": …` in an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutlineMember {
    /// The key.
    pub name: String,
    /// The bytes of the key between its quotes.
    pub name_span: Span,
    /// From the key to the end of the value.
    pub span: Span,
    /// The members of the value, when it is an object.
    pub children: Vec<OutlineMember>,
}

/// Objects lie no deeper in a configuration.
const DEPTH: usize = 4;

/// The members of a configuration; none when it is no JSON object.
pub fn outline(text: &str) -> Vec<OutlineMember> {
    // An editor's byte order mark is no part of JSON; blanks in its place keep every span right.
    let blanked = text.strip_prefix('\u{feff}').map(|rest| format!("   {rest}"));
    match json::parse(blanked.as_deref().unwrap_or(text)) {
        Ok(root) => members(root.value, DEPTH),
        Err(_) => Vec::new(),
    }
}

fn members(value: Value<'_>, depth: usize) -> Vec<OutlineMember> {
    match (value, depth.checked_sub(1)) {
        (Value::Object(members), Some(depth)) => {
            members.into_iter().map(|found| member(found, depth)).collect()
        }
        _ => Vec::new(),
    }
}

fn member(member: Member<'_>, depth: usize) -> OutlineMember {
    let (key, value) = (member.key_span, member.value.span);
    OutlineMember {
        name: member.key.into_owned(),
        name_span: match key.len() {
            0 | 1 => key,
            _ => Span::new(key.start + 1, key.end - 1),
        },
        span: key.join(value),
        children: members(member.value.value, depth),
    }
}

#[cfg(test)]
mod tests {
    use super::outline;

    #[test]
    fn names_stand_between_quotes() {
        let text = "\u{feff}{ \"profiles\": { \"anna\": { \"account\": \"@a\" } }, \"timeout\": \"5s\" }";
        let members = outline(text);
        let names: Vec<&str> = members
            .iter()
            .map(|member| &text[member.name_span.start..member.name_span.end])
            .collect();
        assert_eq!(names, ["profiles", "timeout"]);
        let anna = &members[0].children[0];
        assert_eq!(
            &text[anna.span.start..anna.span.end],
            "\"anna\": { \"account\": \"@a\" }"
        );
        assert_eq!(outline("{"), []);
    }
}
