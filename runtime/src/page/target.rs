//! An element as a command wants it, and how a script writes it.

use std::fmt;

use super::agent::{self, Query, Want};

/// An element description without holes.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Wanted {
    pub(crate) keys: agent::Target,
    /// Which of several, from 1.
    pub(crate) index: Option<u32>,
    pub(crate) within: Option<agent::Within>,
}

impl Wanted {
    /// Whether nothing is said but `index:`, as in `verify text:"Row" index:2`.
    pub(crate) fn is_only_an_index(&self) -> bool {
        self.keys == agent::Target::default()
    }

    /// The question for it.
    pub(crate) fn query(&self, want: Vec<Want>) -> Query {
        // An index is counted over all frames, so as many matches must be told of.
        let limit = self.index.filter(|index| *index > 20);
        Query {
            target: Some(self.keys.clone()),
            within: self.within.clone(),
            want,
            limit,
            ..Query::default()
        }
    }
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_keys(f, &self.keys)?;
        self.index.map_or(Ok(()), |index| write!(f, " index:{index}"))?;
        self.within
            .as_ref()
            .map_or(Ok(()), |within| write!(f, " {}", written_within(within)))
    }
}

/// The keys as a script writes them: `role:button name:"Send"`.
pub(crate) fn written(keys: &agent::Target) -> String {
    struct Keys<'a>(&'a agent::Target);
    impl fmt::Display for Keys<'_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write_keys(f, self.0)
        }
    }
    Keys(keys).to_string()
}

fn write_keys(f: &mut fmt::Formatter<'_>, keys: &agent::Target) -> fmt::Result {
    let all = [
        ("role", &keys.role),
        ("name", &keys.name),
        ("text", &keys.text),
        ("text~", &keys.text_contains),
        ("label", &keys.label),
        ("placeholder", &keys.placeholder),
        ("testid", &keys.testid),
        ("css", &keys.css),
        ("xpath", &keys.xpath),
    ];
    let mut space = "";
    for (key, value) in all {
        let Some(value) = value else { continue };
        write!(f, "{space}{key}:")?;
        match key == "role" && is_bare(value) {
            true => f.write_str(value)?,
            false => f.write_str(&quoted(value))?,
        }
        space = " ";
    }
    Ok(())
}

fn is_bare(value: &str) -> bool {
    !value.is_empty()
        && value
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "-_./".contains(c))
}

/// A string as a script writes it.
pub(crate) fn quoted(text: &str) -> String {
    let escaped = text
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n");
    format!("\"{escaped}\"")
}

/// The box of `within:` as a script writes it.
pub(crate) fn written_within(within: &agent::Within) -> String {
    match within {
        agent::Within::Text(text) => format!("within:{}", quoted(text)),
        agent::Within::Target(keys) => format!("within:{}", written(keys)),
    }
}
