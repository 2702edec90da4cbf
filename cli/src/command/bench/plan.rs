//! The plan of a run, from options, data set and engines.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};

use aite_compiler::import::{Layer, own_task_id};
use aite_compiler::ir::Baseline;
use aite_runtime::bench::capability::CapabilityMap;
use aite_runtime::bench::drivers::aite;
use aite_runtime::bench::plan::{EnginePlan, MapFile, Plan, Suite, TaskPlan};
use aite_runtime::bench::score::{Mode, baseline_name};
use aite_runtime::bench::{ineligible, sha256_of};
use serde_json::{Value, json};

use super::data_set::{DataSet, Task};
use super::run::{DriverArg, RunArgs};
use super::selection::Selected;
use crate::exit::Stop;
use crate::render::count;

/// Decides everything.
pub(super) fn plan(
    args: &RunArgs,
    data_set: &DataSet,
    selected: &Selected<'_>,
    engines: Vec<EnginePlan>,
) -> Result<Plan, Stop> {
    let by_aite = args.driver == Some(DriverArg::Aite);
    let of_set = |it: &&Task| task(data_set, it);
    let tasks: Vec<_> = match by_aite {
        false => selected.tasks.iter().filter_map(of_set).collect(),
        true => for_aite(&selected.tasks, args.quiet)?
            .iter()
            .filter_map(|it| Some(of_aite(it, of_set(it)?)))
            .collect(),
    };
    let plan = Plan {
        suite: suite(data_set, &tasks)?,
        tasks,
        engines,
        attempts: args
            .k
            .unwrap_or_else(|| u32::try_from(data_set.suite.default_attempts).unwrap_or(1)),
        jobs: args.jobs,
        seed: args.seed.clone(),
        mode: args.score_mode.into(),
        baseline: args.chrome_baseline.map(Baseline::from),
        by_aite,
        resources: args.measuring.profile()?,
        debug: args.debug,
        telemetry: args.telemetry(),
        arguments: public_arguments(std::env::args().skip(1)),
    };
    plan.check().map_err(|reason| {
        let stop = Stop::refused(reason);
        match plan.mode {
            Mode::BaselineChecked => stop.with_help(
                "add chrome to --engines, or give --chrome-baseline off or --score-mode independent",
            ),
            Mode::Independent => stop,
        }
    })?;
    Ok(plan)
}

/// The tasks that are made of page steps, a scenario's once. Others are left out, and it is said how many: a layer or a data
/// set has both.
fn for_aite<'a>(selected: &[&'a Task], quiet: bool) -> Result<Vec<&'a Task>, Stop> {
    let mut scenarios = HashSet::new();
    let (mut kept, mut out) = (Vec::new(), 0);
    for task in selected.iter().copied() {
        if !aite::can_perform(&task.program) {
            out += 1;
        } else if !task.is_expanded || scenarios.insert(task.path.as_str()) {
            kept.push(task);
        }
    }
    match out {
        0 => {}
        _ if kept.is_empty() => {
            return Err(Stop::refused(
                "the driver aite performs page steps, and nothing that is selected is made of them",
            ));
        }
        // Standard error that cannot be written to leaves nobody to tell.
        out if !quiet => drop(writeln!(
            io::stderr(),
            "{} left out: not made of page steps",
            count(out, "task")
        )),
        _ => {}
    }
    Ok(kept)
}

/// A scenario's task is not that of the driver which it was expanded for first.
fn of_aite(task: &Task, mut plan: TaskPlan) -> TaskPlan {
    if task.is_expanded {
        plan.program.name = own_task_id(&plan.program.name);
    }
    plan
}

fn task(data_set: &DataSet, task: &Task) -> Option<TaskPlan> {
    let sha256 = sha256_of(task.text.as_bytes());
    let baseline = data_set.subset(task)?.baseline;
    let plan = TaskPlan::new(task.program.clone(), task.path.clone(), sha256, baseline)?;
    Some(plan.expecting(task.expected.clone()))
}

