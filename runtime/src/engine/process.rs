//! A browser's process group: its life is watched by one thread, which is also the thread that forked it.

use std::collections::VecDeque;
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, ExitStatus, Stdio};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, kill_process_group, waitid};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::net::unix::pipe;
use tokio::sync::watch;

use super::diagnosis;
use super::scratch::users_of;
use super::spawn::{self, Spawned};

/// How long the kernel may take.
const KILLED_WITHIN: Duration = Duration::from_secs(5);
const STDERR_ENDS_WITHIN: Duration = Duration::from_millis(500);
const STDERR_LINES: usize = 40;
const STDERR_LINE_BYTES: usize = 400;
/// The thread only waits.
const STACK_BYTES: usize = 128 * 1024;

/// A running browser. Dropping it kills it and everything it started, and waits for that.
#[derive(Debug)]
pub(super) struct Process {
    group: Group,
    ended: watch::Receiver<Option<ExitStatus>>,
    stderr: Stderr,
}

/// Our ends of the debugging pipes.
#[derive(Debug)]
pub(super) struct Pipes {
    pub(super) from_browser: pipe::Receiver,
    pub(super) to_browser: pipe::Sender,
}

/// Killed when dropped, so that there is no moment in which nobody answers for it.
#[derive(Debug)]
struct Group(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    group: Pid,
    /// What stands on the command line of everything it starts for itself outside its group.
    scratch: PathBuf,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, PartialEq, Clone, Copy)]
enum State {
    Runs,
    /// The group's number may belong to others from here on.
    Reaping,
    Ended,
}

impl Process {
    /// Starts the command; its stderr is kept, its other streams are empty. Blocks for the millisecond of the fork, so
    /// that there is no moment in which a caller that gives up leaves a browser that nobody answers for. What it starts
    /// outside its process group, as it does its crash handlers, is known by the scratch folder.
    ///
    /// # Errors
    /// The system's, when the program cannot be executed.
    pub(super) fn start_with_pipes(command: Command, scratch: &Path) -> io::Result<(Self, Pipes)> {
        let (process, pipes) = Self::begin(command, scratch, spawn::spawn_with_pipes)?;
        let (from_browser, to_browser) = pipes.ok_or_else(|| io::Error::other("no pipes were made"))?;
        let pipes = Pipes {
            from_browser: pipe::Receiver::from_owned_fd(from_browser)?,
            to_browser: pipe::Sender::from_owned_fd(to_browser)?,
        };
        Ok((process, pipes))
    }

    /// The same for an engine that is reached by a port.
    ///
    /// # Errors
    /// As [`Process::start_with_pipes`].
    pub(super) fn start(command: Command, scratch: &Path) -> io::Result<Self> {
        Ok(Self::begin(command, scratch, spawn::spawn)?.0)
    }

    fn begin(mut command: Command, scratch: &Path, spawn: Spawn) -> io::Result<(Self, Option<Ends>)> {
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        let (started, start) = mpsc::sync_channel(1);
        let scratch = scratch.to_owned();
        thread::Builder::new()
            .name("aite-browser".into())
            .stack_size(STACK_BYTES)
            .spawn(move || watch_over(command, scratch, spawn, &started))?;
        let started = start
            .recv()
            .map_err(|_| io::Error::other("the thread that starts browsers died"))?;
        let Started {
            group,
            ended,
            stderr,
            pipes,
        } = started?;
        let process = Self {
            group,
            ended,
            stderr: Stderr::follow(stderr)?,
        };
        Ok((process, pipes))
    }

    /// The number of its main process, which is also its group's.
    pub(super) fn id(&self) -> u32 {
        self.group.0.group.as_raw_nonzero().get().unsigned_abs()
    }

    /// Resolves when nothing of it runs any more.
    pub(super) async fn ended(&self) -> ExitStatus {
        let mut ended = self.ended.clone();
        let status = ended
            .wait_for(Option::is_some)
            .await
            .ok()
            .and_then(|status| *status);
        status.unwrap_or_default()
    }

    /// How it ended, if it has.
    pub(super) fn exited(&self) -> Option<ExitStatus> {
        *self.ended.borrow()
    }

    /// Asks all of it to end.
    pub(super) fn terminate(&self) {
        self.group.0.signal(Signal::TERM);
    }

    /// Kills all of it, at once.
    pub(super) fn kill(&self) {
        self.group.0.kill();
    }

    /// Its last lines on stderr so far.
    pub(super) fn stderr(&self) -> Vec<String> {
        lock(&self.stderr.lines).iter().cloned().collect()
    }

    /// Its last lines on stderr, after it has ended.
    pub(super) async fn last_stderr(&self) -> Vec<String> {
        let mut reading = self.stderr.reading.clone();
        // A stranger that inherited the stream could keep it open.
        let _ = tokio::time::timeout(STDERR_ENDS_WITHIN, reading.changed()).await;
        self.stderr()
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.0.kill();
        let state = lock(&self.0.state);
        // Bounded, because a process that hangs in the kernel cannot be killed.
        let _ = self
            .0
            .changed
            .wait_timeout_while(state, KILLED_WITHIN, |state| *state != State::Ended);
    }
}

