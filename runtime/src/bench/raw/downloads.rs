//! Downloads that a task asked for are over, and their configuration is back to normal, before the next task begins.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde_json::{Value, json};

use super::talk::{Event, Talk};
use super::waited::For;

/// How long an unannounced download may take to be announced.
const ANNOUNCED_WITHIN: Duration = Duration::from_millis(250);
const CANCELLED_WITHIN: Duration = Duration::from_secs(2);

const CONFIGURE: [&str; 2] = ["Browser.setDownloadBehavior", "Page.setDownloadBehavior"];
const BEGINS: [&str; 2] = ["Browser.downloadWillBegin", "Page.downloadWillBegin"];
const PROGRESS: [&str; 2] = ["Browser.downloadProgress", "Page.downloadProgress"];

/// The configurations of an attempt.
#[derive(Debug, Default)]
pub(super) struct Downloads(Vec<Configuration>);

#[derive(Debug, PartialEq, Clone)]
struct Configuration {
    method: &'static str,
    session: Option<String>,
    context: Option<Value>,
}

impl Downloads {
    /// Notes a command that configures downloads, whether or not it will succeed.
    pub(super) fn attempted(&mut self, method: &str, params: Option<&Value>, session: Option<&str>) {
        let Some(method) = CONFIGURE.into_iter().find(|known| *known == method) else {
            return;
        };
        let context = params.and_then(|params| params.get("browserContextId")).cloned();
        let configuration = Configuration {
            method,
            session: session.map(Into::into),
            context,
        };
        if !self.0.contains(&configuration) {
            self.0.push(configuration);
        }
    }

    /// Ends what still loads, then takes the configurations back, the last one first.
    pub(super) async fn undo(&self, talk: &mut Talk) {
        if self.0.is_empty() {
            return;
        }
        if known(talk).is_empty() {
            let _ = talk.find(For::Rest, ANNOUNCED_WITHIN, |_| false).await;
        }
        for (guid, over) in known(talk) {
            if !over {
                cancel(talk, &guid).await;
            }
        }
        for configuration in self.0.iter().rev() {
            let mut params = json!({"behavior": "default"});
            if configuration.method == CONFIGURE[0] {
                params["eventsEnabled"] = json!(false);
                if let Some(context) = &configuration.context {
                    params["browserContextId"] = context.clone();
                }
            }
            let session = configuration.session.as_deref();
            let _ = talk.call(configuration.method, Some(&params), session).await;
        }
    }
}

async fn cancel(talk: &mut Talk, guid: &str) {
    let cancel = json!({"guid": guid});
    let _ = talk.call("Browser.cancelDownload", Some(&cancel), None).await;
    let ends = |event: &Event| {
        PROGRESS.contains(&event.method.as_str()) && progress(event) == Some((guid.into(), true))
    };
    let _ = talk.find(For::Rest, CANCELLED_WITHIN, ends).await;
}

/// Every download that was told of, and whether it is over.
fn known(talk: &Talk) -> BTreeMap<String, bool> {
    let events = || talk.used.iter().chain(&talk.events);
    let begun = events().filter(|event| BEGINS.contains(&event.method.as_str()));
    let mut known: BTreeMap<String, bool> = begun
        .filter_map(|event| guid(&event.value()))
        .map(|it| (it, false))
        .collect();
    let over: BTreeSet<(String, bool)> = events()
        .filter(|event| PROGRESS.contains(&event.method.as_str()))
        .filter_map(progress)
        .collect();
    for (guid, is_over) in over {
        *known.entry(guid).or_default() |= is_over;
    }
    known
}

fn progress(event: &Event) -> Option<(String, bool)> {
    let params = event.value();
    let state = params.get("state").and_then(Value::as_str);
    Some((guid(&params)?, matches!(state, Some("completed" | "canceled"))))
}

fn guid(params: &Value) -> Option<String> {
    params.get("guid")?.as_str().map(Into::into)
}
