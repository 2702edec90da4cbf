//! Whether a path stays inside a folder.

use std::path::{Path, PathBuf};

/// Where `path` really is, symbolic links followed, if that is inside `root`, which is canonical.
pub(super) fn real_path(root: &Path, path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok().filter(|real| real.starts_with(root))
}
