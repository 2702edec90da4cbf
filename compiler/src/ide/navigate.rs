//! From a name to where it gets its meaning, and to everywhere it is used.

use std::collections::{BTreeSet, HashMap};

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
    let mut walk = Outward::new(file, offset);
    while let Some((file, offset)) = walk.next() {
        match last_definition(file, name, offset) {
            Some(definition) => drop(found.insert(file.location(definition.span))),
            None => walk.go_on(project, file),
        }
    }
    found.into_iter().collect()
}

/// A way from a place to the places where scripts run the file that it is in, and so on. No place is met twice, and
/// their number is bounded, so that scripts that run each other many times cost little.
pub(super) struct Outward<'p> {
    open: Vec<(&'p File, usize)>,
    met: BTreeSet<(&'p str, usize)>,
}

/// More places are not looked at: a person who asks where something comes from reads the first few.
const MOST_PLACES: usize = 256;

impl<'p> Outward<'p> {
    pub(super) fn new(file: &'p File, offset: usize) -> Self {
        Self {
            open: vec![(file, offset)],
            met: BTreeSet::new(),
        }
    }

    /// The next place.
    pub(super) fn next(&mut self) -> Option<(&'p File, usize)> {
        self.open.pop()
    }

    /// Goes on to the scripts that run a file.
    pub(super) fn go_on(&mut self, project: &'p Project, file: &File) {
        for (parent, run) in includers(project, file) {
            let place = (parent.key.path.as_ref(), run.span.start);
            if self.met.len() < MOST_PLACES && self.met.insert(place) {
                self.open.push((parent, run.span.start));
            }
        }
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
    let mut readers = FreeReaders::new(project, name);
    let mut open = vec![file];
    while let Some(file) = open.pop() {
        if !family.insert(file.key.path.to_string()) {
            continue;
        }
        let children: BTreeSet<String> = file.runs().collect();
        let children = children.iter().filter_map(|path| project.file(path));
        open.extend(children.map(AsRef::as_ref).filter(|child| readers.has(child)));
        if readers.has(file) {
            open.extend(includers(project, file).map(|(parent, _)| parent));
        }
    }
    family
}

/// The scripts that read a variable which whoever runs them must have set, themselves or in what they run.
pub(super) struct FreeReaders<'p> {
    project: &'p Project,
    name: &'p str,
    /// What is known of a script; one that is being looked at counts as none.
    known: HashMap<String, bool>,
}

impl<'p> FreeReaders<'p> {
    pub(super) fn new(project: &'p Project, name: &'p str) -> Self {
        Self {
            project,
            name,
            known: HashMap::new(),
        }
    }

    pub(super) fn has(&mut self, file: &File) -> bool {
        self.search(file, MAX_LEVELS)
    }

    fn search(&mut self, file: &File, levels: usize) -> bool {
        if let Some(known) = self.known.get(file.key.path.as_ref()) {
            return *known;
        }
        self.known.insert(file.key.path.to_string(), false);
        let variables = file.names_where(NameRole::is_variable);
        let mut own = variables.filter(|(other, _)| *other == self.name).peekable();
        let is_own = own.peek().is_some();
        let reads = own.any(|(_, place)| place.role == NameRole::Reads { free: true });
        let answer = reads
            || !is_own
                && levels > 0
                && file.runs().any(|path| {
                    let child = self.project.file(&path);
                    child.is_some_and(|child| self.search(child, levels - 1))
                });
        self.known.insert(file.key.path.to_string(), answer);
        answer
    }
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
