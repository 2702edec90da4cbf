//! A text that is edited, in sections: what was learned of a section is kept as long as its text is the same.
//!
//! A section is some hundred lines that begin with a step, or with the text. What is kept is a function of its text alone,
//! so nothing kept can be out of date; an edit makes one or two sections anew, and the places behind it are moved by
//! adding a number. A text of a few hundred lines is one section.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::summary::{self, Summary};
use crate::lexer::is_space;
use crate::lower::Compiled;
use crate::lower::section;
use crate::parser::parse_steps;
use crate::syntax::Parse;
use crate::syntax::ast::Command;

/// A section ends before the first step behind so many lines: few enough to be read while nobody notices, and many
/// enough that a long text has not too many sections. Fewer in tests, so that short texts have many.
const LINES: usize = if cfg!(test) { 6 } else { 256 };

/// The sections of one text.
#[derive(Debug)]
pub(super) struct Sections {
    text: Arc<str>,
    /// Never empty; the first begins at 0, and each ends where the next one begins.
    list: Vec<Placed>,
}

#[derive(Debug, Clone)]
struct Placed {
    start: usize,
    section: Arc<Section>,
}

/// What is known of a section; places are from its beginning.
#[derive(Debug)]
struct Section {
    tree: Arc<Parse>,
    /// Whether the tree is the same as in the whole text.
    stands_alone: bool,
    lowered: OnceLock<Option<section::Section>>,
    names: OnceLock<Summary>,
}

/// The tree of a part of a script. Its places are from `start` on.
#[derive(Debug)]
pub(super) struct Tree {
    pub(super) start: usize,
    pub(super) parse: Arc<Parse>,
}

impl Tree {
    /// The commands of the part.
    pub(super) fn commands(&self) -> impl Iterator<Item = &Command> {
        self.parse.ast.steps.iter().flat_map(|step| &step.commands)
    }

    /// The command whose verb begins at a byte of the script.
    pub(super) fn command_at(&self, byte: usize) -> Option<&Command> {
        self.parse.ast.command_at(byte.checked_sub(self.start)?)
    }
}

/// The last sections of a document that anybody made, for whoever makes the next ones.
#[derive(Debug, Default)]
pub(super) struct LastSections(Mutex<Option<Arc<Sections>>>);

impl LastSections {
    /// The sections of the document's text.
    pub(super) fn follow(&self, text: &Arc<str>) -> Arc<Sections> {
        // A thread that panicked while it held the lock left a whole value or none.
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let before = lock().clone();
        let sections = Arc::new(match before {
            Some(before) => before.edited(Arc::clone(text)),
            None => Sections::new(Arc::clone(text)),
        });
        *lock() = Some(Arc::clone(&sections));
        sections
    }
}

impl Sections {
    fn new(text: Arc<str>) -> Self {
        let mut list = Vec::new();
        read(&text, 0, text.len(), &mut list);
        Self { text, list }
    }

    /// The sections of another text, of which most is the same.
    fn edited(&self, text: Arc<str>) -> Self {
        let (before, behind) = same_ends(self.text.as_bytes(), text.as_bytes());
        let front = self.kept_in_front(&text, before);
        let start = self.start_of(front);
        let back = self.kept_behind(&text, behind, start);
        let moved = |place: usize| place + text.len() - self.text.len();
        let end = match self.list.get(back) {
            Some(placed) => moved(placed.start),
            None => text.len(),
        };
        let mut list = self.list.get(..front).unwrap_or_default().to_vec();
        read(&text, start, end, &mut list);
        list.extend(self.list.iter().skip(back).map(|placed| Placed {
            start: moved(placed.start),
            section: Arc::clone(&placed.section),
        }));
        match list.as_slice() {
            // The first section has lost its steps: it is one with what comes behind it.
            [first, _, ..] if first.section.tree.ast.steps.is_empty() => Self::new(text),
            _ => Self { text, list },
        }
    }

    /// How many sections at the beginning are the same in a text with the same first bytes.
    fn kept_in_front(&self, text: &str, same: usize) -> usize {
        let ends = (0..=self.list.len())
            .rev()
            .map(|front| (front, self.start_of(front)));
        ends.filter(|(_, end)| *end <= same)
            .find(|(_, end)| *end == text.len() || begins_step(text, *end))
            .map_or(0, |(front, _)| front)
    }

    /// The first of the sections at the end that are the same in a text with the same last bytes, and that do not begin
    /// before `start`.
    fn kept_behind(&self, text: &str, same: usize, start: usize) -> usize {
        let is_kept = |at: &usize| {
            let length = self.text.len() - self.start_of(*at);
            // What begins a text is read in another way.
            let is_behind = length < text.len() && start + length <= text.len();
            length <= same && is_behind && begins_step(text, text.len() - length)
        };
        (1..self.list.len()).find(is_kept).unwrap_or(self.list.len())
    }

    /// Where a section begins; the end of the text behind the last one.
    fn start_of(&self, at: usize) -> usize {
        self.list.get(at).map_or(self.text.len(), |placed| placed.start)
    }

    fn text_of(&self, at: usize) -> &str {
        self.text
            .get(self.start_of(at)..self.start_of(at + 1))
            .unwrap_or_default()
    }

