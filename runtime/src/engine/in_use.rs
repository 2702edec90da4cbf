//! Whether a browser has a profile's folder open.

use std::fs;
use std::path::Path;

use rustix::process::Pid;

/// A link that a browser makes in its folder; it names the machine and the process.
const LOCK: &str = "SingletonLock";

/// The process of this machine that has the folder open. One that is gone left its lock behind, and one of another
/// machine cannot be asked: the browser itself refuses the folder then.
pub fn profile_user(folder: &Path) -> Option<i32> {
    let lock = fs::read_link(folder.join(LOCK)).ok()?;
    let (machine, process) = lock.to_str()?.rsplit_once('-')?;
    let is_here = this_machine().is_none_or(|here| here == machine);
    let process = Pid::from_raw(process.parse().ok()?).filter(|_| is_here)?;
    let number = process.as_raw_nonzero().get();
    is_browser(process).then_some(number)
}

/// Its name, where the system says it.
fn this_machine() -> Option<String> {
    let name = fs::read_to_string("/proc/sys/kernel/hostname").ok()?;
    Some(name.trim_end().to_owned())
}

/// The number of a process that ended may be another's by now.
fn is_browser(process: Pid) -> bool {
    if !cfg!(target_os = "linux") {
        return rustix::process::test_kill_process(process).is_ok();
    }
    let name = fs::read_to_string(format!("/proc/{}/comm", process.as_raw_nonzero()));
    name.is_ok_and(|name| name.contains("chrom"))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_lock_that_was_left_behind_is_none() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(profile_user(folder.path()), None);
        let host = this_machine().unwrap_or_default();
        // This process lives and is no browser.
        for target in [
            format!("{host}-{}", std::process::id()),
            format!("{host}-{}", i32::MAX),
            "elsewhere-1".into(),
            "nonsense".into(),
        ] {
            symlink(&target, folder.path().join(LOCK)).unwrap();
            assert_eq!(profile_user(folder.path()), None, "{target}");
            fs::remove_file(folder.path().join(LOCK)).unwrap();
        }
    }
}
