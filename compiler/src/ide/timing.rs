//! How much time a command has (specification, "Timing and honesty rules").

use super::last_run::shown_time;
use crate::project::Config;
use crate::syntax::ast::{Command, Form, HeaderKind, Script};

/// The time of a command when nobody says another, and the least that a page load has, in milliseconds.
pub(super) const DEFAULT: u64 = 10_000;

/// The time that a command has, and where it comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Time {
    pub(super) millis: u64,
    pub(super) from: TimeFrom,
}

/// Where a time comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TimeFrom {
    /// `timeout:` of the command.
    Command,
    /// The script's `timeout` header.
    Header,
    /// `timeout` of the configuration.
    Config,
    /// Nobody said one.
    Default,
    /// A page load has no less, whatever was said.
    Load,
}

impl Time {
    /// The time, and why it is so, as a sentence.
    pub(super) fn sentence(self) -> String {
        let from = match self.from {
            TimeFrom::Command => "as it says itself",
            TimeFrom::Header => "from the script's timeout",
            TimeFrom::Config => "from the configuration",
            TimeFrom::Default => "as nothing says another time",
            TimeFrom::Load => "as a page load has no less unless it says so itself",
        };
        format!("{}, {from}", shown_time(self.millis))
    }
}

/// The `timeout` header.
pub(super) fn header(script: &Script) -> Option<u64> {
    script.headers.iter().find_map(|header| match &header.kind {
        HeaderKind::Timeout(time) => Some(time.value),
        _ => None,
    })
}

/// The time of the commands that say none.
pub(super) fn inherited(header: Option<u64>, config: &Config) -> Time {
    let (millis, from) = match (header, config.timeout) {
        (Some(millis), _) => (millis, TimeFrom::Header),
        (None, Some(millis)) => (millis.0, TimeFrom::Config),
        (None, None) => (DEFAULT, TimeFrom::Default),
    };
    Time { millis, from }
}

/// The time of a page load that says none.
pub(super) fn of_load(inherited: Time) -> Time {
    match inherited.millis < DEFAULT {
        true => Time {
            millis: DEFAULT,
            from: TimeFrom::Load,
        },
        false => inherited,
    }
}

/// The time of a command; `None` for those that wait for nothing.
pub(super) fn of_command(command: &Command, inherited: Time) -> Option<Time> {
    let own = command
        .modifiers
        .as_ref()
        .and_then(|written| written.timeout.as_ref());
    if let Some(own) = own {
        return Some(Time {
            millis: own.value,
            from: TimeFrom::Command,
        });
    }
    match &command.form {
        Form::Start(_) | Form::Goto(_) => Some(of_load(inherited)),
        Form::Set(..) | Form::Sleep(_) | Form::Run(_) | Form::Error => None,
        _ => Some(inherited),
    }
}
