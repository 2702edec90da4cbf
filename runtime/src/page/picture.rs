//! What is known of a browser's tabs, kept up to date by its events in the order in which it sends them, so that an
//! answer never tells of something that the picture does not show yet.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use aite_cdp::{Closed, Connection, Event, SessionId};
use tokio::sync::watch;

use super::dialogs::{Answering, Dialogs};
use super::frames::Frames;
use super::network::Requests;
use super::setup;
use super::shadow::Searched;

/// The browser's name for a tab.
pub(crate) type TabId = String;

/// The shared picture of one browser.
#[derive(Debug)]
pub(crate) struct Picture {
    connection: Connection,
    state: Mutex<State>,
    changes: watch::Sender<u64>,
    searched: Searched,
}

/// What the picture shows.
#[derive(Debug, Default)]
pub(crate) struct State {
    /// In order of opening; closed ones stay until [`Picture::forget`].
    pub(crate) tabs: Vec<TabState>,
    pub(super) owners: HashMap<SessionId, Owner>,
    pub(crate) downloads: Vec<Download>,
    /// Whether requests are followed in tabs from now on.
    pub(super) follow_network: bool,
}

/// Whose a session is.
#[derive(Debug, Clone)]
pub(super) struct Owner {
    pub(super) tab: TabId,
    pub(super) kind: OwnerKind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum OwnerKind {
    /// The tab's own session.
    Tab,
    /// A frame in a process of its own.
    Frame(String),
    /// A worker.
    Worker,
}

/// What is known of one tab.
#[derive(Debug)]
pub(crate) struct TabState {
    pub(crate) id: TabId,
    pub(crate) context: Option<String>,
    pub(crate) session: SessionId,
    /// Opened by us, or there before us; other tabs opened by themselves.
    pub(crate) ours: bool,
    pub(crate) closed: bool,
    pub(crate) crashed: bool,
    pub(crate) frames: Frames,
    /// Dialogs that were answered and not reported yet.
    pub(crate) dialogs: Dialogs,
    /// `None` is the rule for scripts: what only informs is accepted, what asks is dismissed.
    pub(crate) answering: Option<Answering>,
    pub(crate) requests: Requests,
}

/// A download.
#[derive(Debug, Clone)]
pub(crate) struct Download {
    pub(crate) guid: String,
    pub(crate) frame: String,
    /// `inProgress`, `completed` or `canceled`.
    pub(crate) state: String,
}

impl State {
    pub(crate) fn tab(&self, id: &str) -> Option<&TabState> {
        self.tabs.iter().find(|tab| tab.id == id)
    }

    pub(super) fn tab_mut(&mut self, id: &str) -> Option<&mut TabState> {
        self.tabs.iter_mut().find(|tab| tab.id == id)
    }

    /// The tab that a session belongs to.
    pub(super) fn owned(&mut self, session: Option<&SessionId>) -> Option<(OwnerKind, &mut TabState)> {
        let owner = self.owners.get(session?)?.clone();
        Some((owner.kind, self.tab_mut(&owner.tab)?))
    }

    /// The open tabs of a browser context; of all contexts without one.
    pub(crate) fn open_tabs<'a>(
        &'a self,
        context: Option<&'a str>,
    ) -> impl DoubleEndedIterator<Item = &'a TabState> {
        self.tabs
            .iter()
            .filter(move |tab| !tab.closed && (context.is_none() || tab.context.as_deref() == context))
    }
}

impl TabState {
    /// The address of its main frame.
    pub(crate) fn url(&self) -> &str {
        self.frames.main().map_or("", |frame| frame.url.as_str())
    }
}

impl Picture {
    /// Starts to follow a browser.
    ///
    /// # Errors
    /// When the browser does not let itself be followed.
    pub(crate) async fn follow(connection: &Connection) -> Result<Arc<Self>, aite_cdp::CallError> {
        let picture = Arc::new(Self {
            connection: connection.clone(),
            state: Mutex::default(),
            changes: watch::Sender::new(0),
            searched: Searched::default(),
        });
        let observer = Arc::clone(&picture);
        connection.observe(move |event| observer.see(event));
        setup::attach_to_new(&connection.browser()).await?;
        for tab in &mut picture.lock().tabs {
            tab.ours = true;
        }
        Ok(picture)
    }

    /// Which documents were searched for closed shadow roots.
    pub(crate) fn searched(&self) -> &Searched {
        &self.searched
    }

    pub(crate) fn connection(&self) -> &Connection {
        &self.connection
    }

    /// Reads the picture as it is now.
    pub(crate) fn read<R>(&self, read: impl FnOnce(&State) -> R) -> R {
        read(&self.lock())
    }

    /// Notes something that we did ourselves.
    pub(super) fn note<R>(&self, note: impl FnOnce(&mut State) -> R) -> R {
        let noted = note(&mut self.lock());
        self.changes.send_modify(|change| *change += 1);
        noted
    }

    /// Changes something that nobody waits for.
    pub(super) fn note_quietly<R>(&self, note: impl FnOnce(&mut State) -> R) -> R {
        note(&mut self.lock())
    }

    /// Waits until the picture shows something.
    ///
    /// # Errors
    /// When the connection ends first.
    pub(crate) async fn until<R>(&self, mut shows: impl FnMut(&State) -> Option<R>) -> Result<R, Closed> {
        let mut changes = self.changes.subscribe();
        loop {
            changes.borrow_and_update();
            if let Some(shown) = self.read(&mut shows) {
                return Ok(shown);
            }
            tokio::select! {
                _ = changes.changed() => {}
                closed = self.connection.until_closed() => return Err(closed),
            }
        }
    }

    /// A number that grows with every change.
    pub(crate) fn version(&self) -> u64 {
        *self.changes.borrow()
    }

    /// Resolves when the picture is newer than `version`, or the connection has ended.
    pub(crate) async fn newer_than(&self, version: u64) {
        let mut changes = self.changes.subscribe();
        tokio::select! {
            _ = changes.wait_for(|now| *now != version) => {}
            _ = self.connection.until_closed() => {}
        }
    }

    /// Drops what is known of closed tabs and of old downloads: a run is over.
    pub(crate) fn forget(&self) {
        self.searched.clear();
        self.note(|state| {
            state.tabs.retain(|tab| !tab.closed);
            state.downloads.clear();
            state.follow_network = false;
        });
    }

    fn see(self: &Arc<Self>, event: &Event) {
        let seen = self.lock().apply(event);
        for order in seen.orders {
            order.carry_out(self);
        }
        if seen.changed {
            self.changes.send_modify(|change| *change += 1);
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
