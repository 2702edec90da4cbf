//! Reads the folder of a project's checks. Which of them may run is the compiler's to say.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use aite_compiler::project::{ALLOWLIST, CHECKS_FOLDER, CheckFolder, Entry, NoCheck, check_name};
use rustix::fs::OFlags;
use rustix::io::Errno;

/// No file of the folder is larger, in bytes.
const LARGEST: u64 = 1 << 20;

/// What there is in the folder of the project with this root. A folder that is not there has no checks.
pub fn read_folder(root: &Path) -> CheckFolder {
    let path = root.join(CHECKS_FOLDER);
    let linked = linked(root).map(NoCheck::LinkedFolder);
    let (files, unreadable) = match files(&path) {
        Ok(files) => (files, None),
        Err(error) if error.kind() == io::ErrorKind::NotFound => (BTreeMap::new(), None),
        Err(error) => (
            BTreeMap::new(),
            Some(NoCheck::UnreadableFolder(error.to_string())),
        ),
    };
    let list = path.join(ALLOWLIST);
    CheckFolder {
        blocked: linked.or(unreadable),
        list: fs::symlink_metadata(&list).is_ok().then(|| entry(&list)),
        files,
    }
}

/// The files that are checks by their names.
fn files(folder: &Path) -> io::Result<BTreeMap<String, Entry>> {
    let mut files = BTreeMap::new();
    for found in fs::read_dir(folder)? {
        let found = found?;
        if let Ok(name) = found.file_name().into_string()
            && check_name(&name).is_some()
            && !found.file_type()?.is_dir()
        {
            files.insert(name, entry(&found.path()));
        }
    }
    Ok(files)
}

fn entry(path: &Path) -> Entry {
    match content(path) {
        Ok(bytes) => Entry::File(bytes.into()),
        Err(error) if error.raw_os_error() == Some(Errno::LOOP.raw_os_error()) => Entry::Link,
        Err(error) => Entry::Unreadable(error.to_string()),
    }
}

/// Follows no link and waits for no pipe, and looks at nothing but what it has opened: the file can be replaced at
/// any moment.
fn content(path: &Path) -> io::Result<Vec<u8>> {
    let flags = (OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY).bits();
    let file = OpenOptions::new()
        .read(true)
        .custom_flags(flags.cast_signed())
        .open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("it is no plain file"));
    }
    let mut bytes = Vec::new();
    file.take(LARGEST + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > LARGEST {
        true => Err(io::Error::other("it is larger than 1 MB")),
        false => Ok(bytes),
    }
}

/// The part of the folder's path that is a symbolic link.
fn linked(root: &Path) -> Option<String> {
    let parts = Path::new(CHECKS_FOLDER).ancestors();
    let mut parts: Vec<&Path> = parts.filter(|part| !part.as_os_str().is_empty()).collect();
    parts.reverse();
    let is_link = |part: &&Path| fs::symlink_metadata(root.join(part)).is_ok_and(|found| found.is_symlink());
    parts
        .into_iter()
        .find(is_link)
        .map(|part| part.display().to_string())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    use super::*;

    fn project() -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join(CHECKS_FOLDER);
        fs::create_dir_all(folder.join("folder.ts")).unwrap();
        fs::write(folder.join("total.ts"), "1").unwrap();
        fs::write(folder.join("aite.d.ts"), "").unwrap();
        fs::write(folder.join("notes.md"), "").unwrap();
        dir
    }

    fn file(content: &str) -> Entry {
        Entry::File(content.as_bytes().into())
    }

    #[test]
    fn checks_are_read_and_nothing_else() {
        let dir = project();
        let read = read_folder(dir.path());
        assert_eq!(read.blocked, None);
        assert_eq!(read.list, None);
        assert_eq!(read.files, BTreeMap::from([("total.ts".to_owned(), file("1"))]));
        fs::write(dir.path().join(CHECKS_FOLDER).join(ALLOWLIST), "{}").unwrap();
        assert_eq!(read_folder(dir.path()).list, Some(file("{}")));
        assert_eq!(read_folder(&dir.path().join("elsewhere")), CheckFolder::default());
    }

    #[test]
    fn links_and_what_is_no_file_are_told_as_such() {
        let dir = project();
        let folder = dir.path().join(CHECKS_FOLDER);
        symlink("total.ts", folder.join("link.ts")).unwrap();
        symlink("nowhere", folder.join("broken.js")).unwrap();
        symlink("total.ts", folder.join(ALLOWLIST)).unwrap();
        fs::hard_link(folder.join("total.ts"), folder.join("hard.ts")).unwrap();
        fs::write(
            folder.join("large.ts"),
            vec![b' '; 1 + usize::try_from(LARGEST).unwrap()],
        )
        .unwrap();
        let _socket = UnixListener::bind(folder.join("socket.ts")).unwrap();
        rustix::fs::mknodat(
            rustix::fs::CWD,
            folder.join("pipe.ts"),
            rustix::fs::FileType::Fifo,
            rustix::fs::Mode::RUSR,
            0,
        )
        .unwrap();
        let read = read_folder(dir.path());
        assert_eq!(read.list, Some(Entry::Link));
        let of = |name: &str| read.files.get(name).unwrap();
        assert_eq!(*of("link.ts"), Entry::Link);
        assert_eq!(*of("broken.js"), Entry::Link);
        assert_eq!(*of("hard.ts"), file("1"));
        for name in ["large.ts", "socket.ts", "pipe.ts"] {
            assert!(matches!(of(name), Entry::Unreadable(_)), "{name}: {:?}", of(name));
        }
    }

    #[test]
    fn a_folder_behind_a_link_is_blocked() {
        let dir = project();
        for part in ["scripts/checks", "scripts"] {
            let (folder, real) = (dir.path().join(part), dir.path().join("real"));
            fs::rename(&folder, &real).unwrap();
            symlink(&real, &folder).unwrap();
            let blocked = read_folder(dir.path()).blocked;
            assert_eq!(blocked, Some(NoCheck::LinkedFolder(part.into())));
            fs::remove_file(&folder).unwrap();
            fs::rename(&real, &folder).unwrap();
        }
    }
}