fn suite(data_set: &DataSet, tasks: &[TaskPlan]) -> Result<Suite, Stop> {
    let touched = |layer: &&Layer| tasks.iter().any(|task| task.task.layer == layer.id);
    let map = data_set
        .suite
        .layers
        .iter()
        .filter(touched)
        .find_map(|layer| layer.capabilities.as_ref());
    Ok(Suite {
        root: data_set.root.clone(),
        manifest: data_set.manifest.clone(),
        sha256: sha256_of(data_set.manifest_text.as_bytes()),
        id: data_set.suite.id.clone(),
        version: data_set.suite.version.clone(),
        fallback_allowed: data_set.suite.fallback_allowed,
        baseline: data_set.suite.baseline,
        capabilities: map.map(|path| capabilities(data_set, path)).transpose()?,
    })
}

fn capabilities(data_set: &DataSet, path: &str) -> Result<MapFile, Stop> {
    let text = fs::read_to_string(data_set.root.join(path)).map_err(|error| Stop::file(path, &error))?;
    Ok(MapFile {
        path: path.to_owned(),
        sha256: sha256_of(text.as_bytes()),
        map: CapabilityMap::read(&text).map_err(|error| Stop::refused(format!("{path}: {error}")))?,
    })
}

/// What `--dry-run` prints.
pub(super) fn shown(plan: &Plan) -> Value {
    let unique = |of: fn(&TaskPlan) -> &String| {
        let mut seen: Vec<&String> = Vec::new();
        plan.tasks.iter().map(of).for_each(|name| {
            if !seen.contains(&name) {
                seen.push(name);
            }
        });
        json!(seen)
    };
    let reasons = ineligible(plan);
    json!({
        "manifest": plan.suite.manifest,
        "selected_layers": unique(|task| &task.task.layer),
        "subsets": unique(|task| &task.task.subset),
        "tasks": plan.tasks.iter().map(|task| json!({
            "task_id": task.id(),
            "path": task.path,
            "driver": match plan.by_aite {
                true => aite::NAME,
                false => task.task.driver.kind.name(),
            },
            "chrome_baseline": plan.baseline_of(task).map(baseline_name),
        })).collect::<Vec<_>>(),
        "engines": plan.engines.iter().map(|it| it.engine.name).collect::<Vec<_>>(),
        "k_runs": plan.attempts,
        "jobs": plan.jobs,
        "score_mode": plan.mode.as_str(),
        "chrome_baseline": plan.baseline.map(baseline_name),
        "score_eligible": reasons.is_empty(),
        "ineligibility_reasons": reasons.iter().map(|reason| reason.as_str()).collect::<Vec<_>>(),
        "expected_result_rows": plan.expected_rows(),
    })
}

/// The command line without the paths of this machine: of an absolute path its last part stays.
fn public_arguments(arguments: impl Iterator<Item = String>) -> Vec<String> {
    let public = |argument: String| {
        if argument.contains("ws://") {
            return without_ways_in(&argument);
        }
        let (option, value) = match argument.split_once('=') {
            Some((option, value)) => (format!("{option}="), value),
            None => (String::new(), argument.as_str()),
        };
        match value.rsplit_once('/') {
            Some((_, name)) if value.starts_with(['/', '~']) => format!("{option}<path>/{name}"),
            _ => argument,
        }
    };
    arguments.map(public).collect()
}

/// Of the addresses in a list, what is behind the port may be what lets people in.
fn without_ways_in(list: &str) -> String {
    let public = |named: &str| match named.split_once("ws://") {
        Some((before, address)) => {
            let end = address.find(['/', '?', '#']).unwrap_or(address.len());
            let host = address.get(..end).unwrap_or_default();
            let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
            format!("{before}ws://{host}/")
        }
        None => named.to_owned(),
    };
    list.split(',').map(public).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    #[test]
    fn no_path_of_this_machine_is_told() {
        let written = [
            "bench",
            "--manifest",
            "/home/a/set/manifest.json",
            "--browser=/opt/x/chrome",
            "a/b.json",
            "--engines=chrome,ws://127.0.0.1:9222/devtools/browser/secret",
        ];
        let public = super::public_arguments(written.into_iter().map(str::to_owned));
        assert_eq!(
            public,
            [
                "bench",
                "--manifest",
                "<path>/manifest.json",
                "--browser=<path>/chrome",
                "a/b.json",
                "--engines=chrome,ws://127.0.0.1:9222/"
            ]
        );
    }
}
