//! What a program checks, in order, with everything that decides what each check accepts.

use std::ops::Range;

use super::fill::{self, Rewrite};
use super::variables::Variables;
use crate::ir::{
    Condition, Millis, Number, Observation, Op, OpKind, Polarity, Program, Scope, Step, Text, VariableName,
    Within,
};

/// A verify, verifyNot or wait by value: nothing in it depends on where it stands.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Assertion {
    /// The number of the operation.
    pub(super) op: usize,
    pub(super) polarity: Polarity,
    /// Variables filled in.
    pub(super) condition: Condition,
    /// Variables filled in.
    pub(super) within: Option<Within>,
    /// The profile whose page is looked at; `None` is a browser without a profile.
    pub(super) profile: Option<String>,
    /// Its own time, or the script's, or the default.
    pub(super) time: Millis,
    /// Compares captured text with where it was captured, with no act in between: it cannot fail.
    pub(super) vacuous: bool,
}

/// An include of a program.
#[derive(Debug)]
pub(super) struct Include<'a> {
    pub(super) path: &'a str,
    /// The number of the `run` operation.
    pub(super) op: usize,
    /// The numbers of `run` and of everything that it includes.
    pub(super) ops: Range<usize>,
}

/// All assertions of a program, includes counted as its own.
#[derive(Debug, Default)]
pub(super) struct Assertions<'a> {
    pub(super) verifies: Vec<Assertion>,
    /// Waits check nothing, but a verify may have become one.
    pub(super) waits: Vec<Assertion>,
    /// In the order of `run`, outer ones first.
    pub(super) includes: Vec<Include<'a>>,
}

impl<'a> Assertions<'a> {
    /// Walks the program in the order in which it runs.
    pub(super) fn of(program: &'a Program, default_timeout: Millis) -> Self {
        let mut walk = Walk {
            default_profile: program.sessions.first().map(String::as_str),
            default_time: program.timeout.unwrap_or(default_timeout),
            variables: Variables::default(),
            next: 0,
            acts: 0,
            found: Self::default(),
        };
        walk.steps(&program.steps);
        walk.found
    }

    /// How many verifies are among these operations.
    pub(super) fn verifies_in(&self, ops: &Range<usize>) -> usize {
        within(&self.verifies, ops, |verify| verify.op).len()
    }
}

/// The items whose operation is in a range, of items in the order of their operations.
pub(super) fn within<'i, T>(items: &'i [T], ops: &Range<usize>, op: impl Fn(&T) -> usize) -> &'i [T] {
    let start = items.partition_point(|item| op(item) < ops.start);
    let end = items.partition_point(|item| op(item) < ops.end);
    items.get(start..end).unwrap_or_default()
}

struct Walk<'a> {
    default_profile: Option<&'a str>,
    default_time: Millis,
    variables: Variables,
    /// The number of the next operation.
    next: usize,
    /// How many operations so far did something that can change a page.
    acts: usize,
    found: Assertions<'a>,
}

impl<'a> Walk<'a> {
    fn steps(&mut self, steps: &'a [Step]) {
        for op in steps.iter().flat_map(|step| &step.ops) {
            self.op(op);
        }
    }

    fn op(&mut self, op: &'a Op) {
        let number = self.next;
        self.next += 1;
        let profile = op.profile.as_deref().or(self.default_profile);
        match &op.kind {
            OpKind::Observe(seen) => self.observe(number, op, profile, seen),
            OpKind::Capture { name, target } => {
                let target = fill::target(target, &Fill(&self.variables));
                self.variables.capture(name, &target, profile, self.acts);
            }
            OpKind::Set { name, value } => {
                let filled = self.variables.fill(value);
                self.variables.set(name, filled, value);
            }
            OpKind::Include(scope) => self.include(number, scope),
            OpKind::Page(_) | OpKind::Tab(_) | OpKind::Call { .. } | OpKind::Protocol(_) => self.acts += 1,
            OpKind::Sleep { .. } | OpKind::Screenshot { .. } => {}
        }
    }

    fn observe(&mut self, number: usize, op: &Op, profile: Option<&str>, seen: &Observation) {
        let fill = Fill(&self.variables);
        let assertion = Assertion {
            op: number,
            polarity: seen.polarity,
            condition: fill::condition(&seen.condition, &fill),
            within: seen.within.as_ref().map(|within| fill::within(within, &fill)),
            profile: profile.map(str::to_owned),
            time: op.timeout.unwrap_or(self.default_time),
            vacuous: seen.polarity == Polarity::Verify && self.compares_with_itself(&seen.condition),
        };
        match seen.polarity {
            Polarity::Verify | Polarity::VerifyNot => self.found.verifies.push(assertion),
            Polarity::Wait => self.found.waits.push(assertion),
        }
    }

    fn compares_with_itself(&self, condition: &Condition) -> bool {
        let just_now = |value: &Text| self.variables.captured_just_now(value.variables(), self.acts);
        match condition {
            Condition::Text { value, .. }
            | Condition::TargetText { value, .. }
            | Condition::Value { value, .. }
            | Condition::Attr { value, .. } => just_now(value),
            Condition::NumberChange { from, equals, .. } => {
                Number::parse("0") == Some(*equals)
                    && self
                        .variables
                        .captured_just_now(std::iter::once(from.as_str()), self.acts)
            }
            _ => false,
        }
    }

    fn include(&mut self, number: usize, scope: &'a Scope) {
        let at = self.found.includes.len();
        self.found.includes.push(Include {
            path: &scope.path,
            op: number,
            ops: number..number,
        });
        let mark = self.variables.enter();
        self.steps(&scope.steps);
        self.variables.leave(mark);
        let end = self.next;
        if let Some(include) = self.found.includes.get_mut(at) {
            include.ops.end = end;
        }
    }
}

struct Fill<'a>(&'a Variables);

impl Rewrite for Fill<'_> {
    fn plain(&self, text: &Text) -> Text {
        self.0.fill(text)
    }

    fn seen(&self, text: &Text) -> Text {
        self.0.fill(text)
    }

    fn from(&self, name: &str) -> VariableName {
        self.0.source(name)
    }
}
