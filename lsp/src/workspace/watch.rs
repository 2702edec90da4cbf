//! Files that change on disk, for clients that do not tell.

use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::fs::inotify::{CreateFlags, Reader, WatchFlags, add_watch, init};
use rustix::io::Errno;
use rustix::pipe::pipe;

/// More folders are not watched: the system has a limit for all programs of a user.
const MOST: usize = 4_096;

/// Watches folders until it is dropped.
pub(crate) struct Watch {
    watched: Arc<OwnedFd>,
    /// Closing it ends the thread.
    _end: OwnedFd,
}

impl Watch {
    /// Watches nothing yet. `None` where the system gives no means.
    pub(crate) fn start(changed: impl Fn() + Send + 'static) -> Option<Self> {
        let watched = Arc::new(init(CreateFlags::CLOEXEC | CreateFlags::NONBLOCK).ok()?);
        let (ended, end) = pipe().ok()?;
        let watching = Arc::clone(&watched);
        thread::spawn(move || {
            while wait(&watching, &ended) {
                if drain(&watching) {
                    changed();
                }
            }
        });
        Some(Self { watched, _end: end })
    }

    /// Watches these folders too. One that is watched already, or gone again, is no matter.
    pub(crate) fn add(&self, folders: impl IntoIterator<Item = PathBuf>) {
        let events = WatchFlags::CLOSE_WRITE
            | WatchFlags::CREATE
            | WatchFlags::DELETE
            | WatchFlags::DELETE_SELF
            | WatchFlags::MOVE
            | WatchFlags::ONLYDIR;
        for folder in folders.into_iter().take(MOST) {
            let _: Result<i32, Errno> = add_watch(&*self.watched, &folder, events);
        }
    }
}

/// Waits for news; `false` is the end.
fn wait(watched: &OwnedFd, ended: &OwnedFd) -> bool {
    let mut handles = [
        PollFd::new(watched, PollFlags::IN),
        PollFd::new(ended, PollFlags::IN),
    ];
    loop {
        match poll(&mut handles, None) {
            Ok(_) => return handles[1].revents().is_empty(),
            Err(Errno::INTR) => {}
            Err(_) => return false,
        }
    }
}

/// Takes what there is; whether there was anything.
fn drain(watched: &OwnedFd) -> bool {
    let mut buffer = [MaybeUninit::uninit(); 4_096];
    let mut events = Reader::new(watched, &mut buffer);
    let mut any = false;
    while events.next().is_ok() {
        any = true;
    }
    any
}
