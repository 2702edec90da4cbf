//! The report for people: a line a step, and everything about a failure.

use std::io::{self, Write};
use std::time::Duration;

use aite_runtime::report::{CommandEnd, CommandStart, Counts, Event, RunEnd, RunStart, StepEnd};
use aite_runtime::verdict::{Failure, Status};

use super::live::Live;
use super::texts::ScriptTexts;
use super::warnings::Warnings;
use super::{failure, words};
use crate::render::{Paint, Style, safe};

/// The most of a name that is shown, in characters.
const NAME: usize = 200;

/// Writes to `out`. Errors of writing are dropped: the verdict is in the exit code and in the files.
pub(crate) struct List<W> {
    out: W,
    style: Style,
    live: Option<Live>,
    texts: ScriptTexts,
    folder: String,
    run: Run,
    warnings: Warnings,
}

/// The run under way.
#[derive(Default)]
struct Run {
    /// Names by number.
    steps: Vec<String>,
    /// The step under way, as people name it.
    step: String,
    /// How often commands of that step had to be sent again.
    retries: u32,
    /// The command under way.
    command: Option<Written>,
    failure: Option<(Failure, Option<Written>)>,
}

/// A command as the script has it.
#[derive(Clone)]
pub(super) struct Written {
    /// Its line.
    pub(super) source: String,
    /// The profile that does it.
    pub(super) profile: Option<String>,
}

impl<W: Write> List<W> {
    pub(super) fn new(out: W, style: Style) -> Self {
        Self {
            out,
            style,
            live: style.live.then(Live::start).flatten(),
            texts: ScriptTexts::default(),
            folder: String::new(),
            run: Run::default(),
            warnings: Warnings::default(),
        }
    }

    pub(super) fn script(&mut self, texts: ScriptTexts, folder: &str) {
        self.texts = texts;
        self.folder = folder.to_owned();
    }

    pub(super) fn event(&mut self, event: &Event) {
        match event {
            Event::RunStarted(start) => self.run_started(start),
            Event::EngineReady(_) | Event::CheckConfined(_) | Event::SessionJudged(_) | Event::Logged(_) => {}
            Event::StepStarted(step) => {
                self.run.step = safe::line(&step.name, NAME).into_owned();
                self.show_live();
            }
            Event::CommandStarted(command) => self.command_started(command),
            Event::Warned(warning) => self.warnings.add(warning),
            Event::CommandFinished(end) => self.command_finished(end),
            Event::StepFinished(end) => self.step_finished(end),
            Event::RunFinished(end) => self.run_finished(end),
        }
    }

    pub(super) fn skipped(&mut self, file: &str, why: &str) {
        let sign = words::sign(Status::Skipped, self.style);
        self.line(&format!("{sign} {}  skipped: {why}\n", safe::line(file, NAME)));
    }

    pub(super) fn finish(&mut self, counts: Counts, took: Duration, suite: &str) {
        self.live = None;
        for line in std::mem::take(&mut self.warnings).lines(self.style) {
            self.line(&line);
        }
        let took = words::duration(u64::try_from(took.as_millis()).unwrap_or(u64::MAX));
        self.line(&format!("{} in {took}", words::counts(counts, self.style)));
        self.line(&self.style.paint(Paint::Dim, &format!("results: {suite}")));
    }

    fn run_started(&mut self, start: &RunStart) {
        let name = safe::line(&start.name, NAME);
        self.line(&format!(
            "{}  {name}",
            self.style.paint(Paint::Bold, &safe::line(&start.file, NAME))
        ));
        self.run = Run {
            steps: start
                .steps
                .iter()
                .map(|step| safe::line(&step.name, NAME).into_owned())
                .collect(),
            step: "starting the browser".to_owned(),
            ..Run::default()
        };
        self.show_live();
    }

    fn command_started(&mut self, command: &CommandStart) {
        let source = safe::line(&command.source, NAME).into_owned();
        if command.step.is_none() {
            self.run.step = source.clone();
        }
        self.run.command = Some(Written {
            source,
            profile: command.profile.clone(),
        });
        self.show_live();
    }

    fn command_finished(&mut self, end: &CommandEnd) {
        let command = self.run.command.take();
        self.run.retries += end.retries;
        if let Some(failure) = &end.failure {
            self.run
                .failure
                .get_or_insert_with(|| (failure.clone(), command.clone()));
        }
        if end.step.is_none() {
            let name = std::mem::take(&mut self.run.step);
            self.step_line(end.status, &name, end.duration_ms);
        }
    }

    fn step_finished(&mut self, end: &StepEnd) {
        let name = self.run.steps.get(end.step).cloned().unwrap_or_default();
        self.run.step.clear();
        self.step_line(end.status, &name, end.duration_ms);
    }

    fn run_finished(&mut self, end: &RunEnd) {
        self.run.step.clear();
        self.run.command = None;
        self.show_live();
        self.line("");
        let run = std::mem::take(&mut self.run);
        let failure = run
            .failure
            .or_else(|| end.failure.clone().map(|failure| (failure, None)));
        if let Some((failure, command)) = failure {
            let mut shown = Vec::new();
            let written = failure::write(
                &mut shown,
                self.style,
                &self.texts,
                &failure,
                command.as_ref(),
                &self.folder,
            );
            drop(written.and_then(|()| self.out.write_all(&shown)));
        }
        drop(self.out.flush());
    }

    fn step_line(&mut self, status: Status, name: &str, millis: u64) {
        let sign = words::sign(status, self.style);
        let line = match status {
            Status::Skipped => format!("  {sign} {}", self.style.paint(Paint::Dim, name)),
            _ => {
                let note = match status {
                    Status::Interrupted => "  interrupted".to_owned(),
                    _ => words::retries(std::mem::take(&mut self.run.retries)),
                };
                format!(
                    "  {sign} {name}  {}",
                    self.style
                        .paint(Paint::Dim, &format!("{}{note}", words::duration(millis)))
                )
            }
        };
        self.line(&line);
    }

    fn show_live(&self) {
        let Some(live) = &self.live else {
            return;
        };
        if self.run.step.is_empty() && self.run.command.is_none() {
            live.clear();
            return;
        }
        let command = self.run.command.as_ref().map_or("", |command| &command.source);
        let command = if command == self.run.step { "" } else { command };
        live.show(format!("  {}  {command}", self.run.step));
    }

    /// A lasting line.
    fn line(&mut self, text: &str) {
        if let Some(live) = &self.live {
            live.clear();
        }
        let text = if self.style.unicode {
            text.into()
        } else {
            safe::ascii(text)
        };
        let written: io::Result<()> = writeln!(self.out, "{text}").and_then(|()| self.out.flush());
        drop(written);
    }
}
