//! What an attempt left beside its row: the checks, the last refusal of the protocol, the files.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Component, Path, PathBuf};

use serde_json::Value;

/// As much of a conversation's end as is looked through, in bytes.
const LOOKED_THROUGH: u64 = 4 << 20;

/// What the files of an attempt say.
#[derive(Debug, Default, Clone, PartialEq)]
pub struct Evidence {
    /// The checks and what they saw: `grader.json`.
    pub grade: Value,
    /// The last line of `cdp.jsonl` that is a refusal.
    pub last_refusal: Option<Value>,
    /// Files and folders of the attempt that are not empty, in alphabetical order.
    pub files: Vec<String>,
    /// What is missing or damaged, in sentences.
    pub notices: Vec<String>,
}

impl Evidence {
    /// Reads the folder of an attempt.
    pub fn read(run: &Path, row: &Value) -> Self {
        let mut evidence = Self::default();
        let Some(place) = place(row) else {
            evidence
                .notices
                .push("the row's `artifact_dir` is no path inside the run".into());
            return evidence;
        };
        let folder = run.join(place);
        match files(&folder) {
            Ok(files) => evidence.files = files,
            Err(error) => {
                let notice = match error.kind() {
                    io::ErrorKind::NotFound => "the attempt's folder is missing".to_owned(),
                    _ => format!("the attempt's folder cannot be read: {error}"),
                };
                evidence.notices.push(notice);
                return evidence;
            }
        }
        match grade(&folder.join("grader.json")) {
            Ok(grade) => evidence.grade = grade,
            Err(notice) => evidence.notices.push(notice),
        }
        match last_refusal(&folder.join("cdp.jsonl")) {
            Ok(refusal) => evidence.last_refusal = refusal,
            Err(error) => evidence.notices.push(unreadable("cdp.jsonl", &error)),
        }
        evidence
    }

    /// The checks that do not hold.
    pub fn failed_checks(&self) -> impl Iterator<Item = &Value> {
        let checks = self.grade["checks"].as_array().into_iter().flatten();
        checks.filter(|check| check["status"] != "pass")
    }
}

/// What a check saw, in words where it says what it expected; nothing when it says nothing.
pub fn seen(check: &Value) -> Option<String> {
    match &check["evidence"] {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        Value::Object(saw) if saw.len() == 2 && saw.contains_key("expected") && saw.contains_key("value") => {
            Some(format!("expected {}, got {}", saw["expected"], saw["value"]))
        }
        other => Some(other.to_string()),
    }
}

/// Where an attempt's files are, from the run's folder: only what is inside it, whatever the row says.
pub fn place(row: &Value) -> Option<PathBuf> {
    let place = Path::new(row["artifact_dir"].as_str()?);
    let is_inside = place
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    (is_inside && place.components().next().is_some()).then(|| place.to_owned())
}

fn files(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else {
            continue;
        };
        let kind = entry.metadata()?;
        if kind.is_dir() {
            names.push(format!("{name}/"));
        } else if kind.len() > 0 {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

fn grade(path: &Path) -> Result<Value, String> {
    let text = fs::read(path).map_err(|error| unreadable("grader.json", &error))?;
    serde_json::from_slice(&text)
        .map_err(|error| format!("grader.json:{}: this is no JSON: {error}", error.line()))
}

fn unreadable(name: &str, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => format!("{name} is missing"),
        _ => format!("{name} cannot be read: {error}"),
    }
}

fn last_refusal(path: &Path) -> io::Result<Option<Value>> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(LOOKED_THROUGH)))?;
    let mut end = Vec::new();
    file.take(LOOKED_THROUGH).read_to_end(&mut end)?;
    // Lines that are cut in two, by the limit or by a crash, are no JSON and passed over.
    let text = String::from_utf8_lossy(&end);
    let refused = text.lines().rev().filter(|line| line.contains("\"error\":"));
    let mut parsed = refused.filter_map(|line| serde_json::from_str::<Value>(line).ok());
    Ok(parsed.find(|line| line.get("error").is_some_and(|error| !error.is_null())))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_a_check_saw_is_said_in_words() {
        let of = |evidence: Value| seen(&json!({"evidence": evidence}));
        assert_eq!(
            of(json!({"expected": "a", "value": 1})),
            Some("expected \"a\", got 1".into())
        );
        assert_eq!(of(json!("no event")), Some("no event".into()));
        assert_eq!(of(json!({"value": 1})), Some("{\"value\":1}".into()));
        assert_eq!(of(Value::Null), None);
    }

    #[test]
    fn only_what_is_inside_the_run_is_an_attempts_place() {
        let of = |place: Value| super::place(&json!({"artifact_dir": place}));
        assert_eq!(of(json!("artifacts/L1/s")), Some("artifacts/L1/s".into()));
        for outside in ["", "/etc", "..", "a/../..", "./a/../../b", "."] {
            assert_eq!(of(json!(outside)), None, "{outside}");
        }
        assert_eq!(of(Value::Null), None);
    }

    #[test]
    fn what_is_there_is_shown_and_what_is_not_is_told() {
        let run = tempfile::tempdir().unwrap();
        let row = json!({"artifact_dir": "a/1"});
        assert_eq!(
            Evidence::read(run.path(), &row).notices,
            ["the attempt's folder is missing"]
        );
        let folder = run.path().join("a/1");
        fs::create_dir_all(folder.join("downloads")).unwrap();
        fs::write(folder.join("stderr.log"), "").unwrap();
        fs::write(folder.join("run.json"), "{}").unwrap();
        let bare = Evidence::read(run.path(), &row);
        assert_eq!(bare.files, ["downloads/", "run.json"], "empty files say nothing");
        assert_eq!(bare.notices, ["grader.json is missing", "cdp.jsonl is missing"]);
        fs::write(folder.join("grader.json"), "{\n\"ok\"").unwrap();
        let talk = concat!(
            "{\"direction\":\"recv\",\"method\":\"A.a\",\"error\":{\"message\":\"first\"}}\n",
            "{\"direction\":\"recv\",\"method\":\"B.b\",\"error\":{\"message\":\"last\"}}\n",
            "{\"direction\":\"event\",\"params\":{\"error\":1}}\n",
            "{\"direction\":\"recv\",\"error\":{\"mess",
        );
        fs::write(folder.join("cdp.jsonl"), talk).unwrap();
        let damaged = Evidence::read(run.path(), &row);
        assert_eq!(
            damaged.last_refusal.as_ref().map(|line| &line["method"]),
            Some(&json!("B.b"))
        );
        assert!(
            damaged.notices[0].starts_with("grader.json:2: this is no JSON"),
            "{:?}",
            damaged.notices
        );
        let checks = json!({"checks": [{"name": "a", "status": "pass"}, {"name": "b", "status": "fail"}]});
        fs::write(folder.join("grader.json"), checks.to_string()).unwrap();
        let whole = Evidence::read(run.path(), &row);
        assert!(whole.notices.is_empty());
        assert_eq!(
            whole
                .failed_checks()
                .map(|check| &check["name"])
                .collect::<Vec<_>>(),
            [&json!("b")]
        );
    }
}
