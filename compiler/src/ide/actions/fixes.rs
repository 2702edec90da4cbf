//! The changes that diagnostics offer.

use super::super::answer::{ActionKind, Change, CodeAction, WorkspaceEdit};
use super::super::file::File;
use super::touch;
use crate::diagnostic::{Diagnostic, Edit};
use crate::source::Span;

/// The fixes of what was found in a range.
pub(super) fn of_findings(file: &File, diagnostics: &[Diagnostic], range: Span) -> Vec<CodeAction> {
    let found = diagnostics.iter().filter(|found| touch(found.span, range));
    found
        .filter_map(|found| {
            let fix = found.fix.as_ref()?;
            is_ordered(&file.text, &fix.edits).then(|| CodeAction {
                title: fix.title.to_string(),
                kind: ActionKind::QuickFix,
                change: edit(file, fix.edits.clone()),
                fixes: Some((found.code, found.span)),
                preferred: true,
            })
        })
        .collect()
}

/// Every fix of a file at once, but for those that touch one before them.
pub(super) fn all(file: &File, diagnostics: &[Diagnostic]) -> Option<CodeAction> {
    let fixes = diagnostics.iter().filter_map(|found| found.fix.as_ref());
    let mut fixes: Vec<&[Edit]> = fixes
        .map(|fix| fix.edits.as_slice())
        .filter(|edits| is_ordered(&file.text, edits))
        .collect();
    fixes.sort_by_key(|edits| edits.first().map(|edit| edit.span.start));
    let mut edits: Vec<Edit> = Vec::new();
    for fix in fixes {
        let is_behind = |last: &Edit| fix.first().is_some_and(|first| first.span.start > last.span.end);
        if edits.last().is_none_or(is_behind) {
            edits.extend_from_slice(fix);
        }
    }
    (!edits.is_empty()).then(|| CodeAction {
        title: "Fix everything that aite can fix".to_owned(),
        kind: ActionKind::FixAll,
        change: edit(file, edits),
        fixes: None,
        preferred: false,
    })
}

/// Changes of this file alone.
pub(super) fn edit(file: &File, edits: Vec<Edit>) -> Change {
    Change::Edit(WorkspaceEdit {
        files: vec![(file.key.clone(), edits)],
    })
}

/// Whether edits follow one another inside the text.
fn is_ordered(text: &str, edits: &[Edit]) -> bool {
    let mut at = 0;
    edits.iter().all(|edit| {
        let fits = edit.span.start >= at && text.get(edit.span.start..edit.span.end).is_some();
        at = edit.span.end;
        fits
    })
}
