//! Which of two assertions of the same thing is the stricter one.

use super::assertion::Assertion;
use super::fill::{self, Rewrite};
use crate::ir::{AttrOp, Condition, Piece, Polarity, Text, TextMatch, VariableName, Within};

/// What an assertion is about. Two assertions with one identity differ at most in how strict they are.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Identity {
    pub(super) polarity: Polarity,
    /// Seen texts folded, strictness levelled.
    pub(super) condition: Condition,
    pub(super) within: Option<Within>,
    pub(super) profile: Option<String>,
}

impl Identity {
    pub(super) fn of(assertion: &Assertion) -> Self {
        Self {
            polarity: assertion.polarity,
            condition: levelled(fill::condition(&assertion.condition, &Folded)),
            within: assertion
                .within
                .as_ref()
                .map(|within| fill::within(within, &Folded)),
            profile: assertion.profile.clone(),
        }
    }
}

/// The condition with everything that can be stricter or looser set to one level.
fn levelled(condition: Condition) -> Condition {
    match condition {
        Condition::Text { value, .. } => Condition::Text {
            value,
            mode: TextMatch::Exact,
        },
        Condition::TargetText { target, value, .. } => Condition::TargetText {
            target,
            value,
            mode: TextMatch::Exact,
        },
        Condition::Attr {
            target, attr, value, ..
        } => Condition::Attr {
            target,
            attr,
            op: AttrOp::Equals,
            value,
        },
        Condition::Download { name, .. } => Condition::Download {
            name,
            contains: false,
            size_min: 0,
        },
        other => other,
    }
}

/// How narrow a condition is among those of one identity: what a narrower one accepts, a wider one accepts too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Narrowness {
    comparison: u8,
    size_min: u64,
}

impl Narrowness {
    pub(super) fn of(condition: &Condition) -> Self {
        let (comparison, size_min) = match condition {
            Condition::Text { mode, .. } | Condition::TargetText { mode, .. } => match mode {
                TextMatch::ContainsIgnoreCase => (0, 0),
                TextMatch::IgnoreCase => (1, 0),
                TextMatch::Exact => (2, 0),
            },
            Condition::Attr { op, .. } => (u8::from(*op == AttrOp::Equals), 0),
            Condition::Download {
                contains, size_min, ..
            } => (u8::from(!contains), *size_min),
            _ => (0, 0),
        };
        Self { comparison, size_min }
    }

    fn at_least(self, other: Self) -> bool {
        self.comparison >= other.comparison && self.size_min >= other.size_min
    }
}

/// Whether the condition of `new` lets through no state of the page that the one of `old` would have stopped.
/// Both have one identity.
pub(super) fn accepts_no_more(new: &Assertion, old: &Assertion) -> bool {
    let [new_narrow, old_narrow] = [new, old].map(|side| Narrowness::of(&side.condition));
    same_exact_text(&new.condition, &old.condition)
        && match old.polarity {
            Polarity::Verify | Polarity::Wait => new_narrow.at_least(old_narrow),
            Polarity::VerifyNot => old_narrow.at_least(new_narrow),
        }
}

/// Whether `new` has no easier time than `old`: a verify must come true within it, a verifyNot must stay untrue
/// for the whole of it.
pub(super) fn has_no_easier_time(new: &Assertion, old: &Assertion) -> bool {
    match old.polarity {
        Polarity::Verify | Polarity::Wait => new.time <= old.time,
        Polarity::VerifyNot => new.time >= old.time,
    }
}

/// Whether `new` stands for `old` in every way. Both have one identity.
pub(super) fn covers(new: &Assertion, old: &Assertion) -> bool {
    accepts_no_more(new, old) && has_no_easier_time(new, old) && (old.vacuous || !new.vacuous)
}

/// Identities fold case; where both compare exactly, case counts after all.
pub(super) fn same_exact_text(new: &Condition, old: &Condition) -> bool {
    let exact = |condition: &Condition| match condition {
        Condition::Text {
            value,
            mode: TextMatch::Exact,
        }
        | Condition::TargetText {
            value,
            mode: TextMatch::Exact,
            ..
        } => Some(collapsed(value)),
        _ => None,
    };
    match (exact(new), exact(old)) {
        (Some(new), Some(old)) => new == old,
        _ => true,
    }
}

/// Folds what people see as the page is folded when it is compared: white space and case.
struct Folded;

impl Rewrite for Folded {
    fn plain(&self, text: &Text) -> Text {
        text.clone()
    }

    fn seen(&self, text: &Text) -> Text {
        map_literals(&collapsed(text), |literal| literal.to_lowercase())
    }

    fn from(&self, name: &str) -> VariableName {
        name.to_owned()
    }
}

/// Forgets where captured values come from.
pub(super) struct Anonymous;

impl Rewrite for Anonymous {
    fn plain(&self, text: &Text) -> Text {
        let piece = |piece: &Piece| match piece {
            Piece::Variable(_) => Piece::Variable(String::new()),
            Piece::Literal(literal) => Piece::Literal(literal.clone()),
        };
        text.pieces().iter().map(piece).collect()
    }

    fn seen(&self, text: &Text) -> Text {
        self.plain(text)
    }

    fn from(&self, _: &str) -> VariableName {
        VariableName::new()
    }
}

/// The text with runs of white space as one space, and none at its ends.
fn collapsed(text: &Text) -> Text {
    let last = text.pieces().len().saturating_sub(1);
    let piece = |(at, piece): (usize, &Piece)| match piece {
        Piece::Literal(literal) => {
            let mut joined = collapse(literal);
            if at == 0 {
                joined = joined.trim_start_matches(' ').to_owned();
            }
            if at == last {
                joined.truncate(joined.trim_end_matches(' ').len());
            }
            Piece::Literal(joined.into())
        }
        Piece::Variable(name) => Piece::Variable(name.clone()),
    };
    text.pieces().iter().enumerate().map(piece).collect()
}

fn collapse(literal: &str) -> String {
    let mut collapsed = String::with_capacity(literal.len());
    for c in literal.chars() {
        let c = if is_page_space(c) { ' ' } else { c };
        if c != ' ' || !collapsed.ends_with(' ') {
            collapsed.push(c);
        }
    }
    collapsed
}

/// White space as pages collapse it, which is that of JavaScript: another set than Unicode's.
fn is_page_space(c: char) -> bool {
    (c.is_whitespace() && c != '\u{85}') || c == '\u{feff}'
}

fn map_literals(text: &Text, map: impl Fn(&str) -> String) -> Text {
    let piece = |piece: &Piece| match piece {
        Piece::Literal(literal) => Piece::Literal(map(literal).into()),
        Piece::Variable(name) => Piece::Variable(name.clone()),
    };
    text.pieces().iter().map(piece).collect()
}
