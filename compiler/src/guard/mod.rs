//! The verify guard: what did the old program check that the new one no longer checks as strictly?
//!
//! ```text
//! program ─ assertions ─ (variables filled, time and profile resolved) ─┐
//!                                                                       ├─ matching ─ lost ─ rule ─ finding
//! program ─ assertions ─────────────────────────────────────────────────┘
//! ```
//! Every verify and verifyNot of the old program needs a counterpart of its own that is at least as strict: the
//! same condition on the same target, in the same box, by the same profile, in no more time. Where it stands does
//! not matter. Only IR goes in; text, files and git belong to the caller (specification, "The verify guard").
//!
//! A benchmark task is a program too, and demands other things: [`task`] compares what its checks look at and
//! expect, its grader, and which of its steps must succeed.

mod assertion;
mod fill;
mod likeness;
mod matching;
mod rule;
mod say;
mod strictness;
mod task;
mod variables;

pub use rule::{RULES, Row, Rule};
pub use say::{duration, verifies};
pub use task::{AnswerFinding, compare_answers, expected_answer};

use std::collections::HashMap;
use std::ops::Range;

use crate::ir::{Millis, Program};
use assertion::{Assertion, Assertions, within};
use matching::Lost;

/// The time of a command when neither it, nor the script, nor the configuration says one.
pub const DEFAULT_TIMEOUT: Millis = Millis(10_000);

/// One side of a comparison.
#[derive(Debug, Clone, Copy)]
pub struct Version<'a> {
    /// What the text means, as far as it could be understood.
    pub program: &'a Program,
    /// The time of a command where the script says none.
    pub default_timeout: Millis,
}

/// What became of a script.
#[derive(Debug, Clone, Copy)]
pub enum Now<'a> {
    /// It is there.
    Version(Version<'a>),
    /// It could run before and cannot any more; this is the first error.
    Broken(&'a str),
    /// It is not there.
    Gone,
}

/// One thing that is checked less strictly than before, or no longer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Which rule it breaks.
    pub rule: Rule,
    /// What was checked.
    pub was: Sight,
    /// What is nearest to it now; `None` when nothing is.
    pub now: Option<Sight>,
}

/// Something that stands in a program, in the words of a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sight {
    /// Which part it is.
    pub at: At,
    /// The command as a script would say it, variables filled in.
    pub text: String,
}

/// A part of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum At {
    /// The script or task as a whole.
    Whole,
    /// An operation, by its number as [`Program::ops`] counts.
    Op(usize),
    /// A check of a task, by its number.
    Check(usize),
    /// The grader of a task.
    Grader,
    /// The tags of a task.
    Tags,
    /// The times of a task.
    Time,
}

/// Everything that `old` checks and `now` does not check at least as strictly, in the order of `old`.
pub fn compare(old: Version<'_>, now: Now<'_>) -> Vec<Finding> {
    if let Some(task) = task::Side::of(old.program) {
        return task::compare(task, now);
    }
    let before = Assertions::of(old.program, old.default_timeout);
    match now {
        Now::Gone => gone(&old, &before).into_iter().collect(),
        Now::Broken(error) => broken(&old, &before, error).into_iter().collect(),
        Now::Version(new) => weakened(&before, &Assertions::of(new.program, new.default_timeout)),
    }
}

fn weakened(before: &Assertions<'_>, after: &Assertions<'_>) -> Vec<Finding> {
    let lost = matching::lost(before, after);
    let dropped = dropped_includes(before, after, &lost);
    let mut findings: Vec<Finding> = dropped.iter().map(dropped_include).collect();
    let is_said = |lost: &&Lost<'_>| {
        let before = dropped.partition_point(|include| include.op <= lost.was.op);
        let nearest = before.checked_sub(1).and_then(|at| dropped.get(at));
        nearest.is_some_and(|include| include.ops.contains(&lost.was.op))
    };
    findings.extend(lost.iter().filter(|lost| !is_said(lost)).map(lost_verify));
    findings.sort_by_key(|finding| finding.was.at);
    findings
}

/// A script that is gone is gone with all it did, whether it verified or not; an empty file did nothing.
fn gone(old: &Version<'_>, before: &Assertions) -> Option<Finding> {
    let did_something = old.program.steps.iter().any(|step| !step.ops.is_empty());
    did_something.then(|| Finding {
        rule: Rule::ScriptDeleted,
        was: whole_script(old, before),
        now: None,
    })
}

fn broken(old: &Version<'_>, before: &Assertions, error: &str) -> Option<Finding> {
    (!before.verifies.is_empty()).then(|| Finding {
        rule: Rule::NoLongerParses,
        was: whole_script(old, before),
        now: Some(Sight {
            at: At::Whole,
            text: error.to_owned(),
        }),
    })
}

fn whole_script(old: &Version<'_>, before: &Assertions) -> Sight {
    Sight {
        at: At::Whole,
        text: format!(
            "test {} with {}",
            say::quoted(&old.program.name),
            say::verifies(before.verifies.len())
        ),
    }
}

fn lost_verify(lost: &Lost<'_>) -> Finding {
    let rule = lost.rule();
    let sight = |assertion: &Assertion| Sight {
        at: At::Op(assertion.op),
        text: say::assertion(assertion, rule),
    };
    Finding {
        rule,
        was: sight(lost.was),
        now: lost.now.map(sight),
    }
}

/// An include of the old program all of whose verifies are gone without a trace.
struct DroppedInclude<'a> {
    path: &'a str,
    op: usize,
    ops: Range<usize>,
    verifies: usize,
}

fn dropped_include(include: &DroppedInclude<'_>) -> Finding {
    Finding {
        rule: Rule::Removed,
        was: Sight {
            at: At::Op(include.op),
            text: format!("run {} with {}", include.path, say::verifies(include.verifies)),
        },
        now: None,
    }
}

/// Includes whose `run` is gone together with every verify in them: one finding says it, not one a verify.
fn dropped_includes<'a>(
    before: &'a Assertions<'_>,
    after: &Assertions<'_>,
    lost: &[Lost<'_>],
) -> Vec<DroppedInclude<'a>> {
    let mut left: HashMap<&str, usize> = HashMap::new();
    for include in &after.includes {
        *left.entry(include.path).or_default() += 1;
    }
    let mut dropped: Vec<DroppedInclude<'a>> = Vec::new();
    for include in &before.includes {
        if let Some(count) = left.get_mut(include.path).filter(|count| **count > 0) {
            *count -= 1;
            continue;
        }
        if dropped
            .last()
            .is_some_and(|outer| outer.ops.contains(&include.op))
        {
            continue;
        }
        let verifies = before.verifies_in(&include.ops);
        let lost_here = within(lost, &include.ops, |lost| lost.was.op);
        let without_trace = lost_here.iter().all(|lost| lost.now.is_none());
        if verifies > 0 && without_trace && lost_here.len() == verifies {
            dropped.push(DroppedInclude {
                path: include.path,
                op: include.op,
                ops: include.ops.clone(),
                verifies,
            });
        }
    }
    dropped
}
