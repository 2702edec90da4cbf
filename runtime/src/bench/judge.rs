//! Trouble → status, class and origin. Truth table A of the benchmark; no clock, no file, no process is looked at here.

use std::io;

use serde_json::Value;

use super::outcome::{
    Class, Counters, Failure, Grade, Life, Origin, Outcome, ProcessKind, ProcessState, Report, Secondary,
    Status,
};

/// What kept a driver from bringing back a [`Report`].
#[derive(Debug)]
pub enum Trouble {
    /// The engine refused a command, or an awaited event did not come.
    Refused {
        /// The command's method, or the event's name.
        method: String,
        /// The engine's sentence.
        message: String,
    },
    /// Nothing came from the engine for as long as the task may take.
    Silent {
        /// What was waited for.
        detail: String,
    },
    /// The connection to the engine could not be made, or ended.
    Disconnected {
        /// What was seen of it.
        detail: String,
    },
    /// The system refused something.
    Io(io::Error),
    /// The driver's process did not end in the task's time and was ended.
    DriverTimedOut {
        /// The time that it had, in seconds.
        seconds: f64,
    },
    /// The driver's process ended with something other than 0.
    DriverExited(ProcessState),
    /// The driver printed something else than one JSON object.
    DriverSpokeWrongly {
        /// What is wrong with it.
        detail: String,
    },
    /// The driver says that it failed.
    DriverReported {
        /// Its class, as it wrote it.
        class: String,
        /// Its sentence.
        message: String,
    },
    /// There is no way from this driver to this engine.
    NoRoute {
        /// Why not.
        detail: String,
    },
    /// Anything else.
    Other(String),
}

/// The engine when the driver came back.
#[derive(Debug, Clone, PartialEq)]
pub struct EngineAfter {
    /// `moli`'s refusals are work items.
    pub is_moli: bool,
    /// How it ended, if it did.
    pub exit: Option<ProcessState>,
}

/// What an attempt is, from what its driver brought back and what became of the engine.
pub fn judge(result: Result<Report, Trouble>, engine: &EngineAfter) -> Outcome {
    let outcome = match result {
        Ok(report) => graded(report),
        Err(trouble) => troubled(trouble, engine),
    };
    match &engine.exit {
        Some(exit) => promote(outcome, exit),
        None => outcome,
    }
}

fn graded(report: Report) -> Outcome {
    let status = match report.grade.ok {
        true => Status::Pass,
        false => Status::Fail,
    };
    Outcome {
        status,
        failure: report.grade.failure.clone(),
        grade: report.grade,
        answer: report.answer,
        counters: report.counters,
        secondary: None,
    }
}

fn troubled(trouble: Trouble, engine: &EngineAfter) -> Outcome {
    let (status, failure) = classify(trouble, engine);
    Outcome {
        status,
        failure: Some(failure.clone()),
        grade: Grade::none(failure),
        answer: Value::Null,
        counters: Counters::default(),
        secondary: None,
    }
}

fn classify(trouble: Trouble, engine: &EngineAfter) -> (Status, Failure) {
    let infra = |detail: String| Failure::new(Class::Infra, detail);
    match trouble {
        Trouble::Refused { method, message } => refused(&method, &message, engine.is_moli),
        Trouble::Silent { detail } => out_of_time(detail, engine, ProcessKind::Engine),
        Trouble::DriverTimedOut { seconds } => out_of_time(
            format!("task timed out after {seconds}s"),
            engine,
            ProcessKind::Driver,
        ),
        Trouble::Disconnected { detail } => disconnected(detail, engine),
        Trouble::Io(error) => match IoKind::of(&error) {
            IoKind::OutOfTime => out_of_time(error.to_string(), engine, ProcessKind::Engine),
            IoKind::Connection => disconnected(error.to_string(), engine),
            IoKind::Plain => (Status::Infra, infra(error.to_string())),
        },
        Trouble::DriverExited(process) => {
            let code = process
                .returncode
                .map_or_else(|| "unknown".into(), |code| code.to_string());
            let failure = Failure::new(Class::ScriptError, format!("script exited with code {code}"));
            let failure = failure.from_origin(Origin::DriverProcess).with_process(process);
            (Status::Infra, failure)
        }
        Trouble::DriverSpokeWrongly { detail } => (Status::Infra, Failure::new(Class::ScriptError, detail)),
        Trouble::DriverReported { class, message } => match Class::named(&class) {
            Class::EngineUnsupported => (
                Status::Unsupported,
                Failure::new(Class::EngineUnsupported, message),
            ),
            _ => (Status::Infra, Failure::new(Class::ScriptError, message)),
        },
        Trouble::NoRoute { detail } => {
            let failure = Failure::new(Class::EngineUnsupported, detail);
            (Status::Unsupported, failure.from_origin(Origin::BindingCatalog))
        }
        Trouble::Other(detail) => (Status::Infra, infra(detail)),
    }
}

