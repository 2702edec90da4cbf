//! Names of the project: journeys, addresses, profiles, checks, scripts.

use std::collections::{BTreeMap, BTreeSet};

use super::Place;
use super::entry::{escaped, order, plain};
use crate::ide::answer::{Completion, CompletionKind};
use crate::ide::checks::CheckDoc;
use crate::ide::file::File;
use crate::ide::navigate::{Outward, includers};
use crate::ide::project::Project;
use crate::ide::summary::NameRole;
use crate::parser::Item;
use crate::project::Profile;

/// The journeys that tests cover, but for those that stand on the line.
pub(super) fn journeys(place: &Place<'_>) -> Vec<Completion> {
    let written = place.singles_before();
    let counted = counted(place, NameRole::Journey);
    let others = counted
        .into_iter()
        .filter(|(id, _)| !written.contains(&id.as_str()));
    let entry = |(at, (id, count)): (usize, (String, usize))| {
        plain(id, CompletionKind::Journey, place.replace(), order('a', at)).detail(match count {
            1 => "covered by 1 test".to_owned(),
            count => format!("covered by {count} tests"),
        })
    };
    others.enumerate().map(entry).collect()
}

/// The addresses that the project's scripts open, the most frequent first.
pub(super) fn addresses(place: &Place<'_>) -> Vec<Completion> {
    let mut counted: Vec<(String, usize)> = counted(place, NameRole::Address).into_iter().collect();
    counted.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let entry = |(at, (address, _)): (usize, (String, usize))| {
        plain(address, CompletionKind::Address, place.replace(), order('a', at))
    };
    counted.into_iter().enumerate().map(entry).collect()
}

/// How often names of a kind are written in the project, the one at the cursor not counted.
fn counted(place: &Place<'_>, role: NameRole) -> BTreeMap<String, usize> {
    let mut counted = BTreeMap::new();
    for file in place.project.files() {
        let is_here = file.key == place.file.key;
        for (name, found) in file.names_where(|other| other == role) {
            if !(is_here && found.span.touches(place.offset)) {
                *counted.entry(name.to_owned()).or_default() += 1;
            }
        }
    }
    counted
}

/// The profiles of the configuration that the script does not need yet.
pub(super) fn profiles_to_need(place: &Place<'_>) -> Vec<Completion> {
    let needed = place.file.names_where(|role| role == NameRole::DeclaresProfile);
    let needed: BTreeSet<&str> = needed
        .filter(|(_, found)| !found.span.touches(place.offset))
        .map(|(name, _)| name)
        .collect();
    let (config, _) = place.project.config();
    let others = config
        .config
        .profiles
        .iter()
        .filter(|(name, _)| !needed.contains(name.as_str()));
    let entry =
        |(at, (name, profile)): (usize, (&String, &Profile))| of_profile(place, name, Some(profile), at);
    others.enumerate().map(entry).collect()
}

/// The profiles that a command can be done on.
pub(super) fn profiles_to_use(place: &Place<'_>, replace: crate::source::Span) -> Vec<Completion> {
    let (config, _) = place.project.config();
    let names = profiles_of(place.project, place.file);
    let entry = |(at, name): (usize, String)| Completion {
        replace,
        ..of_profile(place, &name, config.config.profiles.get(&name), at)
    };
    names.into_iter().enumerate().map(entry).collect()
}

fn of_profile(place: &Place<'_>, name: &str, profile: Option<&Profile>, at: usize) -> Completion {
    let entry = plain(name, CompletionKind::Profile, place.replace(), order('a', at));
    match profile.and_then(|profile| profile.account.as_ref()) {
        Some(account) => entry.detail(format!("signed in as {account}")),
        None => entry,
    }
}

/// The profiles that `on:` may name: its own and those of the scripts that run this one, in the order of writing.
pub(in crate::ide) fn profiles_of(project: &Project, file: &File) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut seen = BTreeSet::new();
    let mut walk = Outward::new(file, 0);
    while let Some((file, _)) = walk.next() {
        for (name, _) in file.names_where(|role| role == NameRole::DeclaresProfile) {
            if seen.insert(name) {
                names.push(name.to_owned());
            }
        }
        walk.go_on(project, file);
    }
    names
}

