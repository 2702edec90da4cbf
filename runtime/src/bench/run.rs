//! The run: tasks are handed to workers, rows come back, the record is kept at the start and at the end.

use std::collections::VecDeque;
use std::fmt;
use std::io;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use futures_util::future::join_all;

use super::artifacts::Results;
use super::drivers::Toolbox;
use super::manifest::{self, Completion};
use super::outcome::Status;
use super::plan::Plan;
use super::row::Slot;
use super::score::{self, Ineligible, RunFacts};
use super::telemetry::Telemetry;
use super::worker::Worker;
use crate::deadline::Cancellation;
use crate::engine::StartError;
use crate::site::{Fixtures, FixturesError};

/// Why a run ended before its time. What was written until then stays.
#[derive(Debug)]
pub enum RunError {
    /// An engine does not come up.
    Engine(StartError),
    /// The fixtures cannot be served.
    Fixtures(FixturesError),
    /// The run's folder cannot be written to.
    Unwritable(String),
    /// Several workers stopped; each says why.
    Several(Vec<String>),
    /// Anything else.
    Other(String),
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Engine(error) => error.fmt(f),
            Self::Fixtures(error) => error.fmt(f),
            Self::Unwritable(detail) => write!(f, "the results cannot be written: {detail}"),
            Self::Several(reasons) => f.write_str(&reasons.join("\n")),
            Self::Other(detail) => f.write_str(detail),
        }
    }
}

impl std::error::Error for RunError {}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// Every attempt was made.
    Completed,
    /// It was asked to end.
    Interrupted,
}

/// An attempt that was just made, for whoever watches.
#[derive(Debug, Clone)]
pub struct Made<'a> {
    /// Attempts that were made, this one included.
    pub done: usize,
    /// Attempts that there will be.
    pub of: usize,
    /// The task.
    pub task: &'a str,
    /// The engine.
    pub engine: &'static str,
    /// From 1.
    pub attempt: u32,
    /// What became of it.
    pub status: Status,
}

/// Who watches a run.
pub type Watcher<'a> = dyn FnMut(&Made<'_>) + Send + 'a;

/// What the workers share.
pub(super) struct Bench<'a> {
    pub(super) plan: &'a Plan,
    pub(super) run_id: &'a str,
    pub(super) folder: &'a Path,
    pub(super) eligible: bool,
    pub(super) fixtures: Option<Fixtures>,
    pub(super) toolbox: Toolbox,
    results: Mutex<Results>,
    watch: Mutex<Watch<'a>>,
    began: Instant,
}

struct Watch<'a> {
    done: usize,
    watcher: &'a mut Watcher<'a>,
}

impl Bench<'_> {
    pub(super) fn results(&self) -> MutexGuard<'_, Results> {
        self.results.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn tell(&self, slot: &Slot<'_>, status: Status) {
        let mut watch = self.watch.lock().unwrap_or_else(PoisonError::into_inner);
        watch.done += 1;
        let made = Made {
            done: watch.done,
            of: self.plan.expected_rows(),
            task: slot.task.id(),
            engine: slot.engine.name,
            attempt: slot.attempt,
            status,
        };
        (watch.watcher)(&made);
    }

    /// Milliseconds since the run began.
    pub(super) fn monotonic_ms(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn done(&self) -> usize {
        self.watch.lock().unwrap_or_else(PoisonError::into_inner).done
    }
}

/// Why a plan's run is not scored; nothing, when it is.
pub fn ineligible(plan: &Plan) -> Vec<Ineligible> {
    let engines: Vec<_> = plan.engines.iter().map(|plan| plan.engine).collect();
    score::ineligible(&RunFacts {
        fallback_allowed: plan.suite.fallback_allowed,
        debug: plan.debug,
        by_aite: plan.by_aite,
        mode: plan.mode,
        engines: &engines,
        baselines: &plan.baselines(),
    })
}

/// The pages and expected answers of the data set.
fn serve(plan: &Plan) -> Result<Fixtures, RunError> {
    let expected = plan
        .tasks
        .iter()
        .filter_map(|task| Some((task.id(), task.expected.as_ref()?)));
    Fixtures::start(&plan.suite.root.join("fixtures"), expected).map_err(RunError::Fixtures)
}

/// Does what the plan says, in a folder that is new and empty. Engines and servers are gone when this resolves, however
/// it ends.
///
/// # Errors
/// What kept it from making every attempt. What was made is kept.
pub async fn run<'a>(
    plan: &'a Plan,
    run_id: &'a str,
    folder: &'a Path,
    watcher: &'a mut Watcher<'a>,
    cancellation: &Cancellation,
) -> Result<Ended, RunError> {
    let unwritable = |error: io::Error| RunError::Unwritable(format!("{}: {error}", folder.display()));
    let reasons = ineligible(plan);
    let fixtures = match plan.tasks.iter().any(super::plan::TaskPlan::needs_site) {
        true => Some(serve(plan)?),
        false => None,
    };
    let mut record = manifest::Record::begin(plan, run_id, &reasons, fixtures.as_ref());
    record.write(folder, &Completion::Running).map_err(unwritable)?;
    let bench = Bench {
        plan,
        run_id,
        folder,
        eligible: reasons.is_empty(),
        fixtures,
        toolbox: Toolbox::of_data_set(&plan.suite.root),
        results: Mutex::new(Results::create(folder).map_err(unwritable)?),
        watch: Mutex::new(Watch { done: 0, watcher }),
        began: Instant::now(),
    };
    let telemetry = Telemetry::begin(folder, plan.telemetry);
    let ended = tokio::select! {
        ended = work(&bench) => ended.map(|()| Ended::Completed),
        () = cancellation.cancelled() => Ok(Ended::Interrupted),
    };
    record.watched(&telemetry.end(folder));
    let completion = match ended {
        Ok(Ended::Completed) => Completion::Completed(bench.done()),
        Ok(Ended::Interrupted) | Err(_) => Completion::Interrupted(bench.done()),
    };
    let written = record.write(folder, &completion).map_err(unwritable);
    let ended = ended?;
    written.map(|()| ended)
}

/// Hands out tasks in order until there are none left.
async fn work(bench: &Bench<'_>) -> Result<(), RunError> {
    let tasks = bench.plan.tasks.iter();
    let items = tasks.flat_map(|task| (1..=bench.plan.attempts).map(move |attempt| (task, attempt)));
    let queue = Mutex::new(items.collect::<VecDeque<_>>());
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    let next = &next;
    let workers = (1..=bench.plan.jobs).map(|slot| async move {
        let mut worker = Worker::new(bench, u32::try_from(slot).unwrap_or(u32::MAX));
        let mut done = Ok(());
        while let Some((task, attempt)) = next() {
            done = worker.item(task, attempt).await;
            if done.is_err() {
                break;
            }
        }
        worker.stop().await;
        done
    });
    let mut errors: Vec<_> = join_all(workers)
        .await
        .into_iter()
        .filter_map(Result::err)
        .collect();
    match errors.len() {
        0 => Ok(()),
        1 => Err(errors.remove(0)),
        _ => Err(RunError::Several(
            errors.iter().take(10).map(ToString::to_string).collect(),
        )),
    }
}
