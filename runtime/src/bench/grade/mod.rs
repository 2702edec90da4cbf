//! What a server says about an answer: pure functions of the answer, the seed, and what the server itself saw.
//!
//! A driver also sends what it and the page observed. Nothing of that is looked at here: a claim never replaces
//! what the server knows.

mod answers;
mod inventory;
mod reported;
mod text;

#[cfg(test)]
mod tests;

pub use answers::Answers;
pub use inventory::{expected_count, inventory};
pub use reported::{reported, with_reported};

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What is handed in for one attempt.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Submission {
    /// The run.
    pub run_id: String,
    /// The task, which is looked up in the registry of answers.
    pub task_id: String,
    /// The attempt, from 1.
    pub attempt: u32,
    /// The engine's name.
    pub engine: String,
    /// The seed of the attempt.
    pub seed: String,
    /// The name under which the server kept what it saw of the attempt.
    pub session: String,
    /// What the driver read from the page; `None` when it read nothing.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "text::some")]
    pub answer: Option<Value>,
    /// What driver and page say that they saw. Kept as evidence, never as proof.
    pub observations: Value,
}

impl Submission {
    /// The answer as text: nothing is the empty text, and what is not text is written as the format's first
    /// implementation writes it (`None`, `True`, numbers).
    pub fn answer_text(&self) -> String {
        self.answer.as_ref().map(text::form).unwrap_or_default()
    }
}
