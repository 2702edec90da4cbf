//! Why git could not answer, and what to do about it.

use std::fmt;
use std::io;

/// Git could not answer.
#[derive(Debug)]
pub(crate) enum GitError {
    /// The program is not there.
    NotInstalled,
    /// The program did not start.
    NotStarted(io::Error),
    /// The folder is in no repository.
    NotARepository,
    /// Git refuses a repository that belongs to somebody else.
    NotOurs(String),
    /// There is no commit yet.
    NoHead,
    /// The base is no commit that is here.
    NoBase { base: String, shallow: bool },
    /// The base and `HEAD` have no common commit here.
    NoMergeBase { base: String, shallow: bool },
    /// An object that a tree names cannot be read.
    Unreadable { path: String, why: String },
    /// A file is too large to be a script.
    TooLarge { path: String, bytes: u64 },
    /// A command failed.
    Failed { command: String, said: String },
    /// A command answered with something else than it should.
    Unexpected(String),
}

impl GitError {
    pub(super) fn from_start(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::NotInstalled,
            _ => Self::NotStarted(error),
        }
    }

    pub(super) fn from_failure(args: &[&str], stderr: &[u8]) -> Self {
        let said = said(stderr);
        if said.contains("not a git repository") {
            Self::NotARepository
        } else if said.contains("dubious ownership") {
            Self::NotOurs(said)
        } else {
            let command = args.first().copied().unwrap_or_default().to_owned();
            Self::Failed { command, said }
        }
    }

    /// What a person can do about it.
    pub(crate) fn advice(&self) -> String {
        match self {
            Self::NotInstalled => "install git (Debian: apt-get install git)".into(),
            Self::NotStarted(_) => "check that `git --version` works here".into(),
            Self::NotARepository => "run it inside the repository that holds the scripts".into(),
            Self::NotOurs(_) => "allow it with: git config --global --add safe.directory \"$PWD\"".into(),
            Self::NoHead => "commit something first, or compare the files on disk with --worktree".into(),
            Self::NoBase { base, shallow } => {
                let fetch = format!("fetch it first: git fetch origin {}", branch(base));
                match shallow {
                    true => format!("{fetch}; this clone is shallow: {UNSHALLOW}"),
                    false => format!("{fetch}, and write --base origin/{}", branch(base)),
                }
            }
            Self::NoMergeBase { shallow: true, .. } => format!("this clone is shallow: {UNSHALLOW}"),
            Self::NoMergeBase { shallow: false, .. } => {
                "the two have no history in common: name the branch that the change goes into".into()
            }
            Self::Unreadable { .. } => {
                "run git fsck; a partial or damaged clone is mended by a fresh one".into()
            }
            Self::TooLarge { .. } => {
                "a script is a few kilobytes of text: take the file out of the change".into()
            }
            Self::Failed { .. } | Self::Unexpected(_) => {
                "run the same command by hand; a fresh clone helps when the repository is damaged".into()
            }
        }
    }
}

const UNSHALLOW: &str =
    "run git fetch --unshallow (GitLab: GIT_DEPTH: 0; GitHub: actions/checkout with fetch-depth: 0)";

fn branch(base: &str) -> &str {
    base.strip_prefix("origin/").unwrap_or(base)
}

impl fmt::Display for GitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotInstalled => f.write_str("git is not installed"),
            Self::NotStarted(error) => write!(f, "git does not start: {error}"),
            Self::NotARepository => f.write_str("this folder is in no git repository"),
            Self::NotOurs(said) => write!(f, "git refuses this repository: {said}"),
            Self::NoHead => f.write_str("there is no commit to compare: HEAD does not exist"),
            Self::NoBase { base, .. } => write!(f, "the base {base:?} is no commit of this clone"),
            Self::NoMergeBase { base, .. } => {
                write!(f, "{base:?} and HEAD have no common commit in this clone")
            }
            Self::Unreadable { path, why } => write!(f, "{path} cannot be read: {why}"),
            Self::TooLarge { path, bytes } => write!(f, "{path} has {bytes} bytes, too many for a script"),
            Self::Failed { command, said } => write!(f, "git {command} failed: {said}"),
            Self::Unexpected(what) => write!(f, "git answered what it should not: {what}"),
        }
    }
}

impl std::error::Error for GitError {}

/// What git said on its error output, on one bounded line.
pub(super) fn said(stderr: &[u8]) -> String {
    let text = String::from_utf8_lossy(stderr);
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .take(3)
        .collect();
    let said = lines.join(" ");
    said.strip_prefix("fatal: ")
        .unwrap_or(&said)
        .chars()
        .take(500)
        .collect()
}
