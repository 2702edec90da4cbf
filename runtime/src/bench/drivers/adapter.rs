//! The order to an adapter: everything in one JSON object on stdin (protocol `abb_scenario_adapter/1`).

use aite_compiler::import::wire;
use aite_compiler::ir::Setup;
use serde_json::{Value, json};

use super::holes::Holes;
use super::table::Adapter;
use super::{Endpoint, Order, Toolbox, Work};
use crate::bench::judge::Trouble;

const PROTOCOL: &str = "abb_scenario_adapter/1";
/// How long a framework may take to connect.
const CONNECT_MS: u64 = 15_000;
/// How long one step may take, if it does not say so itself.
const ACTION_MS: u64 = 8_000;

pub(super) fn order(
    adapter: &Adapter,
    work: &Work<'_>,
    endpoint: &Endpoint,
    holes: &Holes,
    toolbox: &Toolbox,
) -> Result<Order, Trouble> {
    let payload = payload(work, endpoint, holes)?;
    Ok(Order {
        program: adapter.interpreter.into(),
        arguments: vec![toolbox.program(adapter)?.into()],
        variables: Vec::new(),
        stdin: payload.to_string().into_bytes(),
        helper: None,
    })
}

fn payload(work: &Work<'_>, endpoint: &Endpoint, holes: &Holes) -> Result<Value, Trouble> {
    let driver = &work.task.driver;
    let websocket = endpoint.websocket.as_deref();
    let websocket = websocket.ok_or_else(|| Trouble::Other("the engine names no websocket".into()))?;
    let fill = |name: &str| holes.value(name);
    let (connect_options, transport_policy) = match &driver.setup {
        Setup::Connect(options) => (options.clone(), Value::Null),
        Setup::Transport(policy) => (json!({}), policy.as_str().into()),
        Setup::Nothing | Setup::Probe { .. } => (json!({}), Value::Null),
    };
    Ok(json!({
        "protocol": PROTOCOL,
        "driver_kind": driver.kind.name(),
        "driver_key": driver.kind.key(),
        "browser_ws": websocket,
        "cdp_port": endpoint.port,
        "expect_product": endpoint.product,
        "expect_ua": endpoint.user_agent,
        "expect_product_live": endpoint.live_product,
        "transport_policy": transport_policy,
        "connect_options": connect_options,
        "task_url": holes.task_url,
        "steps": wire::steps(work.program, &fill),
        "checks": wire::checks(work.program, &fill),
        "connect_timeout_ms": CONNECT_MS,
        "action_timeout_ms": ACTION_MS,
        "task_timeout_ms": work.task.task_time.0,
        "artifact_dir": holes.folder,
        "task_id": work.program.name,
        "run_id": work.run_id,
        "engine": endpoint.name,
        "attempt": work.attempt,
        "seed": work.seed,
    }))
}
