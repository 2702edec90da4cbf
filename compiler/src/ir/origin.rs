//! Where the parts of a program were written.

use std::borrow::Cow;

use serde::Serialize;

use crate::source::Span;

/// A place in a source text.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Place {
    /// The file as given or as included, from the project's root where there is one; index into [`Origins::files`].
    pub file: usize,
    /// Line, from 1.
    pub line: u32,
    /// The bytes in that file.
    pub span: Span,
    /// JSON pointer, for tasks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<Box<str>>,
}

/// Where an operation and its parts were written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OpOrigin {
    /// The whole command.
    #[serde(flatten)]
    pub place: Place,
    /// The verb as written.
    pub verb: Cow<'static, str>,
    /// The bytes of the first target, for carets under it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<Span>,
    /// The bytes of what is expected: text, value, count ….
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expectation: Option<Span>,
}

/// The side table of a program.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Origins {
    /// The files, the program's own first.
    pub files: Vec<String>,
    /// The line that names the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<Place>,
    /// `timeout` header.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout: Option<Place>,
    /// `start` header.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<Place>,
    /// `needs session` headers, as [`super::Program::sessions`].
    pub sessions: Vec<Place>,
    /// Steps of the program itself, as [`super::Program::steps`].
    pub steps: Vec<Place>,
    /// Operations by number, as [`super::Program::ops`].
    pub ops: Vec<OpOrigin>,
    /// The checks of a task's grader, in their order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub checks: Vec<Place>,
    /// The grader of a task.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grader: Option<Place>,
    /// The scenario from which a task says that it was generated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generated_from: Option<String>,
    /// The tags of a task.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tags: Option<Place>,
}
