//! What can stand in the way of a command, as facts. The sentences are in [`crate::run`].

use aite_cdp::{CallError, Gone};

use crate::deadline::Ended;
use crate::verdict::{Candidate, Reason};

/// Why a command did not do what it should.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Trouble {
    /// Nothing matches.
    NotFound,
    /// Nothing matches, but something comes near.
    NearMiss { instead: String },
    /// The box that `within:` names is not there.
    NoBox,
    /// The box that `within:` names is there more than once.
    BoxAmbiguous { candidates: Vec<Candidate> },
    /// Something matches that is not on the screen.
    Hidden { element: String, why: String },
    /// Something lies over the element.
    Covered { element: String, by: String },
    /// The element never stood still.
    Moving { element: String },
    /// The element cannot be scrolled to a place where it could be clicked.
    Outside { element: String },
    /// The element cannot be used.
    Disabled { element: String, why: String },
    /// The element shows its value and does not take another.
    ReadOnly { element: String },
    /// The element takes no typing.
    NotEditable { element: String },
    /// The element is not what the command is for.
    WrongKind { element: String, wanted: &'static str },
    /// A radio button cannot be unticked.
    RadioStays { element: String },
    /// Several match and nothing says which.
    Ambiguous {
        count: usize,
        candidates: Vec<Candidate>,
    },
    /// `index:` is larger than the number of matches.
    IndexBeyond { index: u32, count: usize },
    /// It is there and different.
    Mismatch(Mismatch),
    /// The select has no such option.
    NoOption { options: Vec<String> },
    /// The option is there and cannot be chosen.
    OptionDisabled { option: String },
    /// The field takes values of another form.
    BadValue { expected: String },
    /// A selector or role that no page can answer.
    BadTarget { detail: String },
    /// There is no such key.
    BadKey { key: String },
    /// The time ran out, with what was seen last.
    TimedOut { saw: String },
    /// The page does not answer at all.
    NoAnswer,
    /// A page could not be loaded.
    LoadFailed { url: String, error: String },
    /// A page did not finish loading.
    StillLoading { url: String, waiting_for: Vec<String> },
    /// Two tabs have the text in their address.
    TabsAmbiguous { urls: Vec<String> },
    /// No tab has the text in its address, or none opened by itself.
    NoTab { urls: Vec<String> },
    /// The tab is gone.
    TabClosed,
    /// The process of the page crashed.
    Crashed,
    /// The browser is gone.
    Lost { detail: String },
    /// The deadline passed; whoever waited knows more.
    OutOfTime,
    /// The run was asked to end.
    Cancelled,
    /// A check that the script called does not hold, or is wrong itself; in sentences already.
    Check(Box<CheckTrouble>),
    /// aite does not do this.
    Refused { what: String },
    /// The engine does not have a command of the protocol that this takes.
    Lacking { method: String },
    /// The engine says of the element that it is in a frame, and where, and that is not where it draws the frame.
    NoPlace { element: String },
    /// The engine has the command and refuses it.
    Declined { method: String, message: String },
    /// The engine has the command and answers in a way of its own.
    Strange { method: String, detail: String },
    /// A bug of aite.
    Internal { detail: String },
}

/// What was wanted and what was there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mismatch {
    /// What is compared: `text`, `value`, `state` ….
    pub(crate) what: String,
    pub(crate) expected: String,
    pub(crate) found: String,
}

/// What a check says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CheckTrouble {
    pub(crate) reason: Reason,
    pub(crate) message: String,
    pub(crate) expected: Option<String>,
    pub(crate) found: Option<String>,
}

impl CheckTrouble {
    pub(crate) fn new(reason: Reason, message: impl Into<String>) -> Self {
        Self {
            reason,
            message: message.into(),
            expected: None,
            found: None,
        }
    }
}

impl From<CheckTrouble> for Trouble {
    fn from(trouble: CheckTrouble) -> Self {
        Self::Check(Box::new(trouble))
    }
}

impl Trouble {
    /// Whether no amount of waiting can help.
    pub(crate) fn is_final(&self) -> bool {
        matches!(
            self,
            Self::TabClosed
                | Self::Crashed
                | Self::Lost { .. }
                | Self::OutOfTime
                | Self::Cancelled
                | Self::NoAnswer
                | Self::BadTarget { .. }
                | Self::BadKey { .. }
                | Self::BadValue { .. }
                | Self::Check(_)
                | Self::Refused { .. }
                | Self::Lacking { .. }
                | Self::NoPlace { .. }
                | Self::Declined { .. }
                | Self::Strange { .. }
                | Self::Internal { .. }
        )
    }

    /// Whether nothing more can be asked of the tab.
    pub(crate) fn ends_the_tab(&self) -> bool {
        matches!(
            self,
            Self::TabClosed | Self::Crashed | Self::Lost { .. } | Self::Cancelled
        )
    }

    /// A call on a tab's own session failed.
    pub(crate) fn of_call(error: CallError) -> Self {
        match error {
            CallError::Gone(gone) => gone.into(),
            error if error.is_lacking() => Self::Lacking {
                method: error.method().to_owned(),
            },
            CallError::BadAnswer { method, detail } => Self::Strange { method, detail },
            CallError::Refused { method, message, .. } => Self::Declined { method, message },
            error => Self::Internal {
                detail: error.to_string(),
            },
        }
    }
}

impl From<Gone> for Trouble {
    fn from(gone: Gone) -> Self {
        match gone {
            Gone::Detached => Self::TabClosed,
            Gone::Crashed => Self::Crashed,
            Gone::Closed(closed) => Self::Lost {
                detail: closed.to_string(),
            },
        }
    }
}

impl From<Ended> for Trouble {
    fn from(ended: Ended) -> Self {
        match ended {
            Ended::OutOfTime => Self::OutOfTime,
            Ended::Cancelled => Self::Cancelled,
        }
    }
}
