//! The page of an attempt, and one step on it.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use aite_cdp::Connection;
use aite_compiler::ir::{Millis, Op, OpKind, PageOp, TabOp, Target, Text};
use serde::de::IgnoredAny;
use serde_json::{Value, json};

use super::super::holes::Holes;
use super::journal::Journal;
use super::saved::Record;
use super::{act, around, read};
use crate::deadline::Deadline;
use crate::page::agent::Target as Keys;
use crate::page::{Attempt, Context, Notes, Picture, Tab, Trouble, Wanted};
use crate::run::sentence;

/// What one step may take when it does not say so itself.
const STEP: Duration = Duration::from_secs(8);

/// Opening a context, and throwing it away.
const CONTEXT: Duration = Duration::from_secs(10);

/// What steps are done on.
pub(super) struct Stage<'a> {
    pub(super) context: Context,
    pub(super) journal: Arc<Journal>,
    pub(super) folder: &'a Path,
    pub(super) record: Record,
    /// Dialogs that came since somebody wanted to answer them.
    pub(super) dialogs: Vec<Value>,
    pub(super) is_routing: bool,
    holes: &'a Holes,
    tab: Option<Tab>,
    deadline: &'a Deadline,
    trace: String,
}

/// Why a step did not do what it should.
#[derive(Debug)]
pub(super) enum Failure {
    /// As a script's command fails.
    Trouble(Trouble),
    /// In a sentence.
    Said(String),
}

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Self {
        Self::Trouble(trouble)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Said(error.to_string())
    }
}

/// What a step gives, as text.
pub(super) type Done = Result<String, Failure>;

impl<'a> Stage<'a> {
    /// Opens a context that shares nothing with other attempts, where the engine has such.
    ///
    /// # Errors
    /// Why not, in a sentence.
    pub(super) async fn open(
        connection: &Connection,
        holes: &'a Holes,
        folder: &'a Path,
        deadline: &'a Deadline,
    ) -> Result<Self, String> {
        let journal = Journal::follow(connection);
        let most = deadline.at_most(CONTEXT);
        let followed = most.within(Picture::follow(connection)).await;
        let picture = followed
            .map_err(|_| "the engine did not answer".to_owned())?
            .map_err(|error| error.to_string())?;
        let opened = match Context::open(&picture, true, folder, false, &most).await {
            Err(Trouble::Lacking { .. }) => Context::open(&picture, false, folder, false, &most).await,
            opened => opened,
        };
        let context = opened.map_err(|trouble| sentence("open a context", "", CONTEXT, trouble))?;
        Ok(Self {
            context,
            journal,
            folder,
            record: Record::default(),
            dialogs: Vec::new(),
            is_routing: false,
            holes,
            tab: None,
            deadline,
            trace: String::new(),
        })
    }

