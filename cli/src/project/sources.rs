//! The compiler's door to the scripts that a script runs.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use aite_compiler::lower::{SourceError, Sources};

/// Reads scripts of one project, and nothing outside it.
#[derive(Debug, Clone)]
pub(crate) struct ProjectSources {
    root: PathBuf,
}

impl ProjectSources {
    /// `root` is canonical.
    pub(crate) fn new(root: PathBuf) -> Self {
        Self { root }
    }
}

impl Sources for ProjectSources {
    fn read(&self, path: &str) -> Result<Arc<str>, SourceError> {
        let file = self.root.join(path).canonicalize().map_err(explain)?;
        if !file.starts_with(&self.root) {
            return Err(SourceError::Outside);
        }
        if !file.is_file() {
            return Err(SourceError::Unreadable("it is not a file".to_owned()));
        }
        fs::read_to_string(file).map(Arc::from).map_err(explain)
    }
}

fn explain(error: io::Error) -> SourceError {
    match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => SourceError::NotFound,
        _ => SourceError::Unreadable(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn reads_inside_the_project_only() {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path().canonicalize().unwrap().join("project");
        fs::create_dir_all(root.join("scripts")).unwrap();
        fs::write(root.join("scripts/a.aite"), "inside").unwrap();
        fs::write(temp.path().join("b.aite"), "outside").unwrap();
        symlink("../../b.aite", root.join("scripts/out.aite")).unwrap();
        symlink("a.aite", root.join("scripts/in.aite")).unwrap();
        let sources = ProjectSources::new(root);
        assert_eq!(sources.read("scripts/a.aite").as_deref(), Ok("inside"));
        assert_eq!(sources.read("scripts/in.aite").as_deref(), Ok("inside"));
        assert_eq!(sources.read("scripts/out.aite"), Err(SourceError::Outside));
        assert_eq!(sources.read("scripts/none.aite"), Err(SourceError::NotFound));
        assert_eq!(sources.read("scripts/a.aite/b.aite"), Err(SourceError::NotFound));
        assert!(matches!(sources.read("scripts"), Err(SourceError::Unreadable(_))));
    }
}
