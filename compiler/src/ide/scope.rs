//! The variables that a place can read, and what is known of them.

use std::collections::BTreeMap;

use super::answer::Location;
use super::file::File;
use super::line::Line;
use super::navigate::Outward;
use super::project::Project;
use super::summary::NameRole;
use crate::source::Span;

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
    let mut walk = Outward::new(file, offset);
    while let Some((file, offset)) = walk.next() {
        for (name, span) in set_before(file, offset) {
            found.entry(name.to_owned()).or_insert_with(|| Variable {
                name: name.to_owned(),
                origin: file.location(span),
                source: source(file, span.start),
            });
        }
        walk.go_on(project, file);
    }
    found.into_values().collect()
}

/// The variables that a file sets before the line of a place, each where it is set last.
fn set_before(file: &File, offset: usize) -> BTreeMap<&str, Span> {
    let before = file.text.get(..offset).unwrap_or_default();
    let line = before.rfind('\n').unwrap_or(0);
    let set = file.names_where(|role| role == NameRole::Defines);
    let before = set.take_while(|(_, place)| place.span.start < line);
    before.map(|(name, place)| (name, place.span)).collect()
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
