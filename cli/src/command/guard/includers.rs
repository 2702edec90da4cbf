//! Scripts that did not change themselves and reach something that did: they run it, or are links to it.

use std::collections::{HashMap, HashSet};

use aite_compiler::lower::project_path;

use super::compare::{Trees, in_bulk};
use super::pairs::is_script;
use super::tree::{MAX_SCRIPT, script};
use crate::git::{Bulk, Entry, Git, GitError, Kind, RepoPath};

/// The unchanged scripts of the base that run a changed one, directly or through others; all links, which may lead to a
/// file that is no script by its name; and scripts that are in another project than before, where `run` means others.
///
/// # Errors
/// Git cannot answer, or a script cannot be read.
pub(super) fn of(
    git: &Git,
    base: &str,
    trees: &Trees,
    changed: &HashSet<&[u8]>,
    configurations: &[RepoPath],
) -> Result<Vec<Entry>, GitError> {
    let mut unchanged = git.files(base, b"")?;
    unchanged.retain(|entry| is_script(entry) && !changed.contains(entry.path.as_slice()));
    let elsewhere = elsewhere(trees, &unchanged, configurations)?;
    if changed.is_empty() && elsewhere.is_empty() {
        unchanged.retain(is_link);
        return Ok(unchanged);
    }
    let mut affected: HashSet<usize> = HashSet::new();
    let mut runs_it: HashMap<RepoPath, Vec<usize>> = HashMap::new();
    let mut bulk = Bulk::ask(git, unchanged.iter().filter_map(in_bulk).collect(), MAX_SCRIPT)?;
    for (at, entry) in unchanged.iter().enumerate() {
        let read = match in_bulk(entry) {
            Some(_) => script(&entry.path, bulk.answer()?)?,
            None => trees.old.read(&entry.path)?,
        };
        for path in read.iter().flat_map(|read| runs(&read.text)) {
            affected.extend(elsewhere.get(&at));
            let root = trees.old.project(&entry.path)?.root;
            runs_it
                .entry([root.as_slice(), path.as_bytes()].concat())
                .or_default()
                .push(at);
        }
    }
    affected.extend(reached(changed, &unchanged, runs_it));
    let is_affected =
        |(at, entry): (usize, Entry)| (affected.contains(&at) || is_link(&entry)).then_some(entry);
    Ok(unchanged
        .into_iter()
        .enumerate()
        .filter_map(is_affected)
        .collect())
}

/// Which of the scripts are in another project than before.
fn elsewhere(
    trees: &Trees,
    unchanged: &[Entry],
    configurations: &[RepoPath],
) -> Result<HashSet<usize>, GitError> {
    let mut elsewhere = HashSet::new();
    for (at, entry) in unchanged.iter().enumerate() {
        let path = entry.path.as_slice();
        if configurations.iter().any(|folder| path.starts_with(folder))
            && trees.old.project(path)?.root != trees.new.project(path)?.root
        {
            elsewhere.insert(at);
        }
    }
    Ok(elsewhere)
}

fn is_link(entry: &Entry) -> bool {
    entry.kind == Kind::Symlink
}

/// Which of the unchanged scripts reach a changed one.
fn reached(
    changed: &HashSet<&[u8]>,
    unchanged: &[Entry],
    mut runs_it: HashMap<RepoPath, Vec<usize>>,
) -> HashSet<usize> {
    let mut reached = HashSet::new();
    let mut open: Vec<RepoPath> = changed.iter().map(|path| path.to_vec()).collect();
    while let Some(path) = open.pop() {
        for at in runs_it.remove(&path).unwrap_or_default() {
            if reached.insert(at) {
                open.extend(unchanged.get(at).map(|entry| entry.path.clone()));
            }
        }
    }
    reached
}

/// The paths behind `run`, as far as a line shows them: a line too many only costs a comparison.
fn runs(text: &str) -> impl Iterator<Item = String> {
    let behind_run = |line: &str| {
        let rest = line.trim_start().strip_prefix("run")?;
        let path = rest.strip_prefix([' ', '\t'])?.trim_start();
        let path = match path.strip_prefix('"') {
            Some(quoted) => quoted.split('"').next()?,
            None => path.split_whitespace().next()?,
        };
        project_path(path).ok()
    };
    text.lines().filter_map(behind_run)
}

#[cfg(test)]
mod tests {
    #[test]
    fn reads_what_stands_behind_run() {
        let text = "test \"t\"\n run a.aite\n\trun  \"./b/c.aite\" # why\n click text:\"run d.aite\"\n running e.aite\n";
        assert_eq!(super::runs(text).collect::<Vec<_>>(), ["a.aite", "b/c.aite"]);
    }
}
