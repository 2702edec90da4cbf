//! The git program, asked in bulk: a few processes for a whole comparison, never one a file.
//!
//! Plumbing commands only, so that neither the caller's configuration (renames, pagers, colours, external diffs)
//! nor the variables that git sets for its hooks change an answer.

mod blobs;
mod diff;
mod error;

pub(crate) use blobs::{Answer, Blobs, Bulk, Request};
pub(crate) use diff::{Change, Entry, Kind};
pub(crate) use error::GitError;

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A path inside a repository, from its root, with `/`. Git knows bytes, not text.
pub(crate) type RepoPath = Vec<u8>;

/// Renames are looked for among at most so many added and deleted files of each kind; the work grows with the
/// product.
const RENAME_LIMIT: &str = "-l1000";

/// A repository that answers.
#[derive(Debug, Clone)]
pub(crate) struct Git {
    /// The folder in which git is started.
    folder: PathBuf,
    program: OsString,
}

/// What the new side of a comparison is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NewSide {
    /// The commit `HEAD`.
    Head,
    /// The files as they are on disk.
    Worktree,
}

impl Git {
    /// The repository around a folder.
    pub(crate) fn at(folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
            program: "git".into(),
        }
    }

    /// The commit from which `HEAD` and `base` went apart, as an object id.
    ///
    /// # Errors
    /// Says which of the two is missing and what to do, when there is none.
    pub(crate) fn merge_base(&self, base: &str) -> Result<String, GitError> {
        let output = self.run(&["merge-base", base, "HEAD"])?;
        match first_line(&output.stdout) {
            Some(id) if output.status.success() => Ok(id),
            _ => Err(self.why_no_merge_base(base, &output)),
        }
    }

    fn why_no_merge_base(&self, base: &str, output: &Output) -> GitError {
        let said = error::said(&output.stderr);
        if let Err(broken) = self.ask(&["rev-parse", "--git-dir"]) {
            return broken;
        }
        let is_commit = |name: &str| {
            let wanted = format!("{name}^{{commit}}");
            self.ask(&["rev-parse", "--verify", "--quiet", &wanted]).is_ok()
        };
        let shallow = self
            .ask(&["rev-parse", "--is-shallow-repository"])
            .is_ok_and(|answer| answer == "true");
        if !is_commit("HEAD") {
            GitError::NoHead
        } else if !is_commit(base) {
            GitError::NoBase {
                base: base.to_owned(),
                shallow,
            }
        } else if said.is_empty() {
            GitError::NoMergeBase {
                base: base.to_owned(),
                shallow,
            }
        } else {
            GitError::Failed {
                command: "merge-base".into(),
                said,
            }
        }
    }

    /// The changes from a commit to the new side whose old or new path matches one of the patterns.
    ///
    /// # Errors
    /// What git said.
    pub(crate) fn changes(
        &self,
        from: &str,
        to: NewSide,
        patterns: &[&str],
    ) -> Result<Vec<Change>, GitError> {
        let common = [
            "-r",
            "--raw",
            "-z",
            "--no-abbrev",
            "-M",
            RENAME_LIMIT,
            "--no-ext-diff",
            "--no-textconv",
        ];
        let mut args = match to {
            NewSide::Head => vec!["diff-tree", "--no-commit-id"],
            NewSide::Worktree => vec!["diff-index", "--ignore-submodules=all"],
        };
        args.extend(common);
        args.push(from);
        if to == NewSide::Head {
            args.push("HEAD");
        }
        args.push("--");
        args.extend(patterns);
        let mut changes = diff::parse(&self.answer(&args)?)?;
        if to == NewSide::Worktree {
            let mut untracked = vec![
                "ls-files",
                "-z",
                "--full-name",
                "--others",
                "--exclude-standard",
                "--",
            ];
            untracked.extend(patterns);
            changes.extend(diff::untracked(&self.answer(&untracked)?));
        }
        Ok(changes)
    }

    /// Every file of a commit below a folder, which ends with `/` or is empty for the root.
    ///
    /// # Errors
    /// What git said.
    pub(crate) fn files(&self, commit: &str, folder: &[u8]) -> Result<Vec<Entry>, GitError> {
        let mut args = vec!["ls-tree", "-r", "-z", "--full-tree", commit];
        let folder = OsString::from_vec(folder.to_vec());
        let mut command = self.command();
        if !folder.is_empty() {
            args.push("--");
        }
        command
            .args(&args)
            .args(Some(folder).filter(|folder| !folder.is_empty()));
        let output = command
            .stdin(Stdio::null())
            .output()
            .map_err(GitError::from_start)?;
        match output.status.success() {
            true => diff::listed(&output.stdout),
            false => Err(GitError::from_failure(&args, &output.stderr)),
        }
    }

    /// Whether a commit has something at a path, be it readable or not.
    ///
    /// # Errors
    /// Git does not start.
    pub(crate) fn names(&self, commit: &str, path: &[u8]) -> Result<bool, GitError> {
        let name = OsString::from_vec([commit.as_bytes(), b":", path].concat());
        let mut command = self.command();
        command.args(["rev-parse", "--verify", "--quiet"]).arg(name);
        let output = command
            .stdin(Stdio::null())
            .output()
            .map_err(GitError::from_start)?;
        Ok(output.status.success())
    }

    /// The folder in which git was started, from the repository's root, with a `/` at its end; empty at the root.
    ///
    /// # Errors
    /// What git said.
    pub(crate) fn prefix(&self) -> Result<RepoPath, GitError> {
        let mut answer = self.answer(&["rev-parse", "--show-prefix"])?;
        answer.truncate(answer.strip_suffix(b"\n").map_or(answer.len(), <[u8]>::len));
        Ok(answer)
    }

    /// The folder that the repository's files are in.
    ///
    /// # Errors
    /// What git said; a bare repository has none.
    pub(crate) fn root(&self) -> Result<PathBuf, GitError> {
        let mut answer = self.answer(&["rev-parse", "--show-toplevel"])?;
        answer.truncate(answer.strip_suffix(b"\n").map_or(answer.len(), <[u8]>::len));
        Ok(PathBuf::from(OsString::from_vec(answer)))
    }

    /// The standard output of a command that must succeed.
    fn answer(&self, args: &[&str]) -> Result<Vec<u8>, GitError> {
        let output = self.run(args)?;
        if output.status.success() {
            return Ok(output.stdout);
        }
        Err(GitError::from_failure(args, &output.stderr))
    }

    /// The first line of [`Self::answer`].
    fn ask(&self, args: &[&str]) -> Result<String, GitError> {
        let answer = self.answer(args)?;
        Ok(first_line(&answer).unwrap_or_default())
    }

    fn run(&self, args: &[&str]) -> Result<Output, GitError> {
        let mut command = self.command();
        command.args(args).stdin(Stdio::null());
        command.output().map_err(GitError::from_start)
    }

    /// A git that asks nobody, shows nothing by itself and sees the repository as it is.
    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        for (name, _) in std::env::vars_os().filter(|(name, _)| redirects(name)) {
            command.env_remove(name);
        }
        command
            .current_dir(&self.folder)
            .env("LC_ALL", "C")
            .env("GIT_OPTIONAL_LOCKS", "0")
            .env("GIT_TERMINAL_PROMPT", "0")
            .env("GIT_NO_REPLACE_OBJECTS", "1")
            .args(["--no-pager", "-c", "core.fsmonitor=false"]);
        command
    }
}

/// Whether a variable would make git look elsewhere or answer otherwise. Those that say who may ask (ssh, TLS,
/// global configuration with `safe.directory`) stay.
fn redirects(name: &OsStr) -> bool {
    const KEPT: [&[u8]; 6] = [
        b"GIT_SSH",
        b"GIT_SSL",
        b"GIT_ASKPASS",
        b"GIT_CONFIG_",
        b"GIT_CEILING_DIRECTORIES",
        b"GIT_DISCOVERY_ACROSS_FILESYSTEM",
    ];
    let name = name.as_bytes();
    name.starts_with(b"GIT_") && !KEPT.iter().any(|kept| name.starts_with(kept))
}

fn first_line(output: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(output);
    text.lines()
        .next()
        .filter(|line| !line.is_empty())
        .map(str::to_owned)
}
