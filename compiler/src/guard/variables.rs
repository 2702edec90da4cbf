//! Variables by value: what `set` and `capture` put into each at the point that is looked at.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::say;
use crate::ir::{Piece, Target, Text, VariableName};

/// A value longer than this many bytes is compared by its digest: `set b "${a}${a}"` doubles with every line.
const MAX_VALUE: usize = 64 * 1024;

/// The variables of one program at one point, in execution order.
#[derive(Debug, Default)]
pub(super) struct Variables {
    held: HashMap<VariableName, Held>,
    /// What an include overwrote, to be put back when it ends.
    undo: Vec<(VariableName, Option<Held>)>,
    depth: usize,
}

/// What a variable holds. Captured text is a hole that is named after what it was captured from, so two
/// programs hold the same when they captured the same, whatever they call it.
#[derive(Debug, Clone)]
struct Held {
    text: Text,
    /// How many acts had been done when the youngest captured part was captured.
    captured_after: Option<usize>,
}

impl Variables {
    /// `set NAME "text"`; the text is filled already.
    pub(super) fn set(&mut self, name: &str, filled: Text, written: &Text) {
        let captured_after = written
            .variables()
            .filter_map(|read| self.held.get(read)?.captured_after)
            .max();
        self.put(
            name,
            Held {
                text: filled,
                captured_after,
            },
        );
    }

    /// `capture NAME TARGET` by a profile, after so many acts; the target is filled already.
    pub(super) fn capture(&mut self, name: &str, target: &Target, profile: Option<&str>, acts: usize) {
        let from = say::target(target);
        let source = match profile {
            Some(profile) => format!("{from} on:{profile}"),
            None => from,
        };
        let hole = Text::from_iter([Piece::Variable(source)]);
        self.put(
            name,
            Held {
                text: bounded(hole),
                captured_after: Some(acts),
            },
        );
    }

    fn put(&mut self, name: &str, held: Held) {
        let before = self.held.insert(name.to_owned(), held);
        if self.depth > 0 {
            self.undo.push((name.to_owned(), before));
        }
    }

    /// Runs an include: it sees what is held now, and what it sets is forgotten when it ends.
    pub(super) fn enter(&mut self) -> usize {
        self.depth += 1;
        self.undo.len()
    }

    /// Ends the include that [`Self::enter`] began.
    pub(super) fn leave(&mut self, mark: usize) {
        self.depth = self.depth.saturating_sub(1);
        while self.undo.len() > mark {
            let Some((name, before)) = self.undo.pop() else {
                return;
            };
            match before {
                Some(held) => self.held.insert(name, held),
                None => self.held.remove(&name),
            };
        }
    }

    /// The text with every known variable replaced by what it holds.
    pub(super) fn fill(&self, text: &Text) -> Text {
        if text.variables().next().is_none() {
            return text.clone();
        }
        let filled = text.pieces().iter().flat_map(|piece| match piece {
            Piece::Variable(name) => match self.held.get(name) {
                Some(held) => held.text.pieces(),
                None => std::slice::from_ref(piece),
            },
            Piece::Literal(_) => std::slice::from_ref(piece),
        });
        let mut size = 0;
        let mut digest = DefaultHasher::new();
        for piece in filled.clone() {
            piece.hash(&mut digest);
            size += length(piece);
        }
        if size > MAX_VALUE {
            return digested(digest.finish());
        }
        filled.cloned().collect()
    }

    /// The value of a variable as `from:` names it: the captured source, or the text itself.
    pub(super) fn source(&self, name: &str) -> VariableName {
        match self.held.get(name).map(|held| held.text.pieces()) {
            None => name.to_owned(),
            Some([Piece::Variable(source)]) => source.clone(),
            Some(pieces) => say::text(&pieces.iter().cloned().collect()),
        }
    }

    /// Whether the text reads captured values only, all captured after exactly so many acts.
    pub(super) fn captured_just_now<'a>(&self, names: impl Iterator<Item = &'a str>, acts: usize) -> bool {
        let mut ages = names
            .filter_map(|name| self.held.get(name)?.captured_after)
            .peekable();
        ages.peek().is_some() && ages.all(|after| after == acts)
    }
}

fn bounded(text: Text) -> Text {
    let size: usize = text.pieces().iter().map(length).sum();
    if size <= MAX_VALUE {
        return text;
    }
    let mut digest = DefaultHasher::new();
    text.hash(&mut digest);
    digested(digest.finish())
}

fn digested(digest: u64) -> Text {
    Text::from_iter([Piece::Variable(format!("a long text, digest {digest:016x}"))])
}

fn length(piece: &Piece) -> usize {
    match piece {
        Piece::Literal(text) => text.len(),
        Piece::Variable(name) => name.len(),
    }
}
