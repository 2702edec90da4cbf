//! The compiler of `.aite` scripts: text in, IR and diagnostics out.
//!
//! ```text
//! text ─ lexer ─ tokens ─ parser ─ syntax::ast ─ lower ─ ir ─ guard
//!                                    │
//!                                    └─ format, ide
//! ```
//! No file, clock, network or environment is touched here, and nothing panics on any input.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing,
        clippy::string_slice,
        clippy::unreachable,
        clippy::disallowed_methods
    )
)]

pub mod diagnostic;
pub mod explain;
pub mod format;
pub mod guard;
pub mod ide;
pub mod import;
pub mod ir;
mod json;
pub mod lexer;
pub mod lower;
mod parser;
pub mod project;
pub mod source;
pub mod syntax;

pub use parser::{parse, parse_target};
pub use syntax::names::check as check_names;

use diagnostic::{Code, Diagnostic};
use source::Decoded;

/// Everything that is wrong with one file on its own: E001 to E005, E007 and E010, sorted by place.
pub fn check(text: &str) -> (syntax::ast::Script, Vec<Diagnostic>) {
    let syntax::Parse { ast, mut errors } = parse(text);
    let names = check_names(text, &ast, syntax::names::Given::default());
    if !names.errors.is_empty() {
        errors.extend(names.errors);
        errors.sort_by_key(|error| error.span.start);
    }
    (ast, errors)
}

/// What `aite parse` prints: the tree of the specification, or the errors.
pub fn parse_json(text: &str) -> String {
    let (script, errors) = check(text);
    match errors.is_empty() {
        true => syntax::tree::script_json(text, &script),
        false => syntax::tree::errors_json(text, &errors),
    }
}

/// The errors of a file that is not UTF-8, one for each place that [`source::decode`] lists.
pub fn encoding_errors(decoded: &Decoded) -> Vec<Diagnostic> {
    let places = decoded.invalid.iter();
    let error = |span: &source::Span| Diagnostic::error(Code::E010, *span, "a script must be UTF-8 text");
    let errors = places
        .map(error)
        .map(|error| error.with_label("these bytes are not UTF-8"));
    errors.collect()
}
