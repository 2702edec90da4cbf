//! `call`: which check it is, and the conversation with a custom one.

use std::collections::BTreeMap;

use aite_compiler::ir::Text;
use aite_compiler::parse_target;
use aite_compiler::syntax::ast::Key;
use serde_json::Value;

use super::messages::{self, Subject};
use super::perform::Stage;
use crate::checks::wire::{Confinement, Finish, Given, WireTarget};
use crate::checks::{self, Approved, NotEnded, Program, Unread};
use crate::deadline::Deadline;
use crate::page::agent;
use crate::page::{self, CheckTrouble, Trouble, Wanted};
use crate::report::{Event, LogLine};
use crate::verdict::Reason;

impl Stage<'_> {
    pub(super) async fn call(&mut self, check: &str, args: &[Text]) -> Result<(), Trouble> {
        let args = args
            .iter()
            .map(|arg| self.fill(arg))
            .collect::<Result<Vec<_>, _>>()?;
        match check {
            "session-check" => self.session_check(&args).await,
            "balance-at-least" => self.balance_at_least(&args).await,
            custom => self.custom(custom, args).await,
        }
    }

    pub(super) fn account(&self) -> Option<&str> {
        self.checks.accounts.get(self.profile?).map(String::as_str)
    }

    /// The text of an element, once it is visible.
    pub(super) async fn text_of(
        &mut self,
        wanted: &Wanted,
        blocks: bool,
        until: &Deadline,
    ) -> Result<String, Trouble> {
        let tab = self.tabs.current()?;
        let mut attempt = self.attempt(&tab);
        attempt.deadline = until;
        page::read(&mut attempt, wanted, blocks).await
    }

    async fn custom(&mut self, name: &str, args: Vec<String>) -> Result<(), Trouble> {
        let checks = self.checks;
        let (Some(check), Some(program)) = (checks.approved.get(name), &checks.program) else {
            return Err(wrong(Reason::Refused, messages::no_check(name)));
        };
        let given = Given {
            args,
            vars: self.variables.seen(),
            profile: self.profile.map(str::to_owned),
            account: self.account().map(str::to_owned),
        };
        self.converse(program, check, given).await
    }

    async fn converse(&mut self, program: &Program, check: &Approved, given: Given) -> Result<(), Trouble> {
        let deadline = self.deadline;
        let ended = checks::run(program, check, given, deadline, self).await;
        let time = deadline.total();
        Err(match ended {
            Ok(Finish::Passed) => return Ok(()),
            Ok(Finish::Failed {
                message,
                expected,
                found,
            }) => CheckTrouble {
                reason: Reason::Mismatch,
                message: message.unwrap_or_else(|| messages::check_failed(&check.file)),
                expected,
                found,
            }
            .into(),
            Ok(Finish::Crashed { message, at }) => wrong(
                Reason::Internal,
                messages::check_crashed(at.as_deref().unwrap_or(&check.file), &message),
            ),
            Ok(Finish::Stopped { message, at }) => wrong(
                Reason::Timeout,
                messages::check_stopped(at.as_deref().unwrap_or(&check.file), &message, time),
            ),
            Err(NotEnded::Late) => wrong(Reason::Timeout, messages::check_late(&check.file, time)),
            Err(NotEnded::Page(trouble)) => trouble,
            Err(NotEnded::Cancelled) => Trouble::Cancelled,
            Err(NotEnded::Unconfined(missing)) => {
                wrong(Reason::Refused, messages::unconfined(&check.file, &missing))
            }
            Err(NotEnded::Died(how) | NotEnded::Broken(how)) => {
                wrong(Reason::Internal, messages::check_crashed(&check.file, &how))
            }
        })
    }
}

impl checks::Page for Stage<'_> {
    type End = Trouble;

    async fn read(&mut self, target: WireTarget, blocks: bool) -> Result<String, Unread<Trouble>> {
        let wanted = wanted(target).map_err(Unread::Told)?;
        let half = self.deadline.at_most(self.deadline.total() / 2);
        self.text_of(&wanted, blocks, &half).await.map_err(|trouble| {
            let subject = Subject {
                verb: "read".into(),
                target: wanted.to_string(),
                within: None,
                time: self.deadline.total() / 2,
            };
            unread(&subject, trouble)
        })
    }

    async fn url(&mut self) -> Result<String, Unread<Trouble>> {
        self.tabs.current().map(|tab| tab.url()).map_err(Unread::End)
    }

    fn confined(&mut self, confinement: Confinement) {
        (self.events)(Event::CheckConfined(confinement));
    }

    fn log(&mut self, text: String) {
        (self.events)(Event::Logged(LogLine { text }));
    }
}

pub(super) fn wrong(reason: Reason, message: impl Into<String>) -> Trouble {
    CheckTrouble::new(reason, message).into()
}

/// What a check that reads can go on after, it is told.
fn unread(subject: &Subject, trouble: Trouble) -> Unread<Trouble> {
    match trouble.ends_the_tab() {
        true => Unread::End(trouble),
        false => Unread::Told(messages::failure(subject, trouble).message),
    }
}

/// The element that a check names.
pub(super) fn wanted(target: WireTarget) -> Result<Wanted, String> {
    let keys = match target {
        WireTarget::Written(text) => written(&text)?,
        WireTarget::Keys(keys) => keys,
    };
    let mut wanted = Wanted {
        keys: agent::Target::default(),
        index: None,
        within: None,
    };
    for (name, value) in keys {
        let key = Key::parse(&name).ok_or_else(|| messages::unknown_key(&name))?;
        let value = match value {
            Value::String(value) => value,
            Value::Number(value) => value.to_string(),
            _ => return Err(format!("the value of {name} must be a string")),
        };
        set(&mut wanted, key, value)?;
    }
    match wanted.keys == agent::Target::default() {
        true => Err("read needs a target, for example { text: \"Send\" }".into()),
        false => Ok(wanted),
    }
}

fn written(text: &str) -> Result<BTreeMap<String, Value>, String> {
    let target = parse_target(text).ok_or_else(|| {
        format!(
            "{} is no target such as css:\".balance\"",
            messages::page_text(text)
        )
    })?;
    let keys = target.keys.into_iter();
    Ok(keys
        .map(|key| (key.key.value.as_str().to_owned(), Value::String(key.value.value)))
        .collect())
}

fn set(wanted: &mut Wanted, key: Key, value: String) -> Result<(), String> {
    let keys = &mut wanted.keys;
    let place = match key {
        Key::Text => &mut keys.text,
        Key::TextContains => &mut keys.text_contains,
        Key::Role => &mut keys.role,
        Key::Name => &mut keys.name,
        Key::Label => &mut keys.label,
        Key::Placeholder => &mut keys.placeholder,
        Key::TestId => &mut keys.testid,
        Key::Css => &mut keys.css,
        Key::XPath => &mut keys.xpath,
        Key::Index => {
            let index = value.parse().ok().filter(|index| *index > 0);
            wanted.index = Some(index.ok_or("index must be a whole number of 1 or more")?);
            return Ok(());
        }
    };
    *place = Some(value);
    Ok(())
}