struct Started {
    group: Group,
    ended: watch::Receiver<Option<ExitStatus>>,
    stderr: ChildStderr,
    pipes: Option<Ends>,
}

/// What it writes and what it reads.
type Ends = (OwnedFd, OwnedFd);
type Spawn = fn(Command) -> io::Result<Spawned>;

/// Forks the browser, waits for its end, sweeps up what it leaves.
fn watch_over(
    command: Command,
    scratch: PathBuf,
    spawn: Spawn,
    started: &mpsc::SyncSender<io::Result<Started>>,
) {
    adopt_orphans();
    let Spawned { mut child, pipes } = match spawn(command) {
        Ok(spawned) => spawned,
        Err(error) => {
            let _ = started.send(Err(error));
            return;
        }
    };
    let (Some(group), Some(stderr)) = (group_of(&child), child.stderr.take()) else {
        let _ = child.kill();
        return;
    };
    let shared = Arc::new(Shared {
        group,
        scratch,
        state: Mutex::new(State::Runs),
        changed: Condvar::new(),
    });
    let (told, ended) = watch::channel(None);
    let start = Started {
        group: Group(Arc::clone(&shared)),
        ended,
        stderr,
        pipes,
    };
    // Whoever asked waits.
    let _ = started.send(Ok(start));
    let status = shared.reap(&mut child);
    told.send_replace(Some(status));
}

fn group_of(child: &Child) -> Option<Pid> {
    i32::try_from(child.id()).ok().and_then(Pid::from_raw)
}

/// What a browser leaves behind when it dies becomes our child, so that we can wait for its end too.
#[cfg(target_os = "linux")]
pub(crate) fn adopt_orphans() {
    // Refused by no kernel of today; without it only the waiting is lost.
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn adopt_orphans() {}

impl Shared {
    fn kill(&self) {
        self.signal(Signal::KILL);
    }

    fn signal(&self, signal: Signal) {
        if *lock(&self.state) == State::Runs {
            // It may have no process left that can be signalled.
            let _ = kill_process_group(self.group, signal);
        }
    }

    fn reap(&self, child: &mut Child) -> ExitStatus {
        // Waits without reaping: as long as the leader is a zombie, nobody else can get the group's number.
        wait_through_interrupts(
            WaitId::Pid(self.group),
            WaitIdOptions::EXITED | WaitIdOptions::NOWAIT,
        );
        self.kill();
        *lock(&self.state) = State::Reaping;
        let status = child.wait().unwrap_or_default();
        while wait_through_interrupts(WaitId::Pgid(Some(self.group)), WaitIdOptions::EXITED) {}
        self.end_outsiders();
        *lock(&self.state) = State::Ended;
        self.changed.notify_all();
        status
    }

    /// Crash handlers leave the group, and notice only after a while that there is nobody left to handle. They became
    /// our children when the browser died.
    fn end_outsiders(&self) {
        for outsider in users_of(&self.scratch) {
            let _ = kill_process(outsider, Signal::KILL);
            wait_through_interrupts(WaitId::Pid(outsider), WaitIdOptions::EXITED);
        }
    }
}

/// Whether there was something to wait for.
fn wait_through_interrupts(id: WaitId<'_>, options: WaitIdOptions) -> bool {
    loop {
        match waitid(id.clone(), options) {
            Err(rustix::io::Errno::INTR) => {}
            answer => return answer.is_ok(),
        }
    }
}

#[derive(Debug)]
struct Stderr {
    lines: Arc<Mutex<VecDeque<String>>>,
    /// Closes when there is no more to read.
    reading: watch::Receiver<()>,
}

impl Stderr {
    fn follow(stream: ChildStderr) -> io::Result<Self> {
        let stream = pipe::Receiver::from_owned_fd(stream.into())?;
        let lines = Arc::default();
        let (read, reading) = watch::channel(());
        let kept = Arc::clone(&lines);
        tokio::spawn(async move {
            tokio::select! {
                () = keep_last_lines(stream, kept) => {}
                () = read.closed() => {}
            }
        });
        Ok(Self { lines, reading })
    }
}

async fn keep_last_lines(stream: pipe::Receiver, lines: Arc<Mutex<VecDeque<String>>>) {
    let mut stream = BufReader::new(stream);
    let mut line = Vec::new();
    loop {
        // A line is cut rather than collected without bound.
        let Ok(available) = stream.fill_buf().await else {
            return;
        };
        if available.is_empty() {
            return keep(&lines, &line);
        }
        let end = available.iter().position(|byte| *byte == b'\n');
        let part = &available[..end.unwrap_or(available.len())];
        let room = STDERR_LINE_BYTES.saturating_sub(line.len());
        line.extend_from_slice(&part[..part.len().min(room)]);
        let consumed = part.len() + usize::from(end.is_some());
        stream.consume(consumed);
        if end.is_some() {
            keep(&lines, &line);
            line.clear();
        }
    }
}

fn keep(lines: &Mutex<VecDeque<String>>, line: &[u8]) {
    let line = String::from_utf8_lossy(line).trim_end().to_owned();
    if diagnosis::is_noise(&line) {
        return;
    }
    let mut lines = lock(lines);
    if lines.len() == STDERR_LINES {
        lines.pop_front();
    }
    lines.push_back(line);
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
