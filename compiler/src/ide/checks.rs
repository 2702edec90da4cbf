//! What the files of a project's checks say about themselves.
//!
//! A check tells how it is called in the comment at its beginning: `// call total MAX: the number is at most MAX.`, or as
//! JSDoc with `@param MAX what it is`.

use std::collections::BTreeMap;

use crate::project::{CHECKS_FOLDER, CheckFolder, Entry, check_name};

/// What is known of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CheckDoc {
    /// The file from the project's root; none for the built-in ones.
    pub(super) file: Option<String>,
    pub(super) parameters: Vec<CheckParameter>,
    /// What it does, as Markdown.
    pub(super) does: String,
}

/// An argument of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CheckParameter {
    /// As the comment has it: `MAX`, `[LABEL]`.
    pub(super) name: String,
    pub(super) docs: String,
}

impl CheckParameter {
    /// Whether it may be left out.
    pub(super) fn is_optional(&self) -> bool {
        self.name.starts_with('[')
    }
}

impl CheckDoc {
    /// `total MAX`
    pub(super) fn label(&self, name: &str) -> String {
        let parameters = self.parameters.iter().map(|parameter| parameter.name.as_str());
        std::iter::once(name)
            .chain(parameters)
            .collect::<Vec<_>>()
            .join(" ")
    }
}

/// Every check that a project can call, by name: the built-in ones too.
pub(super) fn documented(folder: &CheckFolder) -> BTreeMap<String, CheckDoc> {
    let mut checks: BTreeMap<String, CheckDoc> = built_in().into_iter().collect();
    for (file, entry) in &folder.files {
        let Some(name) = check_name(file) else { continue };
        let text = match entry {
            Entry::File(bytes) => String::from_utf8_lossy(bytes),
            Entry::Link | Entry::Unreadable(_) => "".into(),
        };
        let doc = CheckDoc {
            file: Some(format!("{CHECKS_FOLDER}/{file}")),
            ..read(name, &text)
        };
        checks.entry(name.to_owned()).or_insert(doc);
    }
    checks
}

fn built_in() -> [(String, CheckDoc); 2] {
    let parameter = |name: &str, docs: &str| CheckParameter {
        name: name.to_owned(),
        docs: docs.to_owned(),
    };
    let doc = |parameters: Vec<CheckParameter>, does: &str| CheckDoc {
        file: None,
        parameters,
        does: does.to_owned(),
    };
    [
        (
            "session-check".to_owned(),
            doc(
                vec![parameter(
                    "[HANDLE]",
                    "the account; without it, that of the profile",
                )],
                "Passes when the page shows the account that the profile is signed in as. A script on a profile with an \
                 account must begin with it.",
            ),
        ),
        (
            "balance-at-least".to_owned(),
            doc(
                vec![
                    parameter("AMOUNT", "the least balance"),
                    parameter(
                        "[LABEL]",
                        "the words beside the number; `balance` when not written",
                    ),
                ],
                "Reads the number beside LABEL. Below AMOUNT it fails as `pre-state`: what the test needs beforehand is not \
                 so.",
            ),
        ),
    ]
}

/// No comment is longer, in lines.
const MAX_LINES: usize = 60;

/// What the comment at the beginning of a check says.
fn read(name: &str, text: &str) -> CheckDoc {
    let comment = comment(text);
    let mut doc = CheckDoc {
        file: None,
        parameters: Vec::new(),
        does: String::new(),
    };
    let mut does: Vec<&str> = Vec::new();
    for line in &comment {
        if let Some(parameter) = line.strip_prefix("@param") {
            doc.parameters.extend(parameter_of(parameter));
        } else if let Some(call) = call_of(name, line) {
            let (names, said) = call.split_once(':').unwrap_or((call, ""));
            doc.parameters = names.split_whitespace().map(named).collect();
            does.push(said.trim());
        } else if !line.starts_with('@') {
            does.push(line);
        }
    }
    doc.does = does.join("\n").trim().to_owned();
    doc
}

/// What follows `call NAME` at the beginning of a line.
fn call_of<'l>(name: &str, line: &'l str) -> Option<&'l str> {
    let rest = line.strip_prefix("call ")?.trim_start().strip_prefix(name)?;
    (rest.is_empty() || rest.starts_with([' ', ':'])).then_some(rest)
}

/// `{type} NAME - words`
fn parameter_of(line: &str) -> Option<CheckParameter> {
    let line = line.trim();
    let line = match line.strip_prefix('{').and_then(|line| line.split_once('}')) {
        Some((_, rest)) => rest.trim(),
        None => line,
    };
    let (name, docs) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let docs = docs.trim().trim_start_matches(['-', ':']).trim();
    (!name.is_empty()).then(|| CheckParameter {
        name: name.to_owned(),
        docs: docs.to_owned(),
    })
}

fn named(name: &str) -> CheckParameter {
    CheckParameter {
        name: name.to_owned(),
        docs: String::new(),
    }
}

/// The lines of the comment that a text begins with, without their marks.
fn comment(text: &str) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut in_block = false;
    for line in text.lines().take(MAX_LINES) {
        let line = line.trim();
        let opens = !in_block && line.starts_with("/*");
        let content = match (opens || in_block, line.strip_prefix("//")) {
            (true, _) => {
                let (content, ends) = line
                    .split_once("*/")
                    .map_or((line, false), |(content, _)| (content, true));
                in_block = !ends;
                content.trim_start_matches(['/', '*'])
            }
            (false, Some(rest)) => rest.trim_start_matches('/'),
            (false, None) if line.is_empty() && lines.is_empty() => continue,
            (false, None) => break,
        };
        lines.push(content.trim());
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::{comment, read};

    fn labels(text: &str) -> (String, String) {
        let doc = read("total", text);
        (doc.label("total"), doc.does)
    }

    #[test]
    fn a_check_says_how_it_is_called() {
        let (label, does) =
            labels("// call total MAX [LABEL]: at most MAX.\n// More.\n\nimport x;\n// not this");
        assert_eq!(label, "total MAX [LABEL]");
        assert_eq!(does, "at most MAX.\nMore.");
        let (label, does) =
            labels("/**\n * The total is low.\n * @param {string} MAX - how low\n */\nexport");
        assert_eq!(
            (label.as_str(), does.as_str()),
            ("total MAX", "The total is low.")
        );
        assert_eq!(labels("import x;").0, "total");
    }

    #[test]
    fn comments_end_where_code_begins() {
        assert_eq!(comment("/* a */\nb"), ["a"]);
        assert_eq!(comment("\n// a\nb\n// c"), ["a"]);
    }
}
