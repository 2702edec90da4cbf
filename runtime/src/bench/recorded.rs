//! A run as its folder has it, whatever has happened to the folder since.

use std::collections::HashMap;
use std::fmt::Display;
use std::fs;
use std::io;
use std::path::Path;

use serde_json::Value;

use super::manifest;
use super::outcome::Status;

/// The file with a line an attempt.
pub(super) const RESULTS: &str = "results.jsonl";

/// A run that was made.
#[derive(Debug)]
pub struct Recorded {
    /// What the run is made of: `run_manifest.json`.
    pub record: Value,
    /// Its attempts, in the order in which they ended.
    pub rows: Vec<Value>,
    /// What is not as it should be and keeps nobody from reading the rest, in sentences.
    pub notices: Vec<String>,
}

impl Recorded {
    /// Reads a run's folder.
    ///
    /// A last line that breaks off was being written when the run was killed: it is left out, and told.
    ///
    /// # Errors
    /// The folder is none of a run, or a file of it says something that no run writes; file and line are named.
    pub fn read(run: &Path) -> io::Result<Self> {
        let record = record(run)?;
        let path = run.join(RESULTS);
        let bytes = fs::read(&path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => invalid(format!(
                "{}: the run has no {RESULTS}; what its attempts left is below artifacts/",
                run.display()
            )),
            _ => named(&path, &error),
        })?;
        let id = record["run_id"].as_str().unwrap_or_default();
        let (rows, notices) = rows(&path, &bytes, id)?;
        Ok(Self {
            record,
            rows,
            notices,
        })
    }

    /// The row of an attempt.
    pub fn attempt(&self, task: &str, engine: &str, attempt: u64) -> Option<&Value> {
        let wanted =
            |row: &&Value| row["task_id"] == task && row["engine"] == engine && row["attempt"] == attempt;
        self.rows.iter().find(wanted)
    }
}

fn record(run: &Path) -> io::Result<Value> {
    let path = run.join(manifest::FILE);
    let text = fs::read(&path).map_err(|error| {
        let run = run.display();
        match fs::metadata(path.parent().unwrap_or(&path)) {
            Err(_) => invalid(format!("{run}: there is no such folder")),
            Ok(it) if !it.is_dir() => invalid(format!("{run} is a file; a run is a folder")),
            Ok(_) if error.kind() == io::ErrorKind::NotFound => invalid(format!(
                "{run} is no folder of a run: it has no {}",
                manifest::FILE
            )),
            Ok(_) => named(&path, &error),
        }
    })?;
    let record: Value = serde_json::from_slice(&text).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        invalid(format!(
            "{}:{line}:{column}: this is no JSON: {error}",
            path.display()
        ))
    })?;
    match record["run_id"].is_string() {
        true => Ok(record),
        false => Err(named(
            &path,
            "this is no record of a run: it has no text `run_id`",
        )),
    }
}

fn rows(path: &Path, bytes: &[u8], run_id: &str) -> io::Result<(Vec<Value>, Vec<String>)> {
    let mut rows = Vec::new();
    let mut notices = Vec::new();
    let mut seen = HashMap::new();
    let lines = bytes.split_inclusive(|byte| *byte == b'\n').enumerate();
    for (number, line) in lines.map(|(at, line)| (at + 1, line)) {
        if line.trim_ascii().is_empty() {
            continue;
        }
        let wrong = |what: &dyn Display| named_line(path, number, what);
        let parsed: Option<Value> = serde_json::from_slice(line).ok().filter(Value::is_object);
        let Some(row) = parsed else {
            if line.ends_with(b"\n") {
                return Err(wrong(&"this line is no JSON object"));
            }
            notices.push(format!(
                "{RESULTS}:{number}: the last line breaks off and is left out; \
                 what its attempt left is below artifacts/"
            ));
            continue;
        };
        check(&row, run_id).map_err(|what| wrong(&what))?;
        let key = ["task_id", "engine", "attempt"].map(|member| row[member].to_string());
        if let Some(first) = seen.insert(key, number) {
            return Err(wrong(&format_args!(
                "attempt {} of {} on {} is on line {first} already",
                row["attempt"], row["task_id"], row["engine"]
            )));
        }
        rows.push(row);
    }
    Ok((rows, notices))
}

