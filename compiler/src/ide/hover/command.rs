//! Commands and times.

use super::Place;
use crate::ide::last_run::{RunCommand, shown_time};
use crate::ide::line::Role;
use crate::ide::scope::source;
use crate::ide::timing::{self, Time};
use crate::ide::words::{self, Form};
use crate::parser;
use crate::source::{LineIndex, Span};
use crate::syntax::Verb;
use crate::syntax::ast::Command;

/// What a command does, how it is written, why it fails, how much time it has, and what the last run says of it.
pub(super) fn verb(place: &Place<'_>, verb: Verb) -> String {
    let known = words::verb(verb);
    let mut parts = vec![
        format!("```aite\n{}\n```", forms(known.forms)),
        known.does.to_owned(),
    ];
    if !known.reasons.is_empty() {
        let reasons = known
            .reasons
            .iter()
            .map(|reason| format!("- `{reason}`: {}", words::reason(reason).unwrap_or_default()));
        parts.push(format!("Fails as\n{}", reasons.collect::<Vec<_>>().join("\n")));
    }
    if let Some(time) = place.command().and_then(|command| place.time_of(command)) {
        parts.push(format!("Time: {}.", time.sentence()));
    }
    parts.extend(last_run(place));
    parts.join("\n\n")
}

/// The forms, one a line, each with what it does where there are several.
fn forms(forms: &[Form]) -> String {
    let longest = forms.iter().map(|form| form.label.len()).max().unwrap_or(0);
    let line = |form: &Form| match form.does {
        "" => form.label.to_owned(),
        does => format!("{:<longest$}  # {does}", form.label),
    };
    forms.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// How the command of the line ended when it last ran.
fn last_run(place: &Place<'_>) -> Option<String> {
    let ran = place.ran()?;
    let time = shown_time(ran.duration_ms);
    Some(match &ran.failure {
        Some(failure) => format!(
            "Last run: {} after {time}, `{}`: {}",
            ran.status, failure.reason, failure.message
        ),
        None => format!("Last run: {} in {time}.", ran.status),
    })
}

/// What a duration amounts to where it stands.
pub(super) fn duration(place: &Place<'_>, span: Span) -> String {
    let written = parser::unquoted(place.slice(span));
    match (parser::duration(written), place.line.role) {
        (Some(_), Role::Header("timeout")) => timeout_header(place),
        (Some(millis), Role::Command(Verb::Sleep)) => {
            format!("A pause of {}, whatever the page does.", shown_time(millis))
        }
        (Some(_), _) => timeout(place),
        (None, _) => "A duration is a number and `ms`, `s` or `m`: `500ms`, `10s`, `1m`.".to_owned(),
    }
}

/// The time of the command, and that of the others.
pub(super) fn timeout(place: &Place<'_>) -> String {
    let does = words::modifier("timeout").map_or("", |modifier| modifier.does);
    let own = place.command().and_then(|command| place.time_of(command));
    let own = own.map_or_else(String::new, |time| {
        format!("\n\nThis command has {}.", time.sentence())
    });
    format!(
        "`timeout:` {does}{own}\n\nWithout it: {}.",
        place.inherited().sentence()
    )
}

/// What the header means for commands and for page loads.
pub(super) fn timeout_header(place: &Place<'_>) -> String {
    let does = words::header("timeout").map_or("", |header| header.does);
    let inherited = place.inherited();
    format!(
        "`timeout` {does}\n\nCommands have {}; `start` and `goto` have {}.",
        shown_time(inherited.millis),
        shown_time(timing::of_load(inherited).millis)
    )
}

impl Place<'_> {
    /// The command of the line.
    pub(super) fn command(&self) -> Option<&Command> {
        self.tree.command_at(self.line.head?.span.start)
    }

    /// The time of commands that say none.
    pub(super) fn inherited(&self) -> Time {
        timing::inherited(timing::header(&self.opening.ast), &self.project.config().0.config)
    }

    fn time_of(&self, command: &Command) -> Option<Time> {
        timing::of_command(command, self.inherited())
    }

    /// What the last runs say of the command of the line.
    pub(super) fn ran(&self) -> Option<&RunCommand> {
        let path = self.file.key.path.as_ref();
        let runs = self.project.runs(path)?;
        let start = self.line.head?.span.start;
        let line = LineIndex::new(&self.file.text).line(start);
        runs.command(path, line, &source(self.file, start))
    }
}
