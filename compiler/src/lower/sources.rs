//! The door to other files.

use std::fmt;
use std::sync::Arc;

/// Where the scripts that a script runs come from. The compiler reads no file itself.
pub trait Sources {
    /// The text of a script.
    ///
    /// `path` is relative to the project's root, written with `/`, without `.`, `..` or empty parts, and ends
    /// with `.aite`. An implementor still has to see that no symbolic link leads out of the project.
    ///
    /// # Errors
    /// [`SourceError`] says why there is no text.
    fn read(&self, path: &str) -> Result<Arc<str>, SourceError>;
}

/// Why a script cannot be included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SourceError {
    /// There is no such file.
    NotFound,
    /// The file is not inside the project's folder.
    Outside,
    /// The file is there and cannot be read, for this reason.
    Unreadable(String),
}

impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound => f.write_str("there is no such file in the project"),
            Self::Outside => f.write_str("it leads out of the project's folder"),
            Self::Unreadable(why) => write!(f, "it cannot be read: {why}"),
        }
    }
}

/// No project around the script: nothing can be included.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoSources;

impl Sources for NoSources {
    fn read(&self, _: &str) -> Result<Arc<str>, SourceError> {
        Err(SourceError::Unreadable(
            "there is no project around this script".into(),
        ))
    }
}
