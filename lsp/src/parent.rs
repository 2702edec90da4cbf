//! The client's process, which the server does not outlive.

use std::thread;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::{Pid, PidfdFlags, pidfd_open};

/// Calls back when a process ends. A process that cannot be seen from here, as the client of a server in a container,
/// is not waited for: the end of the input tells the same.
pub(crate) fn watch(process: i32, ended: impl FnOnce() + Send + 'static) {
    let Some(process) = Some(process).filter(|id| *id > 0).and_then(Pid::from_raw) else {
        return;
    };
    let Ok(handle) = pidfd_open(process, PidfdFlags::empty()) else {
        return;
    };
    thread::spawn(move || {
        let mut handles = [PollFd::new(&handle, PollFlags::IN)];
        loop {
            match poll(&mut handles, None) {
                Ok(_) => return ended(),
                Err(rustix::io::Errno::INTR) => {}
                Err(_) => return,
            }
        }
    });
}
