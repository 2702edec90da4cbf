//! `run.json`: the events of one run folded into what there is to know afterwards.
//!
//! Folding reads events and nothing else, so the same events give the same file, byte for byte.

use serde::Serialize;

use super::{CommandEnd, CommandStart, Engine, Event, RunEnd, RunStart, StepStart};
use crate::checks::wire::Confinement;
use crate::verdict::{Failure, JudgedSession, Resolved, Status, Warning};

/// The state of a run, from the first moment to the last. Before the end it says `interrupted`, because that is
/// what it is when nothing comes after it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RunJson {
    /// Version of the format.
    pub format: u32,
    /// Sorts by time and never repeats.
    pub run_id: String,
    /// The script, from the project's root.
    pub file: String,
    /// The test's name.
    pub name: String,
    /// Journey ids.
    pub covers: Vec<String>,
    /// The verdict.
    pub status: Status,
    /// RFC 3339, UTC, milliseconds.
    pub started_at: String,
    /// How long it took, in milliseconds.
    pub duration_ms: u64,
    /// The browser of the default profile, once it answers.
    pub engine: Option<EngineJson>,
    /// The profiles that the script needs.
    pub profiles: Vec<String>,
    /// How often commands had to be sent to the page again.
    pub retries: u32,
    /// Warnings that belong to no command.
    pub warnings: Vec<Warning>,
    /// The first failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
    /// The steps; the opening of the start page comes first, as a step of its own named `start`.
    pub steps: Vec<StepJson>,
    /// Whether `steps` begins with the opening of the start page.
    #[serde(skip)]
    opens: bool,
    /// The command under way, as the index of its step and its own.
    #[serde(skip)]
    current: Option<(usize, usize)>,
}

/// The browser.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EngineJson {
    /// `chrome`, `lightpanda` …
    pub name: String,
    /// As the browser says it.
    pub product: String,
    /// `pipe` or `websocket`.
    pub transport: String,
}

/// A step.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StepJson {
    /// Its intent.
    pub name: String,
    /// The script it stands in.
    pub file: String,
    /// Line in it, from 1.
    pub line: u32,
    /// How it ended.
    pub status: Status,
    /// How long it took, in milliseconds.
    pub duration_ms: u64,
    /// The commands that began.
    pub commands: Vec<CommandJson>,
}

/// A command.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CommandJson {
    /// The verb.
    pub verb: String,
    /// The script it stands in.
    pub file: String,
    /// Line in it, from 1.
    pub line: u32,
    /// The line as written, trimmed.
    pub source: String,
    /// The profile that did it, when the script needs any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<String>,
    /// How it ended.
    pub status: Status,
    /// Milliseconds since the run began.
    pub started_ms: u64,
    /// How long it took, in milliseconds.
    pub duration_ms: u64,
    /// How often it had to be sent to the page again.
    pub retries: u32,
    /// What came while it was under way.
    pub warnings: Vec<Warning>,
    /// What a check that it called wrote.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub log: Vec<String>,
    /// What shut off the process of a check that it called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confinement: Option<Confinement>,
    /// Who it found signed in, the last time it looked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<JudgedSession>,
    /// The element it acted on or looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resolved: Option<Resolved>,
    /// Why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
    /// A picture, relative to the run's folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub screenshot: Option<String>,
}

impl RunJson {
    /// The state after the first event.
    pub fn new(start: &RunStart) -> Self {
        Self {
            format: 1,
            run_id: start.run_id.clone(),
            file: start.file.clone(),
            name: start.name.clone(),
            covers: start.covers.clone(),
            status: Status::Interrupted,
            started_at: start.started_at.clone(),
            duration_ms: 0,
            engine: None,
            profiles: start.profiles.clone(),
            retries: 0,
            warnings: Vec::new(),
            failure: None,
            steps: start.steps.iter().map(StepJson::skipped).collect(),
            opens: false,
            current: None,
        }
    }

