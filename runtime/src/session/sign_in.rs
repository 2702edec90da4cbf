//! A browser with a window on a profile's folder, in which a person signs in.

use std::collections::HashSet;
use std::path::PathBuf;

use aite_cdp::browser::target::{CreateTargetParams, SetDiscoverTargetsParams};
use aite_cdp::{CallError, Event};
use serde::Deserialize;

use crate::deadline::Cancellation;
use crate::engine::{Chromium, Found, Options, StartError};

const CREATED: &str = "Target.targetCreated";
const DESTROYED: &str = "Target.targetDestroyed";

/// What is opened.
#[derive(Debug, Clone)]
pub struct SignIn {
    /// The profile's folder.
    pub folder: PathBuf,
    /// The page to begin with.
    pub url: String,
    /// Whether there is a window; tests have none.
    pub headed: bool,
}

/// How it ended. What the person did is in the folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignedIn {
    /// The last window was closed, or the browser ended.
    Closed,
    /// The wait for it was ended.
    Cancelled,
}

/// Opens the browser and waits until its last window closes; it is dead when this resolves.
///
/// # Errors
/// When it does not come up.
pub async fn sign_in(
    found: &Found,
    sign_in: &SignIn,
    cancellation: &Cancellation,
) -> Result<SignedIn, StartError> {
    let options = Options {
        headed: sign_in.headed,
        user_data_dir: Some(sign_in.folder.clone()),
        ..Options::default()
    };
    let browser = tokio::select! {
        browser = Chromium::launch(found, &options) => browser?,
        () = cancellation.cancelled() => return Ok(SignedIn::Cancelled),
    };
    let ended = tokio::select! {
        // A browser that goes away early was closed, too.
        _ = until_closed(&browser, &sign_in.url) => SignedIn::Closed,
        () = cancellation.cancelled() => SignedIn::Cancelled,
    };
    browser.close().await;
    Ok(ended)
}

async fn until_closed(browser: &crate::engine::Browser, url: &str) -> Result<(), CallError> {
    let connection = browser.connection();
    let mut events = connection.subscribe(&[CREATED, DESTROYED]);
    let root = connection.browser();
    root.call(SetDiscoverTargetsParams::new(true)).await?;
    let first = root.call(CreateTargetParams::new(url)).await?.target_id;
    let mut pages = HashSet::from([String::from(first)]);
    while let Some(event) = events.next().await {
        follow(&mut pages, &event);
        if pages.is_empty() {
            break;
        }
    }
    Ok(())
}

fn follow(pages: &mut HashSet<String>, event: &Event) {
    if let (CREATED, Some(Created { target_info })) = (&*event.method, event.parse()) {
        if target_info.kind == "page" {
            pages.insert(target_info.target_id);
        }
    } else if let (DESTROYED, Some(Destroyed { target_id })) = (&*event.method, event.parse()) {
        pages.remove(&target_id);
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Created {
    target_info: TargetInfo,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TargetInfo {
    target_id: String,
    #[serde(rename = "type")]
    kind: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Destroyed {
    target_id: String,
}
