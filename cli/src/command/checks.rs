//! `aite checks`: the list of the custom checks that may run, the guard of their folder, the types for editors.

mod guard;

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use aite_compiler::project::{ALLOWLIST, Allowlist, CHECKS_FOLDER as FOLDER};
use aite_runtime::checks::read_folder;
use clap::{Args, Subcommand};

use super::stdout;
use crate::exit::{Exit, Outcome, Stop};
use crate::project::Project;
use crate::render::{ColorChoice, Style, count};

/// What stands in the folder besides the checks.
const TYPES_FILE: &str = "aite.d.ts";

#[derive(Debug, Args)]
pub(crate) struct ChecksArgs {
    #[command(subcommand)]
    command: ChecksCommand,
}

#[derive(Debug, Subcommand)]
enum ChecksCommand {
    /// List the checks as they are now; read the difference before you commit it
    Allow,
    /// Fail when a merge request changes anything in scripts/checks without the label checks-reviewed
    Guard(ChecksGuardArgs),
    /// Write scripts/checks/aite.d.ts, the types of what a check imports and is given
    Types,
}

#[derive(Debug, Args)]
struct ChecksGuardArgs {
    /// The branch that the change goes into, for example origin/main
    #[arg(long, value_name = "REF", value_parser = super::guard::revision)]
    base: String,
    /// Compare with the files on disk instead of HEAD
    #[arg(long)]
    worktree: bool,
    /// A label that the merge request carries; GitLab and GitHub say theirs by themselves
    #[arg(long, value_name = "NAME")]
    label: Vec<String>,
}

pub(super) fn run(args: &ChecksArgs, color: ColorChoice) -> Outcome {
    match &args.command {
        ChecksCommand::Allow => allow(&project(color)?),
        ChecksCommand::Guard(args) => guard::run(args),
        ChecksCommand::Types => types(&project(color)?),
    }
}

fn project(color: ColorChoice) -> Result<Project, Stop> {
    Project::find(Style::of(color, &io::stderr()))
}

fn allow(project: &Project) -> Outcome {
    let list = Allowlist::of(&read_folder(&project.root)).map_err(|(file, why)| {
        let place = file.map_or_else(|| FOLDER.to_owned(), |file| format!("{FOLDER}/{file}"));
        Stop::refused(format!("{place}: {why}")).with_help(why.advice())
    })?;
    let json = list.to_json();
    let path = project.root.join(FOLDER).join(ALLOWLIST);
    let before = fs::read_to_string(&path).ok();
    let mut out = stdout();
    if before.as_deref() == Some(json.as_str()) {
        writeln!(
            out,
            "{FOLDER}/{ALLOWLIST} is as it was: {}",
            count(list.checks.len(), "check")
        )?;
    } else {
        write(&path, json.as_bytes())?;
        writeln!(
            out,
            "{FOLDER}/{ALLOWLIST} lists {}; read `git diff {FOLDER}` before you commit it",
            count(list.checks.len(), "check")
        )?;
    }
    out.flush()?;
    Ok(Exit::Success)
}

fn types(project: &Project) -> Outcome {
    let path = project.root.join(FOLDER).join(TYPES_FILE);
    write(&path, aite_checks::TYPES.as_bytes())?;
    let mut out = stdout();
    writeln!(out, "wrote {FOLDER}/{TYPES_FILE}")?;
    out.flush()?;
    Ok(Exit::Success)
}

/// Writes beside the file and renames, so that a link is replaced and never followed.
fn write(path: &Path, content: &[u8]) -> Result<(), Stop> {
    let beside = path.with_extension(format!("{}.tmp", std::process::id()));
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(&beside, content))
        .and_then(|()| fs::rename(&beside, path))
        .map_err(|error| {
            drop(fs::remove_file(&beside));
            Stop::file(path.display(), &error)
        })
}
