//! `aite checks guard`: code that scripts run does not change unseen, nor does where it may run.

use std::io::Write;

use aite_compiler::project::{CHECKS_FOLDER as FOLDER, read_config};

use super::ChecksGuardArgs;
use crate::command::guard::label;
use crate::command::guard::tree::Tree;
use crate::command::stdout;
use crate::exit::{Exit, Outcome};
use crate::git::{Change, Entry, Git, GitError, NewSide};
use crate::render::{count, safe};

/// The label by which a person says that they have read the checks.
const REVIEWED: &str = "checks-reviewed";

/// Every folder of this name: a project may be anywhere in the repository. The link of a folder is a file to git.
const CHECKS: [&str; 3] = [
    ":(top,glob)**/scripts/checks/**",
    ":(top,glob)**/scripts/checks",
    ":(top,glob)**/scripts",
];

/// A configuration may let checks run where nothing shuts them off.
const CONFIGURATIONS: [&str; 1] = [":(top,glob)**/aite.config.json"];

pub(super) fn run(args: &ChecksGuardArgs) -> Outcome {
    let git = Git::at(".".as_ref());
    let base = git.merge_base(&args.base)?;
    let side = match args.worktree {
        true => NewSide::Worktree,
        false => NewSide::Head,
    };
    let mut found: Vec<String> = git.changes(&base, side, &CHECKS)?.iter().map(said).collect();
    found.extend(released(&git, &base, side)?);
    let allowed = label::carried(&args.label).any(|label| label == REVIEWED);
    let mut out = stdout();
    for line in &found {
        writeln!(out, "{}", safe::line(line, 4_000))?;
    }
    let verdict = match (found.is_empty(), allowed) {
        (true, _) => format!("nothing in {FOLDER} changed"),
        (false, true) => format!(
            "{} in {FOLDER}, allowed by the label {REVIEWED}",
            count(found.len(), "change")
        ),
        (false, false) => format!(
            "{} in {FOLDER}: code that scripts run. A person reads it and puts the label {REVIEWED} on the merge request",
            count(found.len(), "change")
        ),
    };
    writeln!(out, "{verdict}")?;
    out.flush()?;
    Ok(match found.is_empty() || allowed {
        true => Exit::Success,
        false => Exit::Failure,
    })
}

/// The configurations that let checks run unconfined now, and did not before.
fn released(git: &Git, base: &str, side: NewSide) -> Result<Vec<String>, GitError> {
    let changes = git.changes(base, side, &CONFIGURATIONS)?;
    if changes.is_empty() {
        return Ok(Vec::new());
    }
    let old = Tree::commit(git, base);
    let new = match side {
        NewSide::Head => Tree::commit(git, "HEAD"),
        NewSide::Worktree => Tree::disk(git)?,
    };
    let mut released = Vec::new();
    for change in &changes {
        if !allows(&old, change.old.as_ref())?
            && allows(&new, change.new.as_ref())?
            && let Some(entry) = &change.new
        {
            released.push(format!("released {}: allowUnsandboxed", name(&entry.path)));
        }
    }
    Ok(released)
}

fn allows(tree: &Tree, entry: Option<&Entry>) -> Result<bool, GitError> {
    let Some(entry) = entry else {
        return Ok(false);
    };
    let read = tree.read(&entry.path)?;
    Ok(read.is_some_and(|config| read_config(&config.text).0.allow_unsandboxed_checks))
}

fn said(change: &Change) -> String {
    match (&change.old, &change.new) {
        (Some(old), Some(new)) if old.path != new.path => {
            format!("renamed  {} to {}", name(&old.path), name(&new.path))
        }
        (Some(old), None) => format!("deleted  {}", name(&old.path)),
        (None, Some(new)) => format!("added    {}", name(&new.path)),
        (Some(_), Some(new)) => format!("changed  {}", name(&new.path)),
        (None, None) => String::new(),
    }
}

fn name(path: &[u8]) -> String {
    String::from_utf8_lossy(path).into_owned()
}
