//! The temporary folder of one browser: its profile and everything else it writes.
//!
//! `aite-PID-START-RANDOM/` says in its name which process made it (its number and when it started, because
//! numbers come back) and holds a file that this process keeps locked (because numbers mean nothing in another
//! container that shares the folder). A folder whose owner is dead is removed at the next start.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustix::fs::{Access, FlockOperation, flock};
use rustix::process::{Pid, Signal, getpid, getuid, kill_process, test_kill_process};
use tempfile::TempDir;

const SHARED_MEMORY: &str = "/dev/shm";
/// What one large page may need.
const ROOMY_BYTES: u64 = 1 << 30;
const PREFIX: &str = "aite-";
const LOCK: &str = "lock";
const PROFILE: &str = "profile";
/// The longest path that a socket can have, less what Chromium puts behind its temporary folder:
/// `/org.chromium.Chromium.XXXXXX/SingletonSocket`.
const LONGEST_TEMPORARY: usize = 107 - 46;

/// A temporary folder that goes when it is dropped.
#[derive(Debug)]
pub(super) struct Scratch {
    folder: TempDir,
    // After the folder, so that it is locked until it is gone.
    _lock: File,
}

impl Scratch {
    /// Makes the folder, private to this user.
    pub(super) fn create() -> io::Result<Self> {
        let owner = Owner::this_process();
        let prefix = format!("{PREFIX}{}-{}-", owner.process, owner.started);
        let folder = tempfile::Builder::new()
            .prefix(&prefix)
            .rand_bytes(6)
            .tempdir_in(base(prefix.len() + 6))?;
        let lock = File::create_new(folder.path().join(LOCK))?;
        flock(&lock, FlockOperation::NonBlockingLockExclusive)?;
        let scratch = Self { folder, _lock: lock };
        fs::create_dir(scratch.profile())?;
        fs::create_dir(scratch.temporary())?;
        Ok(scratch)
    }

    /// For a profile that is thrown away.
    pub(super) fn profile(&self) -> PathBuf {
        self.folder.path().join(PROFILE)
    }

    /// For temporary files of the browser.
    pub(super) fn temporary(&self) -> PathBuf {
        self.folder.path().join("t")
    }

    /// The folder itself.
    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Where scratch folders are made. A browser makes and removes hundreds of small files, some of which it waits for to be
/// on the disk, so memory is the better place, if there is enough of it and nobody has chosen another.
fn base(name: usize) -> PathBuf {
    if std::env::var_os("TMPDIR").is_none() && shared_memory_is_roomy() {
        return SHARED_MEMORY.into();
    }
    let usual = std::env::temp_dir();
    let length = usual.as_os_str().len() + 1 + name + "/t".len();
    // Sockets have short names.
    let short = Path::new("/tmp");
    if length > LONGEST_TEMPORARY && short.is_dir() {
        short.into()
    } else {
        usual
    }
}

/// Whether the system has shared memory with room for a browser; containers often have little.
pub(super) fn shared_memory_is_roomy() -> bool {
    shared_memory().is_some_and(|bytes| bytes >= ROOMY_BYTES)
        && rustix::fs::access(SHARED_MEMORY, Access::WRITE_OK).is_ok()
}

/// The free bytes of the system's shared memory, where there is such a thing.
pub(super) fn shared_memory() -> Option<u64> {
    let memory = rustix::fs::statvfs(SHARED_MEMORY).ok()?;
    Some(memory.f_bavail.saturating_mul(memory.f_frsize))
}

/// Removes the folders that processes of this user left behind by dying, and ends the browsers that still use them.
/// Never touches a folder whose owner may be alive.
pub fn sweep_stale() {
    for base in [std::env::temp_dir(), "/tmp".into(), SHARED_MEMORY.into()] {
        let Ok(entries) = fs::read_dir(base) else { continue };
        for entry in entries.flatten() {
            if Owner::of(&entry.file_name()).is_some_and(|owner| !owner.lives()) {
                sweep(&entry.path());
            }
        }
    }
}

fn sweep(folder: &Path) {
    let ours = fs::symlink_metadata(folder).is_ok_and(|it| it.is_dir() && it.uid() == getuid().as_raw());
    if !ours {
        return;
    }
    // Held to the end, so that two sweepers do not meet. A folder without one was never used.
    let lock = File::open(folder.join(LOCK));
    if lock.is_ok_and(|lock| flock(&lock, FlockOperation::NonBlockingLockExclusive).is_err()) {
        return;
    }
    for user in users_of(folder) {
        let _ = kill_process(user, Signal::KILL);
    }
    // What cannot be removed now is tried again at the next start.
    let _ = fs::remove_dir_all(folder);
}

/// The processes with this folder, or something in it, on their command line. Linux only.
pub(super) fn users_of(folder: &Path) -> Vec<Pid> {
    let Ok(processes) = fs::read_dir("/proc") else {
        return Vec::new();
    };
    let user = |process: fs::DirEntry| {
        let number = process.file_name().to_str()?.parse().ok()?;
        let command_line = fs::read(process.path().join("cmdline")).ok()?;
        mentions(&command_line, folder.as_os_str().as_bytes()).then_some(number)
    };
    processes
        .flatten()
        .filter_map(user)
        .filter_map(Pid::from_raw)
        .collect()
}

/// Whether the folder stands there whole; some processes join their arguments with spaces.
fn mentions(command_line: &[u8], folder: &[u8]) -> bool {
    command_line
        .windows(folder.len())
        .enumerate()
        .any(|(at, window)| {
            let next = command_line.get(at + folder.len());
            window == folder && matches!(next, None | Some(0 | b' ' | b'/'))
        })
}

/// Who made a folder.
#[derive(Debug, PartialEq, Eq)]
struct Owner {
    process: i32,
    /// In clock ticks since the machine started; 0 where that is not known.
    started: u64,
}

impl Owner {
    fn this_process() -> Self {
        let process = getpid();
        Self {
            process: process.as_raw_nonzero().get(),
            started: start_of(process).unwrap_or(0),
        }
    }

