//! The driver that speaks the protocol itself: a task's commands and events over one websocket, in its order.
//!
//! ```text
//! open ─ prepare ─ step … step ─ checks ─ leave
//!           └──────── Talk ────────┘
//! ```

mod checks;
mod downloads;
mod matching;
mod open;
mod prepare;
mod saved;
mod step;
mod talk;
mod trace;
mod traffic;
mod waited;

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use aite_compiler::ir::{Check, OpKind, Program};
use serde_json::{Value, json};

use self::open::{Left, Opened};
use self::saved::{Places, Saved};
pub use self::waited::Waited;
use super::judge::{Trouble, is_unsupported};
use super::outcome::{Class, Counters, Failure, Grade, Report};
use crate::engine::Served;

/// What an attempt works with.
#[derive(Debug, Clone, Copy)]
pub struct Work<'a> {
    /// The task's steps.
    pub program: &'a Program,
    /// What is graded.
    pub checks: &'a [Check],
    /// The page of the task; `None` is `about:blank`.
    pub fixture_url: Option<&'a str>,
    /// Where the fixture server is, when it runs.
    pub base_url: Option<&'a str>,
    /// The folder of the fixtures, absolute.
    pub fixtures: &'a Path,
    /// The folder of the attempt while it runs, absolute.
    pub folder: &'a Path,
    /// The engine asks for the icon of every page, some time after the page has loaded.
    pub asks_for_icons: bool,
    /// How long the engine may be silent.
    pub patience: Duration,
}

/// What the steps left behind for the checks.
#[derive(Debug, Default)]
struct Record {
    saved: Saved,
    /// Methods that the engine does not have where a step expects that, with its sentence.
    unsupported: BTreeMap<String, String>,
    /// Methods that it has all the same.
    supported: Vec<String>,
    /// Events that a step waited for and got, in that order.
    observed: Vec<String>,
    /// Events that an optional step waited for in vain.
    missed: Vec<String>,
    /// What optional commands were refused with.
    refused: Vec<Value>,
    /// Answers that carry an exception of the page.
    exceptions: u64,
    answer: Value,
}

/// What became of a task, and of the conversation about it.
#[derive(Debug)]
pub struct Performed {
    /// The report, or what kept the task from being graded.
    pub graded: Result<Report, Trouble>,
    /// The engine hung up while its page was being closed: it may be about to end, whatever was graded.
    pub hung_up: bool,
    /// Where the time went, if the driver knows that.
    pub waited: Option<Waited>,
}

/// Performs a task on an engine. `cdp.jsonl` in the attempt's folder says every message.
pub async fn perform(work: &Work<'_>, engine: &Served) -> Performed {
    let mut opened = match open::open(work, engine).await {
        Ok(opened) => opened,
        Err(trouble) => {
            return Performed {
                graded: Err(trouble),
                hung_up: false,
                waited: None,
            };
        }
    };
    let record = steps(work, &mut opened).await;
    let counters = opened.talk.counters();
    let hung_up = opened.leave().await == Left::HungUp;
    let waited = Some(opened.talk.waited);
    let ended = opened.talk.end().await;
    let graded = ended.and(record).map(|record| grade(work, record, counters));
    Performed {
        graded,
        hung_up,
        waited,
    }
}

fn grade(work: &Work<'_>, record: Record, counters: Counters) -> Report {
    let rows = checks::rows(work.checks, &record);
    Report {
        grade: Grade::of(rows, || {
            Failure::new(Class::CdpSemantic, "inline assertions failed")
        }),
        answer: record.answer,
        counters: Counters {
            ws_disconnect_count: 0,
            ..counters
        },
    }
}

async fn steps(work: &Work<'_>, opened: &mut Opened) -> Result<Record, Trouble> {
    prepare::prepare(work, opened).await?;
    let places = Places::of(work);
    let mut record = Record::default();
    for op in work.program.ops() {
        match &op.kind {
            OpKind::Sleep { time } => step::sleep(*time, opened).await,
            OpKind::Protocol(protocol) => {
                step::protocol(protocol, op.outcome, opened, &places, &mut record).await?
            }
            other => {
                let name = json!(other)["op"].clone();
                return Err(Trouble::Other(format!(
                    "the raw protocol driver has no step {name}"
                )));
            }
        }
    }
    record.publish();
    Ok(record)
}

impl Record {
    /// What happened on the way can be checked like anything else that was saved.
    fn publish(&mut self) {
        let class = |(method, message): (&String, &String)| {
            let class = match is_unsupported(&format!("{method}: {message}")) {
                true => "unsupported",
                false => "rejected",
            };
            (method.clone(), json!({"message": message, "class": class}))
        };
        let unsupported = Value::Object(self.unsupported.iter().map(class).collect());
        for (name, value) in [
            ("__events_observed__", json!(self.observed)),
            ("__event_timeouts__", json!(self.missed)),
            ("__unsupported__", unsupported),
            ("__supported_unexpectedly__", json!(self.supported)),
            ("__optional_step_errors__", json!(self.refused)),
        ] {
            self.saved.keep(name, value);
        }
    }
}
