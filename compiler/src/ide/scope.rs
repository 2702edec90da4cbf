//! The variables that a place can read, and what is known of them.

use std::collections::BTreeMap;

use super::answer::Location;
use super::file::File;
use super::line::Line;
use super::navigate::includers;
use super::project::Project;
use super::summary::NameRole;
use crate::lower::MAX_LEVELS;

/// A variable that is set at a place.
#[derive(Debug, Clone)]
pub(super) struct Variable {
    pub(super) name: String,
    /// The `set` or `capture` that counts there.
    pub(super) origin: Location,
    /// That line, trimmed.
    pub(super) source: String,
}

impl Variable {
    /// Where it comes from, in a few words: the line, and the file when it is another one.
    pub(super) fn detail(&self, seen_from: &File) -> String {
        match self.origin.file == seen_from.key {
            true => self.source.clone(),
            false => format!("{}  ({})", self.source, self.origin.file.path),
        }
    }
}

/// The variables that are set before the line of a place, here or in the scripts that run this one, by name.
pub(super) fn visible(project: &Project, file: &File, offset: usize) -> Vec<Variable> {
    let mut found = BTreeMap::new();
    collect(project, file, offset, MAX_LEVELS, &mut found);
    found.into_values().collect()
}

fn collect(
    project: &Project,
    file: &File,
    offset: usize,
    levels: usize,
    found: &mut BTreeMap<String, Variable>,
) {
    let line = file
        .text
        .get(..offset)
        .unwrap_or_default()
        .rfind('\n')
        .unwrap_or(0);
    let mut own = BTreeMap::new();
    for (name, place) in file.names_where(|role| role == NameRole::Defines) {
        if place.span.start >= line {
            break;
        }
        own.insert(name, place.span);
    }
    for (name, span) in own {
        found.entry(name.to_owned()).or_insert_with(|| Variable {
            name: name.to_owned(),
            origin: file.location(span),
            source: source(file, span.start),
        });
    }
    let Some(levels) = levels.checked_sub(1) else {
        return;
    };
    for (parent, run) in includers(project, file) {
        collect(project, parent, run.span.start, levels, found);
    }
}

/// The line of a place, without white space around it and without its comment.
pub(super) fn source(file: &File, offset: usize) -> String {
    let before = file.text.get(..offset).unwrap_or_default();
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let line = Line::read(&file.text, start, true);
    let end = line.comment.map_or(line.span.end, |comment| comment.start);
    let written = file.text.get(line.span.start..end).unwrap_or_default();
    written.trim().to_owned()
}
