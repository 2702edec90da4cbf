//! The browsers of an invocation: one that all scripts share, each in a private context, and one for each profile.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use super::Settings;
use crate::deadline::{Cancellation, Deadline, Ended};
use crate::engine::{Browser, Options, StartError, start};
use crate::page::{Picture, Trouble};
use crate::session::{NotRestored, ProfileSource};

/// How long a browser may take to answer for the first time.
const READY: Duration = Duration::from_secs(30);

/// Starts browsers when they are needed and ends them with itself.
#[derive(Debug)]
pub struct Browsers {
    settings: Settings,
    open: BTreeMap<Option<String>, Opened>,
}

/// A browser that is followed.
#[derive(Debug)]
pub(super) struct Opened {
    pub(super) browser: Browser,
    pub(super) picture: Arc<Picture>,
}

/// Why there is no browser.
#[derive(Debug)]
pub(super) enum NoBrowser {
    /// It does not start.
    Start(StartError),
    /// It started and went away again.
    Lost(Trouble),
    /// It does not take what its profile begins with.
    Refused(String),
    /// The run was asked to end.
    Cancelled,
}

impl From<Trouble> for NoBrowser {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Cancelled => Self::Cancelled,
            trouble => Self::Lost(trouble),
        }
    }
}

impl From<Ended> for NoBrowser {
    fn from(ended: Ended) -> Self {
        Trouble::from(ended).into()
    }
}

impl From<NotRestored> for NoBrowser {
    fn from(not: NotRestored) -> Self {
        match not {
            NotRestored::Refused(why) => Self::Refused(why),
            NotRestored::Trouble(trouble) => trouble.into(),
        }
    }
}

impl Browsers {
    /// No browser is started yet.
    pub fn new(settings: Settings) -> Self {
        Self {
            settings,
            open: BTreeMap::new(),
        }
    }

    pub(super) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The browser of a profile, or the shared one; started when it does not run.
    pub(super) async fn get(
        &mut self,
        profile: Option<&str>,
        cancellation: &Cancellation,
    ) -> Result<&Opened, NoBrowser> {
        let key = profile.map(str::to_owned);
        if self
            .open
            .get(&key)
            .is_some_and(|open| open.browser.connection().closed().is_some())
            && let Some(gone) = self.open.remove(&key)
        {
            gone.browser.close().await;
        }
        if !self.open.contains_key(&key) {
            let opened = self.start(profile, cancellation).await?;
            self.open.insert(key.clone(), opened);
        }
        self.open.get(&key).ok_or(NoBrowser::Cancelled)
    }

    async fn start(&self, profile: Option<&str>, cancellation: &Cancellation) -> Result<Opened, NoBrowser> {
        let started = Deadline::after(READY * 2, cancellation)
            .within(self.launch(profile))
            .await;
        let browser = started.map_err(NoBrowser::from)?.map_err(NoBrowser::Start)?;
        let followed = Deadline::after(READY, cancellation)
            .within(Picture::follow(browser.connection()))
            .await;
        let picture = followed.map_err(NoBrowser::from)?.map_err(Trouble::of_call)?;
        Ok(Opened { browser, picture })
    }

    /// What a profile begins with.
    pub(super) fn source(&self, profile: Option<&str>) -> ProfileSource {
        let source = profile.and_then(|name| self.settings.profiles.get(name));
        source.cloned().unwrap_or_default()
    }

    async fn launch(&self, profile: Option<&str>) -> Result<Browser, StartError> {
        let options = Options {
            headed: self.settings.headed,
            user_data_dir: self.source(profile).folder,
            ready_within: READY,
        };
        start(&self.settings.engine, &self.settings.search, &options).await
    }

    /// Ends all of them, in order. Dropping them instead kills them.
    pub async fn close(self) {
        for opened in self.open.into_values() {
            opened.browser.close().await;
        }
    }
}
