//! A control group of its own for an engine, where the system lets us make one (cgroup v2): its counters lose nobody who
//! came and went.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::processes::Processor;

/// Where version 2 is mounted when there is one.
const ROOT: &str = "/sys/fs/cgroup";

/// A group that goes with this value, as soon as nobody is in it.
#[derive(Debug)]
pub(in crate::bench) struct Group(PathBuf);

impl Group {
    /// A group below the one that this process is in, with these processes in it. `None` where there are no such groups
    /// or making one is not for us.
    pub(super) fn around(name: &str, processes: impl IntoIterator<Item = u32>) -> Option<Self> {
        let own = fs::read_to_string("/proc/self/cgroup").ok()?;
        Self::below(Path::new(ROOT), &own, name, processes).ok()
    }

    fn below(
        root: &Path,
        own: &str,
        name: &str,
        processes: impl IntoIterator<Item = u32>,
    ) -> io::Result<Self> {
        let path = own.lines().find_map(|line| line.strip_prefix("0::/"));
        let parent = root.join(path.ok_or(io::ErrorKind::NotFound)?);
        if !root.join("cgroup.controllers").is_file() {
            return Err(io::ErrorKind::NotFound.into());
        }
        let group = Self(parent.join(name));
        fs::create_dir(&group.0)?;
        for process in processes {
            // One that has ended meanwhile cannot be moved, nor needs to be.
            let _ = fs::write(group.0.join("cgroup.procs"), process.to_string());
        }
        match group.processor() {
            Some(_) => Ok(group),
            None => Err(io::ErrorKind::Unsupported.into()),
        }
    }

    /// Who is in it.
    pub(super) fn processes(&self) -> Vec<u32> {
        let text = fs::read_to_string(self.0.join("cgroup.procs")).unwrap_or_default();
        text.lines().filter_map(|line| line.parse().ok()).collect()
    }

    /// What all who ever were in it have used in it.
    pub(super) fn processor(&self) -> Option<Processor> {
        let text = fs::read_to_string(self.0.join("cpu.stat")).ok()?;
        let microseconds = |key: &str| {
            let of = |line: &str| line.strip_prefix(key)?.trim().parse::<u64>().ok();
            text.lines().find_map(of).map(Duration::from_micros)
        };
        Some(Processor {
            user: microseconds("user_usec ")?,
            system: microseconds("system_usec ")?,
        })
    }

    /// The memory that is charged to it, in bytes, caches of files included: no set size.
    pub(super) fn memory(&self) -> Option<u64> {
        fs::read_to_string(self.0.join("memory.current"))
            .ok()?
            .trim()
            .parse()
            .ok()
    }

    /// The most that ever was.
    pub(super) fn memory_peak(&self) -> Option<u64> {
        fs::read_to_string(self.0.join("memory.peak"))
            .ok()?
            .trim()
            .parse()
            .ok()
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // An empty group is removed like an empty folder; one with somebody in it stays, and the system says so.
        let _ = fs::remove_dir(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_is_made_only_where_version_two_counts() {
        let root = tempfile::tempdir().unwrap();
        let make = |own: &str| Group::below(root.path(), own, "engine", [1, 2]);
        assert!(make("0::/").is_err(), "no version 2");
        fs::write(root.path().join("cgroup.controllers"), "cpu memory\n").unwrap();
        assert!(
            make("4:memory:/x\n").is_err(),
            "this process is in no group of version 2"
        );
        // A folder that is no group has no counters.
        assert!(make("0::/\n").is_err());
    }

    #[test]
    fn its_files_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let put = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        put(
            "cpu.stat",
            "usage_usec 3500\nuser_usec 2000\nsystem_usec 1500\nnr_periods 0\n",
        );
        put("cgroup.procs", "12\n13\n");
        put("memory.current", "4096\n");
        let group = Group(folder.path().to_owned());
        let used = group.processor().unwrap();
        assert_eq!((used.user.as_micros(), used.system.as_micros()), (2000, 1500));
        assert_eq!(group.processes(), [12, 13]);
        assert_eq!((group.memory(), group.memory_peak()), (Some(4096), None));
    }
}
