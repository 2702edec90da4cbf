//! A JSON file of a benchmark's data set, looked at on its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use aite_compiler::diagnostic::{Code, Diagnostic};
use aite_compiler::import::{self, Around, SCENARIO_END, Suite};
use aite_compiler::lower::Compiled;
use aite_compiler::source::decode;

use super::check::Checked;
use crate::exit::Stop;

/// The name of a manifest's file.
const MANIFEST: &str = "manifest.json";

/// Whether a file is JSON by its name.
pub(super) fn is_json(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "json")
}

/// Reads a task; the manifest around it, where there is one, says what it must be.
pub(super) fn compile(file: &Path, name: &str, text: Arc<str>) -> Compiled {
    let around = file.canonicalize().ok().and_then(|file| manifest_around(&file));
    let Some((root, suite, path)) = around else {
        return import::task(name, text, &Around::NOTHING);
    };
    let has_file = |path: &str| root.join(path).is_file();
    let around = Around {
        subset: suite.subset_of(&path),
        has_file: Some(&has_file),
    };
    import::task(name, text, &around)
}

/// The nearest manifest that has a subset for the file, with the file's path from it.
fn manifest_around(file: &Path) -> Option<(PathBuf, Suite, String)> {
    file.ancestors().skip(1).find_map(|folder| {
        let text = fs::read_to_string(folder.join(MANIFEST)).ok()?;
        let suite = import::manifest(&text).0;
        let path = file.strip_prefix(folder).ok()?.to_str()?.to_owned();
        suite.subset_of(&path)?;
        Some((folder.to_owned(), suite, path))
    })
}

/// Everything that can be known about one file.
///
/// # Errors
/// The file cannot be read, or is none of a data set.
pub(super) fn check(file: &PathBuf) -> Result<Checked, Stop> {
    let name = file.display().to_string();
    let bytes = fs::read(file).map_err(|error| Stop::file(&name, &error))?;
    let decoded = decode(bytes);
    let text: Arc<str> = decoded.text.into();
    let mut found: Vec<Diagnostic> = decoded
        .invalid
        .iter()
        .map(|span| Diagnostic::error(Code::T001, *span, "a file of a data set must be UTF-8 text"))
        .collect();
    let problems = problems(file, &name, &text).ok_or_else(|| {
        Stop::refused(format!(
            "{name}: this is neither a .aite file nor one of a benchmark"
        ))
    })?;
    found.extend(problems);
    Ok(Checked {
        files: vec![(name, text)],
        diagnostics: found.into_iter().map(|problem| (0, problem)).collect(),
    })
}

/// What is wrong with a file; `None` when it is no file of a data set.
fn problems(file: &Path, name: &str, text: &Arc<str>) -> Option<Vec<Diagnostic>> {
    if name.ends_with(SCENARIO_END) {
        return Some(import::scenario(name, text).1);
    }
    if import::is_registry(name) {
        return Some(import::answers(text).1);
    }
    if file.file_name().is_some_and(|file| file == MANIFEST) {
        return Some(import::manifest(text).1);
    }
    let is_task = text.contains("\"task_id\"")
        || file
            .canonicalize()
            .is_ok_and(|file| manifest_around(&file).is_some());
    is_task.then(|| {
        let compiled = compile(file, name, Arc::clone(text));
        compiled
            .diagnostics
            .into_iter()
            .map(|found| found.diagnostic)
            .collect()
    })
}
