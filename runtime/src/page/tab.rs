//! One tab: where commands go, and what it shows.

use std::sync::Arc;
use std::time::Duration;

use aite_cdp::browser::page::{BringToFrontParams, CaptureScreenshotParams, CloseParams};
use aite_cdp::{Command, Gone, Session};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::ask::call;
use super::dialogs::{Answering, Dialogs};
use super::picture::{Picture, TabId, TabState};
use super::trouble::Trouble;
use crate::deadline::Deadline;

/// A tab of a browser. Cheap to clone.
#[derive(Debug, Clone)]
pub(crate) struct Tab {
    picture: Arc<Picture>,
    id: TabId,
    session: Session,
}

/// A tab that was asked to close and has not by then is left alone.
const CLOSING: Duration = Duration::from_secs(3);

/// A browser that goes away lets its tabs go first.
const LAST_WORDS: Duration = Duration::from_millis(100);

impl Tab {
    pub(super) fn new(picture: Arc<Picture>, state: &TabState) -> Self {
        let session = picture.connection().session(state.session.clone());
        Self {
            picture,
            id: state.id.clone(),
            session,
        }
    }

    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    pub(crate) fn session(&self) -> &Session {
        &self.session
    }

    pub(crate) fn picture(&self) -> &Arc<Picture> {
        &self.picture
    }

    /// The address of the main frame.
    pub(crate) fn url(&self) -> String {
        self.picture.read(|state| {
            state
                .tab(&self.id)
                .map_or_else(String::new, |tab| tab.url().to_owned())
        })
    }

    /// Whether it is still open.
    pub(crate) fn is_open(&self) -> bool {
        self.picture
            .read(|state| state.tab(&self.id).is_some_and(|tab| !tab.closed))
    }

    /// Reads the picture of this tab.
    ///
    /// # Errors
    /// When the tab is gone.
    pub(crate) fn read<R>(&self, read: impl FnOnce(&TabState) -> R) -> Result<R, Trouble> {
        if let Some(closed) = self.picture.connection().closed() {
            return Err(Gone::Closed(closed).into());
        }
        self.picture.read(|state| living(state.tab(&self.id)).map(read))
    }

    /// Waits until the picture of this tab shows something.
    ///
    /// # Errors
    /// When the tab is gone, or at the deadline.
    pub(crate) async fn until<R>(
        &self,
        deadline: &Deadline,
        mut shows: impl FnMut(&TabState) -> Option<R>,
    ) -> Result<R, Trouble> {
        let shown = self.picture.until(|state| match living(state.tab(&self.id)) {
            Ok(tab) => shows(tab).map(Ok),
            Err(trouble) => Some(Err(trouble)),
        });
        deadline
            .within(shown)
            .await?
            .map_err(|closed| Trouble::from(Gone::Closed(closed)))?
    }

    /// A tab that seems closed may have crashed, or be the first sign of a browser that goes away.
    pub(crate) async fn truth(&self, trouble: Trouble) -> Trouble {
        if trouble != Trouble::TabClosed {
            return trouble;
        }
        let closed = tokio::time::timeout(LAST_WORDS, self.picture.connection().until_closed()).await;
        match closed {
            Ok(closed) => Gone::Closed(closed).into(),
            Err(_)
                if self
                    .picture
                    .read(|state| state.tab(&self.id).is_some_and(|tab| tab.crashed)) =>
            {
                Trouble::Crashed
            }
            Err(_) => Trouble::TabClosed,
        }
    }

    /// Changes the picture of this tab by something that we did ourselves.
    pub(super) fn note(&self, note: impl FnOnce(&mut TabState)) {
        self.picture.note(|state| state.tab_mut(&self.id).map(note));
    }

    /// From now on the dialogs of this tab are answered so.
    pub(crate) fn answer_dialogs(&self, answering: Answering) {
        self.note(|tab| tab.answering = Some(answering));
    }

    /// Dialogs that were answered since this was asked last.
    pub(crate) fn take_dialogs(&self) -> Dialogs {
        self.picture
            .note_quietly(|state| {
                state
                    .tab_mut(&self.id)
                    .map(|tab| std::mem::take(&mut tab.dialogs))
            })
            .unwrap_or_default()
    }

    /// Sends a command and waits for its answer.
    ///
    /// # Errors
    /// When the tab is gone, at the deadline, or when the browser refuses.
    pub(crate) async fn call<C: Command>(
        &self,
        deadline: &Deadline,
        command: C,
    ) -> Result<C::Response, Trouble> {
        deadline
            .within(self.session.call(command))
            .await?
            .map_err(Trouble::of_call)
    }

    pub(crate) async fn bring_to_front(&self, deadline: &Deadline) -> Result<(), Trouble> {
        self.call(deadline, BringToFrontParams::default()).await.map(drop)
    }

    /// Whether it is closed, or its page has just asked for that.
    pub(crate) async fn is_closing(&self, deadline: &Deadline) -> bool {
        let world = self.read(|tab| tab.frames.main().and_then(|main| main.world.clone()));
        let Ok(Some(world)) = world else {
            return !self.is_open();
        };
        let asked = call::<bool>(self.picture.connection(), &world, "() => window.closed", &[]);
        match deadline.at_most(CLOSING).within(asked).await {
            Ok(Ok(closing)) => closing,
            _ => !self.is_open(),
        }
    }

    /// Closes the tab and waits until it is closed; its beforeunload dialogs are skipped.
    pub(crate) async fn close(&self, deadline: &Deadline) -> Result<(), Trouble> {
        self.session.post(CloseParams::default());
        match self.until(&deadline.at_most(CLOSING), |_| None::<()>).await {
            Err(Trouble::TabClosed) => Ok(()),
            Err(trouble) => Err(trouble),
            Ok(()) => Ok(()),
        }
    }

    /// A picture of the viewport as PNG.
    pub(crate) async fn screenshot(&self, deadline: &Deadline) -> Result<Vec<u8>, Trouble> {
        let params = CaptureScreenshotParams {
            optimize_for_speed: Some(true),
            ..Default::default()
        };
        let shot = self.call(deadline, params).await?;
        let data: &str = shot.data.as_ref();
        STANDARD.decode(data).map_err(|error| Trouble::Internal {
            detail: format!("a picture that is no base64: {error}"),
        })
    }
}

fn living(tab: Option<&TabState>) -> Result<&TabState, Trouble> {
    match tab {
        Some(tab) if tab.crashed => Err(Trouble::Crashed),
        Some(tab) if !tab.closed => Ok(tab),
        _ => Err(Trouble::TabClosed),
    }
}
