//! What an attempt leaves on the disk, whole or not at all. Truth table B of the benchmark.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::Value;

use super::canonical;
use super::recorded::RESULTS;

/// Files that every attempt has, empty where there is nothing to say.
const FILES: [&str; 5] = ["run.json", "cdp.jsonl", "grader.json", "stdout.log", "stderr.log"];

/// Where an attempt's files are, from the run's folder.
pub fn place(layer: &str, subset: &str, task: &str, engine: &str, attempt: u32) -> String {
    format!("artifacts/{layer}/{subset}/{task}/{engine}/{attempt}")
}

/// The folder of an attempt while it is under way. Dropping it removes it.
#[derive(Debug)]
pub struct Draft {
    temporary: PathBuf,
    place: PathBuf,
}

impl Draft {
    /// Begins an attempt beside its place.
    ///
    /// # Errors
    /// There is something in its place already, or the folder cannot be made.
    pub fn begin(place: PathBuf) -> io::Result<Self> {
        refuse_existing(&place)?;
        let (Some(parent), Some(name)) = (place.parent(), place.file_name()) else {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "an attempt needs a folder",
            ));
        };
        fs::create_dir_all(parent)?;
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let (name, process, nanoseconds) = (name.to_string_lossy(), std::process::id(), since.as_nanos());
        let temporary = parent.join(format!(".{name}.tmp-{process}-{nanoseconds}"));
        fs::create_dir(&temporary)?;
        Ok(Self { temporary, place })
    }

    /// Where files are written for now, absolute if the place is.
    pub fn folder(&self) -> &Path {
        &self.temporary
    }

    /// Writes a file of text.
    ///
    /// # Errors
    /// The system's.
    pub fn write(&self, name: &str, text: &str) -> io::Result<()> {
        fs::write(self.temporary.join(name), text)
    }

    /// Completes the files and puts the folder in its place.
    ///
    /// # Errors
    /// Something cannot be written, or the place is taken by now. Nothing is left then.
    pub fn finish(self, row: &Value, grade: &Value) -> io::Result<()> {
        self.write("run.json", &canonical::pretty(row))?;
        self.write("grader.json", &canonical::pretty(grade))?;
        for name in FILES {
            OpenOptions::new()
                .append(true)
                .create(true)
                .open(self.temporary.join(name))?;
        }
        // A rename would replace an empty folder without a word.
        refuse_existing(&self.place)?;
        fs::rename(&self.temporary, &self.place)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // Gone already when it was finished.
        let _ = fs::remove_dir_all(&self.temporary);
    }
}

fn refuse_existing(place: &Path) -> io::Result<()> {
    match place.exists() {
        false => Ok(()),
        true => Err(io::Error::new(
            io::ErrorKind::AlreadyExists,
            format!(
                "{} exists already; an attempt is never overwritten",
                place.display()
            ),
        )),
    }
}

/// `results.jsonl`: a line an attempt, each written whole, after the attempt's folder is in its place.
#[derive(Debug)]
pub struct Results {
    file: File,
    length: u64,
}

impl Results {
    /// Begins the file.
    ///
    /// # Errors
    /// It exists already, or cannot be made.
    pub fn create(run: &Path) -> io::Result<Self> {
        let file = File::create_new(run.join(RESULTS))?;
        Ok(Self { file, length: 0 })
    }

    /// Appends a row.
    ///
    /// # Errors
    /// It cannot be written; the lines before it stay as they are.
    pub fn append(&mut self, row: &Value) -> io::Result<()> {
        let line = canonical::line(row) + "\n";
        if let Err(error) = self.file.write_all(line.as_bytes()) {
            // Half a line would make the whole file unreadable.
            let _ = self.file.set_len(self.length);
            return Err(error);
        }
        self.length += line.len() as u64;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap().flatten();
        let mut names: Vec<_> = entries.map(|it| it.file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn an_attempt_appears_whole() {
        let run = tempfile::tempdir().unwrap();
        let place = run.path().join(place("L1", "l1.raw_cdp", "t", "chrome", 1));
        let draft = Draft::begin(place.clone()).unwrap();
        let name = draft.folder().file_name().unwrap().to_str().unwrap();
        assert!(name.starts_with(".1.tmp-"), "{name}");
        draft.write("stdout.log", "said\n").unwrap();
        assert!(!place.exists(), "not before it is whole");
        draft
            .finish(&json!({"status": "pass"}), &json!({"ok": true}))
            .unwrap();
        assert_eq!(names(place.parent().unwrap()), ["1"], "no draft is left");
        let mut files = FILES.map(str::to_owned).to_vec();
        files.sort();
        assert_eq!(names(&place), files);
        assert_eq!(fs::read_to_string(place.join("stdout.log")).unwrap(), "said\n");
        assert_eq!(fs::read_to_string(place.join("stderr.log")).unwrap(), "");
        let row: Value = serde_json::from_str(&fs::read_to_string(place.join("run.json")).unwrap()).unwrap();
        assert_eq!(row, json!({"status": "pass"}));
    }

    #[test]
    fn an_attempt_is_never_overwritten() {
        let run = tempfile::tempdir().unwrap();
        let place = run.path().join("1");
        let early = Draft::begin(place.clone()).unwrap();
        fs::create_dir(&place).unwrap();
        let refused = early.finish(&json!({}), &json!({})).unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(
            Draft::begin(place).unwrap_err().kind(),
            io::ErrorKind::AlreadyExists
        );
        assert_eq!(names(run.path()), ["1"], "no draft is left");
    }

    #[test]
    fn results_are_a_line_a_row() {
        let run = tempfile::tempdir().unwrap();
        let mut results = Results::create(run.path()).unwrap();
        let rows = [json!({"b": "é\n", "a": 1}), json!({"a": 2})];
        for row in &rows {
            results.append(row).unwrap();
        }
        let text = fs::read_to_string(run.path().join("results.jsonl")).unwrap();
        assert_eq!(text, "{\"a\":1,\"b\":\"\\u00e9\\n\"}\n{\"a\":2}\n");
        assert!(Results::create(run.path()).is_err(), "nothing written is lost");
    }

    #[test]
    fn a_full_disk_loses_nothing_that_was_written() {
        let run = tempfile::tempdir().unwrap();
        let path = run.path().join("results.jsonl");
        let mut results = Results::create(run.path()).unwrap();
        results.append(&json!({"a": 1})).unwrap();
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let good = std::mem::replace(&mut results.file, full);
        let error = results.append(&json!({"a": 2})).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        results.file = good;
        results.append(&json!({"a": 3})).unwrap();
        assert_eq!(fs::read_to_string(path).unwrap(), "{\"a\":1}\n{\"a\":3}\n");
    }
}
