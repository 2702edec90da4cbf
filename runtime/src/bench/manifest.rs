//! `run_manifest.json`: what a run is made of, written when it starts and again when it ends.

use std::fs;
use std::io;
use std::path::Path;
use std::time::SystemTime;

use serde_json::{Value, json};

use super::canonical;
use super::plan::{EnginePlan, MapFile, Origin, Plan, TaskPlan};
use super::row;
use super::score::{Ineligible, baseline_name};
use super::telemetry;
use super::tree;
use crate::engine::ENGINES;
use crate::report::{rfc3339, write_whole};
use crate::site::Fixtures;

/// The file's name.
pub(super) const FILE: &str = "run_manifest.json";

/// How far a run is.
pub(super) enum Completion {
    Running,
    /// With so many rows.
    Completed(usize),
    /// With so many rows.
    Interrupted(usize),
}

/// What is told of a run.
pub(super) struct Record(Value);

impl Record {
    /// Everything that is known before the first attempt.
    pub(super) fn begin(
        plan: &Plan,
        run_id: &str,
        reasons: &[Ineligible],
        fixtures: Option<&Fixtures>,
    ) -> Self {
        let policy = json!({
            "requested": plan.baseline.map(baseline_name),
            "resolved_default": common_baseline(plan),
            "score_eligible": reasons.is_empty(),
            "ineligibility_reasons": reasons.iter().map(|reason| reason.as_str()).collect::<Vec<_>>(),
        });
        let scored = ENGINES.iter().filter(|engine| plan.mode.scores(engine));
        let scored: Vec<_> = scored.map(|engine| engine.name).collect();
        let selected: Vec<_> = plan.engines.iter().map(|plan| plan.engine.name).collect();
        let mut record = json!({
            "run_id": run_id,
            "started_at": rfc3339(SystemTime::now()),
            "argv": plan.arguments,
            "driver": plan.by_aite.then_some(super::drivers::aite::NAME),
            "bench_id": plan.suite.id,
            "bench_version": plan.suite.version,
            "harness_version": env!("CARGO_PKG_VERSION"),
            "bench_manifest": {"path": plan.suite.manifest, "sha256": plan.suite.sha256},
            "selected_layers": unique(plan, |task| &task.task.layer),
            "enabled_subsets": unique(plan, |task| &task.task.subset),
            "score_mode": plan.mode.as_str(),
            "scored_engines": scored,
            "chrome_baseline_policy": policy,
            "chrome_gate_policy": policy,
            "resolved_tasks": plan.tasks.iter().map(|task| resolved(plan, task)).collect::<Vec<_>>(),
            "selected_engines": selected,
            "k_runs": plan.attempts,
            "seed": plan.seed,
            "fallback_allowed": plan.suite.fallback_allowed,
            "score_eligible": reasons.is_empty(),
            "engines": engines(plan),
            "host": host(),
            "host_telemetry": telemetry::described(plan.telemetry),
            "resource_profile": plan.resources.json(),
            "site": {"base_url": fixtures.map(Fixtures::base_url)},
            "runner": runner(plan),
            "expected_result_rows": plan.expected_rows(),
        });
        if let Some(map) = &plan.suite.capabilities {
            record["l2_semantic_capability_map"] = capability_map(plan, map);
        }
        Self(record)
    }

    /// How the machine was meanwhile.
    pub(super) fn watched(&mut self, summary: &telemetry::Summary) {
        self.0["host_telemetry"]["summary"] = json!(summary);
    }

    /// Writes it down.
    pub(super) fn write(&mut self, folder: &Path, completion: &Completion) -> io::Result<()> {
        let ended = match completion {
            Completion::Running => None,
            Completion::Completed(rows) => Some(("completed", *rows)),
            Completion::Interrupted(rows) => Some(("interrupted", *rows)),
        };
        // Until it has ended, whatever ends it is an interruption: the file is right even when nobody can change it.
        let (status, rows) = ended.unwrap_or(("interrupted", 0));
        self.0["completion_status"] = json!(status);
        self.0["completed_result_rows"] = json!(rows);
        self.0["completed_at"] = json!(ended.map(|_| rfc3339(SystemTime::now())));
        write_whole(&folder.join(FILE), canonical::pretty(&self.0).as_bytes())
    }
}

/// The baseline that all tasks have in common.
fn common_baseline(plan: &Plan) -> &'static str {
    let baselines = plan.baselines();
    match baselines.split_first() {
        None => "off",
        Some((first, others)) if others.iter().all(|other| other == first) => baseline_name(*first),
        Some(_) => "mixed",
    }
}

fn unique<'a>(plan: &'a Plan, of: impl Fn(&'a TaskPlan) -> &'a String) -> Vec<&'a String> {
    let mut seen = Vec::new();
    for name in plan.tasks.iter().map(of) {
        if !seen.contains(&name) {
            seen.push(name);
        }
    }
    seen
}

