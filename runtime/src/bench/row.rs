//! A row of `results.jsonl`, which is also an attempt's `run.json`.

use std::path::Path;

use aite_compiler::ir::Baseline;
use serde_json::{Map, Value, json};

use super::artifacts;
use super::drivers;
use super::outcome::{Class, Counters, Failure, Outcome, Status};
use super::plan::{Plan, TaskPlan};
use super::raw::Waited;
use super::score::{self, Mode, RowFacts, baseline_name};
use crate::engine::{Engine, Served};

/// A link between layers and what their rows tell.
pub(super) const PROTOCOL_AXIS: &str = "protocol_driver_compatibility";
/// The other one.
pub(super) const SEMANTIC_AXIS: &str = "web_platform_workflow_semantic_correctness";

/// Which attempt a row is of.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slot<'a> {
    /// The run.
    pub(super) plan: &'a Plan,
    /// The run's name.
    pub(super) run_id: &'a str,
    /// Whether the run is scored.
    pub(super) eligible: bool,
    /// The task.
    pub(super) task: &'a TaskPlan,
    /// From 1.
    pub(super) attempt: u32,
    /// The engine.
    pub(super) engine: &'static Engine,
    /// The attempt's seed.
    pub(super) seed: &'a str,
    /// How Chrome did on this attempt, if it was asked before.
    pub(super) chrome: Option<Status>,
}

/// How an attempt was run.
#[derive(Debug, Clone, Default)]
pub(super) struct Context {
    /// The worker, from 1.
    pub(super) worker: u32,
    /// The engine's process.
    pub(super) process: Option<u32>,
    /// Which process of this engine the worker is at, from 1.
    pub(super) generation: Option<u64>,
    /// The task before on the same process.
    pub(super) previous: Option<String>,
    /// When it began, on a clock that never goes back.
    pub(super) started_ms: Option<u64>,
    /// Where its time went, if that is known.
    pub(super) waited: Option<Waited>,
}

impl Slot<'_> {
    /// Where the attempt's files are, from the run's folder.
    pub(super) fn place(&self) -> String {
        let task = &self.task.task;
        artifacts::place(
            &task.layer,
            &task.subset,
            self.task.id(),
            self.engine.name,
            self.attempt,
        )
    }

    /// The row of an attempt that was made.
    pub(super) fn row(
        &self,
        outcome: &Outcome,
        duration_ms: u64,
        context: &Context,
        provenance: Option<Value>,
    ) -> Value {
        let mut row = self.common(
            outcome.status,
            outcome.failure.as_ref(),
            &outcome.counters,
            context,
        );
        row.insert("answer".into(), outcome.answer.clone());
        row.insert("duration_ms".into(), json!(duration_ms));
        if let Some(provenance) = provenance {
            row.insert("engine_provenance".into(), provenance);
        }
        if let (Some(secondary), Some(Value::Object(failure))) = (&outcome.secondary, row.get_mut("failure"))
        {
            failure.insert("secondary_status".into(), json!(secondary.status));
            if let Some(second) = &secondary.failure {
                failure.insert("secondary_failure".into(), json!(second));
                if let Some(process) = &second.process {
                    failure.insert("secondary_process".into(), json!(process));
                }
            }
        }
        Value::Object(row)
    }

    /// What an attempt is that is not made because Chrome did not pass.
    pub(super) fn skipped(&self) -> Outcome {
        let failure = Failure::new(
            Class::Infra,
            "Chrome baseline did not pass; candidate engine was not executed",
        );
        Outcome {
            status: Status::ChromeGateFail,
            grade: super::outcome::Grade::none(failure.clone()),
            failure: Some(failure),
            answer: Value::Null,
            counters: Counters::default(),
            secondary: None,
        }
    }

    fn common(
        &self,
        status: Status,
        failure: Option<&Failure>,
        counters: &Counters,
        context: &Context,
    ) -> Map<String, Value> {
        let task = &self.task.task;
        let included = score::included(
            self.eligible,
            &RowFacts {
                mode: self.plan.mode,
                engine: self.engine,
                status,
                fallback: false,
                is_evidence: !self.plan.by_aite && self.plan.is_evidence(self.task),
            },
        );
        let row = json!({
            "run_id": self.run_id,
            "layer": task.layer,
            "subset_id": task.subset,
            "task_id": self.task.id(),
            "task_version": task.version,
            "launch_profile": self.task.launch_profile(),
            "attempt": self.attempt,
            "engine": self.engine.name,
            "seed": self.seed,
            "driver": match self.plan.by_aite {
                true => drivers::aite::NAME,
                false => task.driver.kind.name(),
            },
            "chrome_gate": self.chrome_gate(status),
            "status": status,
            "score_included": included,
            "failure": failure,
            "cdp_call_count": counters.cdp_call_count,
            "cdp_error_count": counters.cdp_error_count,
            "ws_disconnect_count": counters.ws_disconnect_count,
            "fallback_used": false,
            "artifact_dir": self.place(),
            "run_context": {
                "worker_slot": context.worker,
                "browser_pid": context.process,
                "browser_generation": context.generation,
                "prev_task_id": context.previous,
                "started_monotonic_ms": context.started_ms,
                "waited_ms": context.waited.as_ref().map(Waited::milliseconds),
            },
            "evaluation_axis": evaluation_axis(self.plan, self.task),
        });
        let mut row = match row {
            Value::Object(row) => row,
            _ => Map::new(),
        };
        if self.plan.by_aite {
            row.insert("task_driver".into(), json!(task.driver.kind.name()));
        }
        if let Some(capability) = semantic_capability(self.plan, self.task) {
            row.insert("semantic_capability".into(), capability);
        }
        row
    }

    fn chrome_gate(&self, status: Status) -> Value {
        let Some(baseline) = self.plan.baseline_of(self.task) else {
            return json!({"required": false, "status": Mode::Independent.as_str(), "chrome_attempt_ref": null});
        };
        if baseline == Baseline::Off {
            return json!({"required": false, "status": baseline_name(baseline), "chrome_attempt_ref": null});
        }
        let chrome = match self.engine.is_baseline() {
            true => Some(status),
            false => self.chrome,
        };
        let reference = chrome.map(|_| format!("chrome:{}:{}", self.task.id(), self.attempt));
        json!({
            "required": baseline == Baseline::Required,
            "status": chrome.map_or(json!("not_run"), |status| json!(status)),
            "chrome_attempt_ref": reference,
        })
    }
}

