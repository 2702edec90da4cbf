//! One program: in a session of its own, its output kept, ended when its time is over, and with it what it started.

use std::io;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::unix::pipe;
use tokio::sync::oneshot;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::engine::{adopt_orphans, spawn_in_session};

/// Between being asked to end and being killed.
const GRACE: Duration = Duration::from_secs(2);
/// How long output is still read when the program has ended: a stranger may have inherited its streams.
const LINGER: Duration = Duration::from_millis(500);
/// The most that is kept of one stream.
const MOST_BYTES: usize = 32 << 20;
/// The thread only waits.
const STACK_BYTES: usize = 128 * 1024;

/// A program that has ended.
#[derive(Debug)]
pub(super) struct Finished {
    pub(super) stdout: Vec<u8>,
    pub(super) stderr: Vec<u8>,
    pub(super) end: End,
}

/// How it came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// By itself, or by somebody's signal.
    Exited(ExitStatus),
    /// Its time was over.
    OutOfTime,
}

/// Runs a command to its end, `limit` at most. Nothing of its process group is left when this resolves or is dropped.
///
/// # Errors
/// The system's, when the program cannot be started.
pub(super) async fn run(command: Command, stdin: Vec<u8>, limit: Duration) -> io::Result<Finished> {
    let mut running = start(command)?;
    let mut streams = JoinSet::new();
    let stdout = keep(
        pipe::Receiver::from_owned_fd(running.stdout.into())?,
        &mut streams,
    );
    let stderr = keep(
        pipe::Receiver::from_owned_fd(running.stderr.into())?,
        &mut streams,
    );
    let input = pipe::Sender::from_owned_fd(running.stdin.into())?;
    let mut feeding = JoinSet::new();
    feeding.spawn(feed(input, stdin));
    let end = running.group.end_within(&mut running.ended, limit).await;
    // Dropping the sets stops what is still reading or writing.
    let _ = timeout(LINGER, async { while streams.join_next().await.is_some() {} }).await;
    Ok(Finished {
        stdout: take(&stdout),
        stderr: take(&stderr),
        end,
    })
}

/// Killed when dropped.
#[derive(Debug)]
struct Group(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    pid: Pid,
    /// Whether its number is still its own.
    lives: Mutex<bool>,
}

impl Group {
    async fn end_within(&self, ended: &mut oneshot::Receiver<ExitStatus>, limit: Duration) -> End {
        if let Ok(status) = timeout(limit, &mut *ended).await {
            return End::Exited(status.unwrap_or_default());
        }
        self.0.signal(Signal::TERM);
        if timeout(GRACE, &mut *ended).await.is_err() {
            self.0.signal(Signal::KILL);
            // One that hangs in the kernel cannot be killed, and is not waited for.
            let _ = timeout(GRACE, ended).await;
        }
        End::OutOfTime
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.0.signal(Signal::KILL);
    }
}

impl Shared {
    fn signal(&self, signal: Signal) {
        if *lock(&self.lives) {
            // It may have ended just now.
            let _ = kill_process_group(self.pid, signal);
        }
    }

    /// Waits for the leader, kills the rest, and only then gives the number back.
    fn reap(&self, child: &mut Child) -> ExitStatus {
        wait_through_interrupts(
            WaitId::Pid(self.pid),
            WaitIdOptions::EXITED | WaitIdOptions::NOWAIT,
        );
        self.signal(Signal::KILL);
        *lock(&self.lives) = false;
        let status = child.wait().unwrap_or_default();
        // What it left became our child when it died.
        while wait_through_interrupts(WaitId::Pgid(Some(self.pid)), WaitIdOptions::EXITED) {}
        status
    }
}

struct Running {
    group: Group,
    ended: oneshot::Receiver<ExitStatus>,
    stdin: ChildStdin,
    stdout: ChildStdout,
    stderr: ChildStderr,
}

/// The thread that forks is the one that waits: a child dies with the thread that started it.
fn start(mut command: Command) -> io::Result<Running> {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let (told, started) = mpsc::sync_channel(1);
    thread::Builder::new()
        .name("aite-driver".into())
        .stack_size(STACK_BYTES)
        .spawn(move || {
            adopt_orphans();
            let mut child = match spawn_in_session(command) {
                Ok(child) => child,
                Err(error) => return drop(told.send(Err(error))),
            };
            let (tell, ended) = oneshot::channel();
            let Some((running, shared)) = running(&mut child, ended) else {
                let _ = child.kill();
                return drop(child.wait());
            };
            // Whoever asked waits.
            let _ = told.send(Ok(running));
            let _ = tell.send(shared.reap(&mut child));
        })?;
    started
        .recv()
        .map_err(|_| io::Error::other("the thread that starts drivers died"))?
}

fn running(child: &mut Child, ended: oneshot::Receiver<ExitStatus>) -> Option<(Running, Arc<Shared>)> {
    let shared = Arc::new(Shared {
        pid: i32::try_from(child.id()).ok().and_then(Pid::from_raw)?,
        lives: Mutex::new(true),
    });
    let running = Running {
        group: Group(Arc::clone(&shared)),
        ended,
        stdin: child.stdin.take()?,
        stdout: child.stdout.take()?,
        stderr: child.stderr.take()?,
    };
    Some((running, shared))
}

/// A program that does not read its input has no need of it.
async fn feed(mut stream: pipe::Sender, input: Vec<u8>) {
    let _ = stream.write_all(&input).await;
}

/// Follows a stream; what came of it is there even when its end never comes.
fn keep(mut stream: pipe::Receiver, streams: &mut JoinSet<()>) -> Arc<Mutex<Vec<u8>>> {
    let kept = Arc::new(Mutex::new(Vec::new()));
    let writing = Arc::clone(&kept);
    streams.spawn(async move {
        let mut part = vec![0; 64 * 1024];
        while let Ok(count @ 1..) = stream.read(&mut part).await {
            let mut kept = lock(&writing);
            let room = MOST_BYTES.saturating_sub(kept.len());
            kept.extend_from_slice(&part[..count.min(room)]);
        }
    });
    kept
}

fn take(kept: &Mutex<Vec<u8>>) -> Vec<u8> {
    std::mem::take(&mut lock(kept))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
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
