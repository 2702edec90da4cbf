//! Changing a file that people own.

use std::fs;
use std::io;
use std::path::Path;
use std::process;

/// Replaces a file's content whole or not at all, and keeps its permissions. A link stays a link.
pub(crate) fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let real = path.canonicalize()?;
    let permissions = fs::metadata(&real)?.permissions();
    if permissions.readonly() {
        return Err(io::Error::new(
            io::ErrorKind::PermissionDenied,
            "the file is read-only",
        ));
    }
    let name = real.file_name().unwrap_or_default().to_string_lossy();
    let beside = real.with_file_name(format!(".{name}.{}.tmp", process::id()));
    fs::write(&beside, content)
        .and_then(|()| fs::set_permissions(&beside, permissions))
        .and_then(|()| fs::rename(&beside, &real))
        .inspect_err(|_| drop(fs::remove_file(&beside)))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn permissions_and_links_survive() {
        let temp = tempfile::tempdir().unwrap();
        let (file, link) = (temp.path().join("a.aite"), temp.path().join("link.aite"));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        symlink("a.aite", &link).unwrap();
        replace(&link, b"new").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
        assert!(link.is_symlink());
        assert_eq!(fs::read_dir(temp.path()).unwrap().count(), 2);
    }

    #[test]
    fn a_read_only_file_stays_as_it_is() {
        let temp = tempfile::tempdir().unwrap();
        let file = temp.path().join("a.aite");
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).unwrap();
        assert!(replace(&file, b"new").is_err());
        assert_eq!(fs::read_to_string(&file).unwrap(), "old");
    }
}
