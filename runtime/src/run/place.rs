//! Where the parts of a script stand.

use std::sync::Arc;

use aite_compiler::ir::{Origins, Place};

/// File, line and text of a line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) file: String,
    pub(super) line: u32,
    /// The line as written, trimmed.
    pub(super) source: String,
}

impl Line {
    /// The line of a place.
    pub(super) fn of(place: Option<&Place>, origins: &Origins, sources: &[Arc<str>]) -> Self {
        let file = place.map_or(0, |place| place.file);
        let line = place.map_or(1, |place| place.line);
        let text = sources.get(file).map(AsRef::as_ref).unwrap_or_default();
        let at = usize::try_from(line).unwrap_or(1).saturating_sub(1);
        Self {
            file: origins.files.get(file).cloned().unwrap_or_default(),
            line,
            source: text.lines().nth(at).unwrap_or_default().trim().to_owned(),
        }
    }
}
