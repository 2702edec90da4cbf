//! A data set, runs of it, and what they leave.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use aite_compiler::import::{Around, task};
use aite_compiler::ir::Baseline;
use aite_runtime::bench::plan::{EnginePlan, Origin, Pin, Plan, Suite, TaskPlan};
use aite_runtime::bench::resources::Profile;
use aite_runtime::bench::score::Mode;
use aite_runtime::bench::{Ended, Made, RunError, recorded, run};
use aite_runtime::deadline::{Cancellation, Canceller};
use aite_runtime::engine::Engine;
use serde_json::{Value, json};

use super::stand_in::{Script, StandIn};

/// A test that hangs is a test that fails.
const SOON: Duration = Duration::from_secs(60);

/// A data set with engines that do what scripts say.
pub(super) struct Set {
    pub(super) folder: tempfile::TempDir,
    pub(super) engines: BTreeMap<&'static str, StandIn>,
}

impl Set {
    pub(super) fn new<const N: usize>(engines: [(&'static str, Script); N]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let stand_in = |(name, script): (&'static str, Script)| {
            let place = folder.path().join(name);
            fs::create_dir(&place).expect("a folder");
            (name, StandIn::new(&place, &script))
        };
        let engines = engines.into_iter().map(stand_in).collect();
        Self { folder, engines }
    }

    /// A run of these tasks on all engines, each once, every engine scored for itself.
    pub(super) fn plan(&self, tasks: Vec<TaskPlan>) -> Plan {
        let engines = aite_runtime::engine::ENGINES.iter();
        let engines = engines.filter_map(|engine| Some((engine, self.engines.get(engine.name)?)));
        let engines = engines.map(|(engine, stand_in): (&'static Engine, _)| EnginePlan {
            engine,
            origin: Origin::Program {
                path: stand_in.program.clone(),
                sha256: "0".repeat(64),
            },
            pin: Pin::default(),
            layout: true,
        });
        Plan {
            suite: Suite {
                root: self.folder.path().to_owned(),
                manifest: "manifest.json".into(),
                sha256: "0".repeat(64),
                id: "set".into(),
                version: "1".into(),
                fallback_allowed: false,
                baseline: None,
                capabilities: None,
            },
            tasks,
            engines: engines.collect(),
            attempts: 1,
            jobs: 1,
            seed: Some("seed".into()),
            mode: Mode::Independent,
            baseline: None,
            by_aite: false,
            resources: Profile::default(),
            debug: false,
            telemetry: None,
            arguments: Vec::new(),
        }
    }

    /// Makes a run.
    pub(super) async fn run(&self, plan: &Plan, id: &str) -> Run {
        let (_canceller, cancellation) = Canceller::new();
        self.run_until(plan, id, &cancellation, |_| {}).await
    }

    /// Makes a run that is watched and can be cancelled.
    pub(super) async fn run_until(
        &self,
        plan: &Plan,
        id: &str,
        cancellation: &Cancellation,
        mut watch: impl FnMut(&Made<'_>) + Send,
    ) -> Run {
        let folder = self.folder.path().join(id);
        fs::create_dir(&folder).expect("a new folder");
        let ended = tokio::time::timeout(SOON, run(plan, id, &folder, &mut watch, cancellation)).await;
        Run {
            ended: ended.expect("this hangs"),
            folder,
        }
    }
}

/// A run that has ended.
pub(super) struct Run {
    pub(super) ended: Result<Ended, RunError>,
    pub(super) folder: PathBuf,
}

impl Run {
    pub(super) fn rows(&self) -> Vec<Value> {
        recorded::Recorded::read(&self.folder).expect("a run").rows
    }

    pub(super) fn json(&self, path: &str) -> Value {
        read_json(&self.folder.join(path))
    }
}

pub(super) fn read_json(path: &Path) -> Value {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).expect("JSON")
}

/// A task that asks one question and expects 3.
pub(super) fn question(id: &str) -> TaskPlan {
    changed(id, &json!({}))
}

/// The same with other members.
pub(super) fn changed(id: &str, changes: &Value) -> TaskPlan {
    let mut json = json!({
        "task_id": id, "task_version": 1, "title": "t", "description": "d", "layer": "L1", "subset_id": "l1.raw_cdp",
        "features": [], "tags": ["version.v0_4"], "artifact_profile": "l1_standard",
        "scene": {"kind": "about_blank"},
        "driver": {"kind": "raw_cdp", "steps": [{"method": "Probe.ask", "save_as": "value"}]},
        "grader": {"kind": "inline_assertions", "checks": [{"kind": "value_equals", "expected": 3}]},
        "timeouts": {"task_ms": 5000, "hard_kill_ms": 45000},
    });
    for (key, value) in changes.as_object().expect("an object") {
        json[key] = value.clone();
    }
    let compiled = task(
        &format!("{id}.json"),
        Arc::from(json.to_string()),
        &Around::NOTHING,
    );
    assert!(compiled.diagnostics.is_empty(), "{:?}", compiled.diagnostics);
    let baseline: Option<Baseline> = None;
    TaskPlan::new(compiled.program, format!("{id}.json"), "0".repeat(64), baseline).expect("a task")
}