fn resolved(plan: &Plan, planned: &TaskPlan) -> Value {
    let task = &planned.task;
    let own = task
        .baseline
        .or(planned.subset_baseline)
        .map_or("off", baseline_name);
    let scene = json!(task.scene)["kind"].clone();
    let grader = json!(task.grader)["by"].clone();
    json!({
        "layer": task.layer,
        "subset_id": task.subset,
        "task_id": planned.id(),
        "task_version": task.version,
        "path": planned.path,
        "sha256": planned.sha256,
        "description": task.description,
        "features": task.features,
        "tags": task.tags,
        "scene": if scene == "aboutBlank" { "about_blank" } else { "self_hosted_fixture" },
        "driver": task.driver.kind.name(),
        "grader": if grader == "server" { "server_side" } else { "inline_assertions" },
        "chrome_baseline": own,
        "chrome_gate": own,
        "launch_profile": planned.launch_profile(),
        "artifact_profile": task.artifact_profile,
        "evaluation_axis": row::evaluation_axis(plan, planned),
        "semantic_capability": row::semantic_capability(plan, planned),
    })
}

fn engines(plan: &Plan) -> Value {
    let of = |engine: &EnginePlan| {
        let binary = match &engine.origin {
            Origin::Program { path, .. } => Some(row::named(&plan.suite.root, path)),
            Origin::Address(_) => None,
        };
        let sha256 = engine.origin.sha256();
        let role = match engine.engine {
            own if own.is_baseline() => "gold_baseline",
            own if own.is_remote() => "remote",
            _ => "native_candidate",
        };
        let mut described = json!({
            "binary": binary,
            "version": engine.pin.version,
            "sha256": sha256,
            "sha256_12": sha256.and_then(|digest| digest.get(..12)),
            "expected_sha256": engine.pin.sha256,
            "expected_sha256_12": engine.pin.sha256_12,
            "role": role,
        });
        if engine.engine.has_layout_switch() {
            described["layout"] = json!(if engine.layout { "on" } else { "off" });
        }
        described
    };
    let named = plan
        .engines
        .iter()
        .map(|engine| (engine.engine.name.to_owned(), of(engine)));
    Value::Object(named.collect())
}

/// What the machine is, without its name.
fn host() -> Value {
    let system = rustix::system::uname();
    let version = |path: &str| fs::metadata(path).is_ok();
    json!({
        "kernel": system.release().to_string_lossy(),
        "platform": system.sysname().to_string_lossy(),
        "machine": system.machine().to_string_lossy(),
        "cpu_count": std::thread::available_parallelism().map_or(1, usize::from),
        "cgroup_version": match version("/sys/fs/cgroup/cgroup.controllers") {
            true => 2,
            false => 1,
        },
    })
}

fn runner(plan: &Plan) -> Value {
    let fixtures = tree::digest(&plan.suite.root.join("fixtures")).ok();
    let fixtures = fixtures.map(
        |tree| json!({"schema": "abb_fixture_tree/1", "tree_sha256": tree.sha256, "file_count": tree.files}),
    );
    json!({
        "name": "aite",
        "version": env!("CARGO_PKG_VERSION"),
        "fixtures": fixtures,
        "jobs": plan.jobs,
        "browser_reuse": match plan.jobs {
            1 => "per_run_process_per_engine",
            _ => "per_worker_process_per_engine",
        },
        "artifact_write_order": "artifact_then_results_jsonl",
    })
}

/// The part of the map that the run touches.
fn capability_map(plan: &Plan, file: &MapFile) -> Value {
    let selected = |id: &str| plan.tasks.iter().any(|task| task.id() == id);
    let touched = file.map.capabilities.iter().filter_map(|capability| {
        let probes: Vec<_> = capability.probes.iter().collect();
        let tasks: Vec<_> = probes.iter().map(|probe| &probe.task_id).filter(|id| selected(id)).collect();
        (!tasks.is_empty()).then(|| {
            json!({
                "capability_id": capability.capability_id,
                "title": capability.title,
                "category": capability.category,
                "observable": capability.observable,
                "probes": probes.iter().map(|probe| json!({"task_id": probe.task_id, "role": probe.role})).collect::<Vec<_>>(),
                "selected_task_ids": tasks,
            })
        })
    });
    json!({
        "schema_version": file.map.schema_version,
        "path": file.path,
        "sha256": file.sha256,
        "evaluation_axis": row::SEMANTIC_AXIS,
        "score_unit": "capability_attempt",
        "aggregation": file.map.aggregation,
        "probe_roles": ["semantic_probe", "driver_cross_check", "diagnostic"],
        "capabilities": touched.collect::<Vec<_>>(),
    })
}
