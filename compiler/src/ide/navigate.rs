//! From a name to where it gets its meaning, and to everywhere it is used.

use std::collections::BTreeSet;

use super::answer::Location;
use super::file::File;
use super::host::{FileKey, ProjectId};
use super::project::Project;
use super::summary::{NameRole, Occurrence};
use crate::lower::{MAX_LEVELS, project_path};
use crate::project::CONFIG_FILE;
use crate::source::Span;

/// Where the name at a place gets its meaning.
pub(super) fn definition(project: &Project, file: &File, offset: usize) -> Vec<Location> {
    let Some(found) = file.name_at(offset) else {
        return Vec::new();
    };
    let name = file.name(&found);
    match found.role {
        NameRole::Defines => vec![file.location(found.span)],
        NameRole::Reads { .. } => origins(project, file, name, found.span.start),
        NameRole::DeclaresProfile | NameRole::UsesProfile => profile(project, file, name),
        NameRole::Check => project.check_file(name).into_iter().map(top).collect(),
        NameRole::Runs => run_file(project, name)
            .map(|file| file.test_name())
            .into_iter()
            .collect(),
        NameRole::Journey | NameRole::Address => Vec::new(),
    }
}

/// Where a variable that is read at `offset` was set: in the file itself, else in the scripts that run it.
pub(super) fn origins(project: &Project, file: &File, name: &str, offset: usize) -> Vec<Location> {
    let mut found = BTreeSet::new();
    search_origins(project, file, name, offset, MAX_LEVELS, &mut found);
    found.into_iter().collect()
}

fn search_origins(
    project: &Project,
    file: &File,
    name: &str,
    offset: usize,
    levels: usize,
    found: &mut BTreeSet<Location>,
) {
    if let Some(definition) = last_definition(file, name, offset) {
        found.insert(file.location(definition.span));
        return;
    }
    let Some(levels) = levels.checked_sub(1) else {
        return;
    };
    for (parent, run) in includers(project, file) {
        search_origins(project, parent, name, run.span.start, levels, found);
    }
}

/// The last `set` or `capture` of a name on a line before a place.
fn last_definition(file: &File, name: &str, offset: usize) -> Option<Occurrence> {
    let line = file
        .text
        .get(..offset)
        .unwrap_or_default()
        .rfind('\n')
        .unwrap_or(0);
    let definitions = file.names_where(|role| role == NameRole::Defines);
    let before = definitions.take_while(|(_, definition)| definition.span.start < line);
    before
        .filter(|(other, _)| *other == name)
        .last()
        .map(|(_, definition)| definition)
}

/// The scripts that run a script, each with every place where it does.
pub(super) fn includers<'p>(
    project: &'p Project,
    file: &File,
) -> impl Iterator<Item = (&'p File, Occurrence)> {
    let path = file.key.path.clone();
    project
        .files()
        .flat_map(|parent| {
            let runs = parent.names_where(|role| role == NameRole::Runs);
            runs.map(move |(written, run)| (parent.as_ref(), written, run))
        })
        .filter(move |(_, written, _)| project_path(written).is_ok_and(|target| *target == *path))
        .map(|(parent, _, run)| (parent, run))
}

/// The key of the configuration, else the `needs` line of the script.
fn profile(project: &Project, file: &File, name: &str) -> Vec<Location> {
    let declared = |file: &File| {
        let profiles = file.names_where(|role| role == NameRole::DeclaresProfile);
        let named = profiles.filter(|(other, _)| *other == name);
        named.map(|(_, place)| file.location(place.span)).next()
    };
    let configured = project.file(CONFIG_FILE).and_then(|config| declared(config));
    configured.or_else(|| declared(file)).into_iter().collect()
}

/// The script behind the path of a `run`.
pub(super) fn run_file<'p>(project: &'p Project, written: &str) -> Option<&'p File> {
    project.file(&project_path(written).ok()?).map(AsRef::as_ref)
}

fn top(file: FileKey) -> Location {
    Location {
        file,
        span: Span::at(0),
    }
}

