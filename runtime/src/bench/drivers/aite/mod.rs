//! Our own runtime as a driver: the page steps of a task, done by [`crate::page`] as those of a script are.
//!
//! ```text
//! steps ─ Stage ─┬─ act, read, around, accessibility ─ crate::page
//!                ├─ journal: what the page said and asked for meanwhile
//!                └─ saved, outcomes ─ checks ─ Said
//! ```
//! A step that fails is noted and the next one runs: the checks decide, as with every driver.

mod accessibility;
mod act;
mod around;
mod checks;
mod journal;
mod pattern;
mod read;
mod saved;
mod stage;

#[cfg(test)]
mod tests;

use std::time::Duration;

use aite_cdp::Connection;
use aite_cdp::transport::WebSocket;
use aite_compiler::ir::{DriverKind, Kind, Op, OpKind, PageOp, Program, Setup, TabOp};
use serde::Deserialize;
use serde_json::{Value, json};

use self::stage::Stage;
use super::contract::Said;
use super::holes::Holes;
use super::{Endpoint, Work};
use crate::bench::judge::Trouble;
use crate::bench::outcome::{CheckRow, Counters};
use crate::deadline::{Canceller, Deadline};

/// As options, rows and scores name the driver.
pub const NAME: &str = "aite";

/// Left at the end of the task's time, for the checks.
const RESERVE: Duration = Duration::from_secs(3);

/// How long an engine may take to let a client in and to say who it is.
const JOINING: Duration = Duration::from_secs(15);

/// Whether a task is made of page steps, whatever driver it names.
pub fn can_perform(program: &Program) -> bool {
    let Kind::Task(task) = &program.kind else {
        return false;
    };
    !matches!(task.driver.kind, DriverKind::RawCdp | DriverKind::NodeProbe)
}

/// Performs the steps and judges them.
///
/// # Errors
/// What kept them from being judged.
pub(super) async fn perform(work: &Work<'_>, endpoint: &Endpoint) -> Result<Said, Trouble> {
    if let Setup::Connect(_) = work.task.driver.setup {
        let detail = "options of a framework's connect call mean nothing to aite".into();
        return Err(Trouble::NoRoute { detail });
    }
    if let Some(detail) = work.program.ops().find_map(inexpressible) {
        return Err(Trouble::NoRoute { detail });
    }
    let holes = Holes::of(work)?;
    // Whoever ends the run drops this, and with it the connection.
    let (_canceller, cancellation) = Canceller::new();
    let limit = Duration::from_millis(work.task.task_time.0);
    let limit = limit.checked_sub(RESERVE).unwrap_or(limit);
    let deadline = Deadline::after(limit, &cancellation);
    let connection = join(endpoint, &deadline).await?;
    let performed = steps(work, &holes, &connection, &deadline).await;
    connection.close();
    performed
}

async fn steps(
    work: &Work<'_>,
    holes: &Holes,
    connection: &Connection,
    deadline: &Deadline,
) -> Result<Said, Trouble> {
    let opened = Stage::open(connection, holes, work.folder, deadline).await;
    let mut stage = match opened {
        Ok(stage) => stage,
        Err(why) => return Ok(not_opened(work, &why)),
    };
    for op in work.program.ops() {
        stage.step(op).await;
        if connection.closed().is_some() {
            break;
        }
    }
    // What becomes of the connection when everything is done is no matter.
    let lost = connection.closed();
    let first = CheckRow::new("driver_connect", true, json!("aite opened a context of its own"));
    let rows = checks::judge(checks_of(work), &stage.record, &|text| stage.filled(text));
    let said = said(work, &stage, first, rows);
    stage.close().await;
    match lost {
        None => Ok(said),
        Some(closed) => Err(Trouble::Disconnected {
            detail: closed.to_string(),
        }),
    }
}

