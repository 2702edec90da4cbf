//! A long script in sections, for editors: what a section says on its own is found once, and put together anew with
//! that of the others when one of them changes.
//!
//! ```text
//! section ─ Section::of ─ its own diagnostics, the names that it uses, its telling operations ─┐
//! section ─ Section::of ─ …                                                                    ├─ join ─ Compiled
//! ```
//! The outcome has the diagnostics of [`super::lower`] (a property test compares them), and a program with no more
//! operations than are needed to say what is wrong with it in its project.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use super::{Compiled, Lowering, NoSources, includes, warnings};
use crate::diagnostic::{Diagnostic, MAX_ERRORS};
use crate::ir::{Condition, Op, OpKind, OpOrigin, Origins, Place, Polarity, Program, Step};
use crate::source::Span;
use crate::syntax::names::{Definition, Given, Uses, resolve};
use crate::syntax::{Parse, ast};

/// Whole steps of a script that runs no other; the first section has the headers too. Places are from its beginning.
#[derive(Debug)]
pub(crate) struct Section {
    /// What is wrong whatever the other sections say.
    diagnostics: Vec<Diagnostic>,
    /// W006, which a header anywhere else takes back.
    posts: Vec<Diagnostic>,
    /// Whether all its commands could be read.
    is_complete: bool,
    uses: Uses,
    /// How many line ends it has.
    lines: u32,
    /// The headers, and the operations that tell something about the whole script.
    program: Program,
    origins: Origins,
}

impl Section {
    /// Lowers a section; `None` when it runs another script, for which the whole way to it counts.
    pub(crate) fn of(text: &str, parse: &Parse) -> Option<Self> {
        if includes(&parse.ast) {
            return None;
        }
        let mut lowering = Lowering::new(&NoSources);
        let file = lowering.add_file("", Arc::from(text));
        lowering.report(file, parse.errors.iter().cloned());
        lowering.report(file, warnings::in_script(&parse.ast));
        let mut program = lowering.program(file, Cow::Borrowed(parse));
        let posts = warnings::unannounced_posts(&program, &lowering.origins);
        let mut origins = std::mem::take(&mut lowering.origins);
        keep_telling(&mut program, &mut origins);
        let diagnostics = lowering.diagnostics.into_iter();
        let lines = text.bytes().filter(|byte| *byte == b'\n').count();
        Some(Self {
            diagnostics: diagnostics.map(|found| found.diagnostic).collect(),
            posts: posts.into_iter().map(|(_, diagnostic)| diagnostic).collect(),
            is_complete: warnings::is_complete(&parse.ast),
            uses: Uses::of(text, &parse.ast),
            lines: u32::try_from(lines).unwrap_or(u32::MAX),
            program,
            origins,
        })
    }

    /// Its operations and where they are written.
    fn ops(&self) -> impl Iterator<Item = (&Op, &OpOrigin)> {
        self.program.ops().zip(&self.origins.ops)
    }
}

/// Leaves the operations alone that tell something about the whole script.
fn keep_telling(program: &mut Program, origins: &mut Origins) {
    let ops: Vec<Op> = std::mem::take(&mut program.steps)
        .into_iter()
        .flat_map(|step| step.ops)
        .collect();
    let mut telling = Telling::default();
    let told = ops.into_iter().zip(std::mem::take(&mut origins.ops));
    let (ops, places) = told.filter(|(op, _)| telling.tells(op)).unzip();
    origins.steps.clear();
    origins.ops = places;
    program.steps = vec![in_one_step(ops)];
}

fn in_one_step(ops: Vec<Op>) -> Step {
    Step {
        intent: String::new(),
        ops,
    }
}

/// Which operations the warnings of [`warnings::in_program`] and [`crate::project::problems`] look at: the calls of
/// checks, the comparisons with variables, whether there is a verify, and how each profile begins.
#[derive(Default)]
struct Telling {
    verifies: bool,
    /// How many commands there were that name no profile, and on each that is named.
    unnamed: usize,
    named: HashMap<String, usize>,
}

