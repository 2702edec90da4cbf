//! The goldens of `fixtures/ide`: a folder a query, a file a topic, several cases a file.
//!
//! `UPDATE_GOLDENS=1` writes the answers anew.

use std::fs;
use std::path::{Path, PathBuf};

use crate::answers::answer;
use crate::world::{World, cases};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/ide")
}

fn sorted(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// Every query has cases.
const QUERIES: [&str; 19] = [
    "actions",
    "completion",
    "definition",
    "findings",
    "folds",
    "format",
    "format-newline",
    "format-range",
    "hints",
    "hover",
    "lenses",
    "links",
    "project-symbols",
    "references",
    "rename",
    "selection",
    "signatures",
    "symbols",
    "tokens",
];

#[test]
fn every_query_answers_as_its_goldens_say() {
    let update = std::env::var_os("UPDATE_GOLDENS").is_some();
    let mut wrong = Vec::new();
    for query in QUERIES {
        for path in sorted(&folder().join(query)) {
            let text = fs::read_to_string(&path).unwrap();
            let mut new = String::new();
            for case in cases(&text) {
                let found = answer(query, &case.title, &World::of(&case));
                if found.trim_end() != case.answer.trim_end() {
                    wrong.push(format!("{}: {}\n{found}", path.display(), case.title));
                }
                let gap = if new.is_empty() { "" } else { "\n" };
                new.push_str(&format!(
                    "{gap}######## {}>>>>\n{}\n",
                    case.source,
                    found.trim_end()
                ));
            }
            assert!(!new.is_empty(), "{} has no case", path.display());
            if update && new != text {
                fs::write(&path, new).unwrap();
            }
        }
    }
    assert!(
        update || wrong.is_empty(),
        "{} answers differ; read them, then UPDATE_GOLDENS=1\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn no_golden_is_left_out() {
    let folders = sorted(&folder());
    let names: Vec<_> = folders
        .iter()
        .filter_map(|path| path.file_name()?.to_str())
        .collect();
    assert_eq!(names, QUERIES);
}
