//! Opening addresses, and waiting for pages that go elsewhere by themselves.

use std::time::Duration;

use aite_cdp::browser::page::{NavigateParams, NavigateReturns, StopLoadingParams};

use super::ask::call;
use super::picture::TabState;
use super::tab::Tab;
use super::trouble::Trouble;
use crate::deadline::Deadline;

/// How long a page that asked to go elsewhere is given to do it, before the next command looks at it.
const SETTLING: Duration = Duration::from_secs(2);

/// How long a page that does not finish is asked what it waits for.
const QUESTION: Duration = Duration::from_millis(300);

/// How long after a load was given up it may turn out why.
const GIVEN_UP: Duration = Duration::from_millis(200);

/// What the browser says of a load that something else ended.
const ABORTED: &str = "net::ERR_ABORTED";

/// What opening an address led to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Opened {
    /// A page.
    Page,
    /// A file in the download folder; the tab shows what it showed before.
    Download,
}

/// Opens an address in a tab and waits until the page has loaded.
///
/// # Errors
/// [`Trouble::LoadFailed`] at once when the browser cannot load it, [`Trouble::StillLoading`] at the deadline, or what
/// becomes of the tab.
pub(crate) async fn open(tab: &Tab, url: &str, deadline: &Deadline) -> Result<Opened, Trouble> {
    let before = tab.read(documents)?;
    let downloads = tab.picture().read(|state| state.downloads.len());
    let opened = match tab.call(deadline, NavigateParams::new(url)).await {
        Ok(answer) => answer,
        Err(Trouble::OutOfTime) => return Err(still_loading(tab, url).await),
        Err(Trouble::Declined { message, .. }) => return Err(load_failed(url, message)),
        Err(trouble) => return Err(trouble),
    };
    if is_download(tab, &opened, downloads) {
        return Ok(Opened::Download);
    }
    match opened.error_text {
        Some(error) if error == ABORTED && goes_elsewhere(tab, deadline).await? => {}
        Some(error) => return Err(load_failed(url, error)),
        None if opened.loader_id.is_none() => return Ok(Opened::Page),
        None => {}
    }
    match tab.until(deadline, |tab| loaded_after(tab, before)).await {
        Ok(None) => Ok(Opened::Page),
        Ok(Some(unreachable)) => Err(load_failed(
            &unreachable,
            "the page went on to an address that cannot be loaded".into(),
        )),
        Err(Trouble::OutOfTime) => Err(still_loading(tab, url).await),
        Err(trouble) => Err(trouble),
    }
}

/// Waits until the page is where it asked to go: a page that was told to leave must not be looked at as if it stayed.
/// A page that takes its time for it is not waited for.
///
/// # Errors
/// What becomes of the tab, or a cancelled run.
pub(crate) async fn settle(tab: &Tab, deadline: &Deadline) -> Result<(), Trouble> {
    match tab.read(is_leaving) {
        Ok(true) => {}
        // What was done may have closed it: that is for the next command to find.
        Ok(false) | Err(Trouble::TabClosed) => return Ok(()),
        Err(trouble) => return Err(trouble),
    }
    let most = deadline.at_most(SETTLING);
    match tab.until(&most, |tab| (!is_leaving(tab)).then_some(())).await {
        Err(Trouble::OutOfTime) => {
            tab.note(|tab| tab.frames.stay());
            Ok(())
        }
        Err(Trouble::TabClosed) => Ok(()),
        settled => settled,
    }
}

/// Waits until no document is in the middle of being read: its elements are there before the scripts that make them do
/// something, so that a click would be lost. A page that takes its time for it is not waited for again.
///
/// # Errors
/// What becomes of the tab, or a cancelled run.
pub(crate) async fn parsed(tab: &Tab, deadline: &Deadline) -> Result<(), Trouble> {
    if !tab.read(is_being_read)? {
        return Ok(());
    }
    let most = deadline.at_most(SETTLING);
    match tab.until(&most, |tab| (!is_being_read(tab)).then_some(())).await {
        Err(Trouble::OutOfTime) => {
            tab.note(|tab| tab.frames.take_as_read());
            Ok(())
        }
        parsed => parsed,
    }
}

/// Whether a load that was given up was given up for another one.
async fn goes_elsewhere(tab: &Tab, deadline: &Deadline) -> Result<bool, Trouble> {
    let most = deadline.at_most(GIVEN_UP);
    match tab.until(&most, |tab| is_leaving(tab).then_some(())).await {
        Ok(()) => Ok(true),
        Err(Trouble::OutOfTime) => Ok(false),
        Err(trouble) => Err(trouble),
    }
}

pub(super) fn documents(tab: &TabState) -> u64 {
    tab.frames.main().map_or(0, |frame| frame.documents)
}

fn is_leaving(tab: &TabState) -> bool {
    tab.frames.in_order().iter().any(|frame| frame.going_to.is_some())
}

fn is_being_read(tab: &TabState) -> bool {
    tab.frames.in_order().iter().any(|frame| frame.is_being_read())
}

/// Whether a document has loaded after the first `before`, and the address of the browser's error page if it is one.
pub(super) fn loaded_after(tab: &TabState, before: u64) -> Option<Option<String>> {
    let main = tab.frames.main()?;
    (main.documents > before && main.loaded).then(|| main.unreachable.clone())
}

fn is_download(tab: &Tab, opened: &NavigateReturns, before: usize) -> bool {
    let begun = || {
        tab.picture().read(|state| {
            state
                .downloads
                .iter()
                .skip(before)
                .any(|new| new.frame == tab.id())
        })
    };
    opened.is_download == Some(true) || (opened.error_text.as_deref() == Some(ABORTED) && begun())
}

fn load_failed(url: &str, error: String) -> Trouble {
    Trouble::LoadFailed {
        url: url.to_owned(),
        error,
    }
}

async fn still_loading(tab: &Tab, url: &str) -> Trouble {
    let waiting_for = pending(tab).await;
    tab.session().post(StopLoadingParams::default());
    Trouble::StillLoading {
        url: url.to_owned(),
        waiting_for,
    }
}

/// What the page still waits for: frames, pictures and scripts that did not come.
async fn pending(tab: &Tab) -> Vec<String> {
    const PENDING: &str = "() => {
        const slow = [...document.images].filter((image) => !image.complete).map((image) => image.currentSrc || image.src);
        const scripts = document.readyState === 'loading' ? [...document.scripts].slice(-1).map((script) => script.src) : [];
        return [...scripts, ...slow].filter(Boolean).slice(0, 5).map((url) => url.slice(0, 300));
    }";
    let Ok((world, mut urls)) = tab.read(|tab| {
        let frames = tab.frames.in_order();
        let slow = frames
            .iter()
            .skip(1)
            .filter(|frame| !frame.loaded)
            .map(|frame| frame.url.clone());
        (
            tab.frames.main().and_then(|main| main.world.clone()),
            slow.collect::<Vec<_>>(),
        )
    }) else {
        return Vec::new();
    };
    if let Some(world) = world {
        let asked = call::<Vec<String>>(tab.picture().connection(), &world, PENDING, &[]);
        if let Ok(Ok(more)) = tokio::time::timeout(QUESTION, asked).await {
            urls.extend(more);
        }
    }
    urls
}
