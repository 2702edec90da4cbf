//! One command: from the IR to the page and back.

use std::path::Path;
use std::time::Duration;

use aite_compiler::ir::{Observation, Op, OpKind, PageOp, Polarity, TabOp, Target, Text};

use super::fill::{Fill, NotSet};
use super::messages::{self, Subject};
use super::tabs::{Closing, Tabs};
use super::variables::Variables;
use super::{OriginRule, address};
use crate::checks::Checks;
use crate::deadline::Deadline;
use crate::page::{self, Attempt, Notes, Question, Tab, Trouble, Wanted, quoted};
use crate::report::Event;

/// What commands work with.
pub(super) struct Stage<'a> {
    pub(super) tabs: &'a mut Tabs,
    pub(super) variables: &'a mut Variables,
    pub(super) origins: &'a [OriginRule],
    pub(super) downloads: &'a Path,
    pub(super) deadline: &'a Deadline,
    pub(super) checks: &'a Checks,
    /// The profile that does it, when the script needs any.
    pub(super) profile: Option<&'a str>,
    /// For what is told before the command ends.
    pub(super) events: &'a mut dyn FnMut(Event),
    pub(super) notes: &'a mut Notes,
    /// Sentences to warn with.
    pub(super) warnings: &'a mut Vec<String>,
    /// A picture that the command took, with its name.
    pub(super) picture: &'a mut Option<(String, Vec<u8>)>,
}

impl From<NotSet> for Trouble {
    fn from(NotSet(name): NotSet) -> Self {
        Self::Internal {
            detail: format!("the variable {name} is not set"),
        }
    }
}

/// What messages about a command speak of.
pub(super) fn subject(op: &Op, verb: &str, variables: &Variables, time: Duration) -> Subject {
    let fill = Fill(variables);
    let mut subject = Subject {
        verb: verb.to_owned(),
        target: String::new(),
        within: None,
        time,
    };
    match &op.kind {
        OpKind::Observe(seen) => {
            if let Ok(question) = fill.question(seen) {
                subject.target = question.written();
                subject.within = question.within().map(page::written_within);
            }
        }
        OpKind::Tab(TabOp::Switch { contains }) => {
            subject.target = fill
                .text(contains)
                .map(|text| format!("url~:{}", quoted(&text)))
                .unwrap_or_default();
        }
        OpKind::Tab(TabOp::SwitchToNew) => subject.target = "new".into(),
        kind => {
            subject.target = target_of(kind)
                .and_then(|target| fill.target(target).ok())
                .map(|wanted| wanted.to_string())
                .unwrap_or_default();
        }
    }
    subject
}

fn target_of(kind: &OpKind) -> Option<&Target> {
    match kind {
        OpKind::Capture { target, .. } => Some(target),
        OpKind::Page(
            PageOp::Click { target, .. }
            | PageOp::Type { target, .. }
            | PageOp::Select { target, .. }
            | PageOp::SetChecked { target, .. }
            | PageOp::Drag { target, .. },
        ) => Some(target),
        _ => None,
    }
}