fn refused(method: &str, message: &str, is_moli: bool) -> (Status, Failure) {
    let detail = format!("{method}: {message}");
    if is_unsupported(&detail) {
        return (
            Status::Unsupported,
            Failure::new(Class::EngineUnsupported, detail),
        );
    }
    let failure = Failure {
        kernel_workitem: is_moli,
        ..Failure::new(Class::CdpSemantic, detail)
    };
    (Status::Fail, failure)
}

/// Whether a refusal (`method: sentence`) says that the engine does not have what was asked for.
pub fn is_unsupported(refusal: &str) -> bool {
    let text = refusal.to_lowercase();
    ["not found", "wasn't found", "unsupported", "unknown method"]
        .iter()
        .any(|wording| text.contains(wording))
}

fn out_of_time(detail: String, engine: &EngineAfter, whose: ProcessKind) -> (Status, Failure) {
    if let Some(exit) = &engine.exit {
        return engine_ended(detail, exit);
    }
    let state = match whose {
        ProcessKind::Engine => Life::Running,
        ProcessKind::Driver => Life::TimedOut,
    };
    let failure = Failure::new(Class::Infra, detail)
        .from_origin(Origin::TaskTimeout)
        .with_process(ProcessState::unknown(whose, state));
    (Status::Timeout, failure)
}

fn disconnected(detail: String, engine: &EngineAfter) -> (Status, Failure) {
    if let Some(exit) = &engine.exit {
        return engine_ended(detail, exit);
    }
    let failure = Failure::new(Class::Infra, detail)
        .from_origin(Origin::ClientTransport)
        .with_process(ProcessState::unknown(ProcessKind::Engine, Life::Running));
    (Status::Crash, failure)
}

fn engine_ended(detail: String, exit: &ProcessState) -> (Status, Failure) {
    let failure = Failure::new(Class::Infra, detail)
        .from_origin(Origin::EngineProcess)
        .with_process(exit.clone());
    (Status::Crash, failure)
}

/// The engine's end outweighs whatever the driver said, a pass included.
fn promote(outcome: Outcome, exit: &ProcessState) -> Outcome {
    let origin = outcome.failure.as_ref().and_then(|failure| failure.origin);
    if origin == Some(Origin::EngineProcess) {
        return outcome;
    }
    let mut detail = format!(
        "engine process exited while attempt reported {}",
        outcome.status.as_str()
    );
    if let Some(failure) = &outcome.failure {
        detail = format!("{detail}: {}", failure.detail);
    }
    let (status, failure) = engine_ended(detail, exit);
    Outcome {
        status,
        failure: Some(failure.clone()),
        grade: Grade {
            ok: false,
            failure: Some(failure),
            ..outcome.grade
        },
        secondary: Some(Secondary {
            status: outcome.status,
            failure: outcome.failure,
        }),
        ..outcome
    }
}

/// What an error of the system is about.
enum IoKind {
    OutOfTime,
    Connection,
    Plain,
}

impl IoKind {
    fn of(error: &io::Error) -> Self {
        use io::ErrorKind as Kind;
        match error.kind() {
            Kind::TimedOut => Self::OutOfTime,
            Kind::ConnectionAborted
            | Kind::ConnectionRefused
            | Kind::ConnectionReset
            | Kind::HostUnreachable
            | Kind::NetworkDown
            | Kind::NetworkUnreachable
            | Kind::NotConnected
            | Kind::BrokenPipe => Self::Connection,
            _ => Self::Plain,
        }
    }
}

#[cfg(test)]
#[path = "judge/tests.rs"]
mod tests;
