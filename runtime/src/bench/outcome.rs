//! How an attempt ended, in the benchmark's own words.

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

use serde::Serialize;
use serde_json::Value;

/// What became of an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Every check holds.
    Pass,
    /// The engine answered, and wrongly.
    Fail,
    /// The engine says that it cannot do this.
    Unsupported,
    /// The task's time passed.
    Timeout,
    /// The connection, or the engine, went away. [`Origin`] says which.
    Crash,
    /// The benchmark could not try.
    Infra,
    /// Not tried, because the baseline did not pass.
    ChromeGateFail,
}

/// What a failure says something about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// A method or feature that the engine does not have.
    EngineUnsupported,
    /// A wrong answer, or a refusal of something that it has.
    CdpSemantic,
    /// A state that is there and cannot be seen through the protocol.
    Observability,
    /// The program that drives the engine.
    ScriptError,
    /// Everything around.
    Infra,
}

/// Where a failure that is not about an answer came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// The task's time.
    TaskTimeout,
    /// The connection to an engine that still runs.
    ClientTransport,
    /// The engine's process.
    EngineProcess,
    /// The driver's process.
    DriverProcess,
    /// There is no way from this driver to this engine.
    BindingCatalog,
}

impl Status {
    /// Every status, the best first.
    pub const ALL: [Self; 7] = [
        Self::Pass,
        Self::Fail,
        Self::Unsupported,
        Self::Timeout,
        Self::Crash,
        Self::Infra,
        Self::ChromeGateFail,
    ];

    /// Whether the attempt says nothing about the engine.
    pub fn is_no_evidence(self) -> bool {
        matches!(self, Self::Infra | Self::ChromeGateFail)
    }

    /// As files write it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Unsupported => "unsupported",
            Self::Timeout => "timeout",
            Self::Crash => "crash",
            Self::Infra => "infra",
            Self::ChromeGateFail => "chrome_gate_fail",
        }
    }
}

impl Class {
    /// The class with this name; one that is not known is [`Class::Infra`].
    pub fn named(name: &str) -> Self {
        match name {
            "engine_unsupported" => Self::EngineUnsupported,
            "cdp_semantic" => Self::CdpSemantic,
            "observability" => Self::Observability,
            "script_error" => Self::ScriptError,
            _ => Self::Infra,
        }
    }
}

/// Why an attempt did not pass.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Failure {
    /// What it says something about.
    pub class: Class,
    /// In a sentence.
    pub detail: String,
    /// A refusal that the makers of Moli keep a list of.
    pub kernel_workitem: bool,
    /// Where it came from, when that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    /// The process that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub process: Option<ProcessState>,
}

impl Failure {
    /// A failure of this class, and nothing more.
    pub fn new(class: Class, detail: impl Into<String>) -> Self {
        Self {
            class,
            detail: detail.into(),
            kernel_workitem: false,
            origin: None,
            process: None,
        }
    }

    /// Says where it came from.
    #[must_use]
    pub fn from_origin(mut self, origin: Origin) -> Self {
        self.origin = Some(origin);
        self
    }

    /// Says which process it is about.
    #[must_use]
    pub fn with_process(mut self, process: ProcessState) -> Self {
        self.process = Some(process);
        self
    }
}

/// Whose process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ProcessKind {
    /// The engine.
    Engine,
    /// The program that drives it.
    Driver,
}

/// How a process is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Life {
    /// It runs.
    Running,
    /// It ended by itself or by a signal.
    Exited,
    /// It was ended, because its time had passed.
    TimedOut,
}

/// What is known of a process. What is not known is null, never a guess.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ProcessState {
    /// Whose.
    pub kind: ProcessKind,
    /// How it is.
    pub state: Life,
    /// Its exit code, or the number of the signal that ended it, negative.
    pub returncode: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
    /// Its name, as in `SIGSEGV`.
    pub signal_name: Option<String>,
    /// Whether the system wrote a core dump.
    pub core_dumped: Option<bool>,
}

impl ProcessState {
    /// A process of which nothing more is known.
    pub fn unknown(kind: ProcessKind, state: Life) -> Self {
        Self {
            kind,
            state,
            returncode: None,
            signal: None,
            signal_name: None,
            core_dumped: None,
        }
    }

