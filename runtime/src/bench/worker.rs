//! One worker: its engines, each in a process of its own, and the attempts it makes on them.

use std::collections::HashMap;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use aite_compiler::ir::{Baseline, Check, DriverKind, Grader, Scene};
use serde_json::json;

use super::artifacts::Draft;
use super::drivers;
use super::judge::{EngineAfter, Trouble, judge};
use super::measure::{self, Measurement};
use super::outcome::{Outcome, ProcessKind, ProcessState, Report, Status};
use super::plan::{EnginePlan, TaskPlan};
use super::raw::{self, Performed, Work};
use super::resources::Group;
use super::row::{self, Context, Slot};
use super::run::{Bench, RunError};
use super::seed;
use crate::engine::Served;

/// A process that dies loses its connections a moment before its end is known: a longer one where much else runs.
const END_KNOWN_WITHIN: Duration = Duration::from_secs(2);

/// The launch profile that asks for nothing.
const DEFAULT_PROFILE: &str = "default";

/// Makes attempts, one after the other.
pub(super) struct Worker<'a, 'w> {
    bench: &'a Bench<'w>,
    slot: u32,
    engines: HashMap<&'static str, Held>,
    generations: HashMap<&'static str, u64>,
}

/// A running engine and what was done on it last.
struct Held {
    served: Served,
    /// Where what it costs is counted, if the system counts it for us.
    group: Option<Arc<Group>>,
    generation: u64,
    previous: Option<String>,
}

impl<'a, 'w> Worker<'a, 'w> {
    pub(super) fn new(bench: &'a Bench<'w>, slot: u32) -> Self {
        Self {
            bench,
            slot,
            engines: HashMap::new(),
            generations: HashMap::new(),
        }
    }

    /// Attempts a task once on every engine, Chrome first.
    pub(super) async fn item(&mut self, task: &'a TaskPlan, attempt: u32) -> Result<(), RunError> {
        let plan = self.bench.plan;
        let base = plan.seed.clone().unwrap_or_else(seed::random_base);
        let seed = seed::of_attempt(&base, task.id(), attempt);
        let mut chrome = None;
        for engine in plan.order(task, attempt) {
            let slot = Slot {
                plan,
                run_id: self.bench.run_id,
                eligible: self.bench.eligible,
                task,
                attempt,
                engine: engine.engine,
                seed: &seed,
                chrome,
            };
            let waits_for_chrome =
                plan.baseline_of(task) == Some(Baseline::Required) && !slot.engine.is_baseline();
            let status = match waits_for_chrome && chrome != Some(Status::Pass) {
                true => self.skip(&slot)?,
                false => self.attempt(&slot, engine).await?,
            };
            if slot.engine.is_baseline() {
                chrome = Some(status);
            }
        }
        Ok(())
    }

    /// Ends the engines in order.
    pub(super) async fn stop(self) {
        for held in self.engines.into_values() {
            held.served.stop().await;
        }
    }

    fn skip(&self, slot: &Slot<'_>) -> Result<Status, RunError> {
        let draft = self.draft(slot)?;
        let outcome = slot.skipped();
        let context = Context {
            worker: self.slot,
            ..Context::default()
        };
        let row = slot.row(&outcome, 0, &context, None);
        self.bench.keep(slot, draft, &row, &outcome)?;
        Ok(outcome.status)
    }

    async fn attempt(&mut self, slot: &Slot<'_>, engine: &EnginePlan) -> Result<Status, RunError> {
        self.engine_for(engine, slot.task.launch_profile()).await?;
        let (bench, worker) = (self.bench, self.slot);
        let draft = self.draft(slot)?;
        let Some(held) = self.engines.get_mut(engine.engine.name) else {
            return Err(RunError::Other(format!("{} is not running", engine.engine.name)));
        };
        let measurement = Measurement::begin(bench, &held.served, held.group.clone()).await;
        let started = Instant::now();
        let started_ms = bench.monotonic_ms();
        let performed = drive(bench, slot, &draft, &held.served).await;
        let duration = started.elapsed();
        let duration_ms = millis(duration);
        let waited = performed.waited;
        let used = match measurement {
            Some(measurement) => Some(measurement.finish(bench, &draft, duration).await),
            None => measure::unseen(bench, &held.served),
        };
        let outcome = decide(performed, engine, &held.served).await;
        let context = Context {
            worker,
            process: held.served.process_id(),
            generation: Some(held.generation),
            previous: held.previous.replace(slot.task.id().into()),
            started_ms: Some(started_ms),
            waited,
        };
        let provenance = row::provenance(&bench.plan.suite.root, &held.served, engine.origin.sha256());
        let mut row = slot.row(&outcome, duration_ms, &context, Some(provenance));
        if let Some(used) = used {
            row["resource"] = used;
        }
        bench.keep(slot, draft, &row, &outcome)?;
        Ok(outcome.status)
    }

