//! Another name for a variable, a profile or a journey, everywhere at once.

use std::collections::BTreeMap;

use super::answer::{Location, WorkspaceEdit};
use super::file::File;
use super::host::FileKey;
use super::navigate::{FreeReaders, family, references};
use super::project::Project;
use super::summary::{NameRole, Occurrence};
use crate::diagnostic::Edit;
use crate::parser::is_id;
use crate::source::Span;
use crate::syntax::holes::is_name;

/// The name at a place, when it can be given another one.
pub(super) fn place(file: &File, offset: usize) -> Option<Span> {
    let found = file.name_at(offset)?;
    let can_change = found.role.is_variable() || found.role.is_profile() || found.role == NameRole::Journey;
    can_change.then_some(found.span)
}

/// The changes that give the name at a place another one.
///
/// # Errors
/// A sentence for people: nothing there has a name that can change, the new one is no such name, or it is taken.
pub(super) fn rename(
    project: &Project,
    file: &File,
    offset: usize,
    new: &str,
) -> Result<WorkspaceEdit, String> {
    let found = file.name_at(offset).filter(|_| place(file, offset).is_some());
    let Some(found) = found else {
        return Err(why_not(file, offset));
    };
    let old = file.name(&found);
    if old == new {
        return Ok(WorkspaceEdit::default());
    }
    refuse(project, file, &found, new)?;
    Ok(replace(references(project, file, offset), new))
}

fn replace(places: Vec<Location>, new: &str) -> WorkspaceEdit {
    let mut files: BTreeMap<FileKey, Vec<Edit>> = BTreeMap::new();
    for place in places {
        let edit = Edit {
            span: place.span,
            text: new.to_owned(),
        };
        files.entry(place.file).or_default().push(edit);
    }
    WorkspaceEdit {
        files: files.into_iter().collect(),
    }
}

fn why_not(file: &File, offset: usize) -> String {
    let why = match file.name_at(offset).map(|found| found.role) {
        Some(NameRole::Check) => "a check is named by its file: rename the file in scripts/checks",
        Some(NameRole::Runs) => "a script is named by its file: rename the file",
        _ => "nothing here has a name that can change: variables, profiles and journeys have",
    };
    why.to_owned()
}

/// Says why a name cannot be the new one.
fn refuse(project: &Project, file: &File, found: &Occurrence, new: &str) -> Result<(), String> {
    match found.role {
        NameRole::Journey if !is_id(new) => Err(format!("\"{new}\" is no id like J-09")),
        NameRole::Journey => Ok(()),
        _ if !is_name(new) => Err(format!(
            "\"{new}\" is no name: a name has letters, digits, - and _"
        )),
        role if role.is_profile() => match is_profile_taken(project, new) {
            true => Err(format!("there is a profile {new} already")),
            false => Ok(()),
        },
        _ => refuse_variable(project, file, file.name(found), new),
    }
}

fn is_profile_taken(project: &Project, name: &str) -> bool {
    let mut files = project.files();
    files.any(|file| {
        file.names_where(NameRole::is_profile)
            .any(|(other, _)| other == name)
    })
}

fn refuse_variable(project: &Project, file: &File, old: &str, new: &str) -> Result<(), String> {
    let mut readers = FreeReaders::new(project, new);
    for path in family(project, file, old) {
        let Some(member) = project.file(&path) else {
            continue;
        };
        if member
            .names_where(NameRole::is_variable)
            .any(|(other, _)| other == new)
        {
            return Err(format!("{path} has a variable {new} already"));
        }
        let mut children = member.runs().filter_map(|path| project.file(&path));
        if let Some(child) = children.find(|child| readers.has(child)) {
            return Err(format!(
                "{path} runs {}, which reads a variable {new}",
                child.key.path
            ));
        }
    }
    Ok(())
}