    /// Does a step, and writes down what came of it.
    pub(super) async fn step(&mut self, op: &Op) {
        let begun = Instant::now();
        let time = op.timeout.map_or(STEP, |Millis(ms)| Duration::from_millis(ms));
        let (verb, target) = (words(op), target_of(op));
        let outcome = match self.deadline.passed() {
            true => Err("the task's time was over before this step".to_owned()),
            false => {
                let done = self.perform(op, &self.deadline.at_most(time)).await;
                done.map_err(|failure| match failure {
                    Failure::Said(sentence) => sentence,
                    Failure::Trouble(trouble) => sentence(verb, &target, time, trouble),
                })
            }
        };
        let line = json!({
            "direction": "aite",
            "step": self.record.outcomes.len(),
            "op": verb,
            "target": target,
            "ok": outcome.is_ok(),
            "error": outcome.as_ref().err(),
            "ms": u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX),
        });
        self.trace.push_str(&format!("{line}\n"));
        self.record.add(op.alias.as_deref(), outcome);
    }

    async fn perform(&mut self, op: &Op, deadline: &Deadline) -> Done {
        match &op.kind {
            OpKind::Sleep { time } => {
                let time = Duration::from_millis(time.0);
                self.deadline.sleep(time).await.map_err(Trouble::from)?;
                Ok("undefined".into())
            }
            OpKind::Tab(TabOp::Open) => {
                self.open_tab(deadline).await?;
                Ok("page_created".into())
            }
            OpKind::Tab(TabOp::Close) => {
                let tab = self.tab(deadline).await?;
                self.tab = None;
                tab.close(deadline).await?;
                Ok("page_closed".into())
            }
            OpKind::Page(PageOp::Read(reading)) => read::read(self, reading, deadline).await,
            OpKind::Page(page) => match act::act(self, page, deadline).await {
                Some(done) => done,
                None => around::around(self, page, deadline).await,
            },
            _ => Err(Failure::Said("a task of page steps has no such step".into())),
        }
    }

    /// The page that steps act on; the first step that needs one opens it.
    pub(super) async fn tab(&mut self, deadline: &Deadline) -> Result<Tab, Trouble> {
        match &self.tab {
            Some(tab) => Ok(tab.clone()),
            None => self.open_tab(deadline).await,
        }
    }

    async fn open_tab(&mut self, deadline: &Deadline) -> Result<Tab, Trouble> {
        // When no page opens, what comes next must not go on with the one before.
        self.tab = None;
        let tab = self.context.open_tab(deadline).await?;
        for method in ["Network.enable", "Log.enable"] {
            drop(tab.session().call_as::<_, IgnoredAny>(method, &json!({})));
        }
        self.is_routing = false;
        self.tab = Some(tab.clone());
        Ok(tab)
    }

    /// A text of the task with its holes filled.
    pub(super) fn text(&self, text: &Text) -> String {
        self.holes.text(text)
    }

    /// The same for a text that was not read as one with holes.
    pub(super) fn filled(&self, text: &str) -> String {
        self.holes.filled(text)
    }

    /// The first element that a selector finds.
    pub(super) fn first(&self, target: &Target) -> Wanted {
        let css = target.css.as_ref().map(|css| self.text(css));
        Wanted {
            keys: Keys {
                css,
                ..Keys::default()
            },
            index: Some(1),
            within: None,
        }
    }

    /// One command on the page.
    pub(super) fn attempt<'b>(
        &'b self,
        tab: &'b Tab,
        deadline: &'b Deadline,
        notes: &'b mut Notes,
    ) -> Attempt<'b> {
        Attempt {
            tab,
            deadline,
            downloads: self.folder,
            notes,
        }
    }

    /// Throws the context away and leaves the record of the steps.
    pub(super) async fn close(self) {
        // A full disk must not decide about an engine.
        let _ = std::fs::write(self.folder.join("cdp.jsonl"), &self.trace);
        self.context.dispose(&self.deadline.extended(CONTEXT)).await;
    }
}

/// What a step is called in messages.
fn words(op: &Op) -> &'static str {
    match &op.kind {
        OpKind::Page(PageOp::Goto { .. }) => "goto",
        OpKind::Page(PageOp::Click { .. }) => "click",
        OpKind::Page(PageOp::Fill { .. }) => "fill",
        OpKind::Page(PageOp::Keyboard { .. }) => "type",
        OpKind::Page(PageOp::Press { .. }) => "press",
        OpKind::Page(PageOp::SetChecked { checked: true, .. }) => "check",
        OpKind::Page(PageOp::SetChecked { checked: false, .. }) => "uncheck",
        OpKind::Page(PageOp::Select { .. }) => "select",
        OpKind::Page(PageOp::Evaluate { .. }) => "evaluate",
        OpKind::Page(PageOp::WaitForSelector { .. }) => "wait",
        OpKind::Page(PageOp::Read(_)) => "read",
        OpKind::Page(_) => "step",
        OpKind::Tab(TabOp::Open) => "open a page",
        OpKind::Tab(_) => "close the page",
        _ => "wait",
    }
}

fn target_of(op: &Op) -> String {
    let OpKind::Page(page) = &op.kind else {
        return String::new();
    };
    let target = match page {
        PageOp::Click { target, .. }
        | PageOp::Fill { target, .. }
        | PageOp::Select { target, .. }
        | PageOp::SetChecked { target, .. }
        | PageOp::Focus { target }
        | PageOp::Hover { target }
        | PageOp::WaitForSelector { target, .. }
        | PageOp::Upload { target, .. }
        | PageOp::Download { target, .. } => Some(target),
        PageOp::Press { target, .. } | PageOp::Keyboard { target, .. } => target.as_ref(),
        PageOp::Read(reading) => read::target(reading),
        _ => None,
    };
    let css = target.and_then(|target| target.css.as_ref());
    css.map(|css| css.literals().collect()).unwrap_or_default()
}
