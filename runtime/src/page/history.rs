//! Loading a page again, and going back and forth between those that were there.

use aite_cdp::browser::page::{GetNavigationHistoryParams, NavigateToHistoryEntryParams, ReloadParams};

use super::navigate::{documents, loaded_after};
use super::tab::Tab;
use super::trouble::Trouble;
use crate::deadline::Deadline;

/// Loads the page again, and waits until it has loaded.
///
/// # Errors
/// What becomes of the tab, or the deadline.
pub(crate) async fn reload(tab: &Tab, deadline: &Deadline) -> Result<(), Trouble> {
    let before = tab.read(documents)?;
    tab.call(deadline, ReloadParams::default()).await?;
    tab.until(deadline, |tab| loaded_after(tab, before).map(drop))
        .await
}

/// Goes so many entries forward, or back when negative; whether there is such an entry.
///
/// # Errors
/// What becomes of the tab, or the deadline.
pub(crate) async fn travel(tab: &Tab, by: i64, deadline: &Deadline) -> Result<bool, Trouble> {
    let history = tab.call(deadline, GetNavigationHistoryParams::default()).await?;
    let wanted = usize::try_from(history.current_index + by).ok();
    let Some(entry) = wanted.and_then(|at| history.entries.get(at)) else {
        return Ok(false);
    };
    let before = tab.read(documents)?;
    tab.call(deadline, NavigateToHistoryEntryParams::new(entry.id))
        .await?;
    // Within one document nothing loads: the address changes, and that is all.
    let arrived = tab.until(deadline, |tab| {
        let same_document = tab.frames.main().is_some_and(|main| main.documents == before);
        loaded_after(tab, before)
            .map(drop)
            .or_else(|| (same_document && tab.url() == entry.url).then_some(()))
    });
    arrived.await.map(|()| true)
}
