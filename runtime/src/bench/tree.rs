//! One digest for a folder of files.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::seed::hex;

/// A folder's digest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Tree {
    /// In hexadecimal.
    pub(super) sha256: String,
    /// How many files it covers.
    pub(super) files: usize,
}

/// The digest over each file's path from the folder, a NUL, the digest of its content in hexadecimal and an end of
/// line, in the order of the paths.
///
/// # Errors
/// When a file cannot be read.
pub(super) fn digest(folder: &Path) -> io::Result<Tree> {
    let mut files = Vec::new();
    collect(folder, &mut files)?;
    let mut named: Vec<(String, PathBuf)> = files
        .into_iter()
        .map(|path| {
            let inside = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy();
            (inside.replace(std::path::MAIN_SEPARATOR, "/"), path)
        })
        .collect();
    named.sort();
    let mut whole = Sha256::new();
    for (name, path) in &named {
        let content = hex(&Sha256::digest(fs::read(path)?));
        whole.update(format!("{name}\0{content}\n"));
    }
    Ok(Tree {
        sha256: hex(&whole.finalize()),
        files: named.len(),
    })
}

/// Links are not followed: they could lead out, or in a circle.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        if kind.is_dir() {
            collect(&entry.path(), files)?;
        } else if kind.is_file() {
            files.push(entry.path());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_is_about_names_and_contents() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("b.txt", "2");
        write("a/c.txt", "1");
        let first = digest(folder.path()).unwrap();
        let by_hand = |name: &str, text: &str| format!("{name}\0{}\n", hex(&Sha256::digest(text)));
        let expected = Sha256::digest(by_hand("a/c.txt", "1") + &by_hand("b.txt", "2"));
        assert_eq!((first.files, first.sha256.as_str()), (2, hex(&expected).as_str()));
        write("b.txt", "3");
        assert_ne!(digest(folder.path()).unwrap(), first);
    }
}
