//! Semantic tokens.

use super::answer::{SemanticToken, TokenClass};
use super::file::File;
use super::line::{Line, lines_at};
use super::piece::{Piece, What, holes, pieces};
use crate::source::Span;

/// The words of a script that a range touches.
pub(super) fn tokens(file: &File, range: Span) -> Vec<SemanticToken> {
    let mut tokens = Vec::new();
    let opening = file.opening();
    let lines = lines_at(&file.text, range.start, &opening.ast);
    for line in lines.take_while(|line| line.span.start <= range.end) {
        for piece in pieces(&line) {
            of_piece(&line, piece, &mut tokens);
        }
    }
    tokens
}

fn of_piece(line: &Line<'_>, piece: Piece, tokens: &mut Vec<SemanticToken>) {
    let Some((class, definition)) = class(piece.what) else {
        return;
    };
    let mut add = |span: Span, class: TokenClass| {
        if !span.is_empty() {
            tokens.push(SemanticToken {
                span,
                class,
                definition,
            });
        }
    };
    if !piece.what.has_holes() {
        return add(visible(line, piece.span), class);
    }
    let mut at = piece.span.start;
    for hole in holes(line.text, piece) {
        plain(line, Span::new(at, hole.start), class, &mut add);
        add(hole, TokenClass::Variable);
        at = hole.end;
    }
    plain(
        line,
        visible(line, Span::new(at, piece.span.end)),
        class,
        &mut add,
    );
}

/// A text and its escapes.
fn plain(line: &Line<'_>, span: Span, class: TokenClass, add: &mut impl FnMut(Span, TokenClass)) {
    let raw = line.slice(span);
    let is_quoted = class == TokenClass::String;
    let mut at = span.start;
    let mut letters = raw.char_indices();
    while let Some((found, letter)) = letters.next().filter(|_| is_quoted) {
        if letter != '\\' {
            continue;
        }
        let Some((_, escaped)) = letters.next() else { break };
        let start = span.start + found;
        if matches!(escaped, '"' | '\\' | 'n') {
            add(Span::new(at, start), class);
            at = start + 1 + escaped.len_utf8();
            add(Span::new(start, at), TokenClass::Escape);
        }
    }
    add(Span::new(at, span.end), class);
}

/// A span without white space at its end.
fn visible(line: &Line<'_>, span: Span) -> Span {
    Span::new(span.start, span.start + line.slice(span).trim_end().len())
}

/// The class of a piece, and whether it defines a name.
const fn class(what: What) -> Option<(TokenClass, bool)> {
    Some(match what {
        What::Comment => (TokenClass::Comment, false),
        What::Keyword => (TokenClass::Keyword, false),
        What::Verb(_) => (TokenClass::Verb, false),
        What::Key(_) | What::CheckKey => (TokenClass::Key, false),
        What::Modifier => (TokenClass::Modifier, false),
        What::Word => (TokenClass::Word, false),
        What::Text(_) | What::Attribute | What::Alias => (TokenClass::String, false),
        What::Role => (TokenClass::Role, false),
        What::KeyName => (TokenClass::KeyName, false),
        What::Number => (TokenClass::Number, false),
        What::Duration => (TokenClass::Duration, false),
        What::Variable { defines } => (TokenClass::Variable, defines),
        What::Profile { declares } => (TokenClass::Profile, declares),
        What::Check => (TokenClass::Check, false),
        What::Path => (TokenClass::Path, false),
        What::Address => (TokenClass::Address, false),
        What::Journey => (TokenClass::Journey, false),
        What::Unknown => return None,
    })
}
