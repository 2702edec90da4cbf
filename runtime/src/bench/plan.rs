//! What a run is going to do, decided whole before anything starts.

use std::path::PathBuf;
use std::time::Duration;

use aite_compiler::ir::{Baseline, ExpectedAnswer, Kind, Program, Scene, Task};

use super::capability::{CapabilityMap, Role};
use super::drivers;
use super::resources::{Mode as Measuring, Profile, first_engine};
use super::score::{self, Mode};
use crate::engine::{Engine, Launch, Served, StartError};

/// A run.
#[derive(Debug)]
pub struct Plan {
    /// The data set.
    pub suite: Suite,
    /// What is attempted, in order.
    pub tasks: Vec<TaskPlan>,
    /// On which engines, in the one order of engines.
    pub engines: Vec<EnginePlan>,
    /// How often each.
    pub attempts: u32,
    /// How many at once, each with engines of its own.
    pub jobs: usize,
    /// What seeds are made from; without one, every attempt has a base of its own.
    pub seed: Option<String>,
    /// How engines are scored.
    pub mode: Mode,
    /// What the command line says of the baseline.
    pub baseline: Option<Baseline>,
    /// Page steps are performed by our own runtime, not by the driver that each task names.
    pub by_aite: bool,
    /// Whether it is measured what engines cost, and how.
    pub resources: Profile,
    /// Not for scores.
    pub debug: bool,
    /// How often the machine is looked at meanwhile; `None` for never.
    pub telemetry: Option<Duration>,
    /// The command line, for the record.
    pub arguments: Vec<String>,
}

/// A data set.
#[derive(Debug)]
pub struct Suite {
    /// Its folder, absolute.
    pub root: PathBuf,
    /// The manifest's path from there.
    pub manifest: String,
    /// The manifest's digest.
    pub sha256: String,
    /// Its name.
    pub id: String,
    /// Its version.
    pub version: String,
    /// One engine may stand in for another.
    pub fallback_allowed: bool,
    /// What it says of the baseline.
    pub baseline: Option<Baseline>,
    /// The capability map of its second layer.
    pub capabilities: Option<MapFile>,
}

/// The capability map and where it came from.
#[derive(Debug)]
pub struct MapFile {
    /// Its path from the data set's folder.
    pub path: String,
    /// Its digest.
    pub sha256: String,
    /// What it says.
    pub map: CapabilityMap,
}

/// A task that is attempted.
#[derive(Debug)]
pub struct TaskPlan {
    /// Its steps.
    pub program: Program,
    /// What it says besides them.
    pub task: Task,
    /// Its file's path from the data set's folder.
    pub path: String,
    /// Its file's digest.
    pub sha256: String,
    /// What its subset says of the baseline.
    pub subset_baseline: Option<Baseline>,
    /// What the server expects where no registry of the data set says it.
    pub expected: Option<ExpectedAnswer>,
}

/// An engine that tasks are attempted on.
#[derive(Debug)]
pub struct EnginePlan {
    /// Its row of data.
    pub engine: &'static Engine,
    /// Its program, or where it runs.
    pub origin: Origin,
    /// What the data set wants it to be.
    pub pin: Pin,
    /// Whether it lays boxes out for real, where that can be switched off.
    pub layout: bool,
}

/// Where an engine comes from.
#[derive(Debug)]
pub enum Origin {
    /// It is started from a program.
    Program {
        /// The file.
        path: PathBuf,
        /// The file's digest.
        sha256: String,
    },
    /// It runs already and listens at this `ws://` address.
    Address(String),
}

impl Origin {
    /// The program's digest; `None` where there is no program to look at.
    pub fn sha256(&self) -> Option<&str> {
        match self {
            Self::Program { sha256, .. } => Some(sha256),
            Self::Address(_) => None,
        }
    }
}

impl EnginePlan {
    /// Has the engine run, with a launch profile.
    ///
    /// # Errors
    /// When it does not come up, or is not there.
    pub async fn start(&self, profile: &str) -> Result<Served, StartError> {
        match &self.origin {
            Origin::Program { path, .. } => Served::launch(self.engine, path, self.launch(profile)).await,
            Origin::Address(address) => Served::join(address).await,
        }
    }

    /// How it is started for tasks with this launch profile.
    pub fn launch<'a>(&self, profile: &'a str) -> Launch<'a> {
        Launch {
            profile,
            layout: self.layout,
        }
    }
}

/// A program as a data set wants it. A run records it; only the doctor compares.
#[derive(Debug, Clone, Default, PartialEq, serde::Deserialize)]
pub struct Pin {
    /// The program, from the data set's folder or absolute.
    pub binary: Option<String>,
    /// Its version.
    pub version: Option<String>,
    /// Its digest.
    pub sha256: Option<String>,
    /// The beginning of its digest.
    pub sha256_12: Option<String>,
}