    /// The state after all events; `None` when the first one is not the start of a run.
    pub fn replay<'a>(events: impl IntoIterator<Item = &'a Event>) -> Option<Self> {
        let mut events = events.into_iter();
        let Event::RunStarted(start) = events.next()? else {
            return None;
        };
        let mut run = Self::new(start);
        events.for_each(|event| run.apply(event));
        Some(run)
    }

    /// Takes one more event in. One that does not fit (its step was never announced) changes nothing.
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::RunStarted(start) => *self = Self::new(start),
            Event::EngineReady(engine) => self.engine_ready(engine),
            Event::StepStarted(step) => {
                if let Some(step) = self.step(step.step) {
                    step.status = Status::Interrupted;
                }
            }
            Event::CommandStarted(command) => self.command_started(command),
            Event::Warned(warning) => self.warned(warning),
            Event::CheckConfined(confinement) => {
                if let Some(command) = self.under_way() {
                    command.confinement = Some(*confinement);
                }
            }
            Event::Logged(line) => {
                if let Some(command) = self.under_way() {
                    command.log.push(line.text.clone());
                }
            }
            Event::SessionJudged(session) => {
                if let Some(command) = self.under_way() {
                    command.session = Some(session.clone());
                }
            }
            Event::CommandFinished(end) => self.command_finished(end),
            Event::StepFinished(end) => {
                if let Some(step) = self.step(end.step) {
                    step.status = end.status;
                    step.duration_ms = end.duration_ms;
                }
            }
            Event::RunFinished(end) => self.finished(end),
        }
    }

    /// The file's content.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = serde_json::to_vec_pretty(self).unwrap_or_default();
        bytes.push(b'\n');
        bytes
    }

    fn engine_ready(&mut self, engine: &Engine) {
        self.engine.get_or_insert_with(|| EngineJson {
            name: engine.name.clone(),
            product: engine.product.clone(),
            transport: engine.transport.clone(),
        });
    }

    fn command_started(&mut self, start: &CommandStart) {
        let Some(at) = self.step_index(start.step, Some(start)) else {
            return;
        };
        let Some(step) = self.steps.get_mut(at) else {
            return;
        };
        step.commands.push(CommandJson::started(start));
        self.current = Some((at, step.commands.len() - 1));
    }

    fn under_way(&mut self) -> Option<&mut CommandJson> {
        let (step, command) = self.current?;
        self.steps.get_mut(step)?.commands.get_mut(command)
    }

    fn warned(&mut self, warning: &Warning) {
        match self.under_way() {
            Some(command) => command.warnings.push(warning.clone()),
            None => self.warnings.push(warning.clone()),
        }
    }

    fn command_finished(&mut self, end: &CommandEnd) {
        let Some((at, number)) = self.current.take() else {
            return;
        };
        let opens = end.step.is_none();
        self.retries += end.retries;
        if let Some(failure) = &end.failure {
            self.failure.get_or_insert_with(|| failure.clone());
        }
        let Some(step) = self.steps.get_mut(at) else {
            return;
        };
        if opens {
            step.status = end.status;
            step.duration_ms = end.duration_ms;
        }
        if let Some(command) = step.commands.get_mut(number) {
            command.finish(end);
        }
    }

    fn finished(&mut self, end: &RunEnd) {
        self.status = end.status;
        self.duration_ms = end.duration_ms;
        if let Some(failure) = &end.failure {
            self.failure.get_or_insert_with(|| failure.clone());
        }
    }

    fn step(&mut self, number: usize) -> Option<&mut StepJson> {
        let at = self.step_index(Some(number), None)?;
        self.steps.get_mut(at)
    }

    /// The index of a step, the opening of the start page made on its first command.
    fn step_index(&mut self, number: Option<usize>, opening: Option<&CommandStart>) -> Option<usize> {
        match number {
            Some(number) => Some(number + usize::from(self.opens)),
            None if self.opens => Some(0),
            None => {
                self.steps.insert(0, StepJson::opening(opening?));
                self.opens = true;
                Some(0)
            }
        }
    }
}

impl StepJson {
    fn skipped(step: &StepStart) -> Self {
        Self {
            name: step.name.clone(),
            file: step.file.clone(),
            line: step.line,
            status: Status::Skipped,
            duration_ms: 0,
            commands: Vec::new(),
        }
    }

    fn opening(command: &CommandStart) -> Self {
        Self {
            name: "start".to_owned(),
            file: command.file.clone(),
            line: command.line,
            status: Status::Interrupted,
            duration_ms: 0,
            commands: Vec::new(),
        }
    }
}

impl CommandJson {
    fn started(start: &CommandStart) -> Self {
        Self {
            verb: start.verb.clone(),
            file: start.file.clone(),
            line: start.line,
            source: start.source.clone(),
            profile: start.profile.clone(),
            status: Status::Interrupted,
            started_ms: start.started_ms,
            duration_ms: 0,
            retries: 0,
            warnings: Vec::new(),
            log: Vec::new(),
            confinement: None,
            session: None,
            resolved: None,
            failure: None,
            screenshot: None,
        }
    }

    fn finish(&mut self, end: &CommandEnd) {
        self.status = end.status;
        self.duration_ms = end.duration_ms;
        self.retries = end.retries;
        self.resolved = end.resolved.clone();
        self.failure = end.failure.clone();
        self.screenshot = end.screenshot.clone();
    }
}
