//! What steps leave behind: a text each, under the names that the task gives them.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::page::Evaluated;

/// The steps so far.
#[derive(Debug, Default)]
pub(super) struct Record {
    /// Texts by the name under which a step saved them.
    pub(super) saved: BTreeMap<String, String>,
    /// What came of every step, in order; a failure in a sentence.
    pub(super) outcomes: Vec<Result<(), String>>,
}

impl Record {
    /// Notes a step.
    pub(super) fn add(&mut self, alias: Option<&str>, outcome: Result<String, String>) {
        if let Some(name) = alias {
            let text = match &outcome {
                Ok(value) => value.clone(),
                Err(error) => format!("ERROR: {error}"),
            };
            self.saved.insert(name.to_owned(), text);
        }
        self.outcomes.push(outcome.map(drop));
    }
}

/// A value as script turns it into text, objects and lists as JSON.
pub(super) fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// The same for what an evaluation gave.
pub(super) fn evaluated(value: Evaluated) -> Result<String, String> {
    match value {
        Evaluated::Value(value) => Ok(text(&value)),
        // Script writes negative nought and large integers without what tells them apart.
        Evaluated::Other(written) => Ok(match written.as_str() {
            "-0" => "0".to_owned(),
            big if big.len() > 1 && big.ends_with('n') && big[..big.len() - 1].parse::<i128>().is_ok() => {
                big[..big.len() - 1].to_owned()
            }
            other => other.to_owned(),
        }),
        Evaluated::Threw(error) => Err(error),
        Evaluated::Moved => Err("the page went elsewhere meanwhile".into()),
    }
}
