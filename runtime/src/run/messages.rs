//! Every sentence about a failed command, in one place. What a page says is bounded, in quotes, and never read as ours.

use std::time::Duration;

use aite_compiler::ir::Number;
use aite_compiler::syntax::ast::Key;

use crate::checks::session::Session;
use crate::page::{CheckTrouble, Dialog, Dialogs, Mismatch, Remark, Trouble, shortened};
use crate::session::Ignored;
use crate::verdict::{Candidate, Reason};

/// Texts of a page longer than this are cut.
const LONGEST: usize = 200;

/// What a message has to say besides the trouble itself.
#[derive(Debug, Clone)]
pub(super) struct Subject {
    /// `click`, `verify` …
    pub(super) verb: String,
    /// The target, or what else is looked for, as the script writes it.
    pub(super) target: String,
    /// `within:` as written.
    pub(super) within: Option<String>,
    /// The command's time.
    pub(super) time: Duration,
}

/// A failure without its place.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Said {
    pub(super) reason: Reason,
    pub(super) message: String,
    pub(super) expected: Option<String>,
    pub(super) found: Option<String>,
    pub(super) candidates: Vec<Candidate>,
    pub(super) covered_by: Option<String>,
}

impl Said {
    fn new(reason: Reason, message: impl Into<String>) -> Self {
        Self {
            reason,
            message: message.into(),
            expected: None,
            found: None,
            candidates: Vec::new(),
            covered_by: None,
        }
    }
}

/// The failure that a trouble means for a command. A cancelled command is no failure, so it has none.
pub(super) fn failure(subject: &Subject, trouble: Trouble) -> Said {
    match trouble {
        Trouble::NotFound => Said::new(Reason::NotFound, nothing_matches(subject)),
        Trouble::NearMiss { instead } => near_miss(subject, instead),
        Trouble::NoBox => Said::new(Reason::NotFound, no_box(subject)),
        Trouble::BoxAmbiguous { candidates } => box_ambiguous(subject, candidates),
        Trouble::Ambiguous { count, candidates } => ambiguous(subject, count, candidates),
        Trouble::IndexBeyond { index, count } => {
            let there = plural(count, "element matches", "elements match");
            Said::new(
                Reason::NotFound,
                format!("{}: index:{index} is asked for, but only {there}", subject.target),
            )
        }
        Trouble::Mismatch(mismatch) => mismatched(subject, mismatch),
        Trouble::TimedOut { saw } => {
            let what = if subject.target.is_empty() {
                subject.verb.clone()
            } else {
                subject.target.clone()
            };
            Said::new(
                Reason::Timeout,
                format!("waited {} for {what}; {saw}", seconds(subject.time)),
            )
        }
        trouble @ (Trouble::Hidden { .. }
        | Trouble::Covered { .. }
        | Trouble::Moving { .. }
        | Trouble::Outside { .. }) => unreachable_element(trouble),
        trouble @ (Trouble::Disabled { .. }
        | Trouble::ReadOnly { .. }
        | Trouble::NotEditable { .. }
        | Trouble::WrongKind { .. }
        | Trouble::RadioStays { .. }
        | Trouble::NoOption { .. }
        | Trouble::OptionDisabled { .. }
        | Trouble::BadValue { .. }) => unusable(subject, trouble),
        trouble @ (Trouble::LoadFailed { .. }
        | Trouble::StillLoading { .. }
        | Trouble::TabsAmbiguous { .. }
        | Trouble::NoTab { .. }) => of_tabs(subject, trouble),
        Trouble::Check(trouble) => of_check(*trouble),
        trouble => of_connection(subject, trouble),
    }
}

/// The message alone, for a command that no script wrote.
pub(crate) fn sentence(verb: &str, target: &str, time: Duration, trouble: Trouble) -> String {
    let subject = Subject {
        verb: verb.to_owned(),
        target: target.to_owned(),
        within: None,
        time,
    };
    failure(&subject, trouble).message
}

/// What is wrong, in a few words, for `wait` and for the log.
pub(super) fn seconds(time: Duration) -> String {
    match time.as_millis() {
        ms if ms % 1000 == 0 => format!("{} s", ms / 1000),
        ms if ms < 1000 => format!("{ms} ms"),
        ms => format!("{}.{} s", ms / 1000, ms % 1000 / 100),
    }
}

/// The warning that a remark becomes.
pub(super) fn remark(remark: &Remark) -> String {
    match remark {
        Remark::ChosenByIndex { index, count } => format!(
            "index:{index} chose one of {count} matching elements; a target that means one element alone does not depend on their order"
        ),
        Remark::ValueDiffers { typed, shows } => {
            format!(
                "typed {}, but the field shows {}",
                page_text(typed),
                page_text(shows)
            )
        }
    }
}