/// Connects, and makes sure that it is the engine under test: there is no other one to fall back to.
async fn join(endpoint: &Endpoint, deadline: &Deadline) -> Result<Connection, Trouble> {
    let address = endpoint.websocket.as_deref();
    let address = address.ok_or_else(|| Trouble::Other("the engine names no websocket".into()))?;
    let most = deadline.at_most(JOINING);
    let late = |_| Trouble::Silent {
        detail: "the engine did not let the driver in".into(),
    };
    let socket = most.within(WebSocket::connect(address)).await.map_err(late)?;
    let connection = Connection::open(socket.map_err(Trouble::Io)?);
    let asked = connection
        .browser()
        .call_as::<_, Version>("Browser.getVersion", &json!({}));
    let product = match most.within(asked).await.map_err(late)? {
        Ok(version) => version.product,
        // An engine without this command said over HTTP who it is.
        Err(error) if error.is_lacking() => endpoint.live_product.clone(),
        Err(error) => {
            return Err(Trouble::Disconnected {
                detail: error.to_string(),
            });
        }
    };
    if product != endpoint.live_product {
        return Err(Trouble::DriverReported {
            class: "script_error".into(),
            message: format!(
                "identity gate: the connection names the product {product:?}, and the engine under test is {:?}",
                endpoint.live_product
            ),
        });
    }
    Ok(connection)
}

#[derive(Deserialize)]
struct Version {
    product: String,
}

/// An engine in which no page can be opened is a finding about the engine.
fn not_opened(work: &Work<'_>, why: &str) -> Said {
    let first = CheckRow::new("driver_connect", false, json!(why));
    let failed = |(index, check)| {
        CheckRow::new(
            checks::name(index, check),
            false,
            json!("no page could be opened"),
        )
    };
    let rows = checks_of(work).iter().enumerate().map(failed);
    let rows: Vec<_> = std::iter::once(first).chain(rows).collect();
    Said {
        answer: Some(json!(format!("0/{} checks", rows.len()))),
        observations: json!({"checks": rows, "failure_class": "cdp_semantic"}),
        counters: Counters {
            cdp_call_count: 1,
            cdp_error_count: 1,
            ws_disconnect_count: 0,
        },
    }
}

fn said(work: &Work<'_>, stage: &Stage<'_>, first: CheckRow, rows: Vec<CheckRow>) -> Said {
    let rows: Vec<_> = std::iter::once(first).chain(rows).collect();
    let passed = rows.iter().filter(|row| row.holds()).count();
    let answer = stage.record.saved.get("answer").cloned();
    let answer = answer.unwrap_or_else(|| format!("{passed}/{} checks", rows.len()));
    let failed = stage
        .record
        .outcomes
        .iter()
        .filter(|outcome| outcome.is_err())
        .count();
    let count = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
    Said {
        answer: Some(Value::String(answer)),
        observations: json!({
            "checks": rows,
            "saved": stage.record.saved,
            "failure_class": "cdp_semantic",
            "task": work.program.name,
        }),
        counters: Counters {
            cdp_call_count: count(stage.record.outcomes.len()),
            cdp_error_count: count(failed),
            ws_disconnect_count: 0,
        },
    }
}

fn checks_of<'a>(work: &Work<'a>) -> &'a [aite_compiler::ir::Check] {
    use aite_compiler::ir::Grader;
    match &work.task.grader {
        Grader::Inline { checks } | Grader::Server { checks, .. } => checks,
    }
}

/// Why a step cannot be expressed.
fn inexpressible(op: &Op) -> Option<String> {
    let why = match &op.kind {
        OpKind::Page(PageOp::Other { name, .. }) => {
            format!("aite does not know what the fields of this {name} step mean")
        }
        OpKind::Page(PageOp::Tool { .. }) => "a command line of another tool is no page step".into(),
        OpKind::Page(PageOp::Start { .. } | PageOp::Type { .. } | PageOp::Drag { .. })
        | OpKind::Observe(_)
        | OpKind::Capture { .. }
        | OpKind::Set { .. }
        | OpKind::Tab(TabOp::Switch { .. } | TabOp::SwitchToNew)
        | OpKind::Screenshot { .. }
        | OpKind::Call { .. }
        | OpKind::Include(_)
        | OpKind::Protocol(_) => "a task of page steps has no such step".into(),
        OpKind::Page(_) | OpKind::Tab(TabOp::Open | TabOp::Close) | OpKind::Sleep { .. } => return None,
    };
    Some(why)
}
