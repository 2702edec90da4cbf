//! `timeout` in a configuration: it reaches every verify that has no time of its own, also in scripts that did not
//! change. One finding a configuration says it for all of them.

use std::collections::{BTreeMap, HashSet};

use aite_compiler::guard::{Now, Rule, Version, compare, duration, verifies};
use aite_compiler::project::CONFIG_FILE;

use super::compare::{Trees, in_bulk};
use super::finding::Found;
use super::pairs::is_script;
use super::tree::{MAX_SCRIPT, shown};
use crate::git::{Bulk, Change, Entry, Git, GitError, RepoPath};
use crate::render::count;

/// The folders whose configuration was changed, added or removed.
pub(super) fn changed_configurations(changes: &[Change]) -> Vec<RepoPath> {
    let sides = changes
        .iter()
        .flat_map(|change| [&change.old, &change.new])
        .flatten();
    let folders: HashSet<&[u8]> = sides
        .filter_map(|entry| entry.path.strip_suffix(CONFIG_FILE.as_bytes()))
        .filter(|folder| folder.is_empty() || folder.ends_with(b"/"))
        .collect();
    folders.into_iter().map(<[u8]>::to_vec).collect()
}

/// What another default time weakens in the scripts that were not compared for another reason.
pub(super) fn changed(
    git: &Git,
    base: &str,
    trees: &Trees,
    folders: &[RepoPath],
    compared: &HashSet<&[u8]>,
) -> Result<Vec<Found>, GitError> {
    let mut found = Vec::new();
    for folder in folders {
        let [old, new] = [trees.old.project(folder)?, trees.new.project(folder)?];
        if old.timeout == new.timeout {
            continue;
        }
        let files = git.files(base, folder)?;
        let reached = |entry: &Entry| is_script(entry) && !compared.contains(entry.path.as_slice());
        let scripts: Vec<Entry> = files.into_iter().filter(reached).collect();
        let file = format!("{}{CONFIG_FILE}", shown(folder));
        for (rule, reach) in weakened(git, trees, &scripts, folder)? {
            found.push(Found {
                file: file.clone(),
                line: 1,
                rule,
                was: format!("timeout {} for {reach}", duration(old.timeout)),
                now: Some(format!("timeout {}", duration(new.timeout))),
                new_file: Some(file.clone()),
                new_line: Some(1),
                included: None,
            });
        }
    }
    Ok(found)
}

/// What is weakened, and how much of it.
fn weakened(
    git: &Git,
    trees: &Trees,
    scripts: &[Entry],
    folder: &[u8],
) -> Result<BTreeMap<Rule, String>, GitError> {
    let mut bulk = Bulk::ask(git, scripts.iter().filter_map(in_bulk).collect(), MAX_SCRIPT)?;
    let mut weakened: BTreeMap<Rule, (usize, usize)> = BTreeMap::new();
    for entry in scripts {
        let answer = in_bulk(entry).map(|_| bulk.answer()).transpose()?;
        let [old, new] = [trees.old.project(&entry.path)?, trees.new.project(&entry.path)?];
        let belongs = old.root.as_slice() == folder || new.root.as_slice() == folder;
        let Some(built) = trees.old.compiled(entry, answer)?.filter(|_| belongs) else {
            continue;
        };
        let with = |default_timeout| Version {
            program: &built.compiled.program,
            default_timeout,
        };
        let kept = trees.new.kept_project(&old, &entry.path)?;
        let mut rules: BTreeMap<Rule, usize> = BTreeMap::new();
        for new in [Some(new), kept].into_iter().flatten() {
            let mut found: BTreeMap<Rule, usize> = BTreeMap::new();
            for finding in compare(with(old.timeout), Now::Version(with(new.timeout))) {
                *found.entry(finding.rule).or_default() += 1;
            }
            for (rule, verifies) in found {
                let most = rules.entry(rule).or_default();
                *most = verifies.max(*most);
            }
        }
        for (rule, verifies) in rules {
            let (all, scripts) = weakened.entry(rule).or_default();
            *all += verifies;
            *scripts += 1;
        }
    }
    let said = |(rule, (all, scripts))| (rule, format!("{} in {}", verifies(all), count(scripts, "script")));
    Ok(weakened.into_iter().map(said).collect())
}
