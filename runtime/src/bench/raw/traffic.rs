//! Requests that a page still has under way after it has loaded, its icon among them: they must not be taken for
//! requests of the task that follows.

use std::collections::HashSet;
use std::time::Duration;

use serde::Deserialize;
use serde_json::value::RawValue;
use tokio::time::Instant;

use super::super::judge::Trouble;
use super::talk::Talk;

/// How long they may take; then the task begins anyway. Streams never end.
const ENDS_WITHIN: Duration = Duration::from_millis(200);

const DOMAIN: &str = "Network.";
const ICON: &str = "/favicon.ico";

/// The requests of a page, followed through the events of the protocol, of which the task will see none.
pub(super) struct Traffic {
    /// Where its events begin among those that are kept.
    read: usize,
    open: HashSet<String>,
    icon: Icon,
}

#[derive(PartialEq)]
enum Icon {
    NotAsked,
    Asked(String),
    Done,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct About<'a> {
    request_id: String,
    #[serde(borrow)]
    request: Option<With<'a>>,
    #[serde(borrow)]
    response: Option<With<'a>>,
}

#[derive(Deserialize)]
struct With<'a> {
    #[serde(borrow)]
    url: &'a RawValue,
}

impl With<'_> {
    fn is_icon(&self) -> bool {
        let url: String = serde_json::from_str(self.url.get()).unwrap_or_default();
        url.ends_with(ICON)
    }
}

impl Traffic {
    /// Follows the page from now on.
    pub(super) async fn watch(talk: &mut Talk, page: Option<&str>) -> Result<Self, Trouble> {
        talk.call("Network.enable", None, page).await?;
        Ok(Self {
            read: talk.events.len(),
            open: HashSet::new(),
            icon: Icon::NotAsked,
        })
    }

    /// Waits until the icon was asked for and nothing is under way any more.
    pub(super) async fn ends(&mut self, talk: &mut Talk) -> Result<(), Trouble> {
        let deadline = Instant::now() + ENDS_WITHIN;
        loop {
            for event in &talk.events[self.read..] {
                self.follow(&event.method, &event.params);
            }
            self.read = talk.events.len();
            let left = deadline.saturating_duration_since(Instant::now());
            let at_rest = self.icon == Icon::Done && self.open.is_empty();
            if at_rest || talk.next_event(left).await?.is_none() {
                return Ok(());
            }
        }
    }

    /// Stops following, and forgets what was told.
    pub(super) async fn forget(self, talk: &mut Talk, page: Option<&str>) -> Result<(), Trouble> {
        talk.call("Network.disable", None, page).await?;
        talk.events.retain(|event| !event.method.starts_with(DOMAIN));
        Ok(())
    }

    fn follow(&mut self, method: &str, params: &RawValue) {
        let Some(name) = method.strip_prefix(DOMAIN) else {
            return;
        };
        let Ok(about) = serde_json::from_str::<About<'_>>(params.get()) else {
            return;
        };
        let is_icon = [&about.request, &about.response]
            .into_iter()
            .flatten()
            .any(With::is_icon);
        if is_icon && self.icon == Icon::NotAsked {
            self.icon = Icon::Asked(about.request_id.clone());
        }
        match name {
            "requestWillBeSent" => {
                self.open.insert(about.request_id);
            }
            "loadingFinished" | "loadingFailed" => {
                self.open.remove(&about.request_id);
                if self.icon == Icon::Asked(about.request_id) {
                    self.icon = Icon::Done;
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(events: &[(&str, &str)]) -> (bool, usize) {
        let mut traffic = Traffic {
            read: 0,
            open: HashSet::new(),
            icon: Icon::NotAsked,
        };
        for (method, params) in events {
            let params = RawValue::from_string((*params).to_owned()).unwrap();
            traffic.follow(method, &params);
        }
        (traffic.icon == Icon::Done, traffic.open.len())
    }

    #[test]
    fn requests_are_open_until_they_end() {
        let page = (
            "Network.requestWillBeSent",
            r#"{"requestId": "1", "request": {"url": "http:\/\/h/p"}}"#,
        );
        let page_ends = ("Network.loadingFinished", r#"{"requestId": "1"}"#);
        let icon = (
            "Network.responseReceived",
            r#"{"requestId": "2", "response": {"url": "http://h/favicon.ico"}}"#,
        );
        let icon_ends = ("Network.loadingFailed", r#"{"requestId": "2"}"#);
        let other = ("Page.loadEventFired", r#"{"timestamp": 1}"#);
        assert_eq!(after(&[page, other]), (false, 1));
        assert_eq!(after(&[page, page_ends]), (false, 0));
        assert_eq!(after(&[page, page_ends, icon]), (false, 0));
        assert_eq!(after(&[page, page_ends, icon, icon_ends]), (true, 0));
        assert_eq!(after(&[icon_ends, icon]), (false, 0));
    }
}
