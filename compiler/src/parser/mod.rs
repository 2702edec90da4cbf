//! Tokens to syntax, one line at a time, so that a bad line never hides the next.
//!
//! ```text
//! tokens ─ line (items: strings, words, key:value) ─ script (which line is what)
//!                                                      ├─ header, step
//!                                                      └─ command ─ target, verify, wait, tab, modifiers …
//! ```
//! Functions named `expect_…` take what must be there: they report when it is not and return `None`. Whoever gets
//! `None` stops reading its line, so one mistake is one error. Nothing else fails.

mod address;
mod args;
mod command;
mod download;
mod header;
mod line;
mod modifiers;
mod press;
mod script;
mod step;
mod strings;
mod tab;
mod target;
mod values;
mod verify;
mod wait;

pub(crate) use header::{WORDS as HEADERS, is_id};
pub(crate) use line::{Item, Line, Pair};
pub(crate) use modifiers::ALL as MODIFIERS;
pub(crate) use press::{HELD, KEYS};
pub(crate) use strings::unquoted;
pub(crate) use target::VERIFY_KEYS;
pub(crate) use values::duration;

use crate::diagnostic::Code;
use crate::diagnostic::Errors;
use crate::lexer::{self, TokenKind};
use crate::source::Span;
use crate::syntax::Parse;
use crate::syntax::ast::Target;
use args::Args;
use script::Structure;

/// Reads a text. There is always a tree, whatever the text; time and memory are linear in its size.
///
/// Names are not looked up here: see [`crate::check_names`].
pub fn parse(text: &str) -> Parse {
    read(text, Structure::new(text)).finish()
}

/// Some steps of a script, read on their own.
#[derive(Debug)]
pub(crate) struct Steps {
    /// The steps, with spans in their own text.
    pub(crate) parse: Parse,
    /// Whether the tree is the same as in the whole script: no line in it is a header's or a test's.
    pub(crate) stand_alone: bool,
}

/// Reads a part of a script that begins with the line of a step, and not with the script's first one.
pub(crate) fn parse_steps(text: &str) -> Steps {
    let structure = read(text, Structure::behind_first_step(text));
    Steps {
        stand_alone: structure.has_only_steps(),
        parse: structure.finish(),
    }
}

fn read<'t>(text: &'t str, mut structure: Structure<'t>) -> Structure<'t> {
    let mut line = Line::default();
    for token in lexer::tokens(text) {
        match token.kind {
            TokenKind::Newline => {
                structure.line(&line);
                line.clear();
            }
            TokenKind::Space | TokenKind::Comment => {}
            _ => line.push(token),
        }
    }
    structure.line(&line);
    structure
}

/// Reads a text that is one TARGET and nothing else; `None` when it is not.
pub fn parse_target(text: &str) -> Option<Target> {
    let mut line = Line::default();
    for token in lexer::tokens(text) {
        match token.kind {
            TokenKind::Space => {}
            TokenKind::Comment | TokenKind::Newline => return None,
            _ => line.push(token),
        }
    }
    let mut errors = Errors::default();
    let items = line.all_items();
    let mut args = Args::new(text, Span::at(0), &items, Code::E003, &mut errors);
    let target = args.expect_target("a target", &[]);
    let target = target.filter(|_| args.peek().is_none());
    target.filter(|_| errors.finish().is_empty())
}