    fn of(folder: &OsStr) -> Option<Self> {
        let mut parts = folder.to_str()?.strip_prefix(PREFIX)?.split('-');
        let (process, started) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
        let named = parts.next().is_some_and(|random| random.len() == 6) && parts.next().is_none();
        named.then_some(Self { process, started })
    }

    fn lives(&self) -> bool {
        let Some(process) = Pid::from_raw(self.process) else {
            return false;
        };
        match start_of(process) {
            Some(started) => started == self.started,
            None => self.started == 0 && test_kill_process(process).is_ok(),
        }
    }
}

/// When a process started, in clock ticks since the machine started. Linux only.
fn start_of(process: Pid) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{}/stat", process.as_raw_nonzero())).ok()?;
    // The program's name stands in brackets and may hold anything; the 20th field behind it is the start.
    let (_, fields) = stat.rsplit_once(')')?;
    fields.split_ascii_whitespace().nth(19)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_names_its_owner() {
        let scratch = Scratch::create().unwrap();
        let name = scratch.path().file_name().unwrap();
        assert_eq!(Owner::of(name), Some(Owner::this_process()));
        assert!(Owner::this_process().lives());
        for other in [
            "aite-",
            "aite-1-2",
            "aite-1-2-abc",
            "aite-x-2-abcdef",
            "aite-1-2-abcdef-3",
            "aite-report",
        ] {
            assert_eq!(Owner::of(OsStr::new(other)), None, "{other}");
        }
    }

    #[test]
    fn a_number_that_came_back_is_another_process() {
        let this = Owner::this_process();
        assert!(
            !Owner {
                started: this.started + 1,
                ..this
            }
            .lives()
        );
    }

    #[test]
    fn only_folders_of_the_dead_are_swept() {
        let living = Scratch::create().unwrap();
        let folder = |name: &str| {
            let path = std::env::temp_dir().join(name);
            fs::create_dir(&path).unwrap();
            path
        };
        let random = &living.path().to_str().unwrap()[living.path().to_str().unwrap().len() - 6..];
        let dead = folder(&format!("aite-{}-1-{random}", i32::MAX));
        fs::create_dir(dead.join(PROFILE)).unwrap();
        let locked_elsewhere = folder(&format!("aite-{}-2-{random}", i32::MAX));
        let lock = File::create_new(locked_elsewhere.join(LOCK)).unwrap();
        flock(&lock, FlockOperation::NonBlockingLockExclusive).unwrap();
        let stranger = folder(&format!("aite-report-{random}"));
        sweep_stale();
        let left = [&dead, &locked_elsewhere, &stranger].map(|path| path.exists());
        assert!(living.profile().exists());
        drop(lock);
        sweep_stale();
        let at_last = locked_elsewhere.exists();
        fs::remove_dir(stranger).unwrap();
        assert_eq!((left, at_last), ([false, true, true], false));
    }

    #[test]
    fn an_argument_is_found_whole() {
        let wanted = b"--user-data-dir=/tmp/a";
        assert!(mentions(b"chrome\0--user-data-dir=/tmp/a\0--x\0", wanted));
        assert!(mentions(
            b"chrome --type=renderer --user-data-dir=/tmp/a --x",
            wanted
        ));
        assert!(mentions(b"chrome\0--user-data-dir=/tmp/a", wanted));
        assert!(!mentions(b"chrome\0--user-data-dir=/tmp/ab\0", wanted));
    }
}
