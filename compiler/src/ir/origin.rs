//! Where the parts of a program were written.

use std::borrow::Cow;

use crate::source::Span;

/// A place in a source text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file as given or as included, from the project's root where there is one; index into [`Origins::files`].
    pub file: usize,
    /// Line, from 1.
    pub line: u32,
    /// The bytes in that file.
    pub span: Span,
    /// JSON pointer, for tasks.
    pub pointer: Option<Box<str>>,
}

/// Where an operation and its parts were written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpOrigin {
    /// The whole command.
    pub place: Place,
    /// The verb as written.
    pub verb: Cow<'static, str>,
    /// The bytes of the first target, for carets under it.
    pub target: Option<Span>,
    /// The bytes of what is expected: text, value, count ….
    pub expectation: Option<Span>,
}

/// The side table of a program.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Origins {
    /// The files, the program's own first.
    pub files: Vec<String>,
    /// The line that names the program.
    pub name: Option<Place>,
    /// `timeout` header.
    pub timeout: Option<Place>,
    /// `start` header.
    pub start: Option<Place>,
    /// `needs session` headers, as [`super::Program::sessions`].
    pub sessions: Vec<Place>,
    /// Steps of the program itself, as [`super::Program::steps`].
    pub steps: Vec<Place>,
    /// Operations by number, as [`super::Program::ops`].
    pub ops: Vec<OpOrigin>,
}