impl TaskPlan {
    /// A program that is a task; `None` for a script.
    pub fn new(
        program: Program,
        path: String,
        sha256: String,
        subset_baseline: Option<Baseline>,
    ) -> Option<Self> {
        let Kind::Task(task) = &program.kind else {
            return None;
        };
        Some(Self {
            task: Task::clone(task),
            program,
            path,
            sha256,
            subset_baseline,
            expected: None,
        })
    }

    /// The task with an expected answer of its own, which holds where no registry of the data set has one.
    #[must_use]
    pub fn expecting(self, expected: Option<ExpectedAnswer>) -> Self {
        Self { expected, ..self }
    }

    /// The task's name.
    pub fn id(&self) -> &str {
        &self.program.name
    }

    /// As files write it.
    pub fn launch_profile(&self) -> &'static str {
        match self.task.launch_profile {
            aite_compiler::ir::LaunchProfile::Default => "default",
            aite_compiler::ir::LaunchProfile::AllResources => "all_resources",
        }
    }

    /// Whether its page comes from the fixture server.
    pub fn needs_site(&self) -> bool {
        matches!(self.task.scene, Scene::Fixture { .. })
    }
}

impl Plan {
    /// The baseline of a task; `None` where every engine is scored for itself.
    pub fn baseline_of(&self, task: &TaskPlan) -> Option<Baseline> {
        let (own, subset) = (task.task.baseline, task.subset_baseline);
        (self.mode == Mode::BaselineChecked)
            .then(|| score::baseline(self.baseline, own, subset, self.suite.baseline))
    }

    /// The baselines of all tasks, for the run's eligibility.
    pub fn baselines(&self) -> Vec<Baseline> {
        let (option, suite) = (self.baseline, self.suite.baseline);
        let of = |task: &TaskPlan| score::baseline(option, task.task.baseline, task.subset_baseline, suite);
        self.tasks.iter().map(of).collect()
    }

    /// The engines in the order in which an attempt at a task asks them: where cost is measured they take turns, so that
    /// none is always the one that finds the machine warm.
    pub fn order(&self, task: &TaskPlan, attempt: u32) -> Vec<&EnginePlan> {
        let mut engines: Vec<_> = self.engines.iter().collect();
        if self.resources.mode != Measuring::Off && self.mode == Mode::Independent {
            let at = self
                .tasks
                .iter()
                .position(|other| std::ptr::eq(other, task))
                .unwrap_or(0);
            let first = first_engine(self.seed.as_deref(), at, self.attempts, attempt, engines.len());
            engines.rotate_left(first);
        }
        engines
    }

    /// The rows that the run will have.
    pub fn expected_rows(&self) -> usize {
        self.tasks.len() * self.attempts as usize * self.engines.len()
    }

    /// Whether a task's result is evidence of what its engine can do.
    pub fn is_evidence(&self, task: &TaskPlan) -> bool {
        !task.task.is_diagnostic() && self.role_of(task).is_none_or(Role::is_evidence)
    }

    fn role_of(&self, task: &TaskPlan) -> Option<Role> {
        let map = &self.suite.capabilities.as_ref()?.map;
        map.of(task.id()).map(|(_, probe)| probe.role)
    }

    /// Why the run cannot be done, before anything is started.
    ///
    /// # Errors
    /// In a sentence.
    pub fn check(&self) -> Result<(), String> {
        if self.tasks.is_empty() {
            return Err("no task is selected".into());
        }
        let undrivable = self
            .tasks
            .iter()
            .find(|task| !self.by_aite && !drivers::can_drive(task.task.driver.kind));
        if let Some(task) = undrivable {
            let (id, kind) = (task.id(), task.task.driver.kind.name());
            return Err(format!(
                "the task {id} needs the driver {kind}, which aite does not have yet"
            ));
        }
        let strange = |task: &&TaskPlan| self.by_aite && !drivers::aite::can_perform(&task.program);
        if let Some(task) = self.tasks.iter().find(strange) {
            let kind = task.task.driver.kind.name();
            return Err(format!(
                "the driver aite performs page steps, and the task {} is of the kind {kind}",
                task.id()
            ));
        }
        let needs_chrome = self
            .tasks
            .iter()
            .find(|task| self.baseline_of(task) == Some(Baseline::Required));
        let has_chrome = self.engines.iter().any(|plan| plan.engine.is_baseline());
        match needs_chrome {
            Some(task) if !has_chrome => Err(format!(
                "the task {} is run on other engines only after Chrome has passed it, and chrome is not among the engines",
                task.id()
            )),
            _ => Ok(()),
        }
    }
}
