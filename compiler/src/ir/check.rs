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
    /// A path into it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
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
    /// All other fields of the check, for kinds that have their own.
    Fields(Value),
    /// At least one of these checks.
    AnyOf(Vec<Check>),
}