/// The warning for a dialog that was answered.
pub(super) fn dialogs(dialogs: Dialogs) -> Vec<String> {
    let mut said: Vec<String> = dialogs.kept.iter().map(dialog).collect();
    if dialogs.more > 0 {
        said.push(format!("the page opened {} more dialogs", dialogs.more));
    }
    said
}

fn dialog(dialog: &Dialog) -> String {
    let kind = &dialog.kind;
    let done = if dialog.accepted { "accepted" } else { "dismissed" };
    let article = if kind == "alert" { "an" } else { "a" };
    let saying = match dialog.message.as_str() {
        "" => String::new(),
        message => format!(" saying {}", page_text(message)),
    };
    let times = match dialog.times {
        1 => String::new(),
        times => format!(" {times} times"),
    };
    format!("the page opened {article} {kind} dialog{saying}{times}; it was {done}")
}

pub(super) const NO_VERIFY: &str =
    "this test has no verify command, so it cannot fail on what the page shows";

pub(super) fn slept(time: Duration) -> String {
    format!(
        "sleep {}: a fixed pause hides a race; wait for something that the page shows",
        seconds(time)
    )
}

pub(super) const TAB_WAS_CLOSED: &str = "the tab had already closed itself";

pub(super) fn no_picture(why: &str) -> String {
    format!("the screenshot could not be taken: {why}")
}

pub(super) const NO_ACCOUNT: &str = "session-check needs to know the account: give the profile an account in aite.config.json, or name it: call session-check HANDLE";

pub(super) const NO_AMOUNT: &str = "balance-at-least needs an amount, for example call balance-at-least 5";

/// What a session is instead of the one that is wanted, and how to renew it (specification, `session-check`).
pub(super) fn wrong_session(session: &Session, profile: &str, account: &str) -> String {
    let of = match profile {
        "" => String::new(),
        profile => format!(" of {profile}"),
    };
    let what = match session {
        Session::Other(other) => format!(
            "Wrong account: the page shows {}, but the session{of} should be {account}",
            shortened(other, LONGEST)
        ),
        Session::SignedOut => format!("the session{of} is signed out or has expired"),
        Session::Wanted | Session::Unknown => {
            format!("cannot find which account is signed in; the page should show {account}")
        }
    };
    let renew = match profile {
        "" => "sign in again".to_owned(),
        profile => format!("run aite session open {profile}, sign in as {account}, and close the window"),
    };
    format!("{what}. To renew it: {renew} (docs/runbook-sessions.md)")
}

/// What a profile's storageState has that is not restored; nothing when that is nothing.
pub(super) fn ignored_state(profile: &str, ignored: &[Ignored]) -> Option<String> {
    const MOST: usize = 8;
    let part = |it: &Ignored| {
        let of = match it.times {
            1 => format!("one {}", it.of),
            times => format!("{times} {}s", it.of),
        };
        format!("{} of {of}", shortened(&it.member, 40))
    };
    let mut parts: Vec<String> = ignored.iter().take(MOST).map(part).collect();
    if ignored.len() > MOST {
        parts.push(format!("{} more", ignored.len() - MOST));
    }
    (!parts.is_empty()).then(|| {
        format!(
            "the storageState of {profile} has more than cookies and local storage, which is ignored: {}",
            parts.join(", ")
        )
    })
}

pub(super) fn no_balance(label: &str) -> String {
    format!(
        "no balance is shown: the page has no number beside {}",
        page_text(label)
    )
}

pub(super) fn too_little(
    account: Option<&str>,
    balance: &Number,
    wanted: &Number,
    shortfall: &Number,
) -> String {
    let account = account.unwrap_or("the account that is signed in");
    format!(
        "not a failure of the app: the balance of {account} is {balance}, {shortfall} short of the {wanted} that the test needs"
    )
}

/// A script that calls it is refused before it runs, so this is met by callers that did not ask.
pub(super) fn no_check(name: &str) -> String {
    format!("call {name}: there is no such check that may run")
}

pub(super) fn check_failed(file: &str) -> String {
    format!("the check {file} does not hold")
}

pub(super) fn check_crashed(at: &str, message: &str) -> String {
    format!("the check crashed at {at}: {message}")
}

pub(super) fn check_stopped(at: &str, message: &str, time: Duration) -> String {
    format!(
        "the check was stopped at {at}: {message} (it has {})",
        seconds(time)
    )
}