/// What a task's rows are evidence for.
pub(super) fn evaluation_axis(plan: &Plan, task: &TaskPlan) -> Option<&'static str> {
    let is_mapped = || semantic_capability(plan, task).is_some();
    match task.task.layer.as_str() {
        "L1" => Some(PROTOCOL_AXIS),
        "L2" if is_mapped() => Some(SEMANTIC_AXIS),
        _ => None,
    }
}

/// The capability that a task looks at.
pub(super) fn semantic_capability(plan: &Plan, task: &TaskPlan) -> Option<Value> {
    let (capability, probe) = plan.suite.capabilities.as_ref()?.map.of(task.id())?;
    Some(json!({
        "capability_id": capability.capability_id,
        "title": capability.title,
        "category": capability.category,
        "observable": capability.observable,
        "role": probe.role,
        "claim": probe.claim,
    }))
}

/// What an engine was when an attempt was made, with no path of this machine: files of the data set are named from its
/// folder, temporary ones not at all, others by their name.
pub(super) fn provenance(root: &Path, served: &Served, sha256: Option<&str>) -> Value {
    let (Some(program), Some(scratch)) = (served.program(), served.scratch()) else {
        return joined(served);
    };
    let program = named(root, program);
    let scratch = scratch.to_string_lossy();
    let public = |argument: &String| match argument.split_once(&*scratch) {
        Some((before, _)) => format!("{before}<ephemeral>"),
        None => argument.clone(),
    };
    let mut command = vec![program.clone()];
    command.extend(served.arguments().iter().map(public));
    json!({
        "engine": served.engine().name,
        "pid": served.process_id(),
        "binary": program,
        "binary_sha256": sha256,
        "launch_command": command,
        "serve_args": served.serve_arguments(),
        "http_endpoint": format!("http://{}", served.authority()),
        "browser_ws": served.identity().websocket(),
        "http_identity": served.identity().0,
    })
}

/// The same of an engine that somebody else has started: where it is and what it says that it is. The rest of its address
/// may be what lets people in, and is not told.
fn joined(served: &Served) -> Value {
    let mut identity = served.identity().0.clone();
    if let Value::Object(members) = &mut identity {
        members.retain(|name, _| !name.ends_with("Url"));
    }
    json!({
        "engine": served.engine().name,
        "pid": null,
        "binary": null,
        "binary_sha256": null,
        "launch_command": null,
        "serve_args": [],
        "http_endpoint": format!("http://{}", served.authority()),
        "browser_ws": format!("ws://{}/", served.authority()),
        "http_identity": identity,
    })
}

/// A file by its path in the data set, or by its name alone.
pub(super) fn named(root: &Path, path: &Path) -> String {
    match path.strip_prefix(root) {
        Ok(inside) => inside.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/"),
        Err(_) => {
            let name = path.file_name().unwrap_or_default();
            format!("<system>/{}", name.to_string_lossy())
        }
    }
}
