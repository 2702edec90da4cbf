//! The verdicts of the last runs: `results/*/run.json`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;

/// So many runs of a script are kept, the newest first.
const KEPT: usize = 3;
/// So many folders of runs are looked at.
const MOST: usize = 300;
/// No report is larger, in bytes.
const LARGEST: u64 = 4 << 20;

/// The texts of `run.json` by script, the newest first.
pub(crate) type Runs = BTreeMap<Arc<str>, Vec<Arc<str>>>;

/// Reads the last runs that lie in a folder of results. What cannot be read is no run.
pub(crate) fn read_runs(results: &Path) -> Runs {
    let entries = fs::read_dir(results).into_iter().flatten().flatten();
    let mut folders: Vec<_> = entries.map(|entry| entry.path()).collect();
    // The name of a run begins with its time.
    folders.sort_unstable_by(|a, b| b.cmp(a));
    let mut runs = Runs::new();
    for folder in folders.into_iter().take(MOST) {
        let Some((script, text)) = read_run(&folder.join("run.json")) else {
            continue;
        };
        let of_script = runs.entry(script).or_default();
        if of_script.len() < KEPT {
            of_script.push(text);
        }
    }
    runs
}

fn read_run(path: &Path) -> Option<(Arc<str>, Arc<str>)> {
    #[derive(Deserialize)]
    struct Head<'t> {
        #[serde(borrow)]
        file: std::borrow::Cow<'t, str>,
    }
    let metadata = fs::metadata(path).ok()?;
    if !metadata.is_file() || metadata.len() > LARGEST {
        return None;
    }
    let text = fs::read_to_string(path).ok()?;
    let head: Head<'_> = serde_json::from_str(&text).ok()?;
    Some((Arc::from(head.file), Arc::from(text)))
}
