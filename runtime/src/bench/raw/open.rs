//! A page for one task, and how it is left.

use std::collections::HashMap;
use std::time::Duration;

use aite_compiler::ir::SessionRef;
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;

use super::super::judge::Trouble;
use super::Work;
use super::downloads::Downloads;
use super::talk::Talk;
use super::trace::Trace;
use crate::engine::Served;

/// What is cleaned up answers soon, or is not cleaned up.
const LEAVE_PATIENCE: Duration = Duration::from_secs(5);

/// A conversation with a page of its own.
pub(super) struct Opened {
    pub(super) talk: Talk,
    /// The page's session; `None` when the conversation is with the page alone.
    pub(super) page: Option<String>,
    /// The page, when it was made here.
    target: Option<String>,
    /// Sessions that steps saved; `None` inside is the browser.
    pub(super) sessions: HashMap<String, Option<String>>,
    pub(super) downloads: Downloads,
}

/// How a page was left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Left {
    /// As it should be.
    Closed,
    /// The engine ended the conversation first.
    HungUp,
}

/// Opens a page over the browser's websocket, or, with an engine that cannot do that, over the page's own.
pub(super) async fn open(work: &Work<'_>, engine: &Served) -> Result<Opened, Trouble> {
    let trace = Trace::create(work.folder).map_err(Trouble::Io)?;
    let trace = match engine.identity().websocket() {
        None => trace,
        Some(address) => match Talk::connect(address, trace, work.patience).await {
            Err((_, trace)) => trace,
            Ok(mut talk) => match new_page(&mut talk).await {
                Ok((target, session)) => return Ok(Opened::new(talk, Some(session), Some(target))),
                Err(_) => talk.give_up().await,
            },
        },
    };
    let Some(address) = engine.page_websocket().await else {
        return Err(Trouble::Other("cannot resolve a CDP websocket endpoint".into()));
    };
    let talk = Talk::connect(&address, trace, work.patience).await;
    Ok(Opened::new(talk.map_err(|(trouble, _)| trouble)?, None, None))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Created {
    target_id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Attached {
    session_id: String,
}

async fn new_page(talk: &mut Talk) -> Result<(String, String), Trouble> {
    let blank = json!({"url": "about:blank"});
    let created = talk.call("Target.createTarget", Some(&blank), None).await?;
    let Created { target_id } = read(&created)?;
    let attach = json!({"targetId": target_id, "flatten": true});
    let attached = talk.call("Target.attachToTarget", Some(&attach), None).await?;
    let Attached { session_id } = read(&attached)?;
    Ok((target_id, session_id))
}

fn read<'a, T: Deserialize<'a>>(raw: &'a RawValue) -> Result<T, Trouble> {
    serde_json::from_str(raw.get()).map_err(|error| Trouble::Other(error.to_string()))
}

impl Opened {
    fn new(talk: Talk, page: Option<String>, target: Option<String>) -> Self {
        Self {
            talk,
            page,
            target,
            sessions: HashMap::new(),
            downloads: Downloads::default(),
        }
    }

    /// The id of a session that a step names; `None` is the browser.
    pub(super) fn session(&self, named: &SessionRef) -> Result<Option<String>, Trouble> {
        match named {
            SessionRef::Page => Ok(self.page.clone()),
            SessionRef::Browser => Ok(None),
            SessionRef::Saved(name) => match self.sessions.get(name) {
                Some(session) => Ok(session.clone()),
                None => Err(Trouble::Other(format!("unknown session {name}"))),
            },
        }
    }

    /// Undoes what would be seen by the next task, and closes the page. That something cannot be undone any more is no
    /// finding.
    pub(super) async fn leave(&mut self) -> Left {
        self.talk.set_patience(LEAVE_PATIENCE);
        self.downloads.undo(&mut self.talk).await;
        let mut left = Left::Closed;
        if let Some(target) = &self.target {
            let close = json!({"targetId": target});
            let closed = self.talk.call("Target.closeTarget", Some(&close), None).await;
            if matches!(closed, Err(Trouble::Disconnected { .. } | Trouble::Io(_))) {
                left = Left::HungUp;
            }
        }
        left
    }
}