pub(super) fn check_late(file: &str, time: Duration) -> String {
    format!(
        "the check {file} did not end within {} and was stopped",
        seconds(time)
    )
}

pub(super) fn unconfined(file: &str, missing: &[&str]) -> String {
    format!(
        "{file} does not run: this machine has no {}; \"checks\": {{\"allowUnsandboxed\": true}} in aite.config.json runs it all the same",
        missing.join(", no ")
    )
}

pub(super) fn unknown_key(name: &str) -> String {
    let keys: Vec<&str> = Key::ALL
        .iter()
        .filter(|key| **key != Key::TextContains)
        .map(|key| key.as_str())
        .collect();
    format!("unknown target key {} ({})", page_text(name), keys.join(", "))
}

fn nothing_matches(subject: &Subject) -> String {
    match &subject.within {
        Some(within) => format!("nothing matches {} in the box of {within}", subject.target),
        None => format!("nothing matches {}", subject.target),
    }
}

fn near_miss(subject: &Subject, instead: String) -> Said {
    let message = format!("{}; what comes nearest: {instead}", nothing_matches(subject));
    Said {
        found: Some(instead),
        ..Said::new(Reason::NotFound, message)
    }
}

fn no_box(subject: &Subject) -> String {
    let within = subject.within.as_deref().unwrap_or("within:");
    format!(
        "nothing on the page shows {within}, the box in which {} is looked for",
        subject.target
    )
}

fn box_ambiguous(subject: &Subject, candidates: Vec<Candidate>) -> Said {
    let within = subject.within.as_deref().unwrap_or("within:");
    Said {
        candidates,
        ..Said::new(
            Reason::Ambiguous,
            format!("several boxes on the page have {within} in them"),
        )
    }
}

fn ambiguous(subject: &Subject, count: usize, candidates: Vec<Candidate>) -> Said {
    let message = format!("{count} elements match {}; say which is meant", subject.target);
    Said {
        candidates,
        ..Said::new(Reason::Ambiguous, message)
    }
}

fn mismatched(subject: &Subject, mismatch: Mismatch) -> Said {
    let Mismatch {
        what,
        expected,
        found,
    } = mismatch;
    let (expected, found) = (shortened(&expected, LONGEST * 5), shortened(&found, LONGEST * 5));
    let of = if subject.target.is_empty() {
        String::new()
    } else {
        format!(" of {}", subject.target)
    };
    Said {
        expected: Some(expected),
        found: Some(found),
        ..Said::new(Reason::Mismatch, format!("{what}{of} is not as expected"))
    }
}

/// What a check says, bounded: a custom one may say anything.
fn of_check(trouble: CheckTrouble) -> Said {
    let bounded = |text: String| shortened(&text, LONGEST * 5);
    Said {
        expected: trouble.expected.map(bounded),
        found: trouble.found.map(bounded),
        ..Said::new(trouble.reason, shortened(&trouble.message, LONGEST * 10))
    }
}

fn unreachable_element(trouble: Trouble) -> Said {
    match trouble {
        Trouble::Covered { element, by } => Said {
            message: format!("{element} cannot be clicked: {by} lies over it"),
            covered_by: Some(by),
            ..Said::new(Reason::NotVisible, "")
        },
        Trouble::Moving { element } => {
            Said::new(Reason::NotVisible, format!("{element} does not stand still"))
        }
        Trouble::Outside { element } => Said::new(
            Reason::NotVisible,
            format!("{element} cannot be scrolled into view"),
        ),
        Trouble::Hidden { element, why } => Said::new(
            Reason::NotVisible,
            format!("{element} is on the page but not visible: {why}"),
        ),
        other => Said::new(Reason::Internal, format!("{other:?}")),
    }
}

fn unusable(subject: &Subject, trouble: Trouble) -> Said {
    let not_enabled = |message: String| Said::new(Reason::NotEnabled, message);
    match trouble {
        Trouble::Disabled { element, why } => not_enabled(format!("{element} is disabled: {why}")),
        Trouble::ReadOnly { element } => not_enabled(format!("{element} is read-only")),
        Trouble::NotEditable { element } => not_enabled(format!("{element} takes no typing")),
        Trouble::WrongKind { element, wanted } => {
            not_enabled(format!("{} needs {wanted}, and {element} is none", subject.verb))
        }
        Trouble::RadioStays { element } => not_enabled(format!(
            "{element} is a radio button, which can be checked but not unchecked"
        )),
        Trouble::OptionDisabled { option } => not_enabled(format!(
            "the option {} of {} is disabled",
            page_text(&option),
            subject.target
        )),
        Trouble::NoOption { options } => {
            let there: Vec<String> = options.iter().take(20).map(|option| page_text(option)).collect();
            let there = if there.is_empty() {
                "no options".into()
            } else {
                there.join(", ")
            };
            Said {
                found: Some(there.clone()),
                ..Said::new(
                    Reason::NotFound,
                    format!("{} has no such option; it has {there}", subject.target),
                )
            }
        }
        Trouble::BadValue { expected } => Said {
            expected: Some(expected.clone()),
            ..Said::new(
                Reason::Mismatch,
                format!("{} takes its value in the form {expected}", subject.target),
            )
        },
        other => Said::new(Reason::Internal, format!("{other:?}")),
    }
}

