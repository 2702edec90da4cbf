//! `aite guard`: every verify of a merge request's scripts must be at least as strict as at the merge base.
//!
//! ```text
//! git ─ changed files ─ pairs (old, new) ─ compile both ─ aite_compiler::guard ─ findings ─ report
//!          │                                   └─ includes and configurations, from the same tree
//!          └─ JSON files of a benchmark ─ import both ─ aite_compiler::guard ─ findings
//! ```

mod built;
mod compare;
mod default_time;
mod finding;
mod includers;
pub(super) mod label;
mod overruled;
mod pairs;
mod report;
mod tasks;
pub(super) mod tree;

use std::io::Write;

use clap::{Args, ValueEnum};

use super::stdout;
use crate::exit::{Exit, Outcome, Stop};
use crate::git::{Git, GitError, NewSide};
use crate::render::ColorChoice;

/// What `aite guard` can be told.
#[derive(Debug, Args)]
pub(crate) struct GuardArgs {
    /// The branch that the change goes into, for example origin/main
    #[arg(long, value_name = "REF", value_parser = revision)]
    base: String,
    /// Compare with the files on disk instead of HEAD
    #[arg(long)]
    worktree: bool,
    /// How to report
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: GuardFormat,
    /// A label that the merge request carries; GitLab and GitHub say theirs by themselves
    #[arg(long, value_name = "NAME")]
    label: Vec<String>,
}

/// `aite guard --format`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GuardFormat {
    /// For people
    Text,
    /// One JSON object (docs/schema/guard.schema.json)
    Json,
    /// SARIF 2.1.0
    Sarif,
    /// Annotations of GitHub Actions
    Github,
    /// GitLab code quality
    Gitlab,
}

/// A name that git cannot take for an option.
pub(super) fn revision(name: &str) -> Result<String, String> {
    match name {
        "" => Err("it is empty: name the branch that the change goes into".to_owned()),
        option if option.starts_with('-') => Err("a revision does not begin with -".to_owned()),
        name => Ok(name.to_owned()),
    }
}

pub(super) fn run(args: &GuardArgs, color: ColorChoice) -> Outcome {
    let git = Git::at(".".as_ref());
    let base = git.merge_base(&args.base)?;
    let side = match args.worktree {
        true => NewSide::Worktree,
        false => NewSide::Head,
    };
    let comparison = compare::changed_scripts(&git, &base, side)?;
    let allowed_by = match comparison.findings.is_empty() {
        true => None,
        false => label::allowing(&git, &base, &args.label)?,
    };
    let report = report::Report {
        findings: &comparison.findings,
        scripts: comparison.scripts,
        tasks: comparison.tasks,
        label: allowed_by.as_deref(),
        needed_label: &label::needed(&git, &base)?,
    };
    let mut out = stdout();
    report.write(&mut out, args.format, color)?;
    out.flush()?;
    Ok(match (comparison.findings.is_empty(), allowed_by) {
        (true, _) | (false, Some(_)) => Exit::Success,
        (false, None) => Exit::Failure,
    })
}

impl From<GitError> for Stop {
    fn from(error: GitError) -> Self {
        Self::could_not_run(error.to_string()).with_help(error.advice())
    }
}