/// Whether a row says what everything that reads rows asks of it.
fn check(row: &Value, run_id: &str) -> Result<(), String> {
    for member in ["layer", "subset_id", "task_id", "engine", "status"] {
        if !row[member].is_string() {
            return Err(format!("the row has no text `{member}`"));
        }
    }
    if row["attempt"].as_u64().unwrap_or_default() == 0 {
        return Err("the row has no `attempt`, a number from 1".into());
    }
    let status = row["status"].as_str().unwrap_or_default();
    if !Status::ALL.iter().any(|known| known.as_str() == status) {
        return Err(format!("the row's status `{status}` is none that an attempt has"));
    }
    match row["run_id"].as_str() {
        Some(other) if other != run_id => Err(format!(
            "the row is of the run `{other}`, and the folder of `{run_id}`"
        )),
        _ => Ok(()),
    }
}

fn named(path: &Path, what: impl Display) -> io::Error {
    invalid(format!("{}: {what}", path.display()))
}

fn named_line(path: &Path, line: usize, what: &dyn Display) -> io::Error {
    invalid(format!("{}:{line}: {what}", path.display()))
}

fn invalid(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn row(task: &str) -> Value {
        json!({"run_id": "r", "layer": "L1", "subset_id": "s", "task_id": task, "engine": "moli", "attempt": 1,
            "status": "pass"})
    }

    fn run(results: &[u8]) -> tempfile::TempDir {
        let run = tempfile::tempdir().unwrap();
        fs::write(run.path().join(manifest::FILE), r#"{"run_id": "r"}"#).unwrap();
        fs::write(run.path().join(RESULTS), results).unwrap();
        run
    }

    fn error(run: &Path) -> String {
        Recorded::read(run).unwrap_err().to_string()
    }

    #[test]
    fn a_last_line_that_breaks_off_costs_nothing_but_itself() {
        let whole = format!("{}\n\n{}", row("a"), row("b"));
        let read = Recorded::read(run(whole.as_bytes()).path()).unwrap();
        assert_eq!(read.rows, [row("a"), row("b")], "an end of line is no condition");
        assert!(read.notices.is_empty());
        assert_eq!(read.attempt("b", "moli", 1), Some(&row("b")));
        assert_eq!(read.attempt("b", "moli", 2), None);
        for broken in [
            format!("{}\n{}", row("a"), r#"{"attempt": 1, "engi"#).as_bytes(),
            &[row("a").to_string().as_bytes(), b"\n{\"answer\":\"\xc3"].concat(),
        ] {
            let read = Recorded::read(run(broken).path()).unwrap();
            assert_eq!(read.rows, [row("a")]);
            assert!(read.notices[0].starts_with("results.jsonl:2: the last line breaks off"));
        }
    }

    #[test]
    fn what_no_run_writes_is_refused_with_its_line() {
        let changed = |member: &str, to: Value| {
            let mut row = row("b");
            row[member] = to;
            row.to_string()
        };
        for (line, expected) in [
            ("{\"a\":".to_owned(), "this line is no JSON object"),
            ("[1]".to_owned(), "this line is no JSON object"),
            (changed("engine", Value::Null), "the row has no text `engine`"),
            (
                changed("attempt", json!(0)),
                "the row has no `attempt`, a number from 1",
            ),
            (
                changed("status", json!("great")),
                "the row's status `great` is none that an attempt has",
            ),
            (
                changed("run_id", json!("q")),
                "the row is of the run `q`, and the folder of `r`",
            ),
            (
                row("a").to_string(),
                "attempt 1 of \"a\" on \"moli\" is on line 1 already",
            ),
        ] {
            let run = run(format!("{}\n{line}\n{}\n", row("a"), row("c")).as_bytes());
            let path = run.path().join(RESULTS);
            assert_eq!(error(run.path()), format!("{}:2: {expected}", path.display()));
        }
    }

    #[test]
    fn a_folder_that_is_none_of_a_run_is_said_to_be_none() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().display();
        let nowhere = folder.path().join("nowhere");
        assert_eq!(
            error(&nowhere),
            format!("{}: there is no such folder", nowhere.display())
        );
        assert_eq!(
            error(folder.path()),
            format!("{place} is no folder of a run: it has no run_manifest.json")
        );
        let path = folder.path().join(manifest::FILE);
        assert!(!path.exists());
        fs::write(&path, "{\n  nonsense").unwrap();
        assert!(error(folder.path()).starts_with(&format!("{}:2:3: this is no JSON", path.display())));
        assert_eq!(
            error(&path),
            format!("{} is a file; a run is a folder", path.display())
        );
        fs::write(&path, "[]").unwrap();
        assert_eq!(
            error(folder.path()),
            format!(
                "{}: this is no record of a run: it has no text `run_id`",
                path.display()
            )
        );
        fs::write(&path, r#"{"run_id": "r"}"#).unwrap();
        assert!(error(folder.path()).contains("the run has no results.jsonl"));
    }
}
