//! The registry of expected answers: `expected_answers.json`, then every `expected_answers.fragment.json`.

use std::collections::HashMap;
use std::path::Path;

use aite_compiler::ir::ExpectedAnswer;
use serde_json::{Map, Value};

use super::text::form;
use crate::bench::layers::{self, LayerError};
use crate::bench::outcome::{CheckRow, Class, Failure, Grade};

/// How much of a wrong answer is quoted.
const QUOTED: usize = 400;

/// What a data set's tasks have to answer.
#[derive(Debug, Clone, Default)]
pub struct Answers(HashMap<String, Expected>);

/// What one task has to answer.
#[derive(Debug, Clone, PartialEq)]
enum Expected {
    Equals(String),
    Contains(String),
    ContainsAll(Vec<String>),
    /// A mode that nobody knows, or nothing to compare with.
    Unusable(String),
}

impl Answers {
    /// Reads the registry of a folder of fixtures. Fragments are read in the order of their paths, and a later
    /// entry replaces an earlier one.
    ///
    /// # Errors
    /// When a file cannot be read or holds no JSON object.
    pub fn load(fixtures: &Path) -> Result<Self, LayerError> {
        let entries = layers::merged(fixtures, "expected_answers")?;
        Ok(Self::new(&entries))
    }

    /// The registry of these entries: task id to `{mode, expected}`. Anything else is a comment.
    pub fn new(entries: &Map<String, Value>) -> Self {
        let usable = entries.iter().filter_map(|(task, entry)| {
            let entry = entry.as_object()?;
            Some((task.clone(), Expected::read(entry)))
        });
        Self(usable.collect())
    }

    /// Adds what a scenario expects of one of its tasks; an entry of a registry stays.
    pub fn add(&mut self, task: &str, expected: &ExpectedAnswer) {
        let expected = match expected.clone() {
            ExpectedAnswer::Equals(text) => Expected::Equals(text),
            ExpectedAnswer::Contains(text) => Expected::Contains(text),
            ExpectedAnswer::ContainsAll(parts) => Expected::ContainsAll(parts),
        };
        self.0.entry(task.to_owned()).or_insert(expected);
    }

    /// How many tasks have an entry.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether no task has one.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a task has an entry.
    pub fn knows(&self, task: &str) -> bool {
        self.0.contains_key(task)
    }

    /// Judges an answer. A task without a usable entry is a mistake of the data set, never of the engine.
    pub fn grade(&self, task: &str, answer: &str) -> Grade {
        match self.0.get(task) {
            None => broken(format!("there is no expected answer for the task {task:?}")),
            Some(Expected::Unusable(reason)) => broken(format!("the expected answer of {task:?} {reason}")),
            Some(expected) => {
                let detail = "answer did not match server-side expectation";
                Grade::of(vec![expected.judge(answer)], || {
                    Failure::new(Class::CdpSemantic, detail)
                })
            }
        }
    }
}

impl Expected {
    fn read(entry: &Map<String, Value>) -> Self {
        let Some(expected) = entry.get("expected") else {
            return Self::Unusable("has no member \"expected\"".to_owned());
        };
        match entry
            .get("mode")
            .map_or("equals", |mode| mode.as_str().unwrap_or_default())
        {
            "equals" => Self::Equals(form(expected)),
            "contains" => Self::Contains(form(expected)),
            "contains_all" => Self::ContainsAll(match expected {
                Value::Array(parts) => parts.iter().map(form).collect(),
                one => vec![form(one)],
            }),
            mode => Self::Unusable(format!(
                "has the mode {mode:?}; the modes are equals, contains and contains_all"
            )),
        }
    }

    fn judge(&self, answer: &str) -> CheckRow {
        let got = quoted(answer);
        match self {
            Self::Equals(expected) => {
                let evidence = format!("expected {expected:?}, got {got}");
                CheckRow::new("answer_equals_expected", answer == expected, evidence.into())
            }
            Self::Contains(expected) => {
                let evidence = format!("expected to contain {expected:?}, got {got}");
                CheckRow::new(
                    "answer_contains",
                    answer.contains(expected.as_str()),
                    evidence.into(),
                )
            }
            Self::ContainsAll(parts) => {
                let missing: Vec<_> = parts
                    .iter()
                    .filter(|part| !answer.contains(part.as_str()))
                    .collect();
                let evidence = format!("missing {missing:?}, got {got}");
                CheckRow::new("answer_contains_all", missing.is_empty(), evidence.into())
            }
            Self::Unusable(reason) => {
                CheckRow::new("expected_answer_registered", false, reason.clone().into())
            }
        }
    }
}

fn broken(detail: String) -> Grade {
    let row = CheckRow::new("expected_answer_registered", false, detail.clone().into());
    Grade::of(vec![row], || Failure::new(Class::Infra, detail))
}

fn quoted(answer: &str) -> String {
    let mut kept: String = answer.chars().take(QUOTED).collect();
    if kept.len() < answer.len() {
        kept.push('…');
    }
    format!("{kept:?}")
}
