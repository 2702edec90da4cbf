//! Forks the browser with its two pipes on the numbers it reads them from. The only file with `unsafe`.
#![allow(unsafe_code)]

use std::io;
use std::mem::ManuallyDrop;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};

use rustix::io::{FdFlags, dup2, fcntl_dupfd_cloexec, fcntl_setfd};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Pid, getpid, setsid};

/// Where `--remote-debugging-pipe` reads commands.
const BROWSER_READS: RawFd = 3;
/// Where it writes answers and events.
const BROWSER_WRITES: RawFd = 4;
/// Files that whoever started us left open above this stay open in the browser; nobody leaves so many.
const LAST_INHERITED: RawFd = 255;

/// A forked browser and our ends of its pipes.
#[derive(Debug)]
pub(super) struct Spawned {
    pub(super) child: Child,
    /// What it writes and what it reads; `None` when it was started without pipes.
    pub(super) pipes: Option<(OwnedFd, OwnedFd)>,
}

/// Starts the command without pipes, in a session of its own, so that signals to our terminal do not reach it.
///
/// On Linux it is killed when the calling *thread* ends: call this from a thread that lives as long as the process.
pub(super) fn spawn(mut command: Command) -> io::Result<Spawned> {
    let parent = getpid();
    // SAFETY: the closure makes system calls only.
    unsafe {
        command.pre_exec(move || {
            setsid()?;
            die_with(parent)?;
            close_from(BROWSER_READS);
            Ok(())
        });
    }
    let child = command.spawn()?;
    Ok(Spawned { child, pipes: None })
}

/// The same, for programs that are not browsers.
pub(crate) fn spawn_in_session(command: Command) -> io::Result<Child> {
    Ok(spawn(command)?.child)
}

/// The same, with the two pipes of the debugging protocol.
pub(super) fn spawn_with_pipes(mut command: Command) -> io::Result<Spawned> {
    let (reads, to_browser) = pipe_with(PipeFlags::CLOEXEC)?;
    let (from_browser, writes) = pipe_with(PipeFlags::CLOEXEC)?;
    let reads = fcntl_dupfd_cloexec(&reads, BROWSER_WRITES + 1)?;
    let writes = fcntl_dupfd_cloexec(&writes, BROWSER_WRITES + 1)?;
    // `Command` learns of a failing exec over a pipe of its own, which must not sit on our numbers either.
    let held = hold_numbers(reads.as_fd())?;
    let (parent, reader, writer) = (getpid(), reads.as_raw_fd(), writes.as_raw_fd());
    // SAFETY: the closure makes system calls only; both descriptors are open until `spawn` has returned.
    unsafe { command.pre_exec(move || prepare_child(parent, reader, writer)) };
    let child = command.spawn();
    drop((held, reads, writes));
    Ok(Spawned {
        child: child?,
        pipes: Some((from_browser, to_browser)),
    })
}

/// Occupies what is free of the browser's two numbers.
fn hold_numbers(any: BorrowedFd<'_>) -> io::Result<Vec<OwnedFd>> {
    let mut held = Vec::new();
    loop {
        let next = fcntl_dupfd_cloexec(any, BROWSER_READS)?;
        if next.as_raw_fd() > BROWSER_WRITES {
            return Ok(held);
        }
        held.push(next);
    }
}

/// Runs between fork and exec, where only system calls are allowed.
fn prepare_child(parent: Pid, reader: RawFd, writer: RawFd) -> io::Result<()> {
    setsid()?;
    die_with(parent)?;
    close_from(BROWSER_WRITES + 1);
    place(reader, BROWSER_READS)?;
    place(writer, BROWSER_WRITES)
}

/// Lets go of the files that whoever started us left open.
fn close_from(first: RawFd) {
    for number in first..=LAST_INHERITED {
        // SAFETY: a number that is not open is refused by the kernel.
        let _ = fcntl_setfd(unsafe { BorrowedFd::borrow_raw(number) }, FdFlags::CLOEXEC);
    }
}

fn place(from: RawFd, to: RawFd) -> io::Result<()> {
    // SAFETY: `from` is open in the parent, so in the child; `to` is ours to overwrite in the child.
    let (from, to) = unsafe { (BorrowedFd::borrow_raw(from), OwnedFd::from_raw_fd(to)) };
    let mut to = ManuallyDrop::new(to);
    dup2(from, &mut to)?;
    Ok(())
}

#[cfg(target_os = "linux")]
fn die_with(parent: Pid) -> io::Result<()> {
    use rustix::process::{Signal, getppid, set_parent_process_death_signal};
    set_parent_process_death_signal(Some(Signal::KILL))?;
    // The parent may have died before the signal was asked for.
    if getppid() == Some(parent) {
        Ok(())
    } else {
        Err(io::ErrorKind::BrokenPipe.into())
    }
}

/// Elsewhere the end of the pipe ends the browser.
#[cfg(not(target_os = "linux"))]
fn die_with(_: Pid) -> io::Result<()> {
    Ok(())
}
