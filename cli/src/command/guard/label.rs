//! The label by which a person lets a deliberate change through.

use std::fs::File;
use std::io::Read;

use aite_compiler::project::{CONFIG_FILE, Config, read_config};
use serde_json::Value;

use super::tree::{Tree, folders_upwards};
use crate::git::{Git, GitError};

/// An event of GitHub has a few hundred kilobytes at most.
const MAX_EVENT: u64 = 25 * 1024 * 1024;

/// The label that is needed: as the configuration of the base says, for a change must not rename its own label.
pub(super) fn needed(git: &Git, base: &str) -> Result<String, GitError> {
    let prefix = git.prefix()?;
    let tree = Tree::commit(git, base);
    for folder in folders_upwards(&prefix) {
        let path = [folder, CONFIG_FILE.as_bytes()].concat();
        if let Some(read) = tree.read(&path)? {
            return Ok(read_config(&read.text).0.allow_weaker_label);
        }
    }
    Ok(Config::default().allow_weaker_label)
}

/// The needed label, when the merge request carries it.
pub(super) fn allowing(git: &Git, base: &str, given: &[String]) -> Result<Option<String>, GitError> {
    let needed = needed(git, base)?;
    let is_carried = carried(given).any(|label| label == needed);
    Ok(is_carried.then_some(needed))
}

/// The labels that the merge request carries, as its CI says, and those that were given.
pub(in crate::command) fn carried(given: &[String]) -> impl Iterator<Item = String> {
    let environment = |name: &str| std::env::var(name).ok();
    let carried = gitlab(environment).into_iter().chain(github(environment));
    carried.chain(given.iter().cloned())
}

/// `CI_MERGE_REQUEST_LABELS`: names with commas between.
fn gitlab(environment: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let labels = environment("CI_MERGE_REQUEST_LABELS").unwrap_or_default();
    let names = labels.split(',').map(str::trim).filter(|name| !name.is_empty());
    names.map(str::to_owned).collect()
}

/// The labels of the pull request in the event that started the workflow. No event, no labels.
fn github(environment: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let event = environment("GITHUB_EVENT_PATH").and_then(|path| {
        let mut text = Vec::new();
        File::open(path)
            .ok()?
            .take(MAX_EVENT)
            .read_to_end(&mut text)
            .ok()?;
        serde_json::from_slice::<Value>(&text).ok()
    });
    let labels = event
        .as_ref()
        .and_then(|event| event.pointer("/pull_request/labels")?.as_array());
    let name = |label: &Value| Some(label.get("name")?.as_str()?.to_owned());
    labels.into_iter().flatten().filter_map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gitlab_says_names_with_commas() {
        let labels =
            gitlab(|name| (name == "CI_MERGE_REQUEST_LABELS").then(|| "a, allow-weaker-verify,b c".into()));
        assert_eq!(labels, ["a", "allow-weaker-verify", "b c"]);
        assert!(gitlab(|_| None).is_empty());
    }

    #[test]
    fn github_says_them_in_the_event() {
        let folder = tempfile::tempdir().unwrap();
        let read = |text: &str| {
            let path = folder.path().join("event.json");
            std::fs::write(&path, text).unwrap();
            github(|name| (name == "GITHUB_EVENT_PATH").then(|| path.to_str().unwrap().to_owned()))
        };
        assert_eq!(
            read(r#"{"pull_request":{"labels":[{"name":"a"},{"id":1},{"name":"b"}]}}"#),
            ["a", "b"]
        );
        assert!(read(r#"{"push":true}"#).is_empty());
        assert!(read("not JSON").is_empty());
        assert!(github(|_| Some("/nowhere".into())).is_empty());
    }
}
