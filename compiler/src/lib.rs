//! The compiler of `.aite` scripts: text in, IR and diagnostics out.
//!
//! ```text
//! text ─ lexer ─ tokens ─ parser ─ syntax::ast ─ lower ─ ir ─ guard
//!                                    │
//!                                    └─ format, ide
//! ```
//! No file, clock, network or environment is touched here, and nothing panics on any input.

pub mod diagnostic;
pub mod ir;
pub mod lexer;
pub mod lower;
pub mod source;
pub mod syntax;
