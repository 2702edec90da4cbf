//! The closed list of rules.

use std::fmt;

use serde::{Serialize, Serializer};

/// Why a change is a weakening.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// Nothing checks it any more.
    Removed,
    /// It became another kind of command or of condition.
    KindChanged,
    /// It looks at another element.
    TargetChanged,
    /// It looks in another box.
    WithinChanged,
    /// It looks at another profile's page.
    ProfileChanged,
    /// It expects something else.
    ExpectationChanged,
    /// What it compares with comes from somewhere else.
    CaptureChanged,
    /// It compares what was read a moment ago with itself.
    CaptureMoved,
    /// A verify accepts more than before.
    LooserMatch,
    /// A verifyNot forbids less than before.
    NarrowerMatch,
    /// A verify may take longer to come true.
    MoreTime,
    /// A verifyNot watches for a shorter time.
    LessTime,
    /// The script is gone.
    ScriptDeleted,
    /// The task is gone.
    TaskDeleted,
    /// Another one decides whether a task passed.
    GraderChanged,
    /// A step that had to succeed may fail.
    StepOptional,
    /// No engine is scored by the task any more.
    DiagnosticTag,
    /// The script cannot run any more.
    NoLongerParses,
}

/// A row of the list.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    /// The rule itself.
    pub rule: Rule,
    /// As printed in reports.
    pub id: &'static str,
    /// What happened, as a clause.
    pub title: &'static str,
}

const fn row(rule: Rule, id: &'static str, title: &'static str) -> Row {
    Row { rule, id, title }
}

/// Every rule, the heaviest difference first: of several differences the first one names the finding.
pub const RULES: [Row; 18] = [
    row(Rule::ScriptDeleted, "script-deleted", "the script was deleted"),
    row(Rule::TaskDeleted, "task-deleted", "the task was deleted"),
    row(
        Rule::NoLongerParses,
        "no-longer-parses",
        "the script no longer parses, so nothing in it is checked",
    ),
    row(
        Rule::GraderChanged,
        "grader-changed",
        "another one decides whether it passed",
    ),
    row(
        Rule::DiagnosticTag,
        "diagnostic-tag",
        "no engine is scored by it any more",
    ),
    row(
        Rule::StepOptional,
        "step-optional",
        "a step that had to succeed may fail",
    ),
    row(Rule::Removed, "removed", "nothing checks this any more"),
    row(
        Rule::KindChanged,
        "kind-changed",
        "it became another kind of check",
    ),
    row(
        Rule::TargetChanged,
        "target-changed",
        "it looks at another element",
    ),
    row(
        Rule::WithinChanged,
        "within-changed",
        "it looks in another part of the page",
    ),
    row(
        Rule::ProfileChanged,
        "profile-changed",
        "it looks at another profile's page",
    ),
    row(
        Rule::CaptureChanged,
        "capture-changed",
        "what it compares with comes from somewhere else",
    ),
    row(
        Rule::ExpectationChanged,
        "expectation-changed",
        "it expects something else",
    ),
    row(Rule::LooserMatch, "looser-match", "it accepts more than before"),
    row(
        Rule::NarrowerMatch,
        "narrower-match",
        "it forbids less than before",
    ),
    row(
        Rule::CaptureMoved,
        "capture-moved",
        "what it compares with is now captured just before it, so it compares the page with itself",
    ),
    row(Rule::MoreTime, "more-time", "it was given more time"),
    row(Rule::LessTime, "less-time", "it watches for a shorter time"),
];

impl Rule {
    /// The row of this rule.
    pub fn row(self) -> Row {
        RULES
            .into_iter()
            .find(|row| row.rule == self)
            .unwrap_or(row(self, "unknown", "unknown"))
    }

    /// `more-time` and the like.
    pub fn id(self) -> &'static str {
        self.row().id
    }

    /// Whether the difference is in the time, so that the time must be shown.
    pub(super) fn is_about_time(self) -> bool {
        matches!(self, Self::MoreTime | Self::LessTime)
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}