/// A profile's first command may open the page, then the second one counts.
const FIRST_COMMANDS: usize = 2;

impl Telling {
    /// Whether the next operation tells something.
    fn tells(&mut self, op: &Op) -> bool {
        if self.is_first(op.profile.as_ref()) {
            return true;
        }
        match &op.kind {
            OpKind::Call { .. } => true,
            OpKind::Observe(seen) if matches!(seen.condition, Condition::NumberChange { .. }) => true,
            OpKind::Observe(seen) if seen.polarity != Polarity::Wait => {
                !std::mem::replace(&mut self.verifies, true)
            }
            _ => false,
        }
    }

    fn is_first(&mut self, profile: Option<&String>) -> bool {
        let count = match profile {
            None => &mut self.unnamed,
            Some(profile) => self.named.entry(profile.clone()).or_default(),
        };
        *count += 1;
        *count <= FIRST_COMMANDS
    }
}

/// A script of its sections, each with the place where it begins, the first at 0; `opening` is the tree of the first.
/// `None` when there are so many errors that they are only counted.
pub(crate) fn join(
    path: &str,
    text: Arc<str>,
    opening: &ast::Script,
    sections: &[(usize, &Section)],
) -> Option<Compiled> {
    let (_, first) = sections.first()?;
    let counted: usize = sections
        .iter()
        .map(|(_, section)| section.diagnostics.len())
        .sum();
    if counted >= MAX_ERRORS {
        return None;
    }
    let mut lowering = Lowering::new(&NoSources);
    let file = lowering.add_file(path, Arc::clone(&text));
    for (start, section) in sections {
        let own = section.diagnostics.iter().cloned();
        lowering.report(file, own.map(|found| found.behind(*start)));
    }
    let given = Given::default();
    let uses = sections.iter().map(|(start, section)| (*start, &section.uses));
    let names = resolve(&text, opening, uses, given);
    lowering.report(file, names.errors);
    lowering.origins = Origins {
        ops: Vec::new(),
        files: vec![path.to_owned()],
        ..first.origins.clone()
    };
    let program = abridged(first, sections, &mut lowering.origins);
    if sections.iter().all(|(_, section)| section.is_complete) {
        let test = opening.test.as_ref().map(|test| test.keyword);
        let found = of_program(&program, test, &names.definitions, sections);
        lowering.report(file, found);
    }
    Some(lowering.finish(program))
}

fn of_program(
    program: &Program,
    test: Option<Span>,
    definitions: &[Definition],
    sections: &[(usize, &Section)],
) -> Vec<Diagnostic> {
    let mut found = warnings::in_program(program, test, definitions, &[]);
    if !program.posts {
        for (start, section) in sections {
            found.extend(section.posts.iter().cloned().map(|posts| posts.behind(*start)));
        }
    }
    found
}

/// The headers of the first section, and of all the operations those that still tell something beside each other.
fn abridged(first: &Section, sections: &[(usize, &Section)], origins: &mut Origins) -> Program {
    let mut program = Program {
        steps: Vec::new(),
        ..first.program.clone()
    };
    let mut telling = Telling::default();
    let mut ops = Vec::new();
    let mut line = 0;
    for (start, section) in sections {
        for (op, origin) in section.ops().filter(|(op, _)| telling.tells(op)) {
            origins.ops.push(behind(origin, *start, line));
            ops.push(op.clone());
        }
        line += section.lines;
    }
    program.steps = vec![in_one_step(ops)];
    program
}

/// The same in a text that has so many bytes and lines before it.
fn behind(origin: &OpOrigin, bytes: usize, lines: u32) -> OpOrigin {
    let place = Place {
        line: origin.place.line + lines,
        span: origin.place.span.behind(bytes),
        ..origin.place.clone()
    };
    OpOrigin {
        place,
        verb: origin.verb.clone(),
        target: origin.target.map(|span| span.behind(bytes)),
        expectation: origin.expectation.map(|span| span.behind(bytes)),
    }
}
