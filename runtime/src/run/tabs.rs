//! Which tab a profile's commands act in (specification, `switchTab`, `closeTab`, `start`).

use aite_cdp::{Closed, Gone};

use crate::deadline::{Deadline, Ended};
use crate::page::{AMBIGUITY_GRACE, Context, Dialogs, Tab, Trouble};

/// The tabs that were acted in, the current one last.
#[derive(Debug)]
pub(super) struct Tabs {
    context: Context,
    visited: Vec<Tab>,
    /// The tab that `start` opened.
    started: Option<Tab>,
}

/// How a tab was closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Closing {
    /// By us.
    Closed,
    /// It had closed itself before.
    WasClosed,
}

impl Tabs {
    pub(super) fn new(context: Context) -> Self {
        Self {
            context,
            visited: Vec::new(),
            started: None,
        }
    }

    pub(super) fn into_context(self) -> Context {
        self.context
    }

    /// Dialogs that were answered since this was asked last.
    pub(super) fn take_dialogs(&self) -> Dialogs {
        self.context.take_dialogs()
    }

    /// The tab that commands act in.
    ///
    /// # Errors
    /// When there is none.
    pub(super) fn current(&self) -> Result<Tab, Trouble> {
        self.visited.last().cloned().ok_or(Trouble::TabClosed)
    }

    /// The current tab for `goto`; a profile's first one opens its tab.
    pub(super) async fn current_or_new(&mut self, deadline: &Deadline) -> Result<Tab, Trouble> {
        match self.visited.last() {
            Some(tab) => Ok(tab.clone()),
            None => self.open(deadline).await,
        }
    }

    /// The tab for `start`: the one that an earlier start opened, or a new one.
    pub(super) async fn start(&mut self, deadline: &Deadline) -> Result<Tab, Trouble> {
        match self.started.clone().filter(Tab::is_open) {
            Some(tab) => self.go_to(tab, deadline).await,
            None => self.open(deadline).await,
        }
    }

    async fn open(&mut self, deadline: &Deadline) -> Result<Tab, Trouble> {
        let tab = self.context.open_tab(deadline).await?;
        self.started.get_or_insert_with(|| tab.clone());
        if !self.started.as_ref().is_some_and(Tab::is_open) {
            self.started = Some(tab.clone());
        }
        self.visited.push(tab.clone());
        Ok(tab)
    }

    async fn go_to(&mut self, tab: Tab, deadline: &Deadline) -> Result<Tab, Trouble> {
        self.visited.retain(|visited| visited.id() != tab.id());
        self.visited.push(tab.clone());
        tab.bring_to_front(deadline).await?;
        Ok(tab)
    }

    /// Waits for the one tab whose address contains a text, and goes there. Two such tabs may become one for as long as
    /// any ambiguous target.
    pub(super) async fn switch_to(&mut self, contains: &str, deadline: &Deadline) -> Result<Tab, Trouble> {
        let picture = self.context.picture().clone();
        let fitting = |state: &_| self.context.collect(state, |tab| tab.url().contains(contains));
        let some = picture.until(|state| (!fitting(state).is_empty()).then_some(()));
        self.waited(deadline.within(some).await)?;
        let one = picture.until(|state| <[Tab; 1]>::try_from(fitting(state)).ok());
        let one = deadline.at_most(AMBIGUITY_GRACE).within(one).await;
        match self.waited(one) {
            Ok([tab]) => self.go_to(tab, deadline).await,
            Err(Trouble::NoTab { urls }) => Err(Trouble::TabsAmbiguous {
                urls: urls.into_iter().filter(|url| url.contains(contains)).collect(),
            }),
            Err(trouble) => Err(trouble),
        }
    }

    /// What a wait for a tab gave; at the deadline the open tabs are told.
    fn waited<T>(&self, waited: Result<Result<T, Closed>, Ended>) -> Result<T, Trouble> {
        match waited {
            Ok(Ok(shown)) => Ok(shown),
            Ok(Err(closed)) => Err(Gone::Closed(closed).into()),
            Err(Ended::OutOfTime) => Err(Trouble::NoTab {
                urls: self.context.tabs().iter().map(Tab::url).collect(),
            }),
            Err(Ended::Cancelled) => Err(Trouble::Cancelled),
        }
    }

    /// Waits for a tab that opened by itself, and goes to the newest.
    pub(super) async fn switch_to_new(&mut self, deadline: &Deadline) -> Result<Tab, Trouble> {
        let picture = self.context.picture().clone();
        let newest = picture.until(|state| self.context.popups(state).pop());
        let tab = self.waited(deadline.within(newest).await)?;
        self.go_to(tab, deadline).await
    }

    /// Closes the current tab and goes back to the one before.
    pub(super) async fn close(&mut self, deadline: &Deadline) -> Result<Closing, Trouble> {
        let tab = self.visited.pop().ok_or(Trouble::TabClosed)?;
        let closing = match tab.is_closing(deadline).await {
            true => Closing::WasClosed,
            false => Closing::Closed,
        };
        tab.close(deadline).await?;
        while self.visited.last().is_some_and(|before| !before.is_open()) {
            self.visited.pop();
        }
        if let Some(before) = self.visited.last() {
            before.bring_to_front(deadline).await?;
        }
        Ok(closing)
    }
}
