//! One script from its first event to its last.
//!
//! A unit goes through: opening its profiles, the start page, its steps; after the first failure, or when it is asked to
//! end, what is left is skipped.

use std::time::{Duration, SystemTime};

use aite_compiler::ir::{Condition, Op, OpKind, PageOp, Step};
use tokio::time::Instant;

use super::browsers::{Browsers, NoBrowser};
use super::messages::{self, Said};
use super::perform::{self, Stage};
use super::place::Line;
use super::profile::Profile;
use super::variables::Variables;
use super::{Job, Settings};
use crate::deadline::{Cancellation, Deadline};
use crate::page::{Notes, Tab, Trouble};
use crate::report::{CommandEnd, CommandStart, Event, RunEnd, RunStart, StepEnd, StepStart, rfc3339};
use crate::verdict::{Failure, Reason, Status, Warning};

/// A command's time when nobody says another (specification, "Timing and honesty rules").
const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// What a failed command's picture may take.
const PICTURE: Duration = Duration::from_secs(2);

/// A script that runs.
pub(super) struct Unit<'a> {
    job: Job<'a>,
    settings: Settings,
    events: &'a mut dyn FnMut(Event),
    cancellation: &'a Cancellation,
    begun: Instant,
    profiles: Vec<Profile>,
    variables: Variables,
    /// Number of the next operation.
    op: usize,
    /// Set by the first command that did not pass.
    stopped: Option<Status>,
    retried: bool,
}

/// The step that is under way, and what has happened in it.
struct Current {
    step: Option<usize>,
    command: usize,
    retried: bool,
}

impl<'a> Unit<'a> {
    pub(super) fn new(
        job: Job<'a>,
        settings: Settings,
        events: &'a mut dyn FnMut(Event),
        cancellation: &'a Cancellation,
    ) -> Self {
        Self {
            job,
            settings,
            events,
            cancellation,
            begun: Instant::now(),
            profiles: Vec::new(),
            variables: Variables::new(),
            op: 0,
            stopped: None,
            retried: false,
        }
    }

    pub(super) async fn run(mut self, browsers: &mut Browsers) -> Status {
        self.tell_start();
        if let Err(no_browser) = self.open_profiles(browsers).await {
            return self.end_without_browser(no_browser);
        }
        self.start_page().await;
        let steps = &self.job.program.steps;
        for (number, step) in steps.iter().enumerate() {
            self.step(number, step).await;
        }
        for profile in std::mem::take(&mut self.profiles) {
            profile.close(self.cancellation).await;
        }
        self.end(None)
    }

    fn tell_start(&mut self) {
        let program = self.job.program;
        let steps = (0..program.steps.len())
            .map(|number| self.step_start(number))
            .collect();
        let start = RunStart {
            run_id: self.job.store.run_id().to_owned(),
            file: self.job.origins.files.first().cloned().unwrap_or_default(),
            name: program.name.clone(),
            covers: program.covers.clone(),
            started_at: rfc3339(SystemTime::now()),
            profiles: program.sessions.clone(),
            steps,
        };
        self.tell(Event::RunStarted(Box::new(start)));
    }

    fn step_start(&self, step: usize) -> StepStart {
        let Line { file, line, .. } = self.line_of(self.job.origins.steps.get(step));
        let name = self
            .job
            .program
            .steps
            .get(step)
            .map(|step| step.intent.clone())
            .unwrap_or_default();
        StepStart {
            step,
            name,
            file,
            line,
        }
    }

    async fn open_profiles(&mut self, browsers: &mut Browsers) -> Result<(), NoBrowser> {
        let program = self.job.program;
        let follow_network = program.ops().any(
            |op| matches!(&op.kind, OpKind::Observe(seen) if matches!(seen.condition, Condition::NetworkIdle)),
        );
        let named: Vec<Option<&str>> = match program.sessions.as_slice() {
            [] => vec![None],
            sessions => sessions.iter().map(|session| Some(session.as_str())).collect(),
        };
        let head = self.line_of(self.job.origins.name.as_ref());
        for name in named {
            let opened =
                Profile::open(name, browsers, self.job.store, follow_network, self.cancellation).await?;
            self.tell(Event::EngineReady(opened.engine.clone()));
            for warning in &opened.warnings {
                self.warn(&head, warning.clone());
            }
            self.profiles.push(opened);
        }
        Ok(())
    }

    fn end_without_browser(mut self, no_browser: NoBrowser) -> Status {
        let reason = match &no_browser {
            NoBrowser::Refused(_) => Reason::Refused,
            _ => Reason::ConnectionLost,
        };
        let message = match no_browser {
            NoBrowser::Refused(why) => why,
            NoBrowser::Cancelled => {
                self.stopped = Some(Status::Interrupted);
                return self.end(None);
            }
            NoBrowser::Start(error) => match error.help() {
                Some(help) => format!("{error}; {help}"),
                None => error.to_string(),
            },
            NoBrowser::Lost(Trouble::OutOfTime) => "the browser started and then did not answer".to_owned(),
            NoBrowser::Lost(trouble) => {
                let subject = messages::Subject {
                    verb: String::new(),
                    target: String::new(),
                    within: None,
                    time: DEFAULT_TIME,
                };
                messages::failure(&subject, trouble).message
            }
        };
        self.stopped = Some(Status::Error);
        let said = Said {
            reason,
            message,
            expected: None,
            found: None,
            candidates: Vec::new(),
            covered_by: None,
        };
        let line = self.line_of(self.job.origins.name.as_ref());
        let failure = failure(said, &line, &Notes::default());
        self.end(Some(failure))
    }

