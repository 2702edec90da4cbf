//! JSON objects that are spread over a data set: `NAME.json` on top, then every `NAME.fragment.json` below, so that
//! families of tasks can be added without touching one shared file.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

/// Why a file of the data set cannot be used.
#[derive(Debug)]
pub struct LayerError {
    file: PathBuf,
    reason: String,
}

impl fmt::Display for LayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file.display(), self.reason)
    }
}

impl std::error::Error for LayerError {}

/// Reads the objects of this name and merges them. Fragments come in the order of their paths, compared folder by
/// folder; a later entry replaces an earlier one.
///
/// # Errors
/// When a folder or file cannot be read or holds no JSON object.
pub fn merged(root: &Path, name: &str) -> Result<Map<String, Value>, LayerError> {
    let mut files = Vec::new();
    let top = root.join(format!("{name}.json"));
    if top.exists() {
        files.push(top);
    }
    let mut fragments = Vec::new();
    collect(root, &format!("{name}.fragment.json"), &mut fragments)?;
    fragments.sort();
    files.append(&mut fragments);
    let mut all = Map::new();
    for file in files {
        all.extend(read(&file)?);
    }
    Ok(all)
}

/// Links to folders are not followed: they could lead out, or in a circle.
fn collect(folder: &Path, name: &str, found: &mut Vec<PathBuf>) -> Result<(), LayerError> {
    let unreadable = |error: std::io::Error| LayerError {
        file: folder.to_owned(),
        reason: error.to_string(),
    };
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        if entry.file_type().map_err(unreadable)?.is_dir() {
            collect(&entry.path(), name, found)?;
        } else if entry.file_name() == name {
            found.push(entry.path());
        }
    }
    Ok(())
}

fn read(file: &Path) -> Result<Map<String, Value>, LayerError> {
    let wrong = |reason: String| LayerError {
        file: file.to_owned(),
        reason,
    };
    let text = fs::read_to_string(file).map_err(|error| wrong(error.to_string()))?;
    match serde_json::from_str(&text) {
        Ok(Value::Object(entries)) => Ok(entries),
        Ok(_) => Err(wrong("expected one JSON object".to_owned())),
        Err(error) => Err(wrong(format!("this is not JSON: {error}"))),
    }
}
