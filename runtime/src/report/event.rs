//! The events of one run, in the order in which they happen. One is one line of `events.jsonl`.

use serde::{Deserialize, Serialize};

use crate::checks::wire::Confinement;
use crate::verdict::{Failure, JudgedSession, Resolved, Status, Warning};

/// Something that happened in a run.
///
/// Steps and commands are named by their numbers, from 0; the commands of an included script count in the step
/// that includes it. Step `None` is the opening of the start page, before the first step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "event")]
pub enum Event {
    /// The first event.
    RunStarted(Box<RunStart>),
    /// The browser answers; sent once for each profile's browser.
    EngineReady(Engine),
    /// A step begins.
    StepStarted(StepStart),
    /// A command begins.
    CommandStarted(CommandStart),
    /// A warning, of the command that is under way if there is one.
    Warned(Warning),
    /// The process of the check that is under way is shut off.
    CheckConfined(Confinement),
    /// The check that is under way says something.
    Logged(LogLine),
    /// The command that is under way looked who is signed in.
    SessionJudged(JudgedSession),
    /// A command ended.
    CommandFinished(Box<CommandEnd>),
    /// A step ended, or was skipped without beginning.
    StepFinished(StepEnd),
    /// The last event.
    RunFinished(Box<RunEnd>),
}

/// What is known before a browser starts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RunStart {
    /// Sorts by time and never repeats.
    pub run_id: String,
    /// The script, from the project's root.
    pub file: String,
    /// The test's name.
    pub name: String,
    /// Journey ids.
    pub covers: Vec<String>,
    /// RFC 3339, UTC, milliseconds.
    pub started_at: String,
    /// The profiles that the script needs.
    pub profiles: Vec<String>,
    /// All steps that will run, so that a report can show what never began.
    pub steps: Vec<StepStart>,
}

/// A browser that answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Engine {
    /// `chrome`, `lightpanda` …
    pub name: String,
    /// As the browser says it: `Chrome/156.0.8078.73`.
    pub product: String,
    /// `pipe` or `websocket`.
    pub transport: String,
    /// The profile it belongs to; the default one has no name when the script needs none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profile: Option<String>,
}

/// A step begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StepStart {
    /// Its number.
    pub step: usize,
    /// Its intent.
    pub name: String,
    /// The script it stands in.
    pub file: String,
    /// Line in it, from 1.
    pub line: u32,
}

/// A command begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CommandStart {
    /// The step it belongs to; `None` for the start page.
    pub step: Option<usize>,
    /// Its number in the step.
    pub command: usize,
    /// The verb.
    pub verb: String,
    /// The script it stands in.
    pub file: String,
    /// Line in it, from 1.
    pub line: u32,
    /// The line as written, trimmed.
    pub source: String,
    /// The profile that does it, when the script needs any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profile: Option<String>,
    /// Milliseconds since the run began.
    pub started_ms: u64,
}

/// A line that a check wrote.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LogLine {
    /// The line.
    pub text: String,
}

/// A command ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CommandEnd {
    /// The step it belongs to.
    pub step: Option<usize>,
    /// Its number in the step.
    pub command: usize,
    /// Passed, passed after a retry, failed or interrupted.
    pub status: Status,
    /// How long it took, in milliseconds.
    pub duration_ms: u64,
    /// How often it had to be sent to the page again.
    pub retries: u32,
    /// The element it acted on or looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resolved: Option<Resolved>,
    /// Why it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
    /// A picture that the command took, relative to the run's folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub screenshot: Option<String>,
}

/// A step ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StepEnd {
    /// Its number.
    pub step: usize,
    /// How.
    pub status: Status,
    /// How long it took, in milliseconds.
    pub duration_ms: u64,
}

/// The run ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RunEnd {
    /// The verdict.
    pub status: Status,
    /// How long the run took, in milliseconds.
    pub duration_ms: u64,
    /// A failure that belongs to no command: the browser could not be started, say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
}