    /// The engine runs, answers, and was started in the way that the task needs. One that was not gives way first:
    /// two never run together.
    async fn engine_for(&mut self, plan: &EnginePlan, profile: &str) -> Result<(), RunError> {
        let name = plan.engine.name;
        if let Some(held) = self.engines.remove(name) {
            if held.served.serves(plan.launch(profile)) && held.served.answers().await {
                self.engines.insert(name, held);
                return Ok(());
            }
            held.served.stop().await;
        }
        let served = plan.start(profile).await.map_err(RunError::Engine)?;
        let generation = self.generations.entry(name).or_default();
        *generation += 1;
        let group = measure::started(self.bench, &served, self.slot, *generation).await;
        let held = Held {
            served,
            group,
            generation: *generation,
            previous: None,
        };
        self.engines.insert(name, held);
        Ok(())
    }

    fn draft(&self, slot: &Slot<'_>) -> Result<Draft, RunError> {
        let place = self.bench.folder.join(slot.place());
        Draft::begin(place).map_err(|error| self.bench.unwritable(&error))
    }
}

/// Performs the task.
async fn drive(bench: &Bench<'_>, slot: &Slot<'_>, draft: &Draft, served: &Served) -> Performed {
    let profile = slot.task.launch_profile();
    if slot.engine.is_remote() && profile != DEFAULT_PROFILE {
        let detail = format!(
            "the task wants its engine started with the launch profile {profile}, and one that runs already stays as it is"
        );
        return Performed {
            graded: Err(Trouble::NoRoute { detail }),
            hung_up: false,
            waited: None,
        };
    }
    match slot.task.task.driver.kind {
        DriverKind::RawCdp if !bench.plan.by_aite => speak(bench, slot, draft, served).await,
        _ => Performed {
            graded: direct(bench, slot, draft, served).await,
            hung_up: false,
            waited: None,
        },
    }
}

/// Has a program of its own perform the task, or our own runtime.
async fn direct(
    bench: &Bench<'_>,
    slot: &Slot<'_>,
    draft: &Draft,
    served: &Served,
) -> Result<Report, Trouble> {
    let engine = slot.engine.name;
    let work = drivers::Work {
        program: &slot.task.program,
        task: &slot.task.task,
        run_id: slot.run_id,
        attempt: slot.attempt,
        seed: slot.seed,
        session: &seed::session(slot.run_id, slot.task.id(), engine, slot.attempt, slot.seed),
        data_set: &bench.plan.suite.root,
        folder: draft.folder(),
        fixtures: bench.fixtures.as_ref(),
    };
    match bench.plan.by_aite {
        true => drivers::perform_ourselves(&work, served, &bench.toolbox).await,
        false => drivers::perform(&work, served, &bench.toolbox).await,
    }
}

/// Performs the task over the protocol.
async fn speak(bench: &Bench<'_>, slot: &Slot<'_>, draft: &Draft, served: &Served) -> Performed {
    let task = &slot.task.task;
    let base_url = bench.fixtures.as_ref().map(|fixtures| fixtures.base_url());
    let fixture_url = match &task.scene {
        Scene::AboutBlank => None,
        Scene::Fixture { url, .. } => {
            let path = url.as_literal().unwrap_or_default();
            Some(match path.contains("://") {
                true => path.to_owned(),
                false => format!("{}{path}", base_url.as_deref().unwrap_or_default()),
            })
        }
    };
    let fixtures: PathBuf = bench.plan.suite.root.join("fixtures");
    let work = Work {
        program: &slot.task.program,
        checks: inline_checks(&task.grader),
        fixture_url: fixture_url.as_deref(),
        base_url: base_url.as_deref(),
        fixtures: &fixtures,
        folder: draft.folder(),
        asks_for_icons: served.asks_for_icons(),
        patience: Duration::from_millis(task.task_time.0),
    };
    let mut performed = raw::perform(&work, served).await;
    if performed.graded.is_ok()
        && let Err(error) = draft.write("stdout.log", "raw_cdp completed\n")
    {
        performed.graded = Err(Trouble::Io(error));
    }
    performed
}

fn inline_checks(grader: &Grader) -> &[Check] {
    match grader {
        Grader::Inline { checks } | Grader::Server { checks, .. } => checks,
    }
}

/// What the attempt is, with the engine's end seen if there was one.
async fn decide(performed: Performed, engine: &EnginePlan, served: &Served) -> Outcome {
    let Performed { graded, hung_up, .. } = performed;
    let lost = hung_up || matches!(graded, Err(Trouble::Disconnected { .. } | Trouble::Io(_)));
    // One that takes no connections may be about to end too, whatever the driver says.
    let ended = match lost || !served.answers().await {
        true => served.exited_within(END_KNOWN_WITHIN).await,
        false => served.exited(),
    };
    let after = EngineAfter {
        is_moli: engine.engine.name == "moli",
        exit: ended.map(|status| ProcessState::exited(ProcessKind::Engine, status)),
    };
    judge(graded, &after)
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

impl Bench<'_> {
    /// Puts an attempt in its place, then its row.
    fn keep(
        &self,
        slot: &Slot<'_>,
        draft: Draft,
        row: &serde_json::Value,
        outcome: &Outcome,
    ) -> Result<(), RunError> {
        let kept = draft
            .finish(row, &json!(outcome.grade))
            .and_then(|()| self.results().append(row));
        kept.map_err(|error| self.unwritable(&error))?;
        self.tell(slot, outcome.status);
        Ok(())
    }

    fn unwritable(&self, error: &io::Error) -> RunError {
        RunError::Unwritable(format!("{}: {error}", self.folder.display()))
    }
}