    fn end(mut self, failure: Option<Failure>) -> Status {
        let status = self.stopped.unwrap_or(if self.retried {
            Status::PassedAfterRetry
        } else {
            Status::Passed
        });
        if matches!(status, Status::Passed | Status::PassedAfterRetry) && !self.job.program.verifies() {
            let head = self.line_of(self.job.origins.name.as_ref());
            self.warn(&head, messages::NO_VERIFY.into());
        }
        let end = RunEnd {
            status,
            duration_ms: self.elapsed_ms(),
            failure,
        };
        self.tell(Event::RunFinished(Box::new(end)));
        status
    }

    /// The `start` header: before the first step, and no command of any.
    async fn start_page(&mut self) {
        let Some(url) = &self.job.program.start else {
            return;
        };
        let op = Op::new(OpKind::Page(PageOp::Start { url: url.clone() }));
        let line = self.line_of(self.job.origins.start.as_ref());
        let mut current = Current {
            step: None,
            command: 0,
            retried: false,
        };
        self.command(&op, "start", &line, &mut current).await;
    }

    async fn step(&mut self, number: usize, step: &Step) {
        if self.stopped.is_some() {
            self.op += count(&step.ops);
            return self.tell(Event::StepFinished(StepEnd {
                step: number,
                status: Status::Skipped,
                duration_ms: 0,
            }));
        }
        let begun = Instant::now();
        let start = self.step_start(number);
        self.tell(Event::StepStarted(start));
        let mut current = Current {
            step: Some(number),
            command: 0,
            retried: false,
        };
        self.ops(&step.ops, &mut current).await;
        let passed = if current.retried {
            Status::PassedAfterRetry
        } else {
            Status::Passed
        };
        let end = StepEnd {
            step: number,
            status: self.stopped.unwrap_or(passed),
            duration_ms: millis(begun.elapsed()),
        };
        self.tell(Event::StepFinished(end));
    }

    /// Operations in order; an include stands for its own.
    async fn ops(&mut self, ops: &[Op], current: &mut Current) {
        for op in ops {
            let number = self.op;
            self.op += 1;
            if let OpKind::Include(scope) = &op.kind {
                self.variables.enter();
                for step in &scope.steps {
                    Box::pin(self.ops(&step.ops, current)).await;
                }
                self.variables.leave();
                continue;
            }
            let origin = self.job.origins.ops.get(number);
            let line = self.line_of(origin.map(|origin| &origin.place));
            let verb = origin.map(|origin| origin.verb.to_string()).unwrap_or_default();
            self.command(op, &verb, &line, current).await;
        }
    }

    /// One command with its events; a skipped one after the first failure.
    async fn command(&mut self, op: &Op, verb: &str, line: &Line, current: &mut Current) {
        let begun = Instant::now();
        let profile = op
            .profile
            .clone()
            .or_else(|| self.job.program.sessions.first().cloned());
        self.tell(Event::CommandStarted(CommandStart {
            step: current.step,
            command: current.command,
            verb: verb.to_owned(),
            file: line.file.clone(),
            line: line.line,
            source: line.source.clone(),
            profile,
            started_ms: self.elapsed_ms(),
        }));
        let mut end = match self.stopped {
            Some(_) => skipped(),
            None => self.attempt(op, verb, line, current.step.is_none()).await,
        };
        end.step = current.step;
        end.command = current.command;
        end.duration_ms = millis(begun.elapsed());
        current.command += 1;
        if end.status == Status::PassedAfterRetry {
            current.retried = true;
            self.retried = true;
        }
        self.tell(Event::CommandFinished(Box::new(end)));
    }

