//! Drivers that are programs of their own: one process per attempt, told everything at its start, asked for one JSON
//! object at its end.
//!
//! ```text
//! task ─ order (probe: variables | adapter: payload) ─ process ─ contract ─ grade ─ Report
//!                                                             sweep: pages that the program left open
//! ```
//! A further adapter is a row in `table`.

mod adapter;
pub mod aite;
mod contract;
mod helper;
mod holes;
mod identity;
mod install;
mod probe;
mod process;
mod sweep;
mod table;

#[cfg(test)]
mod tests;

pub use install::Toolbox;

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use aite_compiler::ir::{DriverKind, Grader, Program, Task};

use self::contract::Said;
use self::helper::Helper;
use self::holes::Holes;
use super::grade::{self, Submission};
use super::judge::Trouble;
use super::outcome::{Grade, Report};
use crate::engine::Served;
use crate::site::Fixtures;

/// Variables that would send a driver's requests elsewhere, in both cases.
const PROXIES: [&str; 4] = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "WS_PROXY"];

/// Whether tasks of a driver can be run.
pub fn can_drive(kind: DriverKind) -> bool {
    matches!(kind, DriverKind::RawCdp | DriverKind::NodeProbe) || table::adapter(kind).is_some()
}

/// What an attempt works with.
#[derive(Debug, Clone, Copy)]
pub struct Work<'a> {
    /// The task's steps. Its name is the task's id.
    pub program: &'a Program,
    /// What the task says besides them.
    pub task: &'a Task,
    /// The run.
    pub run_id: &'a str,
    /// The attempt, from 1.
    pub attempt: u32,
    /// Its seed.
    pub seed: &'a str,
    /// The name of its state on the fixture server.
    pub session: &'a str,
    /// The folder of the data set, absolute.
    pub data_set: &'a Path,
    /// The folder of the attempt while it runs, absolute.
    pub folder: &'a Path,
    /// The fixture server, when it runs.
    pub fixtures: Option<&'a Fixtures>,
}

/// Where the engine is and who it says that it is.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Endpoint {
    name: String,
    port: u16,
    /// The browser's websocket; `None` when the engine names none.
    websocket: Option<String>,
    /// Name and version, as HTTP tells them.
    product: String,
    /// What it tells servers that it is.
    user_agent: String,
    /// Name and version, as the protocol tells them; the same as `product` when it did not answer.
    live_product: String,
}

/// A program that is to be started.
#[derive(Debug)]
struct Order {
    program: OsString,
    arguments: Vec<OsString>,
    variables: Vec<(String, OsString)>,
    stdin: Vec<u8>,
    /// What it may have started and does not end with it.
    helper: Option<Helper>,
}

/// Performs the page steps of a task with our own runtime instead of the task's driver program, and grades what came of
/// them in the same way.
///
/// # Errors
/// What kept it from being graded.
pub async fn perform_ourselves(
    work: &Work<'_>,
    engine: &Served,
    toolbox: &Toolbox,
) -> Result<Report, Trouble> {
    let endpoint = identity::endpoint(engine, toolbox).await;
    let said = aite::perform(work, &endpoint).await?;
    report(work, &endpoint, said)
}

/// Performs a task on an engine with the task's driver program. Leaves `stdout.log`, `stderr.log`, `target_cleanup.json`
/// and what the program writes itself in the attempt's folder.
///
/// # Errors
/// What kept it from being graded.
pub async fn perform(work: &Work<'_>, engine: &Served, toolbox: &Toolbox) -> Result<Report, Trouble> {
    let endpoint = identity::endpoint(engine, toolbox).await;
    drive(work, &endpoint, toolbox).await
}

async fn drive(work: &Work<'_>, endpoint: &Endpoint, toolbox: &Toolbox) -> Result<Report, Trouble> {
    let order = order(work, endpoint, toolbox)?;
    let before = sweep::look(endpoint).await;
    let limit = Duration::from_millis(work.task.task_time.0);
    let finished = process::run(command(&order), order.stdin.clone(), limit).await;
    if let Some(helper) = &order.helper {
        helper.end().await;
    }
    sweep::close_new(endpoint, before, work.folder).await;
    let finished = finished.map_err(|error| Trouble::Io(named(&order, error)))?;
    for (log, text) in [("stdout.log", &finished.stdout), ("stderr.log", &finished.stderr)] {
        fs::write(work.folder.join(log), text).map_err(Trouble::Io)?;
    }
    report(work, endpoint, contract::read(&finished, limit)?)
}

fn order(work: &Work<'_>, endpoint: &Endpoint, toolbox: &Toolbox) -> Result<Order, Trouble> {
    let holes = Holes::of(work)?;
    let kind = work.task.driver.kind;
    match (kind, table::adapter(kind)) {
        (DriverKind::NodeProbe, _) => probe::order(work, endpoint, &holes),
        (_, Some(adapter)) => adapter::order(adapter, work, endpoint, &holes, toolbox),
        _ => Err(Trouble::NoRoute {
            detail: format!("the driver {} is not there yet", kind.name()),
        }),
    }
}

fn command(order: &Order) -> Command {
    let mut command = Command::new(&order.program);
    command.args(&order.arguments);
    without_proxies(&mut command);
    let variables = order.variables.iter();
    command.envs(variables.map(|(name, value)| (name, value)));
    command
}

fn without_proxies(command: &mut Command) {
    for name in PROXIES {
        command.env_remove(name).env_remove(name.to_lowercase());
    }
}

/// The system does not say which program it could not start.
fn named(order: &Order, error: io::Error) -> io::Error {
    let program = order.program.to_string_lossy();
    io::Error::new(error.kind(), format!("cannot run {program}: {error}"))
}

fn report(work: &Work<'_>, endpoint: &Endpoint, said: Said) -> Result<Report, Trouble> {
    let grade = match &work.task.grader {
        Grader::Inline { .. } => grade::reported(&said.observations),
        Grader::Server { endpoint: path, .. } => {
            let judged = ask_server(work, endpoint, &path.0, &said)?;
            match work.task.layer.as_str() {
                // The driver's rows decide too, where the page and not the driver is what is tried.
                "L2" => grade::with_reported(judged, &said.observations),
                _ => judged,
            }
        }
    };
    Ok(Report {
        answer: said.answer.unwrap_or_default(),
        grade,
        counters: said.counters,
    })
}

fn ask_server(work: &Work<'_>, endpoint: &Endpoint, path: &str, said: &Said) -> Result<Grade, Trouble> {
    let submission = Submission {
        run_id: work.run_id.to_owned(),
        task_id: work.program.name.clone(),
        attempt: work.attempt,
        engine: endpoint.name.clone(),
        seed: work.seed.to_owned(),
        session: work.session.to_owned(),
        answer: said.answer.clone(),
        observations: said.observations.clone(),
    };
    let fixtures = work
        .fixtures
        .ok_or_else(|| Trouble::Other("the server that grades this task does not run".into()))?;
    fixtures
        .grade(path, &submission)
        .ok_or_else(|| Trouble::Other(format!("the fixture server does not grade at {path}")))
}
