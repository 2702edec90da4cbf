//! The browser, context and tabs of one profile of a script.

use std::time::Duration;

use super::browsers::{Browsers, NoBrowser};
use super::messages;
use super::tabs::Tabs;
use crate::deadline::{Cancellation, Deadline};
use crate::page::Context;
use crate::report::{Engine, RunStore};
use crate::session::restore;

/// How long a private context may take to open, and to be thrown away.
const CONTEXT: Duration = Duration::from_secs(10);

/// A profile at work.
#[derive(Debug)]
pub(super) struct Profile {
    /// `None` is the default one of a script that needs none.
    pub(super) name: Option<String>,
    pub(super) tabs: Tabs,
    pub(super) engine: Engine,
    /// What a report should tell of the browser.
    pub(super) warnings: Vec<String>,
}

impl Profile {
    /// Starts the profile's browser if need be, and opens its context.
    pub(super) async fn open(
        name: Option<&str>,
        browsers: &mut Browsers,
        store: &RunStore,
        follow_network: bool,
        cancellation: &Cancellation,
    ) -> Result<Self, NoBrowser> {
        let source = browsers.source(name);
        let opened = browsers.get(name, cancellation).await?;
        let deadline = Deadline::after(CONTEXT, cancellation);
        // What scripts do in a person's folder stays; everywhere else it goes with them.
        let private = source.folder.is_none();
        let downloads = store.downloads();
        let context = Context::open(&opened.picture, private, &downloads, follow_network, &deadline);
        let context = context.await?;
        if let Some(state) = &source.storage_state {
            restore(&context, state, &deadline).await?;
        }
        let browser = &opened.browser;
        let mut warnings = browser.warnings();
        let state = source.storage_state.as_deref();
        warnings.extend(state.and_then(|state| messages::ignored_state(name?, state.ignored())));
        Ok(Self {
            name: name.map(str::to_owned),
            tabs: Tabs::new(context),
            engine: Engine {
                name: browser.name().to_owned(),
                product: browser.product().to_owned(),
                transport: browser.connection().transport().to_owned(),
                profile: name.map(str::to_owned),
            },
            warnings,
        })
    }

    /// Throws away what the script left in the browser.
    pub(super) async fn close(self, cancellation: &Cancellation) {
        self.tabs
            .into_context()
            .dispose(&Deadline::after(CONTEXT, cancellation))
            .await;
    }
}