    /// The tree of the whole text, when it is one section.
    pub(super) fn whole(&self) -> Option<&Arc<Parse>> {
        match self.list.as_slice() {
            [only] => Some(&only.section.tree),
            _ => None,
        }
    }

    /// The tree of the first section: the test, the headers, and the first steps.
    pub(super) fn opening(&self) -> Option<&Arc<Parse>> {
        self.list.first().map(|first| &first.section.tree)
    }

    /// The trees of the sections, in their order; `None` when more than one section has a say in what one of them means.
    pub(super) fn trees(&self) -> Option<Vec<Tree>> {
        let tree = |placed: &Placed| {
            let tree = Tree {
                start: placed.start,
                parse: Arc::clone(&placed.section.tree),
            };
            placed.section.stands_alone.then_some(tree)
        };
        self.list.iter().map(tree).collect()
    }

    /// The names of the whole text.
    pub(super) fn names(&self) -> Summary {
        let parts = self.list.iter().enumerate().map(|(at, placed)| {
            let names = &placed.section.names;
            (
                placed.start,
                names.get_or_init(|| summary::of_script(self.text_of(at), at > 0)),
            )
        });
        summary::joined(&self.text, parts)
    }

    /// What the whole text means and what is wrong with it, as [`section::join`] has it. `None` when it is one section, or
    /// when more than one section has a say in what one of them means.
    pub(super) fn compiled(&self, path: &str) -> Option<Compiled> {
        if self.list.len() < 2 || self.trees().is_none() {
            return None;
        }
        let lowered = self.list.iter().enumerate().map(|(at, placed)| {
            let Section { tree, lowered, .. } = &*placed.section;
            let lowered = lowered.get_or_init(|| section::Section::of(self.text_of(at), tree));
            Some((placed.start, lowered.as_ref()?))
        });
        let lowered: Vec<_> = lowered.collect::<Option<_>>()?;
        section::join(path, Arc::clone(&self.text), &self.opening()?.ast, &lowered)
    }
}

impl Section {
    fn read(text: &str, is_first: bool) -> Self {
        let (tree, stands_alone) = match is_first {
            true => (crate::parse(text), true),
            false => {
                let steps = parse_steps(text);
                (steps.parse, steps.stand_alone)
            }
        };
        Self {
            tree: Arc::new(tree),
            stands_alone,
            lowered: OnceLock::new(),
            names: OnceLock::new(),
        }
    }
}

/// Reads the sections of a part of a text.
fn read(text: &str, start: usize, end: usize, list: &mut Vec<Placed>) {
    let part = text.get(start..end).unwrap_or_default();
    if part.is_empty() && start > 0 {
        return;
    }
    let mut from = 0;
    for to in cuts(part).into_iter().chain([part.len()]) {
        let section = Section::read(part.get(from..to).unwrap_or_default(), start + from == 0);
        list.push(Placed {
            start: start + from,
            section: Arc::new(section),
        });
        from = to;
    }
}

/// Where sections end inside a part of a text that begins with a step, or with the text.
fn cuts(part: &str) -> Vec<usize> {
    let mut cuts = Vec::new();
    let (mut start, mut lines, mut has_step) = (0, 0, false);
    for line in part.split_inclusive('\n') {
        if begins_step(part, start) {
            if has_step && lines >= LINES {
                cuts.push(start);
                lines = 0;
            }
            has_step = true;
        }
        start += line.len();
        lines += 1;
    }
    // No short section at the end: else every edit that makes a section longer would leave one more.
    if lines < LINES / 2 {
        cuts.pop();
    }
    cuts
}

/// Whether the line of a step begins at a place. Of the lines that do, some with mistakes are not seen, which does no
/// harm: there is no section before them.
fn begins_step(text: &str, start: usize) -> bool {
    let is_line = start == 0 || text.as_bytes().get(start - 1) == Some(&b'\n');
    let rest = text.get(start..).unwrap_or_default();
    let word = rest.trim_start_matches(|c| c != '\n' && is_space(c));
    is_line
        && word
            .strip_prefix("step")
            .is_some_and(|rest| rest.starts_with([' ', '\t', '"']))
}

/// How many first and last bytes are the same in two texts, none counted twice.
fn same_ends(a: &[u8], b: &[u8]) -> (usize, usize) {
    let before = same_before(a, b);
    let (a, b) = (
        a.get(before..).unwrap_or_default(),
        b.get(before..).unwrap_or_default(),
    );
    (before, same_behind(a, b))
}

/// So many bytes are compared at once.
const BLOCK: usize = 4_096;

fn same_before(a: &[u8], b: &[u8]) -> usize {
    let blocks = a.chunks(BLOCK).zip(b.chunks(BLOCK)).take_while(|(a, b)| a == b);
    let same: usize = blocks.map(|(a, _)| a.len()).sum();
    let rest = a.iter().skip(same).zip(b.iter().skip(same));
    same + rest.take_while(|(a, b)| a == b).count()
}

fn same_behind(a: &[u8], b: &[u8]) -> usize {
    let blocks = a.rchunks(BLOCK).zip(b.rchunks(BLOCK)).take_while(|(a, b)| a == b);
    let same: usize = blocks.map(|(a, _)| a.len()).sum();
    let rest = a.iter().rev().skip(same).zip(b.iter().rev().skip(same));
    same + rest.take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests;