    /// A process that ended.
    pub fn exited(kind: ProcessKind, status: ExitStatus) -> Self {
        let signal = status.signal();
        Self {
            kind,
            state: Life::Exited,
            returncode: status.code().or(signal.map(|number| -number)),
            signal,
            signal_name: signal.and_then(signal_name),
            core_dumped: Some(status.core_dumped()),
        }
    }
}

fn signal_name(number: i32) -> Option<String> {
    const NAMES: [(i32, &str); 15] = [
        (1, "SIGHUP"),
        (2, "SIGINT"),
        (3, "SIGQUIT"),
        (4, "SIGILL"),
        (5, "SIGTRAP"),
        (6, "SIGABRT"),
        (8, "SIGFPE"),
        (9, "SIGKILL"),
        (11, "SIGSEGV"),
        (13, "SIGPIPE"),
        (14, "SIGALRM"),
        (15, "SIGTERM"),
        (24, "SIGXCPU"),
        (25, "SIGXFSZ"),
        (31, "SIGSYS"),
    ];
    let known = NAMES.iter().find(|(known, _)| *known == number);
    known.map(|(_, name)| (*name).to_owned())
}

/// One row of a grading.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CheckRow {
    /// The check's label, or its kind.
    pub name: String,
    /// `pass` or `fail`.
    pub status: CheckStatus,
    /// What was looked at.
    pub evidence: Value,
}

/// Whether a check holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckStatus {
    /// It holds.
    Pass,
    /// It does not.
    Fail,
}

impl CheckRow {
    /// A row from a yes or no.
    pub fn new(name: impl Into<String>, holds: bool, evidence: Value) -> Self {
        let status = match holds {
            true => CheckStatus::Pass,
            false => CheckStatus::Fail,
        };
        Self {
            name: name.into(),
            status,
            evidence,
        }
    }

    /// Whether the check holds.
    pub fn holds(&self) -> bool {
        self.status == CheckStatus::Pass
    }
}

/// `grader.json`: what was decided about an answer.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Grade {
    /// Whether the attempt passes.
    pub ok: bool,
    /// The checks that were made.
    pub checks: Vec<CheckRow>,
    /// Why not.
    pub failure: Option<Failure>,
}

impl Grade {
    /// Nothing could be graded.
    pub fn none(failure: Failure) -> Self {
        Self {
            ok: false,
            checks: Vec::new(),
            failure: Some(failure),
        }
    }

    /// All checks must hold, and there must be one: a grading without checks would pass whatever happens.
    pub fn of(mut checks: Vec<CheckRow>, failure: impl FnOnce() -> Failure) -> Self {
        if checks.is_empty() {
            checks.push(CheckRow::new("checks_declared", false, Value::Null));
        }
        let ok = checks.iter().all(CheckRow::holds);
        Self {
            ok,
            checks,
            failure: (!ok).then(failure),
        }
    }
}

/// What an attempt cost, in messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Counters {
    /// Commands that were sent.
    pub cdp_call_count: u64,
    /// Refusals, those of optional commands included.
    pub cdp_error_count: u64,
    /// Connections that were lost.
    pub ws_disconnect_count: u64,
}

/// What a driver brings back when it was not stopped by a [`Trouble`](super::judge::Trouble).
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The task's answer.
    pub answer: Value,
    /// What was decided about it.
    pub grade: Grade,
    /// What it cost.
    pub counters: Counters,
}

/// How an attempt ended, whole.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// What became of it.
    pub status: Status,
    /// Why it did not pass.
    pub failure: Option<Failure>,
    /// What was decided about the answer.
    pub grade: Grade,
    /// The task's answer.
    pub answer: Value,
    /// What it cost.
    pub counters: Counters,
    /// What the driver said, when the engine's end outweighs it.
    pub secondary: Option<Secondary>,
}

/// What was known before the engine's end was noticed.
#[derive(Debug, Clone, PartialEq)]
pub struct Secondary {
    /// The status.
    pub status: Status,
    /// Why it did not pass.
    pub failure: Option<Failure>,
}