impl Stage<'_> {
    /// Does what the command says.
    pub(super) async fn perform(&mut self, op: &Op) -> Result<(), Trouble> {
        match &op.kind {
            OpKind::Page(page) => self.page(page).await,
            OpKind::Observe(seen) => self.observe(seen).await,
            OpKind::Capture { name, target } => {
                let wanted = self.wanted(target)?;
                let tab = self.tabs.current()?;
                let text = page::capture(&mut self.attempt(&tab), &wanted).await?;
                self.variables.set(name, text);
                Ok(())
            }
            OpKind::Set { name, value } => {
                let value = Fill(self.variables).text(value)?;
                self.variables.set(name, value);
                Ok(())
            }
            OpKind::Tab(tab) => self.tab(tab).await,
            OpKind::Sleep { time } => self.sleep(Duration::from_millis(time.0)).await,
            OpKind::Screenshot { name } => {
                let name = Fill(self.variables).text(name)?;
                self.screenshot(name).await
            }
            OpKind::Call { check, args } => self.call(check, args).await,
            OpKind::Protocol(_) => refused("a protocol message belongs to a benchmark task, not to a script"),
            OpKind::Include(_) => Err(Trouble::Internal {
                detail: "an include was not expanded".into(),
            }),
        }
    }

    async fn page(&mut self, op: &PageOp) -> Result<(), Trouble> {
        match op {
            PageOp::Start { url } => {
                let url = self.address(&Fill(self.variables).text(url)?)?;
                let tab = self.tabs.start(self.deadline).await?;
                page::open(&tab, &url, self.deadline).await.map(drop)
            }
            PageOp::Goto { url } => {
                let url = self.address(&Fill(self.variables).text(url)?)?;
                let tab = self.tabs.current_or_new(self.deadline).await?;
                page::open(&tab, &url, self.deadline).await.map(drop)
            }
            PageOp::Press { key, target: None } => {
                let key = Fill(self.variables).text(key)?;
                let tab = self.tabs.current()?;
                page::press(&self.attempt(&tab), &key).await
            }
            op => self.act(op).await,
        }
    }

    async fn act(&mut self, op: &PageOp) -> Result<(), Trouble> {
        let tab = self.tabs.current()?;
        match op {
            PageOp::Click { target, times } => {
                let wanted = self.wanted(target)?;
                page::click(&mut self.attempt(&tab), &wanted, *times).await
            }
            PageOp::Type { target, text } => {
                let (wanted, text) = (self.wanted(target)?, Fill(self.variables).text(text)?);
                page::type_text(&mut self.attempt(&tab), &wanted, &text).await
            }
            PageOp::Select { target, option } => {
                let (wanted, option) = (self.wanted(target)?, Fill(self.variables).text(option)?);
                page::select(&mut self.attempt(&tab), &wanted, &option).await
            }
            PageOp::SetChecked { target, checked } => {
                let wanted = self.wanted(target)?;
                page::set_checked(&mut self.attempt(&tab), &wanted, *checked).await
            }
            PageOp::Drag { target, to } => {
                let (wanted, to) = (self.wanted(target)?, self.wanted(to)?);
                page::drag(&mut self.attempt(&tab), &wanted, &to).await
            }
            _ => refused("this operation belongs to a benchmark task, not to a script"),
        }
    }

    async fn observe(&mut self, seen: &Observation) -> Result<(), Trouble> {
        let question = Fill(self.variables).question(seen)?;
        let tab = match &question {
            // The only one that no page has to answer.
            Question::Download { .. } => self.tabs.current_or_new(self.deadline).await?,
            _ => self.tabs.current()?,
        };
        let mut attempt = self.attempt(&tab);
        match seen.polarity {
            Polarity::Verify => page::verify(&mut attempt, &question).await,
            Polarity::VerifyNot => page::verify_not(&mut attempt, &question).await,
            Polarity::Wait => page::wait(&mut attempt, &question).await,
        }
    }

    async fn tab(&mut self, op: &TabOp) -> Result<(), Trouble> {
        match op {
            TabOp::Switch { contains } => {
                let contains = Fill(self.variables).text(contains)?;
                self.tabs.switch_to(&contains, self.deadline).await.map(drop)
            }
            TabOp::SwitchToNew => self.tabs.switch_to_new(self.deadline).await.map(drop),
            TabOp::Close => {
                if self.tabs.close(self.deadline).await? == Closing::WasClosed {
                    self.warnings.push(messages::TAB_WAS_CLOSED.into());
                }
                Ok(())
            }
            TabOp::Open => refused("this operation belongs to a benchmark task, not to a script"),
        }
    }

    async fn sleep(&mut self, time: Duration) -> Result<(), Trouble> {
        self.warnings.push(messages::slept(time));
        self.deadline.sleep(time).await.map_err(Trouble::from)
    }

    async fn screenshot(&mut self, name: String) -> Result<(), Trouble> {
        let tab = self.tabs.current()?;
        match tab.screenshot(self.deadline).await {
            Ok(png) => *self.picture = Some((name, png)),
            Err(Trouble::OutOfTime | Trouble::NoAnswer) => {
                self.warnings
                    .push(messages::no_picture("the page did not draw itself in time"));
            }
            Err(Trouble::Internal { detail } | Trouble::Declined { message: detail, .. }) => {
                self.warnings.push(messages::no_picture(&detail));
            }
            Err(Trouble::Lacking { method }) => {
                let why = format!("the engine has no {method}");
                self.warnings.push(messages::no_picture(&why));
            }
            Err(trouble) => return Err(trouble),
        }
        Ok(())
    }

    fn address(&self, url: &str) -> Result<String, Trouble> {
        let url = address::rewrite(url, self.origins);
        match address::is_web_address(&url) {
            true => Ok(url),
            false => Err(Trouble::LoadFailed {
                url,
                error: "it is no http or https address".into(),
            }),
        }
    }

    pub(super) fn fill(&self, text: &Text) -> Result<String, Trouble> {
        Ok(Fill(self.variables).text(text)?)
    }

    fn wanted(&self, target: &Target) -> Result<Wanted, Trouble> {
        Ok(Fill(self.variables).target(target)?)
    }

    pub(super) fn attempt<'b>(&'b mut self, tab: &'b Tab) -> Attempt<'b> {
        Attempt {
            tab,
            deadline: self.deadline,
            downloads: self.downloads,
            notes: self.notes,
        }
    }
}

fn refused(what: impl Into<String>) -> Result<(), Trouble> {
    Err(Trouble::Refused { what: what.into() })
}
