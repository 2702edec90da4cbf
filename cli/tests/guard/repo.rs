//! A git repository of a test's own.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

/// Path and content.
pub(crate) type Files<'a> = Vec<(&'a str, &'a str)>;

/// An object from path to text.
pub(crate) fn files(value: &Value) -> Files<'_> {
    let entries = value.as_object().unwrap().iter();
    entries
        .map(|(path, text)| (path.as_str(), text.as_str().unwrap()))
        .collect()
}

/// A repository in a folder that goes with it.
pub(crate) struct Repo {
    folder: TempDir,
}

impl Repo {
    /// An empty one with the branch main.
    pub(crate) fn empty() -> Self {
        Self::empty_with(&[])
    }

    /// [`Self::empty`] with more options of `git init`.
    pub(crate) fn empty_with(options: &[&str]) -> Self {
        let repo = Self {
            folder: tempfile::tempdir().unwrap(),
        };
        repo.git(&[&["init", "--quiet", "--initial-branch=main"], options].concat());
        repo
    }

    /// A clone, over the same way as one from far off.
    pub(crate) fn clone_of(other: &Self, options: &[&str]) -> Self {
        let repo = Self {
            folder: tempfile::tempdir().unwrap(),
        };
        let from = format!("file://{}", other.path().display());
        repo.git(
            &[
                &["clone", "--quiet", "--no-single-branch"],
                options,
                &[&from, "."],
            ]
            .concat(),
        );
        repo
    }

    /// `old` committed on main, then everything replaced by `new` on the branch mr; a configuration beside each.
    pub(crate) fn with_branches(old: &Files<'_>, new: &Files<'_>) -> Self {
        let repo = Self::empty();
        repo.write("aite.config.json", "{}");
        repo.write_all(old);
        repo.commit("old");
        repo.git(&["checkout", "--quiet", "-b", "mr"]);
        for (path, _) in old {
            repo.remove(path);
        }
        if !new.iter().any(|(path, _)| *path == "aite.config.json") {
            repo.write("aite.config.json", "{}");
        }
        repo.write_all(new);
        repo.commit("new");
        repo
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        let file = self.path().join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    pub(crate) fn write_all(&self, files: &Files<'_>) {
        for (path, text) in files {
            self.write(path, text);
        }
    }

    pub(crate) fn remove(&self, path: &str) {
        fs::remove_file(self.path().join(path)).unwrap();
    }

    pub(crate) fn commit(&self, message: &str) {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--allow-empty", "-m", message]);
    }

    /// Runs git and expects it to succeed.
    pub(crate) fn git(&self, args: &[&str]) -> String {
        let output = plain(Command::new("git"), self.path())
            .args([
                "-c",
                "user.name=t",
                "-c",
                "user.email=t@example.test",
                "-c",
                "commit.gpgSign=false",
            ])
            .args(args)
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "git {args:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    /// A command in the repository that knows nothing of the machine around it.
    pub(crate) fn command(&self, command: Command) -> Command {
        plain(command, self.path())
    }

    /// `aite guard …` in the repository, ready for more settings.
    pub(crate) fn guard_command(&self, args: &[&str]) -> Command {
        let mut command = self.command(Command::new(env!("CARGO_BIN_EXE_aite")));
        command.arg("guard").args(args);
        command
    }

    /// Runs `aite guard …` in the repository.
    pub(crate) fn guard(&self, args: &[&str]) -> Output {
        self.guard_command(args).output().unwrap()
    }
}

/// A command that knows nothing of the machine's git configuration or of a CI around the tests.
fn plain(mut command: Command, folder: &Path) -> Command {
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("GIT_") || text.starts_with("CI") || text.starts_with("GITHUB_") {
            command.env_remove(&name);
        }
    }
    command
        .current_dir(folder)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1");
    command
}