    async fn attempt(&mut self, op: &Op, verb: &str, line: &Line, opens: bool) -> CommandEnd {
        let time = self.time_of(op);
        let deadline = Deadline::after(time, self.cancellation);
        let mut subject = perform::subject(op, verb, &self.variables, time);
        let (mut notes, mut warnings, mut picture) = (Notes::default(), Vec::new(), None);
        let downloads = self.job.store.downloads();
        let done = match self
            .profiles
            .iter_mut()
            .find(|profile| op.profile.is_none() || profile.name == op.profile)
        {
            None => Err(Trouble::Internal {
                detail: "a profile that the script does not need".into(),
            }),
            Some(profile) => {
                let mut stage = Stage {
                    tabs: &mut profile.tabs,
                    variables: &mut self.variables,
                    origins: &self.settings.origins,
                    downloads: &downloads,
                    deadline: &deadline,
                    checks: &self.settings.checks,
                    profile: profile.name.as_deref(),
                    events: &mut *self.events,
                    notes: &mut notes,
                    warnings: &mut warnings,
                    picture: &mut picture,
                };
                let mut done = stage.perform(op).await;
                if opens && self.settings.judge_sessions && done.is_ok() {
                    done = stage.judge_start_page().await;
                }
                match (done, profile.tabs.current()) {
                    (Err(trouble), Ok(tab)) => Err(tab.truth(trouble).await),
                    (done, _) => done,
                }
            }
        };
        warnings.extend(notes.remarks.iter().map(messages::remark));
        warnings.extend(self.dialogs());
        let screenshot = self.keep(picture, &mut warnings);
        for warning in warnings {
            self.warn(line, warning);
        }
        let mut end = CommandEnd {
            screenshot,
            ..skipped()
        };
        end.retries = notes.retries;
        end.resolved = notes.resolved.take();
        if let Some(about) = notes.about.take() {
            subject.target = about;
        }
        match done {
            Ok(()) if notes.retries > 0 => end.status = Status::PassedAfterRetry,
            Ok(()) => end.status = Status::Passed,
            Err(Trouble::Cancelled) => end.status = Status::Interrupted,
            Err(trouble) => {
                end.status = Status::Failed;
                let mut failure = failure(messages::failure(&subject, trouble), line, &notes);
                failure.screenshot = self.picture_of_failure(op, verb).await;
                end.failure = Some(failure);
            }
        }
        if matches!(end.status, Status::Failed | Status::Interrupted) {
            self.stopped = Some(end.status);
        }
        end
    }

    /// Specification, "Timing and honesty rules": loads have at least 10 s unless they say their own time.
    fn time_of(&self, op: &Op) -> Duration {
        if let Some(own) = op.timeout {
            return Duration::from_millis(own.0);
        }
        if let OpKind::Sleep { time } = &op.kind {
            return Duration::from_millis(time.0) + DEFAULT_TIME;
        }
        let header = self
            .job
            .program
            .timeout
            .map(|header| Duration::from_millis(header.0));
        let time = header.or(self.settings.timeout).unwrap_or(DEFAULT_TIME);
        match &op.kind {
            OpKind::Page(PageOp::Start { .. } | PageOp::Goto { .. }) => time.max(DEFAULT_TIME),
            _ => time,
        }
    }

    /// Dialogs that came since the last command, as warnings.
    fn dialogs(&self) -> Vec<String> {
        let dialogs = self.profiles.iter().map(|profile| profile.tabs.take_dialogs());
        dialogs.flat_map(messages::dialogs).collect()
    }

    fn keep(&self, picture: Option<(String, Vec<u8>)>, warnings: &mut Vec<String>) -> Option<String> {
        let (name, png) = picture?;
        self.job
            .store
            .save_shot(&name, &png)
            .inspect_err(|error| warnings.push(messages::no_picture(&error.to_string())))
            .ok()
    }

    /// A picture of the moment, if the tab can still give one.
    async fn picture_of_failure(&self, op: &Op, verb: &str) -> Option<String> {
        let profile = self
            .profiles
            .iter()
            .find(|profile| op.profile.is_none() || profile.name == op.profile)?;
        let tab: Tab = profile.tabs.current().ok()?;
        let png = tab
            .screenshot(&Deadline::after(PICTURE, self.cancellation))
            .await
            .ok()?;
        self.job.store.save_shot(&format!("failed-{verb}"), &png).ok()
    }

    fn line_of(&self, place: Option<&aite_compiler::ir::Place>) -> Line {
        Line::of(place, self.job.origins, self.job.sources)
    }

    fn warn(&mut self, line: &Line, message: String) {
        self.tell(Event::Warned(Warning {
            file: line.file.clone(),
            line: line.line,
            message,
        }));
    }

    fn tell(&mut self, event: Event) {
        (self.events)(event);
    }

    fn elapsed_ms(&self) -> u64 {
        millis(self.begun.elapsed())
    }
}

fn count(ops: &[Op]) -> usize {
    let inside = |op: &Op| match &op.kind {
        OpKind::Include(scope) => scope.steps.iter().map(|step| count(&step.ops)).sum(),
        _ => 0,
    };
    ops.iter().map(|op| 1 + inside(op)).sum()
}

fn skipped() -> CommandEnd {
    CommandEnd {
        step: None,
        command: 0,
        status: Status::Skipped,
        duration_ms: 0,
        retries: 0,
        resolved: None,
        failure: None,
        screenshot: None,
    }
}

fn failure(said: Said, line: &Line, notes: &Notes) -> Failure {
    Failure {
        reason: said.reason,
        message: said.message,
        file: line.file.clone(),
        line: line.line,
        expected: said.expected,
        found: said.found,
        candidates: said.candidates,
        covered_by: said.covered_by,
        screenshot: None,
        log: notes.log(),
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
