//! The expected answers of tasks that the fixture server grades.

use std::collections::BTreeMap;

use super::document;
use super::reader::{Fields, Reader, strings};
use super::task::shown;
use crate::diagnostic::{Code, Diagnostic};
use crate::ir::ExpectedAnswer;
use crate::json::{Json, Value};
use crate::source::Span;

/// The endpoint of graders that compare an answer with the registry.
pub const EXPECTED_ANSWER: &str = "/__grade__/expected_answer";

/// What the answers of tasks are compared with, by the id of the task.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Answers {
    entries: BTreeMap<String, Answer>,
}

/// An entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// What is expected.
    pub expected: ExpectedAnswer,
    /// Where the entry stands in its file.
    pub span: Span,
}

impl Answers {
    /// The entry of a task.
    pub fn get(&self, task: &str) -> Option<&Answer> {
        self.entries.get(task)
    }

    /// Every entry, by id.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Answer)> {
        self.entries.iter().map(|(task, answer)| (task.as_str(), answer))
    }

    /// Adds the entries of a later file, which win.
    pub fn extend(&mut self, later: Self) {
        self.entries.extend(later.entries);
    }

    /// Adds what a scenario expects of one of its tasks, unless a file says something else.
    pub fn add(&mut self, task: &str, expected: ExpectedAnswer) {
        let span = Span::default();
        self.entries
            .entry(task.to_owned())
            .or_insert(Answer { expected, span });
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

/// Whether a file of this name holds expected answers.
pub fn is_registry(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    matches!(name, "expected_answers.json" | "expected_answers.fragment.json")
}

/// Reads a registry, whole or a fragment. Entries that cannot be used are left out.
pub fn answers(text: &str) -> (Answers, Vec<Diagnostic>) {
    let (entries, problems) = document::read("a registry of expected answers", text, |reader, fields, _| {
        let entries = fields.members.iter().filter_map(|member| {
            // Notes are strings.
            let is_note = member.key.starts_with('_') && member.value.text().is_some();
            let span = member.key_span.join(member.value.span);
            let expected = (!is_note).then(|| answer(reader, &member.key, &member.value))??;
            Some((member.key.to_string(), Answer { expected, span }))
        });
        entries.collect()
    });
    let entries = entries.unwrap_or_default();
    (Answers { entries }, problems)
}

fn answer(reader: &mut Reader, task: &str, json: &Json<'_>) -> Option<ExpectedAnswer> {
    let Some(fields) = Fields::of(json) else {
        let found = json.value.kind();
        let message =
            format!("the expected answer of {task} needs an object with mode and expected, found {found}");
        reader.error(Code::T020, json.span, message);
        return None;
    };
    expected(reader, fields)
}

/// `mode` and `expected`
pub(super) fn expected(reader: &mut Reader, fields: Fields<'_, '_>) -> Option<ExpectedAnswer> {
    let mode = fields.get("mode");
    let Some(value) = fields.get("expected") else {
        reader.error(Code::T020, fields.opening, "missing required field expected");
        return None;
    };
    match mode.map_or(Some("equals"), Json::text) {
        Some("equals") => Some(ExpectedAnswer::Equals(as_text(value))),
        Some("contains") => Some(ExpectedAnswer::Contains(as_text(value))),
        Some("contains_all") => {
            let parts = strings(value).filter(|parts| !parts.is_empty());
            if parts.is_none() {
                let message = "contains_all needs a list of texts that has one";
                reader.error(Code::T020, value.span, message);
            }
            parts.map(ExpectedAnswer::ContainsAll)
        }
        _ => {
            let mode = mode.unwrap_or(value);
            let message = format!("no answer is compared by the mode {}", shown(mode));
            let problem = Diagnostic::error(Code::T020, mode.span, message);
            reader.push(problem.with_help("a mode is equals, contains or contains_all"));
            None
        }
    }
}

/// Answers are texts; what is no text is compared by how it is written.
fn as_text(json: &Json<'_>) -> String {
    match &json.value {
        Value::String(text) => text.to_string(),
        Value::Number(digits) => (*digits).to_owned(),
        Value::Bool(true) => "True".to_owned(),
        Value::Bool(false) => "False".to_owned(),
        Value::Null => "None".to_owned(),
        Value::Array(_) | Value::Object(_) => json.plain().to_string(),
    }
}
