//! Gives a context its cookies and local storage before its first page.

use aite_cdp::browser::page::NavigateReturns;
use aite_cdp::{CallError, Events, Session};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};

use super::StorageState;
use super::storage_state::OriginStorage;
use crate::deadline::{Deadline, Ended};
use crate::page::{Context, Tab, Trouble};

const PAUSED: &str = "Fetch.requestPaused";

/// Why a context has not what it should begin with.
#[derive(Debug)]
pub(crate) enum NotRestored {
    /// The browser does not take a part of it; the sentence names the part.
    Refused(String),
    /// The browser went away, or there was no more time.
    Trouble(Trouble),
}

impl From<Trouble> for NotRestored {
    fn from(trouble: Trouble) -> Self {
        Self::Trouble(trouble)
    }
}

impl From<Ended> for NotRestored {
    fn from(ended: Ended) -> Self {
        Self::Trouble(ended.into())
    }
}

/// Gives the state to a context that no page was opened in yet.
pub(crate) async fn restore(
    context: &Context,
    state: &StorageState,
    deadline: &Deadline,
) -> Result<(), NotRestored> {
    cookies(context, state, deadline).await?;
    let filled: Vec<&OriginStorage> = state.origins.iter().filter(|it| !it.items.is_empty()).collect();
    if filled.is_empty() {
        return Ok(());
    }
    let tab = context.open_tab(deadline).await?;
    for storage in filled {
        local_storage(&tab, storage, deadline).await?;
    }
    tab.close(deadline).await?;
    Ok(())
}

/// All are on their way before the first answer is read.
async fn cookies(context: &Context, state: &StorageState, deadline: &Deadline) -> Result<(), NotRestored> {
    let browser = context.picture().connection().browser();
    let set = |parameters: &Value| {
        let parameters = json!({"cookies": [parameters], "browserContextId": context.id()});
        browser.call_as::<_, IgnoredAny>("Storage.setCookies", &parameters)
    };
    let answers: Vec<_> = state
        .cookies
        .iter()
        .map(|cookie| set(&cookie.parameters))
        .collect();
    for (cookie, answer) in state.cookies.iter().zip(answers) {
        match deadline.within(answer).await? {
            Ok(_) => {}
            Err(CallError::Gone(gone)) => return Err(Trouble::from(gone).into()),
            Err(_) => {
                let (name, domain) = (&cookie.name, &cookie.domain);
                return Err(NotRestored::Refused(format!(
                    "the browser does not take the cookie {name} of {domain}"
                )));
            }
        }
    }
    Ok(())
}

/// Opens an empty page at the origin, which nothing is asked of, and fills its storage from there.
async fn local_storage(tab: &Tab, storage: &OriginStorage, deadline: &Deadline) -> Result<(), NotRestored> {
    let session = tab.session();
    let origin = storage.origin.as_str();
    let mut paused = session.connection().subscribe(&[PAUSED]);
    drop(session.call_as::<_, IgnoredAny>("Fetch.enable", &json!({})));
    let opened =
        session.call_as::<_, NavigateReturns>("Page.navigate", &json!({"url": format!("{origin}/")}));
    let opened = deadline.within(answering(session, &mut paused, opened)).await?;
    opened.map_err(Trouble::of_call)?;
    let there = |url: &str| url.strip_prefix(origin).is_some_and(|rest| rest.starts_with('/'));
    tab.until(deadline, |state| there(state.url()).then_some(()))
        .await?;
    let expression = format!(
        "for (const [name, value] of {}) localStorage.setItem(name, value)",
        json!(storage.items)
    );
    let filled = session.call_as::<_, Evaluated>("Runtime.evaluate", &json!({"expression": expression}));
    let filled = deadline.within(answering(session, &mut paused, filled)).await?;
    let failed = filled.map_err(Trouble::of_call)?.exception_details.is_some();
    drop(session.call_as::<_, IgnoredAny>("Fetch.disable", &json!({})));
    match failed {
        false => Ok(()),
        true => Err(NotRestored::Refused(format!(
            "the browser does not take the local storage of {origin}"
        ))),
    }
}

/// Waits for an answer, and answers every request of the page itself meanwhile: nothing reaches the network.
async fn answering<T>(
    session: &Session,
    paused: &mut Events,
    answer: impl Future<Output = Result<T, CallError>>,
) -> Result<T, CallError> {
    let mut answer = std::pin::pin!(answer);
    loop {
        tokio::select! {
            answer = &mut answer => return answer,
            Some(event) = paused.next() => {
                if event.session.as_ref() == session.id()
                    && let Some(Paused { request_id }) = event.parse()
                {
                    let empty_page = json!({
                        "requestId": request_id,
                        "responseCode": 200,
                        "responseHeaders": [{"name": "Content-Type", "value": "text/html"}],
                        "body": "",
                    });
                    drop(session.call_as::<_, IgnoredAny>("Fetch.fulfillRequest", &empty_page));
                }
            }
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Paused {
    request_id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Evaluated {
    exception_details: Option<IgnoredAny>,
}
