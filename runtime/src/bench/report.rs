//! A run's folder → `scores.json`, `scorecard.md` and `scorecard.html` in it. Made again from the same files they are
//! the same files.

use std::fs;
use std::io;
use std::path::Path;

use serde_json::Value;

use super::recorded::Recorded;
use super::scorecard::{self, Card};
use super::{canonical, scores};
use crate::report::write_whole;

/// The files of a report: the numbers, the page to read anywhere, the page to look into.
pub const FILES: [&str; 3] = ["scores.json", "scorecard.md", CARD];
/// The page to look into.
pub const CARD: &str = "scorecard.html";

/// What was reported.
#[derive(Debug)]
pub struct Report {
    /// `scores.json`.
    pub scores: Value,
    /// What is damaged or missing in the run's folder and was done without, in sentences.
    pub notices: Vec<String>,
}

/// Reads a run's folder and writes [`FILES`] into it.
///
/// # Errors
/// The folder is none of a run, a file of it says what no run writes, or a file cannot be written.
pub fn report(folder: &Path) -> io::Result<Report> {
    let mut run = Recorded::read(folder)?;
    let resources = optional(folder, "resource_summary.json", &mut run.notices);
    let host = optional(folder, "host_summary.json", &mut run.notices);
    let scores = scores::of(&run.record, &run.rows);
    let card = Card {
        folder,
        run: &run,
        scores: &scores,
        resources: resources.as_ref(),
        host: host.as_ref(),
    };
    let texts = [
        canonical::pretty(&scores),
        scorecard::markdown(&card),
        scorecard::page(&card),
    ];
    for (name, text) in FILES.into_iter().zip(texts) {
        let path = folder.join(name);
        write_whole(&path, text.as_bytes())
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?;
    }
    Ok(Report {
        scores,
        notices: run.notices,
    })
}

/// A file that not every run has.
fn optional(folder: &Path, name: &str, notices: &mut Vec<String>) -> Option<Value> {
    let text = match fs::read(folder.join(name)) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
        Err(error) => {
            notices.push(format!("{name} is left out: {error}"));
            return None;
        }
    };
    match serde_json::from_slice(&text) {
        Ok(value) => Some(value),
        Err(error) => {
            notices.push(format!(
                "{name}:{}: this is no JSON and is left out: {error}",
                error.line()
            ));
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn run(record: &Value, rows: &[Value]) -> tempfile::TempDir {
        let run = tempfile::tempdir().unwrap();
        fs::write(run.path().join("run_manifest.json"), record.to_string()).unwrap();
        let lines: String = rows.iter().map(|row| canonical::line(row) + "\n").collect();
        fs::write(run.path().join("results.jsonl"), lines).unwrap();
        run
    }

    fn rows() -> [Value; 2] {
        [("t", "pass"), ("u", "fail")].map(|(task, status)| {
            json!({"layer": "L1", "subset_id": "s", "task_id": task, "engine": "moli", "attempt": 1, "status": status})
        })
    }

    #[test]
    fn made_again_they_are_the_same_files() {
        let run = run(
            &json!({"run_id": "r", "selected_engines": ["moli"], "k_runs": 1}),
            &rows(),
        );
        let made = || {
            report(run.path()).unwrap();
            FILES.map(|name| fs::read(run.path().join(name)).unwrap())
        };
        assert_eq!(made(), made());
    }

    #[test]
    fn what_a_damaged_run_still_has_is_reported_and_the_rest_is_told() {
        let run = run(&json!({"run_id": "r", "expected_result_rows": 3}), &rows());
        let results = run.path().join("results.jsonl");
        let broken = fs::read_to_string(&results).unwrap() + "{\"attempt\":1,\"ans";
        fs::write(&results, &broken).unwrap();
        fs::write(run.path().join("resource_summary.json"), "{\n]").unwrap();
        let made = report(run.path()).unwrap();
        assert_eq!(
            made.scores["layers"]["L1"]["by_engine"]["moli"],
            json!({"total": 2, "pass": 1, "pass_rate": 0.5})
        );
        assert_eq!(made.notices.len(), 2, "{:?}", made.notices);
        assert!(made.notices[0].starts_with("results.jsonl:3: the last line breaks off"));
        assert!(made.notices[1].starts_with("resource_summary.json:2: this is no JSON"));
        let card = fs::read_to_string(run.path().join(FILES[2])).unwrap();
        assert!(card.contains("results.jsonl:3: the last line breaks off"));
        assert!(card.contains("it has 2 of 3 attempts"));
        assert_eq!(
            fs::read_to_string(&results).unwrap(),
            broken,
            "what was written is not touched"
        );
    }
}