/// The checks that can be called, the project's own first.
pub(super) fn checks(place: &Place<'_>) -> Vec<Completion> {
    let checks = place.project.checks();
    let entry = |(at, (name, doc)): (usize, (&String, &CheckDoc))| {
        let group = if doc.file.is_some() { 'a' } else { 'b' };
        let refused = checks.judged.get(name).and_then(|judged| judged.as_ref().err());
        let docs = match refused {
            Some(why) => format!("{}\n\nIt may not run: {why}.", doc.does),
            None => doc.does.clone(),
        };
        plain(
            name.as_str(),
            CompletionKind::Check,
            place.replace(),
            order(group, at),
        )
        .detail(doc.label(name))
        .docs(docs.trim())
        .snippet(call_snippet(name, doc))
    };
    checks.docs.iter().enumerate().map(entry).collect()
}

/// The check, and its arguments that must be given.
fn call_snippet(name: &str, doc: &CheckDoc) -> String {
    let needed = doc.parameters.iter().filter(|parameter| !parameter.is_optional());
    let arguments = needed
        .enumerate()
        .map(|(at, parameter)| format!(" ${{{}:{}}}", at + 1, escaped(&parameter.name)));
    std::iter::once(escaped(name)).chain(arguments).collect()
}

/// The next argument of a check.
pub(super) fn check_arguments(place: &Place<'_>, check: &str, given: usize) -> Vec<Completion> {
    let Some(doc) = place.project.checks().docs.get(check) else {
        return Vec::new();
    };
    let next = doc.parameters.get(given).map(|parameter| {
        plain(
            parameter.name.as_str(),
            CompletionKind::Word,
            place.replace(),
            order('a', 0),
        )
        .docs(parameter.docs.as_str())
        .snippet("\"$1\"")
        .filter("\"")
    });
    next.into_iter().collect()
}

/// The scripts that can be run here: not the script itself, nor one that runs it.
pub(super) fn scripts(place: &Place<'_>) -> Vec<Completion> {
    let mut forbidden = BTreeSet::from([place.file.key.path.to_string()]);
    let mut open = vec![place.file];
    while let Some(file) = open.pop() {
        for (parent, _) in includers(place.project, file) {
            if forbidden.insert(parent.key.path.to_string()) {
                open.push(parent);
            }
        }
    }
    let files = place.project.files();
    let fitting =
        files.filter(|file| file.key.path.ends_with(".aite") && !forbidden.contains(file.key.path.as_ref()));
    let entry = |(at, file): (usize, &std::sync::Arc<File>)| {
        let path = file.key.path.as_ref();
        let entry =
            plain(path, CompletionKind::Script, place.replace(), order('a', at)).text(as_value(place, path));
        match file.test_title() {
            Some(title) => entry.detail(title),
            None => entry,
        }
    };
    fitting.enumerate().map(entry).collect()
}

/// A value as it is written: with quotes where it needs them.
fn as_value(place: &Place<'_>, value: &str) -> String {
    let is_bare = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_' | '.' | '/');
    let is_quoted = matches!(place.current_item(), Some(Item::Single(token)) if place.line.slice(token.span).starts_with('"'));
    match !is_quoted && value.chars().all(is_bare) {
        true => value.to_owned(),
        false => super::value::quoted(value),
    }
}

/// Variables that are set somewhere in the script, to set them again.
pub(super) fn variables_to_set(place: &Place<'_>) -> Vec<Completion> {
    let set = place.file.names_where(|role| role == NameRole::Defines);
    let names: BTreeSet<&str> = set
        .filter(|(_, found)| !found.span.touches(place.offset))
        .map(|(name, _)| name)
        .collect();
    let read = place
        .file
        .names_where(|role| role == NameRole::Reads { free: true });
    let wanted: BTreeSet<&str> = read.map(|(name, _)| name).collect();
    let free = wanted.iter().map(|name| (*name, 'a', "read in this script"));
    let set = names
        .difference(&wanted)
        .map(|name| (*name, 'b', "set in this script"));
    let entry = |(at, (name, group, detail)): (usize, (&str, char, &str))| {
        plain(name, CompletionKind::Variable, place.replace(), order(group, at)).detail(detail)
    };
    free.chain(set).enumerate().map(entry).collect()
}
