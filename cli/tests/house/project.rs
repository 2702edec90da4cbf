//! A copy of the examples in a folder of its own, on a port of its own, and `aite` run in it.

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

use super::{files, read};

/// The port that the examples are written for.
const PORT: &str = "4173";

pub(crate) struct Project {
    folder: TempDir,
}

impl Project {
    /// The configuration, the scripts and their pages, with the port changed to one that is free.
    pub(crate) fn of_examples() -> Self {
        let folder = TempDir::with_prefix("aite-docs-").expect("a temporary folder");
        let port = free_port().to_string();
        let examples = files("scripts", &["aite", "ts", "json"]).into_iter();
        let pages = files("fixtures/site", &["html", "css", "json", "csv"]);
        let red = files("fixtures/red", &["aite"]);
        for path in examples
            .chain(pages)
            .chain(red)
            .chain(["aite.config.json".into()])
        {
            let copy = folder.path().join(&path);
            fs::create_dir_all(copy.parent().expect("inside the folder")).expect("a folder");
            fs::write(copy, read(&path).replace(PORT, &port)).expect("a copy");
        }
        Self { folder }
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn aite<'a>(&self, arguments: impl IntoIterator<Item = &'a str>) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_aite"));
        command
            .args(arguments)
            .current_dir(self.path())
            .env("NO_COLOR", "1");
        command.output().expect("aite starts")
    }
}

/// What a program said, on both channels.
pub(crate) fn said(output: &Output) -> String {
    let out = String::from_utf8_lossy(&output.stdout);
    let err = String::from_utf8_lossy(&output.stderr);
    format!("{out}{err}")
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address").port()
}
