//! The tabs that one profile works in: a private context of a shared browser, or all of a browser of its own.

use std::path::Path;
use std::sync::Arc;

use aite_cdp::browser::browser::{BrowserContextId, SetDownloadBehaviorBehavior, SetDownloadBehaviorParams};
use aite_cdp::browser::target::{
    CreateBrowserContextParams, CreateTargetParams, DisposeBrowserContextParams,
};
use aite_cdp::{Gone, Session};

use super::dialogs::Dialogs;
use super::picture::{Picture, State};
use super::tab::Tab;
use super::trouble::Trouble;
use crate::deadline::Deadline;

/// A context and its tabs.
#[derive(Debug)]
pub(crate) struct Context {
    picture: Arc<Picture>,
    browser: Session,
    /// `None` is the browser's own context, with the profile's folder behind it.
    id: Option<String>,
}

impl Context {
    /// Opens a context whose downloads go to a folder. A private one shares nothing with any other.
    ///
    /// # Errors
    /// When the browser is gone or refuses, or at the deadline.
    pub(crate) async fn open(
        picture: &Arc<Picture>,
        private: bool,
        downloads: &Path,
        follow_network: bool,
        deadline: &Deadline,
    ) -> Result<Self, Trouble> {
        let browser = picture.connection().browser();
        let id = match private {
            true => {
                let created = browser.call(CreateBrowserContextParams::default());
                let created = deadline.within(created).await?.map_err(Trouble::of_call)?;
                Some(created.browser_context_id.into())
            }
            false => None,
        };
        picture.note(|state| state.follow_network = follow_network);
        let context = Self {
            picture: Arc::clone(picture),
            browser,
            id,
        };
        context.send_downloads_to(downloads, SetDownloadBehaviorBehavior::Allow);
        Ok(context)
    }

    /// From now on a download is named as the browser names it, [`Download::guid`](super::picture::Download).
    pub(crate) fn name_downloads_by_guid(&self, folder: &Path) {
        self.send_downloads_to(folder, SetDownloadBehaviorBehavior::AllowAndName);
    }

    /// Not awaited: it is in force before any page that is opened later.
    fn send_downloads_to(&self, folder: &Path, behavior: SetDownloadBehaviorBehavior) {
        self.browser.post(SetDownloadBehaviorParams {
            behavior,
            browser_context_id: self.context_id(),
            download_path: Some(folder.to_string_lossy().into_owned()),
            events_enabled: Some(true),
        });
    }

    fn context_id(&self) -> Option<BrowserContextId> {
        self.id.clone().map(BrowserContextId::from)
    }

    /// The browser's name for it; `None` is the browser's own context.
    pub(crate) fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    pub(crate) fn picture(&self) -> &Arc<Picture> {
        &self.picture
    }

    /// Opens an empty tab and waits until it can be used.
    ///
    /// # Errors
    /// When the browser is gone or refuses, or at the deadline.
    pub(crate) async fn open_tab(&self, deadline: &Deadline) -> Result<Tab, Trouble> {
        let mut create = CreateTargetParams::new("about:blank");
        create.browser_context_id = self.context_id();
        let created = deadline
            .within(self.browser.call(create))
            .await?
            .map_err(Trouble::of_call)?;
        let id: String = created.target_id.into();
        self.picture.note(|state| {
            if let Some(tab) = state.tab_mut(&id) {
                tab.ours = true;
            }
        });
        // Its program is in as soon as its first world is.
        let ready = self.picture.until(|state| {
            let tab = state.tab(&id)?;
            tab.frames.main()?.world.as_ref()?;
            Some(Tab::new(Arc::clone(&self.picture), tab))
        });
        deadline
            .within(ready)
            .await?
            .map_err(|closed| Gone::Closed(closed).into())
    }

    /// Dialogs that were answered since this was asked last.
    pub(crate) fn take_dialogs(&self) -> Dialogs {
        self.picture.note_quietly(|state| {
            let ours = state
                .tabs
                .iter_mut()
                .filter(|tab| self.id.is_none() || tab.context == self.id);
            let mut all = Dialogs::default();
            ours.for_each(|tab| all.append(std::mem::take(&mut tab.dialogs)));
            all
        })
    }

    /// The open tabs in order of opening.
    pub(crate) fn tabs(&self) -> Vec<Tab> {
        self.picture.read(|state| self.collect(state, |_| true))
    }

    /// The open tabs that opened by themselves, the newest last.
    pub(crate) fn popups(&self, state: &State) -> Vec<Tab> {
        self.collect(state, |tab| !tab.ours)
    }

    /// The open tabs of a state that is being read.
    pub(crate) fn collect(
        &self,
        state: &State,
        keep: impl Fn(&super::picture::TabState) -> bool,
    ) -> Vec<Tab> {
        let tabs = state.open_tabs(self.id.as_deref()).filter(|tab| keep(tab));
        tabs.map(|tab| Tab::new(Arc::clone(&self.picture), tab)).collect()
    }

    /// Ends a private context with all its tabs, and forgets what was known of it.
    pub(crate) async fn dispose(self, deadline: &Deadline) {
        if let Some(id) = self.context_id() {
            let gone = self.browser.call(DisposeBrowserContextParams::new(id));
            // Whoever ends the browser next ends what is left.
            let _ = deadline.within(gone).await;
        }
        self.picture.forget();
    }
}
