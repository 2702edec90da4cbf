//! The order to a probe: a script of the data set, run with Node, told everything in variables.

use std::ffi::OsString;

use super::helper::Helper;
use super::holes::Holes;
use super::{Endpoint, Order, Work};
use crate::bench::judge::Trouble;
use aite_compiler::import::wire;
use aite_compiler::ir::Setup;

pub(super) fn order(work: &Work<'_>, endpoint: &Endpoint, holes: &Holes) -> Result<Order, Trouble> {
    let Setup::Probe { script, .. } = &work.task.driver.setup else {
        return Err(Trouble::Other("the probe names no script".into()));
    };
    let mut variables = of_attempt(work, endpoint, holes);
    let own = wire::environment(work.program, &|name| holes.value(name));
    variables.extend(own.into_iter().map(|(name, value)| (name, value.into())));
    let helper = Helper::of(work, endpoint).map_err(Trouble::Io)?;
    variables.extend(helper.variables());
    Ok(Order {
        program: "node".into(),
        arguments: vec![work.data_set.join(script).into()],
        variables,
        stdin: Vec::new(),
        helper: Some(helper),
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
