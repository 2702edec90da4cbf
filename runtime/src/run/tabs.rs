//! Which tab a profile's commands act in (specification, `switchTab`, `closeTab`, `start`).

use crate::deadline::Deadline;
use crate::page::{Context, Dialog, Tab, Trouble};

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
    pub(super) fn take_dialogs(&self) -> Vec<Dialog> {
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

    /// Waits for the one tab whose address contains a text, and goes there.
    pub(super) async fn switch_to(&mut self, contains: &str, deadline: &Deadline) -> Result<Tab, Trouble> {
        let picture = self.context.picture().clone();
        let one = picture.until(|state| {
            let fitting = self.context.collect(state, |tab| tab.url().contains(contains));
            <[Tab; 1]>::try_from(fitting).ok()
        });
        match deadline.within(one).await {
            Ok(Ok([tab])) => self.go_to(tab, deadline).await,
            Ok(Err(closed)) => Err(aite_cdp::Gone::Closed(closed).into()),
            Err(ended) => Err(self.not_found(ended.into(), contains)),
        }
    }

    fn not_found(&self, trouble: Trouble, contains: &str) -> Trouble {
        if trouble != Trouble::OutOfTime {
            return trouble;
        }
        let urls: Vec<String> = self.context.tabs().iter().map(Tab::url).collect();
        let fitting: Vec<String> = urls
            .iter()
            .filter(|url| url.contains(contains))
            .cloned()
            .collect();
        match fitting.len() {
            0 | 1 => Trouble::NoTab { urls },
            _ => Trouble::TabsAmbiguous { urls: fitting },
        }
    }

    /// Waits for a tab that opened by itself, and goes to the newest.
    pub(super) async fn switch_to_new(&mut self, deadline: &Deadline) -> Result<Tab, Trouble> {
        let picture = self.context.picture().clone();
        let newest = picture.until(|state| self.context.popups(state).pop());
        match deadline.within(newest).await {
            Ok(Ok(tab)) => self.go_to(tab, deadline).await,
            Ok(Err(closed)) => Err(aite_cdp::Gone::Closed(closed).into()),
            Err(ended) => Err(match ended.into() {
                Trouble::OutOfTime => Trouble::NoTab {
                    urls: self.context.tabs().iter().map(Tab::url).collect(),
                },
                trouble => trouble,
            }),
        }
    }

    /// Closes the current tab and goes back to the one before.
    pub(super) async fn close(&mut self, deadline: &Deadline) -> Result<Closing, Trouble> {
        let tab = self.visited.pop().ok_or(Trouble::TabClosed)?;
        let closing = match tab.is_open() {
            true => {
                tab.close(deadline).await?;
                Closing::Closed
            }
            false => Closing::WasClosed,
        };
        while self.visited.last().is_some_and(|before| !before.is_open()) {
            self.visited.pop();
        }
        if let Some(before) = self.visited.last() {
            before.bring_to_front(deadline).await?;
        }
        Ok(closing)
    }
}
