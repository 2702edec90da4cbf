//! What the tests of the house itself share: its root, its files, its dependency tree.
#![allow(dead_code, reason = "each test binary uses its own part")]

pub(crate) mod markdown;
pub(crate) mod project;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("cli/ lies in the root")
        .to_path_buf()
}

/// Every file under `folder` (from the root) with one of these extensions, as a sorted path from the root.
pub(crate) fn files(folder: &str, extensions: &[&str]) -> Vec<PathBuf> {
    let root = root();
    let mut found = Vec::new();
    let mut folders = vec![root.join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder that can be read") {
            let path = entry.expect("an entry").path();
            let name = path
                .file_name()
                .and_then(|name| name.to_str())
                .unwrap_or_default();
            let skipped =
                name.starts_with('.') || matches!(name, "target" | "node_modules" | "results" | "book");
            if path.is_dir() && !skipped {
                folders.push(path);
            } else if path
                .extension()
                .is_some_and(|ext| extensions.iter().any(|want| ext == *want))
            {
                found.push(path.strip_prefix(&root).expect("under the root").to_path_buf());
            }
        }
    }
    found.sort();
    found
}

/// The text of a file, given from the root.
pub(crate) fn read(path: &Path) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The part of `cargo metadata` that is looked at.
#[derive(Deserialize)]
pub(crate) struct Metadata {
    pub(crate) packages: Vec<Package>,
    pub(crate) workspace_members: Vec<String>,
    pub(crate) resolve: Resolve,
}

#[derive(Deserialize)]
pub(crate) struct Package {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) license: Option<String>,
    pub(crate) publish: Option<Vec<String>>,
}

#[derive(Deserialize)]
pub(crate) struct Resolve {
    pub(crate) nodes: Vec<Node>,
}

#[derive(Deserialize)]
pub(crate) struct Node {
    pub(crate) id: String,
    pub(crate) deps: Vec<Dependency>,
}

#[derive(Deserialize)]
pub(crate) struct Dependency {
    pub(crate) pkg: String,
    pub(crate) dep_kinds: Vec<DependencyKind>,
}

#[derive(Deserialize)]
pub(crate) struct DependencyKind {
    /// `None` is a normal dependency; the others are `dev` and `build`.
    pub(crate) kind: Option<String>,
}

impl Metadata {
    /// The tree of this workspace on this platform, without the network.
    pub(crate) fn read() -> Self {
        let output = Command::new(env!("CARGO"))
            .args([
                "metadata",
                "--format-version",
                "1",
                "--offline",
                "--locked",
                "--filter-platform",
            ])
            .arg(host())
            .current_dir(root())
            .output()
            .expect("cargo metadata runs");
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        serde_json::from_slice(&output.stdout).expect("cargo metadata prints its JSON")
    }

    pub(crate) fn package(&self, id: &str) -> &Package {
        self.packages
            .iter()
            .find(|package| package.id == id)
            .expect("a package of the tree")
    }

    pub(crate) fn node(&self, id: &str) -> &Node {
        self.resolve
            .nodes
            .iter()
            .find(|node| node.id == id)
            .expect("a node of the tree")
    }

    pub(crate) fn member(&self, name: &str) -> &Package {
        let member = self.workspace_members.iter().map(|id| self.package(id));
        member
            .into_iter()
            .find(|package| package.name == name)
            .expect("a member of the workspace")
    }
}

fn host() -> String {
    let output = Command::new("rustc").arg("-vV").output().expect("rustc runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = text.lines().find_map(|line| line.strip_prefix("host: "));
    line.expect("rustc names its host").to_owned()
}
