//! The one typed vocabulary: what a script or a benchmark task says, with nothing of how it was written.
//!
//! Values carry no spans and no file names, so two formattings of one script give equal programs and the guard
//! is a plain comparison. Where a part was written is in [`Origins`], by the number of the step and of the
//! operation: operations are numbered in the order of execution, an include before what it includes.

mod check;
mod condition;
mod document;
mod number;
mod op;
mod origin;
mod protocol;
mod publish;
mod target;
mod task;
mod text;

pub use check::{Check, Comparison, Endpoint, ExpectedAnswer, Grader};
pub use condition::{AttrOp, Condition, Observation, Polarity, State, TextMatch};
pub use document::Document;
pub use number::Number;
pub use op::{Op, OpKind, Outcome, PageOp, Reading, RouteAction, Save, Scope, TabOp, WaitState};
pub use origin::{OpOrigin, Origins, Place};
pub use protocol::{Await, Command, ProtocolOp, SaveFrom, SessionRef};
pub use target::{Target, Within};
pub use task::{
    ArtifactProfile, Baseline, DIAGNOSTIC_TAG, Driver, DriverKind, LaunchProfile, Scene, Setup, Task,
};
pub use text::{Piece, Text, VariableName};

use serde::Serialize;

/// A duration in whole milliseconds, the unit in which scripts and tasks say time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Millis(pub u64);

/// A script or a benchmark task, ready to run, to compare and to ask questions about.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Program {
    /// The name of the test, or the id of the task.
    pub name: String,
    /// What the program was.
    pub kind: Kind,
    /// Journey ids that the test covers.
    pub covers: Vec<String>,
    /// The first page to open, before any step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<Text>,
    /// The profiles, the default one first.
    pub sessions: Vec<String>,
    /// The default time of a command, when the program says one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout: Option<Millis>,
    /// The test publishes something.
    pub posts: bool,
    /// The test spends money or other value.
    pub spends: bool,
    /// What happens, in order.
    pub steps: Vec<Step>,
}

/// What a program was written as.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", tag = "as")]
pub enum Kind {
    /// A `.aite` script.
    Script,
    /// A task of the benchmark.
    Task(Box<Task>),
}

/// A named part of a program.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// What the writer wants to happen.
    pub intent: String,
    /// The operations, in order.
    pub ops: Vec<Op>,
}

impl Program {
    /// Whether any operation is a verify or verifyNot, includes counted.
    pub fn verifies(&self) -> bool {
        self.ops()
            .any(|op| matches!(&op.kind, OpKind::Observe(seen) if seen.polarity != Polarity::Wait))
    }

    /// Every operation in the order of its number, includes before what they include.
    pub fn ops(&self) -> impl Iterator<Item = &Op> {
        let mut stack: Vec<&Op> = Vec::new();
        push_reversed(&mut stack, &self.steps);
        std::iter::from_fn(move || {
            let op = stack.pop()?;
            if let OpKind::Include(scope) = &op.kind {
                push_reversed(&mut stack, &scope.steps);
            }
            Some(op)
        })
    }
}

fn push_reversed<'a>(stack: &mut Vec<&'a Op>, steps: &'a [Step]) {
    stack.extend(steps.iter().rev().flat_map(|step| step.ops.iter().rev()));
}
