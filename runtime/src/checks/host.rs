//! The runner's side of a check: its process, the conversation, the end of both.

use std::ffi::OsString;
use std::future::Future;
use std::io;
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

use super::Approved;
use super::wire::{self, Confinement, Finish, FromCheck, Given, Start, ToCheck, WireTarget};
use crate::deadline::{Deadline, Ended};

/// Lines of the log of one check; a check that says more is not heard.
const MOST_LINES: usize = 200;

/// The program that runs a check, with nothing of our environment.
#[derive(Debug, Clone)]
pub struct Program {
    /// The file.
    pub path: PathBuf,
    /// What makes it run a check.
    pub args: Vec<OsString>,
    /// Whether a check runs even where the kernel cannot shut it off as a whole.
    pub allow_unconfined: bool,
}

/// What a check looks at.
pub trait Page {
    /// Why nothing more can be looked at.
    type End;

    /// The text of an element.
    fn read(
        &mut self,
        target: WireTarget,
        blocks: bool,
    ) -> impl Future<Output = Result<String, Unread<Self::End>>>;

    /// The address of the page.
    fn url(&mut self) -> impl Future<Output = Result<String, Unread<Self::End>>>;

    /// What shuts the check off; told once, before it runs.
    fn confined(&mut self, confinement: Confinement);

    /// A line for the log of the run.
    fn log(&mut self, line: String);
}

/// Why a text or an address cannot be had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unread<E> {
    /// The check is told, and goes on.
    Told(String),
    /// The command ends.
    End(E),
}

/// Why a check did not say how it ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotEnded<E> {
    /// The page ended it.
    Page(E),
    /// Its time is over.
    Late,
    /// The run was asked to end.
    Cancelled,
    /// The kernel cannot shut it off; what is missing.
    Unconfined(Vec<&'static str>),
    /// Its process ended by itself; how, in a sentence.
    Died(String),
    /// Its process could not be started or spoken with.
    Broken(String),
}

impl<E> From<io::Error> for NotEnded<E> {
    fn from(error: io::Error) -> Self {
        Self::Broken(error.to_string())
    }
}

/// Runs a check until it ends, or until the deadline.
///
/// # Errors
/// It did not say how it ended. Its process is gone in any case.
pub async fn run<P: Page>(
    program: &Program,
    check: &Approved,
    given: Given,
    deadline: &Deadline,
    page: &mut P,
) -> Result<Finish, NotEnded<P::End>> {
    let mut process = Process::start(program)?;
    let talk = process.talk(program, check, given, deadline, page);
    let ended = match deadline.within(talk).await {
        Ok(ended) => ended,
        Err(Ended::OutOfTime) => Err(NotEnded::Late),
        Err(Ended::Cancelled) => Err(NotEnded::Cancelled),
    };
    match ended {
        Err(NotEnded::Broken(error)) => Err(process.post_mortem(error).await),
        ended => {
            process.end().await;
            ended
        }
    }
}

struct Process {
    child: Child,
    to: ChildStdin,
    from: ChildStdout,
}

impl Process {
    fn start(program: &Program) -> io::Result<Self> {
        let mut child = Command::new(&program.path)
            .args(&program.args)
            .env_clear()
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let (Some(to), Some(from)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("the process of the check has no pipes"));
        };
        Ok(Self { child, to, from })
    }

    async fn talk<P: Page>(
        &mut self,
        program: &Program,
        check: &Approved,
        given: Given,
        deadline: &Deadline,
        page: &mut P,
    ) -> Result<Finish, NotEnded<P::End>> {
        let FromCheck::Ready(confinement) = self.receive().await? else {
            return Err(NotEnded::Broken(
                "the check's process did not say that it is ready".into(),
            ));
        };
        page.confined(confinement);
        if !confinement.is_whole() && !program.allow_unconfined {
            return Err(NotEnded::Unconfined(confinement.missing()));
        }
        let start = Start {
            file: check.file.clone(),
            source: check.source.to_string(),
            given,
            time_ms: u64::try_from(deadline.left().as_millis()).unwrap_or(u64::MAX),
        };
        self.send(&ToCheck::Start(Box::new(start))).await?;
        let mut lines = 0;
        loop {
            let answer = match self.receive().await? {
                FromCheck::Finished(finish) => return Ok(finish),
                FromCheck::Log { text } => {
                    lines += 1;
                    if lines <= MOST_LINES {
                        page.log(text);
                    }
                    continue;
                }
                FromCheck::Read { target, blocks } => page.read(target, blocks).await,
                FromCheck::Url => page.url().await,
                FromCheck::Ready(_) => {
                    return Err(NotEnded::Broken("the check's process became ready twice".into()));
                }
            };
            let answer = match answer {
                Ok(text) => ToCheck::Answer { text },
                Err(Unread::Told(message)) => ToCheck::NoAnswer { message },
                Err(Unread::End(end)) => return Err(NotEnded::Page(end)),
            };
            self.send(&answer).await?;
        }
    }

    async fn send(&mut self, message: &ToCheck) -> io::Result<()> {
        self.to.write_all(&wire::frame(message)?).await?;
        self.to.flush().await
    }

    async fn receive(&mut self) -> io::Result<FromCheck> {
        let mut length = [0; wire::LENGTH];
        self.from.read_exact(&mut length).await?;
        let mut frame = vec![0; wire::length(length)?];
        self.from.read_exact(&mut frame).await?;
        Ok(serde_json::from_slice(&frame)?)
    }

    /// Ends the process, whatever it does, and waits until it is gone.
    async fn end(mut self) {
        // A process that is gone already is fine, and the kernel obeys otherwise.
        drop(self.child.kill().await);
    }

    /// What became of a process that cannot be spoken with.
    async fn post_mortem<E>(mut self, error: String) -> NotEnded<E> {
        drop(self.to);
        const LAST_WORDS: std::time::Duration = std::time::Duration::from_millis(500);
        let status = tokio::time::timeout(LAST_WORDS, self.child.wait()).await;
        let Ok(Ok(status)) = status else {
            drop(self.child.kill().await);
            return NotEnded::Broken(error);
        };
        let mut words = Vec::new();
        if let Some(stderr) = self.child.stderr.take() {
            let read = stderr.take(2000).read_to_end(&mut words).await;
            drop(read);
        }
        let words = String::from_utf8_lossy(&words);
        NotEnded::Died(match words.trim() {
            "" => died(status),
            words => format!("{}; it said: {words}", died(status)),
        })
    }
}

/// How a process ended that should not have.
fn died(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return match signal {
            9 => "its process was killed: it used more memory or time than a check may".into(),
            11 => "its process crashed".into(),
            31 => "its process was killed by the kernel: it tried what no check may do".into(),
            signal => format!("its process was ended by signal {signal}"),
        };
    }
    format!("its process ended with {status}")
}
