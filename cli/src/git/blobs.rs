//! `cat-file --batch`: the content of any number of files from one process.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::thread;

use super::{Git, GitError};

/// What is asked for: an object id, or `COMMIT:path`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Request(Vec<u8>);

impl Request {
    /// An object by its id.
    pub(crate) fn object(id: &str) -> Self {
        Self(id.as_bytes().to_vec())
    }

    /// A file of a commit, symbolic links inside the repository followed. `None` when the path cannot be asked
    /// for: it holds a line end.
    pub(crate) fn path(commit: &str, path: &[u8]) -> Option<Self> {
        let asked = [commit.as_bytes(), b":", path].concat();
        (!path.contains(&b'\n')).then_some(Self(asked))
    }
}

/// What is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Answer {
    /// A file's content.
    Blob(Vec<u8>),
    /// A file with more bytes than are wanted.
    TooLarge(u64),
    /// Nothing.
    Missing,
    /// A folder, or a link that leads nowhere or out of the repository.
    NoFile(String),
}

/// The answers to many questions that are all asked at once, in their order. Git reads on while one is used.
#[derive(Debug)]
pub(crate) struct Bulk {
    process: Process,
    asking: Option<thread::JoinHandle<()>>,
    max_bytes: u64,
}

impl Bulk {
    /// Asks. Answers larger than `max_bytes` are not read.
    ///
    /// # Errors
    /// Git does not start.
    pub(crate) fn ask(git: &Git, requests: Vec<Request>, max_bytes: u64) -> Result<Self, GitError> {
        let mut process = Process::start(git, &["--buffer"])?;
        let asking = process.stdin.take().map(|stdin| {
            // A git that goes away early is noticed where its answers are read.
            thread::spawn(move || drop(write_requests(stdin, &requests)))
        });
        Ok(Self {
            process,
            asking,
            max_bytes,
        })
    }

    /// The answer to the next question.
    ///
    /// # Errors
    /// What git said when it ended early.
    pub(crate) fn answer(&mut self) -> Result<Answer, GitError> {
        self.process.read(self.max_bytes)
    }
}

impl Drop for Bulk {
    fn drop(&mut self) {
        self.process.stop();
        if let Some(asking) = self.asking.take() {
            drop(asking.join());
        }
    }
}

fn write_requests(stdin: ChildStdin, requests: &[Request]) -> io::Result<()> {
    let mut lines = io::BufWriter::new(stdin);
    for Request(asked) in requests {
        lines.write_all(asked)?;
        lines.write_all(b"\n")?;
    }
    lines.flush()
}

/// Answers one question after another, for those that only turn up on the way.
#[derive(Debug)]
pub(crate) struct Blobs {
    git: Git,
    /// Started by the first question.
    process: Option<Process>,
    max_bytes: u64,
}

impl Blobs {
    /// Answers larger than `max_bytes` are not read.
    pub(crate) fn new(git: &Git, max_bytes: u64) -> Self {
        Self {
            git: git.clone(),
            process: None,
            max_bytes,
        }
    }

    /// Asks for one thing.
    ///
    /// # Errors
    /// What git said when it ended.
    pub(crate) fn read(&mut self, Request(asked): &Request) -> Result<Answer, GitError> {
        let process = match &mut self.process {
            Some(process) => process,
            None => self.process.insert(Process::start(&self.git, &[])?),
        };
        let line = [asked.as_slice(), b"\n"].concat();
        let sent = match &mut process.stdin {
            Some(stdin) => stdin.write_all(&line),
            None => Ok(()),
        };
        match sent {
            Ok(()) => process.read(self.max_bytes),
            Err(_) => Err(process.failure()),
        }
    }
}

#[derive(Debug)]
struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
    stderr: Option<thread::JoinHandle<Vec<u8>>>,
}

impl Process {
    fn start(git: &Git, options: &[&str]) -> Result<Self, GitError> {
        let mut child = git
            .command()
            .args(["cat-file", "--batch", "--follow-symlinks"])
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(GitError::from_start)?;
        let missing = || GitError::Unexpected("cat-file has no pipes".into());
        let stdout = child.stdout.take().ok_or_else(missing)?;
        let stderr = child.stderr.take().map(|mut stderr| {
            thread::spawn(move || {
                let mut said = Vec::new();
                let _ = stderr.read_to_end(&mut said);
                said
            })
        });
        Ok(Self {
            stdin: child.stdin.take(),
            stdout: BufReader::with_capacity(64 * 1024, stdout),
            stderr,
            child,
        })
    }

    fn read(&mut self, max_bytes: u64) -> Result<Answer, GitError> {
        match self.try_read(max_bytes) {
            Ok(answer) => answer,
            Err(_) => Err(self.failure()),
        }
    }

    fn try_read(&mut self, max_bytes: u64) -> io::Result<Result<Answer, GitError>> {
        let mut header = Vec::new();
        self.stdout.read_until(b'\n', &mut header)?;
        if header.pop() != Some(b'\n') {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let header = String::from_utf8_lossy(&header).into_owned();
        let words: Vec<&str> = header.split(' ').collect();
        Ok(match words.as_slice() {
            [.., "missing"] => Ok(Answer::Missing),
            [_, "blob", size] => match size.parse() {
                Ok(size) if size > max_bytes => self.skip(size).map(|()| Answer::TooLarge(size)),
                Ok(size) => self.body(size).map(Answer::Blob),
                Err(_) => return Ok(Err(GitError::Unexpected(header))),
            }
            .map(Ok)?,
            [_, kind @ ("tree" | "commit" | "tag"), size]
            | [kind @ ("symlink" | "dangling" | "loop" | "notdir"), size] => match size.parse() {
                Ok(size) => self.skip(size).map(|()| Ok(Answer::NoFile((*kind).to_owned())))?,
                Err(_) => Err(GitError::Unexpected(header)),
            },
            _ => Err(GitError::Unexpected(header)),
        })
    }

    fn body(&mut self, size: u64) -> io::Result<Vec<u8>> {
        let mut body = vec![0; usize::try_from(size).map_err(io::Error::other)?];
        self.stdout.read_exact(&mut body)?;
        self.skip(0)?;
        Ok(body)
    }

    /// Reads over a body and the line end behind it.
    fn skip(&mut self, size: u64) -> io::Result<()> {
        let mut rest = (&mut self.stdout).take(size + 1);
        io::copy(&mut rest, &mut io::sink())?;
        match rest.limit() {
            0 => Ok(()),
            _ => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }

    fn stop(&mut self) {
        drop(self.stdin.take());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Git ended although there was more to answer.
    fn failure(&mut self) -> GitError {
        self.stop();
        let said = self
            .stderr
            .take()
            .and_then(|reader| reader.join().ok())
            .unwrap_or_default();
        GitError::from_failure(&["cat-file"], &said)
    }
}

impl Drop for Process {
    /// Nothing is left behind: without questions git ends by itself, and one that still answers is not needed.
    fn drop(&mut self) {
        self.stop();
    }
}
