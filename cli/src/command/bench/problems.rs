//! What is wrong with a data set, and how it is told.

use std::collections::HashSet;
use std::io::{self, Write};

use aite_compiler::diagnostic::{Code, Diagnostic, Severity};
use aite_compiler::source::LineIndex;

use super::data_set::DataSet;
use super::selection::Selected;
use crate::exit::Stop;
use crate::render::safe;

/// What is wrong with the selected tasks, with what they are judged by, and with the map of their layer, which is
/// looked at whole so that a narrow selection cannot hide a new task that nothing maps.
pub(super) fn of(set: &DataSet, selection: &Selected<'_>) -> Vec<(String, Diagnostic)> {
    let mut found = Vec::new();
    for task in &selection.tasks {
        found.extend(
            task.diagnostics
                .iter()
                .map(|diagnostic| (task.path.clone(), diagnostic.clone())),
        );
    }
    let selected: HashSet<&str> = selection.tasks.iter().map(|task| task.path.as_str()).collect();
    let tasks: HashSet<&str> = set.tasks.iter().map(|task| task.path.as_str()).collect();
    let others = set.problems().into_iter().filter(|problem| {
        let is_of_selected = selected.contains(problem.file.as_str());
        let is_of_no_task = !tasks.contains(problem.file.as_str());
        selection.is_everything || problem.diagnostic.code == Code::T021 || is_of_selected || is_of_no_task
    });
    found.extend(others.map(|problem| (problem.file, problem.diagnostic)));
    found.sort_by(|(a, one), (b, other)| a.cmp(b).then(one.span.start.cmp(&other.span.start)));
    found.dedup();
    found
}

/// One line an issue on standard error; whether any is an error.
pub(super) fn report(set: &DataSet, found: &[(String, Diagnostic)]) -> Result<bool, Stop> {
    let mut out = io::BufWriter::new(io::stderr().lock());
    let mut failed = false;
    let mut lines: Option<(&str, LineIndex)> = None;
    for (file, diagnostic) in found {
        if lines.as_ref().is_none_or(|(of, _)| of != file) {
            lines = Some((file, LineIndex::new(set.text(file).unwrap_or_default())));
        }
        let place = lines
            .as_ref()
            .map(|(_, lines)| lines.line_column(diagnostic.span.start));
        let (line, column) = place.map_or((1, 1), |place| (place.line + 1, place.column + 1));
        let severity = match diagnostic.severity {
            Severity::Error => "ERROR",
            Severity::Warning => "WARNING",
        };
        let pointer = diagnostic
            .pointer
            .as_deref()
            .filter(|pointer| !pointer.is_empty());
        let at = pointer.map_or_else(String::new, |pointer| format!(" at {pointer}"));
        let help = diagnostic
            .help
            .as_deref()
            .map_or_else(String::new, |help| format!("; {help}"));
        let said = format!(
            "{severity}: {file}:{line}:{column}: {} {}{at}{help}",
            diagnostic.code, diagnostic.message
        );
        writeln!(out, "{}", safe::line(&said, 4_000))?;
        failed |= diagnostic.severity == Severity::Error;
    }
    out.flush()?;
    Ok(failed)
}
