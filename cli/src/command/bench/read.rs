//! The files of a data set, read from the disk.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use aite_compiler::diagnostic::{Code, Diagnostic};
use aite_compiler::import::{self, Around, SCENARIO_END, Suite};
use aite_compiler::source::decode;

use super::data_set::Task;
use crate::exit::Stop;

/// More threads than this gain nothing: the files are small.
const MAX_THREADS: usize = 4;

/// A task file that is still to be read.
struct Found {
    subset: usize,
    path: String,
}

/// Reads all task files on a few threads; the results are in the order of the files.
pub(super) fn tasks(root: &Path, suite: &Suite) -> Result<Vec<Task>, Stop> {
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for (at, subset) in suite.subsets().enumerate() {
        let mut paths = Vec::new();
        walk(root, subset.folder(), &mut |path| {
            if subset.holds(&path) && !path.ends_with(SCENARIO_END) {
                paths.push(path);
            }
        })?;
        paths.sort();
        let fresh = paths.into_iter().filter(|path| seen.insert(path.clone()));
        found.extend(fresh.map(|path| Found { subset: at, path }));
    }
    let threads = thread::available_parallelism().map_or(1, |cores| cores.get().min(MAX_THREADS));
    let share = found.len().div_ceil(threads).max(1);
    thread::scope(|scope| {
        let workers: Vec<_> = found
            .chunks(share)
            .map(|share| scope.spawn(move || share.iter().map(|found| task(root, suite, found)).collect()))
            .collect();
        let mut tasks = Vec::with_capacity(found.len());
        for worker in workers {
            let read: Result<Vec<Task>, Stop> = worker
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            tasks.extend(read?);
        }
        Ok(tasks)
    })
}

fn task(root: &Path, suite: &Suite, found: &Found) -> Result<Task, Stop> {
    let bytes = fs::read(root.join(&found.path)).map_err(|error| Stop::file(&found.path, &error))?;
    let decoded = decode(bytes);
    let text: Arc<str> = decoded.text.into();
    let has_file = |path: &str| root.join(path).is_file();
    let around = Around {
        subset: suite.subsets().nth(found.subset),
        has_file: Some(&has_file),
    };
    let compiled = import::task(&found.path, Arc::clone(&text), &around);
    let mut diagnostics: Vec<Diagnostic> = decoded
        .invalid
        .iter()
        .map(|span| Diagnostic::error(Code::T001, *span, "a task must be UTF-8 text"))
        .collect();
    diagnostics.extend(compiled.diagnostics.into_iter().map(|found| found.diagnostic));
    Ok(Task {
        subset: found.subset,
        path: found.path.clone(),
        program: compiled.program,
        origins: compiled.origins,
        text,
        diagnostics,
        is_expanded: false,
        expected: None,
    })
}

/// The text of a file that may be missing.
pub(super) fn text(path: &Path) -> Option<Arc<str>> {
    fs::read(path).ok().map(|bytes| decode(bytes).text.into())
}

/// Tells every file below a folder by its path from the root. A folder that is not there has none.
pub(super) fn walk(root: &Path, folder: &str, tell: &mut dyn FnMut(String)) -> Result<(), Stop> {
    let unreadable = |error: io::Error| Stop::file(folder, &error);
    let entries = match fs::read_dir(root.join(folder)) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(unreadable(error)),
    };
    for entry in entries {
        let entry = entry.map_err(unreadable)?;
        let Ok(name) = entry.file_name().into_string() else {
            continue;
        };
        let path = match folder {
            "" => name,
            folder => format!("{folder}/{name}"),
        };
        match entry.file_type().map_err(unreadable)? {
            kind if kind.is_dir() => walk(root, &path, tell)?,
            kind if kind.is_file() => tell(path),
            _ => {}
        }
    }
    Ok(())
}
