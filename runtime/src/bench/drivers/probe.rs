//! The order to a probe: a script of the data set, run with Node, told everything in variables.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use aite_compiler::import::wire;
use aite_compiler::ir::Setup;
use sha2::{Digest, Sha256};

use super::holes::Holes;
use super::{Endpoint, Order, Work};
use crate::bench::judge::Trouble;

/// How long the helper of the agent-browser tool outlives its last command.
const TOOL_IDLE_MS: &str = "15000";
const TOOL: &str = "node_modules/.bin/agent-browser";

pub(super) fn order(work: &Work<'_>, endpoint: &Endpoint, holes: &Holes) -> Result<Order, Trouble> {
    let Setup::Probe { script, .. } = &work.task.driver.setup else {
        return Err(Trouble::Other("the probe names no script".into()));
    };
    let mut variables = of_attempt(work, endpoint, holes);
    let own = wire::environment(work.program, &|name| holes.value(name));
    variables.extend(own.into_iter().map(|(name, value)| (name, value.into())));
    variables.extend(of_tool(work, endpoint)?);
    Ok(Order {
        program: "node".into(),
        arguments: vec![work.data_set.join(script).into()],
        variables,
        stdin: Vec::new(),
    })
}

fn of_attempt(work: &Work<'_>, endpoint: &Endpoint, holes: &Holes) -> Vec<(String, OsString)> {
    let pairs = [
        ("BROWSER_WS", endpoint.websocket.clone().unwrap_or_default()),
        ("CDP_PORT", endpoint.port.to_string()),
        ("TASK_URL", holes.task_url.clone()),
        ("TASK_URL_PRELOADED", "0".to_owned()),
        ("TASK_ID", work.program.name.clone()),
        ("RUN_ID", work.run_id.to_owned()),
        ("ENGINE", endpoint.name.clone()),
        ("ATTEMPT", work.attempt.to_string()),
        ("SEED", work.seed.to_owned()),
        ("ARTIFACT_DIR", holes.folder.clone()),
    ];
    let pairs = pairs.into_iter();
    pairs
        .map(|(name, value)| (name.to_owned(), value.into()))
        .collect()
}

/// Where the tool's helper process is found.
fn of_tool(work: &Work<'_>, endpoint: &Endpoint) -> Result<Vec<(String, OsString)>, Trouble> {
    let mut variables = vec![
        (
            "AGENT_BROWSER_NAMESPACE".to_owned(),
            namespace(work, &endpoint.name).into(),
        ),
        ("AGENT_BROWSER_IDLE_TIMEOUT_MS".to_owned(), TOOL_IDLE_MS.into()),
    ];
    if std::env::var_os("AGENT_BROWSER_SOCKET_DIR").is_none() {
        let folder = std::env::temp_dir().join("ab");
        fs::create_dir_all(&folder).map_err(Trouble::Io)?;
        variables.push(("AGENT_BROWSER_SOCKET_DIR".to_owned(), folder.into()));
    }
    let tool = tool(work.data_set).filter(|_| std::env::var_os("AB_BIN").is_none());
    variables.extend(tool.map(|tool| ("AB_BIN".to_owned(), tool.into())));
    Ok(variables)
}

/// Keeps the helpers of attempts apart.
fn namespace(work: &Work<'_>, engine: &str) -> String {
    let attempt = work.attempt.to_string();
    let parts = [work.run_id, &work.program.name, engine, &attempt, work.seed];
    let digest = Sha256::digest(parts.join("\0"));
    let digits: String = digest.iter().take(6).map(|byte| format!("{byte:02x}")).collect();
    format!("a{digits}")
}

fn tool(data_set: &Path) -> Option<PathBuf> {
    Some(data_set.join(TOOL)).filter(|tool| tool.exists())
}