/// Everywhere that the thing at a place is named, sorted by file and place.
pub(super) fn references(project: &Project, file: &File, offset: usize) -> Vec<Location> {
    let Some(found) = file.name_at(offset) else {
        return runs_of_this(project, file, offset);
    };
    let name = file.name(&found);
    let mut places: Vec<Location> = match found.role {
        NameRole::Defines | NameRole::Reads { .. } => {
            let family = family(project, file, name);
            let files = family.iter().filter_map(|path| project.file(path));
            files
                .flat_map(|file| named(file, name, NameRole::is_variable))
                .collect()
        }
        NameRole::DeclaresProfile | NameRole::UsesProfile => everywhere(project, name, NameRole::is_profile),
        NameRole::Journey => everywhere(project, name, |role| role == NameRole::Journey),
        NameRole::Check => everywhere(project, name, |role| role == NameRole::Check),
        NameRole::Address => everywhere(project, name, |role| role == NameRole::Address),
        NameRole::Runs => match run_file(project, name) {
            Some(target) => runs(project, target),
            None => vec![file.location(found.span)],
        },
    };
    // Files that are in no project have nothing to do with each other.
    places.retain(|place| place.file == file.key || project.id != ProjectId::NONE);
    places.sort();
    places.dedup();
    places
}

/// Who runs the script, when the place is on the name of its test.
fn runs_of_this(project: &Project, file: &File, offset: usize) -> Vec<Location> {
    match file.summary().test {
        Some(name) if name.touches(offset) => runs(project, file),
        _ => Vec::new(),
    }
}

fn runs(project: &Project, target: &File) -> Vec<Location> {
    let places = includers(project, target).map(|(parent, run)| parent.location(run.span));
    places.collect()
}

fn everywhere(project: &Project, name: &str, wanted: fn(NameRole) -> bool) -> Vec<Location> {
    project
        .files()
        .flat_map(|file| named(file, name, wanted))
        .collect()
}

fn named(file: &File, name: &str, wanted: impl Fn(NameRole) -> bool) -> Vec<Location> {
    let names = file.names_where(wanted).filter(|(other, _)| *other == name);
    names.map(|(_, place)| file.location(place.span)).collect()
}

/// The scripts in which a variable of this name is one variable: the file, those it runs that read the name without
/// setting it, and, where the file itself reads it so, those that run the file; and so on.
pub(super) fn family(project: &Project, file: &File, name: &str) -> BTreeSet<String> {
    let mut family = BTreeSet::new();
    let mut open = vec![file];
    while let Some(file) = open.pop() {
        if !family.insert(file.key.path.to_string()) {
            continue;
        }
        let children = file.runs().filter_map(|path| project.file(&path));
        open.extend(
            children
                .map(AsRef::as_ref)
                .filter(|child| reads_freely(project, child, name, MAX_LEVELS)),
        );
        if reads_freely(project, file, name, MAX_LEVELS) {
            open.extend(includers(project, file).map(|(parent, _)| parent));
        }
    }
    family
}

/// Whether a script reads a variable that whoever runs it must have set, itself or in what it runs.
pub(super) fn reads_freely(project: &Project, file: &File, name: &str, levels: usize) -> bool {
    let mut variables = file
        .names_where(NameRole::is_variable)
        .filter(|(other, _)| *other == name)
        .peekable();
    let is_own = variables.peek().is_some();
    if variables.any(|(_, place)| place.role == NameRole::Reads { free: true }) {
        return true;
    }
    let Some(levels) = levels.checked_sub(1) else {
        return false;
    };
    let mut children = file.runs().filter_map(|path| project.file(&path));
    !is_own && children.any(|child| reads_freely(project, child, name, levels))
}

impl File {
    /// A place in this file.
    pub(super) fn location(&self, span: Span) -> Location {
        Location {
            file: self.key.clone(),
            span,
        }
    }

    /// Where the test has its name, else the top.
    fn test_name(&self) -> Location {
        self.location(self.summary().test.unwrap_or(Span::at(0)))
    }
}