fn of_tabs(subject: &Subject, trouble: Trouble) -> Said {
    match trouble {
        Trouble::LoadFailed { url, error } => Said::new(
            Reason::LoadFailed,
            format!(
                "{} could not be loaded: {}",
                address(&url),
                shortened(&error, LONGEST)
            ),
        ),
        Trouble::StillLoading { url, waiting_for } => {
            let rest = match waiting_for.as_slice() {
                [] => String::new(),
                urls => format!("; still waiting for {}", list_of(urls)),
            };
            let time = seconds(subject.time);
            Said::new(
                Reason::Timeout,
                format!("{} did not finish loading within {time}{rest}", address(&url)),
            )
        }
        Trouble::TabsAmbiguous { urls } => Said::new(
            Reason::Ambiguous,
            format!(
                "{} open tabs fit {}: {}",
                urls.len(),
                subject.target,
                list_of(&urls)
            ),
        ),
        Trouble::NoTab { urls } => Said {
            found: Some(list_of(&urls)),
            ..Said::new(
                Reason::Timeout,
                format!(
                    "no tab for {} within {}; open tabs: {}",
                    subject.target,
                    seconds(subject.time),
                    list_of(&urls)
                ),
            )
        },
        other => Said::new(Reason::Internal, format!("{other:?}")),
    }
}

fn of_connection(subject: &Subject, trouble: Trouble) -> Said {
    match trouble {
        Trouble::TabClosed => Said::new(Reason::TabClosed, "the tab has closed"),
        Trouble::Crashed => Said::new(Reason::ConnectionLost, "the process of the page crashed"),
        Trouble::Lost { detail } => {
            Said::new(Reason::ConnectionLost, format!("the browser is gone: {detail}"))
        }
        Trouble::NoAnswer | Trouble::OutOfTime => Said::new(
            Reason::Timeout,
            format!(
                "the page did not answer within {}; its script keeps it busy",
                seconds(subject.time)
            ),
        ),
        Trouble::BadTarget { detail } => Said::new(
            Reason::NotFound,
            format!(
                "{} cannot be looked for: {}",
                subject.target,
                shortened(&detail, LONGEST)
            ),
        ),
        Trouble::BadKey { key } => Said::new(
            Reason::Refused,
            format!("no keyboard has the key {}", page_text(&key)),
        ),
        Trouble::Refused { what } => Said::new(Reason::Refused, what),
        Trouble::Lacking { method } => Said::new(
            Reason::Refused,
            format!(
                "the engine cannot do this: it has no {}",
                shortened(&method, LONGEST)
            ),
        ),
        Trouble::Declined { method, message } => Said::new(
            Reason::Refused,
            format!(
                "the engine refuses {}: {}",
                shortened(&method, LONGEST),
                shortened(&message, LONGEST)
            ),
        ),
        Trouble::NoPlace { element } => Said::new(
            Reason::Refused,
            format!("the engine cannot do this: it has no room for {element} in the frame around it"),
        ),
        Trouble::Strange { method, detail } => Said::new(
            Reason::Refused,
            format!(
                "the engine cannot do this: its answer to {} is not the protocol's ({})",
                shortened(&method, LONGEST),
                shortened(&detail, LONGEST)
            ),
        ),
        Trouble::Internal { detail } => Said::new(
            Reason::Internal,
            format!("this is a bug of aite: {}", shortened(&detail, LONGEST * 5)),
        ),
        other => Said::new(Reason::Internal, format!("{other:?}")),
    }
}

/// Text that a page or a script says, in quotes and bounded.
pub(super) fn page_text(text: &str) -> String {
    format!("\"{}\"", shortened(text, LONGEST))
}

fn address(url: &str) -> String {
    shortened(url, LONGEST)
}

fn list_of(urls: &[String]) -> String {
    match urls {
        [] => "none".into(),
        urls => urls
            .iter()
            .take(10)
            .map(|url| address(url))
            .collect::<Vec<_>>()
            .join(", "),
    }
}

fn plural(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
