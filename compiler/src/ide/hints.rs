//! What is in force although it is not written: times that commands inherit, and the profile that does them.

use super::answer::InlayHint;
use super::completion::profiles_of;
use super::file::File;
use super::last_run::shown_time;
use super::project::Project;
use super::timing::{self, Time, TimeFrom};
use crate::source::Span;
use crate::syntax::ast::{Command, Form, HeaderKind, Script};

/// The hints for the commands that a range touches.
pub(super) fn hints(project: &Project, file: &File, range: Span) -> Vec<InlayHint> {
    let opening = file.opening();
    let script = &opening.ast;
    let inherited = timing::inherited(timing::header(script), &project.config().0.config);
    let mut hints: Vec<InlayHint> = of_start(script, inherited).into_iter().collect();
    let profiles = profiles_of(project, file);
    let default = profiles.first().filter(|_| profiles.len() > 1);
    for tree in file.trees_in(range) {
        let commands = tree.commands().filter(|command| command.form != Form::Error);
        for command in commands {
            let end = command.span.behind(tree.start).end;
            hints.extend(of_time(command, inherited, end));
            let has_own = command
                .modifiers
                .as_ref()
                .is_some_and(|written| written.on.is_some());
            hints.extend(
                default
                    .filter(|_| !has_own)
                    .map(|profile| of_profile(profile, end)),
            );
        }
    }
    hints.retain(|hint| range.touches(hint.at));
    hints
}

fn of_profile(profile: &str, at: usize) -> InlayHint {
    InlayHint {
        at,
        label: format!("on:{profile}"),
        tooltip: "the first profile that the script needs does it".to_owned(),
    }
}

/// The start page has the time of a page load.
fn of_start(script: &Script, inherited: Time) -> Option<InlayHint> {
    let time = timing::of_load(inherited);
    let start = script.headers.iter().find_map(|header| match &header.kind {
        HeaderKind::Start(address) => Some(address.span.end),
        _ => None,
    })?;
    (time.from == TimeFrom::Load).then(|| of(start, time))
}

/// Times that differ from what one would think: a page load that has more than the script says, and a time that somebody
/// set for a command whose time is its point.
fn of_time(command: &Command, inherited: Time, end: usize) -> Option<InlayHint> {
    let time = timing::of_command(command, inherited)?;
    let waits = matches!(command.form, Form::Verify(_) | Form::VerifyNot(_) | Form::Wait(_));
    let watches = matches!(command.form, Form::VerifyNot(_));
    let is_told = match time.from {
        TimeFrom::Load => true,
        TimeFrom::Header | TimeFrom::Config => waits,
        TimeFrom::Default => watches,
        TimeFrom::Command => false,
    };
    is_told.then(|| of(end, time))
}

fn of(at: usize, time: Time) -> InlayHint {
    InlayHint {
        at,
        label: shown_time(time.millis),
        tooltip: time.sentence(),
    }
}
