//! The folder of one run: `results/<run id>/`.

use std::fs::{self, DirBuilder};
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::SystemTime;

use super::clock;

/// Where a run keeps its files. Made when the run starts, so that downloads can arrive in it.
#[derive(Debug)]
pub struct RunStore {
    run_id: String,
    dir: PathBuf,
    shots: AtomicU32,
}

impl RunStore {
    /// Makes the folder of a new run of `script` in `results`, which is made too.
    ///
    /// # Errors
    /// When a folder cannot be made.
    pub fn create(results: &Path, script: &str) -> io::Result<Self> {
        fs::create_dir_all(results)?;
        // Chrome is told where downloads go, and wants that absolute.
        let results = results.canonicalize()?;
        let stem = Path::new(script)
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy();
        let (run_id, dir) = unique(&results, SystemTime::now(), &safe_name(&stem.to_lowercase(), 40))?;
        let store = Self {
            run_id,
            dir,
            shots: AtomicU32::new(0),
        };
        fs::create_dir(store.downloads())?;
        Ok(store)
    }

    /// Sorts by time and never repeats: `20261130T201500.123Z-send-ab12`.
    pub fn run_id(&self) -> &str {
        &self.run_id
    }

    /// The folder, absolute.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Where every file that the run downloads goes, absolute.
    pub fn downloads(&self) -> PathBuf {
        self.dir.join("downloads")
    }

    /// Keeps a picture as `shots/NNN-name.png` and says that path, relative to the folder.
    ///
    /// # Errors
    /// When the file cannot be written; nothing half-written is left.
    pub fn save_shot(&self, name: &str, png: &[u8]) -> io::Result<String> {
        let number = self.shots.fetch_add(1, Ordering::Relaxed) + 1;
        let relative = format!("shots/{number:03}-{}.png", safe_name(name, 80));
        fs::create_dir_all(self.dir.join("shots"))?;
        write_whole(&self.dir.join(&relative), png)?;
        Ok(relative)
    }
}

/// Makes a folder that did not exist.
fn unique(results: &Path, now: SystemTime, slug: &str) -> io::Result<(String, PathBuf)> {
    loop {
        let run_id = format!("{}-{slug}-{}", clock::compact(now), random_suffix());
        let dir = results.join(&run_id);
        match DirBuilder::new().create(&dir) {
            Ok(()) => return Ok((run_id, dir)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}

/// Four hexadecimal digits from the random keys that the standard library draws for its hash tables.
pub(super) fn random_suffix() -> String {
    format!("{:04x}", RandomState::new().hash_one(0) & 0xffff)
}

/// Letters and digits of any language, `-` and `_`; everything else becomes one `-`. At most `max` characters.
fn safe_name(name: &str, max: usize) -> String {
    let mut safe = String::new();
    for c in name.chars().take(max) {
        if c.is_alphanumeric() || c == '_' {
            safe.push(c);
        } else if !safe.ends_with('-') {
            safe.push('-');
        }
    }
    // A file name has at most 255 bytes; four bytes a character leave room for the rest of it.
    let safe = safe.trim_matches('-');
    let end = safe
        .char_indices()
        .map(|(at, c)| at + c.len_utf8())
        .take_while(|end| *end <= 160)
        .last();
    match end {
        Some(end) => safe[..end].to_owned(),
        None => "unnamed".to_owned(),
    }
}

/// Writes a file beside itself and renames it, so that it is whole or as it was.
pub(crate) fn write_whole(path: &Path, content: &[u8]) -> io::Result<()> {
    let beside = beside(path);
    fs::write(&beside, content)
        .and_then(|()| fs::rename(&beside, path))
        .inspect_err(|_| drop(fs::remove_file(&beside)))
}

/// Where a file is before it is whole.
pub(super) fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".tmp");
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_pictures_stay_in_their_folder() {
        for (name, safe) in [
            ("../../etc/passwd", "etc-passwd"),
            ("a b\u{0}c/ü", "a-b-c-ü"),
            ("", "unnamed"),
            ("..", "unnamed"),
            ("\u{1b}[2J", "2J"),
        ] {
            assert_eq!(safe_name(name, 80), safe);
        }
        assert!(safe_name(&"💠é".repeat(200), 200).len() <= 160);
        assert_eq!(safe_name(&"x".repeat(200), 80).len(), 80);
    }

    #[test]
    fn runs_of_one_moment_get_folders_of_their_own() {
        let results = tempfile::tempdir().unwrap();
        let now = SystemTime::now();
        let made: std::collections::BTreeSet<_> = (0..200)
            .map(|_| unique(results.path(), now, "send").unwrap().0)
            .collect();
        assert_eq!(made.len(), 200);
    }

    #[test]
    fn pictures_are_numbered_and_whole() {
        let results = tempfile::tempdir().unwrap();
        let store = RunStore::create(&results.path().join("a/b"), "scripts/pay/Send It.aite").unwrap();
        assert!(store.run_id().contains("-send-it-"), "{}", store.run_id());
        assert!(store.downloads().is_dir());
        assert_eq!(
            store.save_shot("after/../paying", b"1").unwrap(),
            "shots/001-after-paying.png"
        );
        assert_eq!(store.save_shot("after", b"2").unwrap(), "shots/002-after.png");
        assert_eq!(fs::read(store.dir().join("shots/002-after.png")).unwrap(), b"2");
        assert_eq!(fs::read_dir(store.dir().join("shots")).unwrap().count(), 2);
    }

    #[test]
    fn a_file_that_cannot_be_written_leaves_the_old_one() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("run.json");
        write_whole(&path, b"old").unwrap();
        std::os::unix::fs::symlink("/dev/full", dir.path().join("run.json.tmp")).unwrap();
        assert!(write_whole(&path, b"new").is_err());
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }
}
