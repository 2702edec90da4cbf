//! What lies on disk, within bounds: a folder that is no project can be as large as a home.

use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use aite_compiler::import::is_manifest;
use aite_compiler::lower::SourceError;
use aite_compiler::project::CONFIG_FILE;

/// What a data set's manifest is called.
const MANIFEST: &str = "manifest.json";
/// So many folder entries are looked at in one walk.
const MOST_ENTRIES: usize = 50_000;
/// The reports of so many runs are followed while they are written.
const WATCHED_RUNS: usize = 16;
/// No script is larger, in bytes; a larger file is something else with the same ending.
const LARGEST: u64 = 16 << 20;

/// Enough of a file's state to see that it is another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stamp {
    modified: Option<SystemTime>,
    len: u64,
}

impl Stamp {
    fn of(metadata: &Metadata) -> Self {
        Self {
            modified: metadata.modified().ok(),
            len: metadata.len(),
        }
    }
}

/// What lies in a project's folder.
pub(super) struct Content {
    /// Scripts, the configuration, and the JSON of data sets, by their names from the root.
    pub(super) files: Vec<(String, Stamp)>,
    /// Folders with a configuration of their own, which are other projects.
    pub(super) inner: Vec<PathBuf>,
}

/// Looks at a project's folder.
///
/// `results` is passed over: it has no scripts, and may have very many folders.
pub(super) fn content(root: &Path, results: &Path) -> Content {
    let mut inner = Vec::new();
    let mut files = Vec::new();
    let mut data_sets = Vec::new();
    walk(root, &mut |path, is_folder| {
        if is_folder {
            let is_project = path.join(CONFIG_FILE).is_file();
            inner.extend(is_project.then(|| path.to_owned()));
            return path != results && !is_project;
        }
        if is_script(path) || has_extension(path, "json") {
            files.push(path.to_owned());
        }
        if path.ends_with(MANIFEST) && read_text(path).is_ok_and(|text| is_manifest(&text)) {
            data_sets.extend(path.parent().map(Path::to_owned));
        }
        true
    });
    let counts = |path: &PathBuf| {
        is_script(path)
            || *path == root.join(CONFIG_FILE)
            || data_sets.iter().any(|data_set| path.starts_with(data_set))
    };
    let named = |path: PathBuf| {
        let metadata = fs::metadata(&path).ok().filter(Metadata::is_file)?;
        Some((name(path.strip_prefix(root).ok()?)?, Stamp::of(&metadata)))
    };
    Content {
        files: files.into_iter().filter(counts).filter_map(named).collect(),
        inner,
    }
}

/// The folders in which something can change that counts: those of scripts, and those of the last runs.
pub(super) fn folders(root: &Path, results: &Path) -> Vec<PathBuf> {
    let mut folders = vec![root.to_owned()];
    walk(root, &mut |path, is_folder| {
        let inside = is_folder && path != results && !path.join(CONFIG_FILE).is_file();
        folders.extend(inside.then(|| path.to_owned()));
        inside
    });
    folders.push(results.to_owned());
    let runs = fs::read_dir(results).into_iter().flatten().flatten();
    let mut runs: Vec<PathBuf> = runs.map(|entry| entry.path()).collect();
    // The name of a run begins with its time.
    runs.sort_unstable_by(|a, b| b.cmp(a));
    folders.extend(runs.into_iter().take(WATCHED_RUNS));
    folders
}

/// The bytes of a file as a text, with the errors that a script which runs this one would meet.
pub(super) fn read(root: &Path, name: &str) -> Result<Arc<str>, SourceError> {
    let file = root.join(name).canonicalize().map_err(|error| explain(&error))?;
    let root = root.canonicalize().map_err(|error| explain(&error))?;
    if !file.starts_with(&root) {
        return Err(SourceError::Outside);
    }
    read_text(&file)
}

fn read_text(file: &Path) -> Result<Arc<str>, SourceError> {
    let metadata = fs::metadata(file).map_err(|error| explain(&error))?;
    if !metadata.is_file() {
        return Err(SourceError::Unreadable("it is not a file".to_owned()));
    }
    if metadata.len() > LARGEST {
        return Err(SourceError::Unreadable("it is too large for a script".to_owned()));
    }
    fs::read_to_string(file)
        .map(Arc::from)
        .map_err(|error| explain(&error))
}

fn explain(error: &io::Error) -> SourceError {
    match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => SourceError::NotFound,
        _ => SourceError::Unreadable(error.to_string()),
    }
}

/// A path from a root as scripts write it; paths that are not UTF-8 have no name.
pub(super) fn name(path: &Path) -> Option<String> {
    Some(path.to_str()?.replace(std::path::MAIN_SEPARATOR, "/"))
}

fn is_script(path: &Path) -> bool {
    has_extension(path, "aite")
}

fn has_extension(path: &Path, wanted: &str) -> bool {
    path.extension().is_some_and(|extension| extension == wanted)
}

/// Visits files and folders in the order of their names. `visit` says of a folder whether to go into it; folders that
/// are hidden, links, or the packages of other tools are passed over.
fn walk(folder: &Path, visit: &mut dyn FnMut(&Path, bool) -> bool) {
    let mut left = MOST_ENTRIES;
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        // A folder that cannot be read has nothing to say about scripts.
        let Ok(entries) = fs::read_dir(&folder) else {
            continue;
        };
        let mut entries: Vec<_> = entries.flatten().take(left).collect();
        left -= entries.len();
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let Ok(kind) = entry.file_type() else { continue };
            let path = entry.path();
            if name.starts_with('.') || kind.is_dir() && name == "node_modules" {
                continue;
            }
            if visit(&path, kind.is_dir()) && kind.is_dir() {
                open.push(path);
            }
        }
    }
}
