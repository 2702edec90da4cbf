//! What the runner and the process of a check say to each other: frames of JSON, each with its length before it.
//!
//! ```text
//! check  Ready
//! runner Start
//! check  Read | Url | Log …       runner Answer (to Read and Url)
//! check  Finished
//! ```

use std::collections::BTreeMap;
use std::io::{self, Read, Write};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// No frame is larger, in bytes.
pub const LARGEST_FRAME: usize = 8 << 20;

/// Bytes of the length before a frame.
pub const LENGTH: usize = 4;

/// From the runner to the check's process.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "say")]
pub enum ToCheck {
    /// The check to run; the first message.
    Start(Box<Start>),
    /// What was asked for.
    Answer {
        /// The text, or the address.
        text: String,
    },
    /// What was asked for cannot be had.
    NoAnswer {
        /// Why, in a sentence.
        message: String,
    },
}

/// A check to run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Start {
    /// The file, from the project's root: how messages and stack traces name it.
    pub file: String,
    /// The text of the file.
    pub source: String,
    /// What the check is given.
    pub given: Given,
    /// How long it may take, in milliseconds.
    pub time_ms: u64,
}

/// The plain values that a check is given.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Given {
    /// The arguments of the call.
    pub args: Vec<String>,
    /// The variables of the script.
    pub vars: BTreeMap<String, String>,
    /// The profile on which it is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profile: Option<String>,
    /// The account that the profile is signed in as.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<String>,
}

/// From the check's process to the runner.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "say")]
pub enum FromCheck {
    /// It is shut off; the first message.
    Ready(Confinement),
    /// The text of an element is wanted.
    Read {
        /// Keys and values of the element's target, or the target as a script writes it.
        target: WireTarget,
        /// Whether neighbouring blocks are kept apart.
        #[serde(default)]
        blocks: bool,
    },
    /// The page's address is wanted.
    Url,
    /// A line for the log of the run.
    Log {
        /// The line.
        text: String,
    },
    /// The last message.
    Finished(Finish),
}

/// A target, in either of its forms.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum WireTarget {
    /// `role:button name:"Send"`
    Written(String),
    /// `{"role": "button", "name": "Send"}`
    Keys(BTreeMap<String, serde_json::Value>),
}

/// How a check ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "how")]
pub enum Finish {
    /// What it looks for holds.
    Passed,
    /// It does not hold.
    Failed {
        /// The check's own words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        message: Option<String>,
        /// What should have been.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        expected: Option<String>,
        /// What was.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        found: Option<String>,
    },
    /// The check itself is wrong.
    Crashed {
        /// What happened, in a sentence.
        message: String,
        /// `file:line:column`, when it is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<String>,
    },
    /// It would never have ended, or was still busy when its time was over.
    Stopped {
        /// What it did, in a sentence.
        message: String,
        /// `file:line:column`, when it is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<String>,
    },
}

/// What keeps the check's process from reaching anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Confinement {
    /// The kernel refuses every file (Landlock).
    pub landlock: bool,
    /// The kernel kills it at any system call that it does not need (seccomp).
    pub seccomp: bool,
    /// It does not run as root.
    pub unprivileged: bool,
    /// Memory, time and files are limited.
    pub limits: bool,
}

impl Confinement {
    /// Whether nothing is missing.
    pub fn is_whole(self) -> bool {
        self.landlock && self.seccomp && self.unprivileged && self.limits
    }

    /// What is missing, for people.
    pub fn missing(self) -> Vec<&'static str> {
        let parts = [
            (self.landlock, "Landlock"),
            (self.seccomp, "seccomp"),
            (self.unprivileged, "an unprivileged user"),
            (self.limits, "resource limits"),
        ];
        parts
            .into_iter()
            .filter(|(there, _)| !there)
            .map(|(_, name)| name)
            .collect()
    }
}

/// A message as a frame.
///
/// # Errors
/// It is larger than [`LARGEST_FRAME`].
pub fn frame<T: Serialize>(message: &T) -> io::Result<Vec<u8>> {
    let mut frame = vec![0; LENGTH];
    serde_json::to_writer(&mut frame, message)?;
    let length = frame.len() - LENGTH;
    if length > LARGEST_FRAME {
        return Err(too_large());
    }
    let length = u32::try_from(length).map_err(|_| too_large())?;
    for (place, byte) in frame.iter_mut().zip(length.to_le_bytes()) {
        *place = byte;
    }
    Ok(frame)
}

/// The length that the first bytes of a frame say.
///
/// # Errors
/// It is larger than [`LARGEST_FRAME`].
pub fn length(bytes: [u8; LENGTH]) -> io::Result<usize> {
    let length = u32::from_le_bytes(bytes) as usize;
    (length <= LARGEST_FRAME).then_some(length).ok_or_else(too_large)
}

/// Sends a message, blocking.
///
/// # Errors
/// It is too large, or nobody reads.
pub fn send<T: Serialize>(out: &mut impl Write, message: &T) -> io::Result<()> {
    out.write_all(&frame(message)?)?;
    out.flush()
}

/// Receives a message, blocking.
///
/// # Errors
/// There are no more, or it is none of these.
pub fn receive<T: DeserializeOwned>(from: &mut impl Read) -> io::Result<T> {
    let mut bytes = [0; LENGTH];
    from.read_exact(&mut bytes)?;
    let mut frame = vec![0; length(bytes)?];
    from.read_exact(&mut frame)?;
    Ok(serde_json::from_slice(&frame)?)
}

fn too_large() -> io::Error {
    io::Error::other(format!(
        "a message of a check is larger than {} MB",
        LARGEST_FRAME >> 20
    ))
}
