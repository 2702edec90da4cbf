//! Benchmark tasks: what did the old task demand that the new one no longer demands as strictly?
//!
//! ```text
//! task ─ claims (checks with what they read, awaited events, required commands) ─┐
//!                                                                               ├─ matching ─ findings
//! task ─ claims ─────────────────────────────────────────────────────────────────┘
//! grader, driver, scene, probe, times, tags, optional steps: side by side
//! ```
//! A check is known by what it looks at, not by the name under which it was saved nor by the number of its step, so
//! that steps can be added, renamed and moved.

mod answers;
mod claim;
mod facts;
mod matching;
mod say;

pub use answers::{AnswerFinding, compare_answers, expected_answer};

use std::collections::HashSet;

use super::{At, Finding, Now, Rule, Sight, Version};
use crate::ir::{Kind, Program, Task};
use claim::claims;

/// A program that is a task, with what only tasks have.
#[derive(Clone, Copy)]
pub(super) struct Side<'a> {
    program: &'a Program,
    task: &'a Task,
}

impl<'a> Side<'a> {
    /// `None` for a script.
    pub(super) fn of(program: &'a Program) -> Option<Self> {
        match &program.kind {
            Kind::Task(task) => Some(Self { program, task }),
            Kind::Script => None,
        }
    }
}

/// Everything that `old` demands and `now` does not demand at least as strictly.
pub(super) fn compare(old: Side<'_>, now: Now<'_>) -> Vec<Finding> {
    match now {
        Now::Gone => vec![whole(old, Rule::TaskDeleted, None)],
        Now::Broken(error) => vec![whole(old, Rule::NoLongerParses, Some(error))],
        Now::Version(Version { program, .. }) => match Side::of(program) {
            Some(new) => weakened(old, new),
            None => vec![whole(old, Rule::TaskDeleted, None)],
        },
    }
}

fn weakened(old: Side<'_>, new: Side<'_>) -> Vec<Finding> {
    let mut findings = facts::weakened(old, new);
    // A step that may fail now is also one that is no longer demanded; the former says more.
    let said: HashSet<At> = findings.iter().map(|finding| finding.was.at).collect();
    let is_said = |finding: &Finding| matches!(finding.was.at, At::Op(_)) && said.contains(&finding.was.at);
    let lost = matching::lost(&claims(old), &claims(new)).into_iter();
    findings.extend(lost.filter(|finding| !is_said(finding)));
    findings.sort_by_key(|finding| finding.was.at);
    findings
}

fn whole(old: Side<'_>, rule: Rule, error: Option<&str>) -> Finding {
    let checks = say::count(claims(old).iter().filter(|claim| claim.is_check()).count());
    Finding {
        rule,
        was: Sight {
            at: At::Whole,
            text: format!("task {} with {checks}", old.program.name),
        },
        now: error.map(|error| Sight {
            at: At::Whole,
            text: error.to_owned(),
        }),
    }
}
