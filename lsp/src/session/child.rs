//! A command of aite that runs as a process of its own, and what it says.

use std::io::{self, BufRead, BufReader, Read};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::{self, Stdio};
use std::thread;

use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

use super::{Event, Inbox};

/// A longer line of output is cut, in bytes.
const LONGEST_LINE: u64 = 1 << 20;
/// So much of what was written to standard error is kept.
const MOST_ERRORS: u64 = 64 << 10;

/// News of the command with this number.
pub(crate) struct ChildEvent {
    pub(super) number: u64,
    pub(super) news: News,
}

pub(super) enum News {
    /// A line of standard output.
    Line(String),
    /// It ended: with which code, unless a signal ended it, and what it wrote to standard error.
    Ended { code: Option<i32>, errors: String },
}

/// A process that runs. Dropping it ends the process.
pub(super) struct Child {
    handle: OwnedFd,
}

impl Child {
    /// Starts `program`, which ends with this process however this one ends.
    pub(super) fn start(
        program: &Path,
        folder: &Path,
        arguments: &[String],
        number: u64,
        inbox: Inbox,
    ) -> io::Result<Self> {
        let mut child = process::Command::new(program)
            .args(["--end-with", &process::id().to_string()])
            .args(arguments)
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let handle = Pid::from_raw(child.id().cast_signed())
            .ok_or(rustix::io::Errno::SRCH)
            .and_then(|pid| pidfd_open(pid, PidfdFlags::empty()))
            .inspect_err(|_| drop(child.kill()))?;
        let (output, errors) = (child.stdout.take(), child.stderr.take());
        let errors = thread::spawn(move || errors.map(first_words).unwrap_or_default());
        thread::spawn(move || {
            let put = |news| inbox.put(Event::Child(ChildEvent { number, news }));
            if let Some(output) = output {
                read_lines(output, |line| put(News::Line(line)));
            }
            let code = child.wait().ok().and_then(|status| status.code());
            put(News::Ended {
                code,
                errors: errors.join().unwrap_or_default(),
            });
        });
        Ok(Self { handle })
    }

    /// Asks it to end; it closes its browser first.
    pub(super) fn stop(&self) {
        // One that ended already needs no signal, and the handle never means another process.
        let _: rustix::io::Result<()> = pidfd_send_signal(&self.handle, Signal::TERM);
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.stop();
    }
}

fn read_lines(output: impl Read, mut say: impl FnMut(String)) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        match output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => say(String::from_utf8_lossy(&line).into_owned()),
        }
    }
}

/// The first of what was written to standard error; the rest is read, so that the writer never waits, and forgotten.
fn first_words(mut errors: impl Read) -> String {
    let mut kept = Vec::new();
    drop(errors.by_ref().take(MOST_ERRORS).read_to_end(&mut kept));
    drop(io::copy(&mut errors, &mut io::sink()));
    String::from_utf8_lossy(&kept).into_owned()
}
