//! The tree-sitter grammar of `.aite` scripts, for programs in Rust.
//!
//! The grammar itself is `tree-sitter-aite/grammar.js`; the tests of this crate hold it, and the TextMate grammar, to
//! the compiler.

use tree_sitter_language::LanguageFn;

#[allow(unsafe_code, reason = "the generated parser is C")]
mod parser {
    use super::LanguageFn;

    unsafe extern "C" {
        fn tree_sitter_aite() -> *const ();
    }

    // SAFETY: the function is the one that tree-sitter generates: it takes nothing and answers a static table.
    pub(super) const LANGUAGE: LanguageFn = unsafe { LanguageFn::from_raw(tree_sitter_aite) };
}

/// The language, for `tree_sitter::Parser::set_language`.
pub const LANGUAGE: LanguageFn = parser::LANGUAGE;

/// Which words have which colour.
pub const HIGHLIGHTS: &str = include_str!("../tree-sitter-aite/queries/highlights.scm");

/// What can be folded.
pub const FOLDS: &str = include_str!("../tree-sitter-aite/queries/folds.scm");

/// How lines are indented.
pub const INDENTS: &str = include_str!("../tree-sitter-aite/queries/indents.scm");

/// What inside a script is another language.
pub const INJECTIONS: &str = include_str!("../tree-sitter-aite/queries/injections.scm");

/// Which names are defined and used, in one file.
pub const LOCALS: &str = include_str!("../tree-sitter-aite/queries/locals.scm");

/// Tests, steps and checks, for outlines and navigation.
pub const TAGS: &str = include_str!("../tree-sitter-aite/queries/tags.scm");
