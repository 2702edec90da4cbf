//! What is graded after a task ran.

use serde::Serialize;
use serde_json::Value;

/// Who decides whether a task passed.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "by")]
pub enum Grader {
    /// Assertions on what the steps saved. No checks is a failure.
    Inline {
        /// All must pass.
        checks: Vec<Check>,
    },
    /// The fixture server, from the answer and from what it saw itself.
    Server {
        /// Where the answer is sent.
        endpoint: Endpoint,
        /// Assertions that the driver makes besides.
        checks: Vec<Check>,
    },
}

/// An endpoint of the fixture server.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct Endpoint(pub String);

/// What the server compares an answer with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "mode", content = "expected")]
pub enum ExpectedAnswer {
    /// The whole answer.
    Equals(String),
    /// A part of it.
    Contains(String),
    /// Parts of it, each.
    ContainsAll(Vec<String>),
}

/// One assertion.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Check {
    /// The kind as written, `array_length` and so on; kinds are an open set shared with driver programs.
    pub kind: String,
    /// The row's name in the grading.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The saved value that is looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// A path into it, or the path of a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The protocol method or event that is meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// The step whose outcome is meant, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<u64>,
    /// What it is compared with.
    pub comparison: Comparison,
}

/// The right-hand side of a check.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Comparison {
    /// The kind says it all.
    None,
    /// With this value.
    Expected(Value),
    /// Between these, inclusive.
    Range {
        /// At least.
        min: Option<u64>,
        /// At most.
        max: Option<u64>,
    },
    /// Exactly one element matches, and a list inside it holds a value.
    Member {
        /// What picks the element: a subset of its fields.
        matching: Value,
        /// The way from the element to the list.
        path: String,
        /// What the list must hold.
        expected: Value,
    },
    /// All fields of the check that are said nowhere else, for kinds that have their own.
    Fields(Value),
    /// At least one of these checks.
    AnyOf(Vec<Check>),
}
