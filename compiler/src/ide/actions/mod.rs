//! What can be changed at a place.

mod fixes;

use super::answer::{ActionKind, CodeAction};
use super::file::File;
use super::findings;
use super::project::Project;
use crate::source::Span;

/// What can be changed in a range: the most wanted first.
pub(super) fn actions(project: &Project, file: &File, range: Span) -> Vec<CodeAction> {
    let known = findings::known(project, file);
    let mut actions: Vec<CodeAction> = fixes::of_findings(file, &known.diagnostics, range);
    actions.extend(fixes::all(file, &known.diagnostics));
    actions.sort_by_key(|action| (action.kind == ActionKind::FixAll, !action.preferred));
    actions
}

/// Whether two spans have a byte or an end in common.
fn touch(a: Span, b: Span) -> bool {
    a.start <= b.end && b.start <= a.end
}
