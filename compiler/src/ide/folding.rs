//! What can be folded away.

use super::answer::{Fold, FoldKind};
use super::file::File;
use super::sections::Tree;
use crate::lexer::{TokenKind, tokens};
use crate::source::Span;
use crate::syntax::ast::Script;

/// The steps, the headers and the comments of more than one line, in the order of the text.
pub(super) fn folds(file: &File) -> Vec<Fold> {
    let mut folds = comments(&file.text);
    folds.extend(headers(&file.opening().ast));
    for tree in file.trees() {
        folds.extend(steps(&tree));
    }
    let is_tall = |fold: &Fold| {
        let covered = file.text.get(fold.span.start..fold.span.end);
        covered.is_some_and(|covered| covered.contains('\n'))
    };
    folds.retain(is_tall);
    folds.sort_by_key(|fold| (fold.span.start, fold.span.end));
    folds
}

fn headers(script: &Script) -> Option<Fold> {
    let (first, last) = (script.headers.first()?, script.headers.last()?);
    Some(Fold {
        span: first.keyword.join(last.keyword),
        kind: FoldKind::Headers,
    })
}

fn steps(tree: &Tree) -> impl Iterator<Item = Fold> {
    tree.parse.ast.steps.iter().filter_map(|step| {
        let last = step.commands.last()?;
        Some(Fold {
            span: step.keyword.join(last.span).behind(tree.start),
            kind: FoldKind::Step,
        })
    })
}

/// Lines with nothing but a comment that follow each other without a blank line.
fn comments(text: &str) -> Vec<Fold> {
    let mut folds: Vec<Fold> = Vec::new();
    let (mut alone, mut adjacent) = (true, false);
    for token in tokens(text) {
        match token.kind {
            TokenKind::Space => {}
            TokenKind::Newline => {
                let ends = text.get(token.span.start..token.span.end).unwrap_or_default();
                adjacent &= ends.bytes().filter(|byte| *byte == b'\n').count() == 1;
                alone = true;
            }
            TokenKind::Comment if alone => {
                match folds.last_mut().filter(|_| adjacent) {
                    Some(fold) => fold.span.end = end_of(text, token.span),
                    None => folds.push(Fold {
                        span: Span::new(token.span.start, end_of(text, token.span)),
                        kind: FoldKind::Comment,
                    }),
                }
                adjacent = true;
            }
            _ => {
                alone = false;
                adjacent = false;
            }
        }
    }
    folds
}

/// The end of a comment without the white space behind it.
fn end_of(text: &str, comment: Span) -> usize {
    let written = text.get(comment.start..comment.end).unwrap_or_default();
    comment.start + written.trim_end().len()
}
