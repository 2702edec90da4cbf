//! Closed shadow roots: page script cannot see into them, so the protocol hands them to the page program.
//!
//! The browser's own search counts the elements of all trees, closed ones too, in about a millisecond. Only where it counts more
//! than the page program knows of is the browser asked for the structure.

use std::collections::{HashMap, HashSet};
use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};

use aite_cdp::browser::dom::{
    BackendNodeId, DiscardSearchResultsParams, PerformSearchParams, ResolveNodeParams, ResolveNodeReturns,
};
use aite_cdp::js::runtime::ExecutionContextId;
use aite_cdp::{CallError, Connection, Gone, Pending, Session, SessionId};
use serde::Deserialize;
use serde_json::json;

use super::agent::{self, remote};
use super::ask::{Argument, AskError, ask, call};
use super::frames::{FrameId, World};
use super::picture::Picture;

/// So many closed roots of a frame are handed over in one call.
const AT_ONCE: usize = 500;

/// What the browser's search finds every element with: the beginning of every tag.
const EVERY_ELEMENT: &str = "<";

/// A document that is looked into.
pub(crate) type Place = (FrameId, World);

/// How many elements of each process were found to be in none of its documents, so that nothing is searched twice.
#[derive(Debug, Default)]
pub(crate) struct Searched(Mutex<HashMap<SessionId, (Vec<World>, u64)>>);

impl Searched {
    fn explains(&self, session: &SessionId, worlds: &[World], more: u64) -> bool {
        let searched = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        searched
            .get(session)
            .is_some_and(|(known, unexplained)| known == worlds && more == *unexplained)
    }

    fn note(&self, session: SessionId, worlds: Vec<World>, unexplained: u64) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(session, (worlds, unexplained));
    }

    /// The documents that are gone need no memory.
    pub(crate) fn clear(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

/// Hands over the closed roots of the documents of one process that were not known; the frames that had some. The first
/// questions leave at once, behind what was sent before; the answers are awaited by the future.
pub(crate) fn open_closed(
    picture: &Arc<Picture>,
    session: &SessionId,
    places: Vec<Place>,
) -> impl Future<Output = Result<Vec<FrameId>, AskError>> + Send + use<> {
    let picture = Arc::clone(picture);
    let session = picture.connection().session(session.clone());
    let search = session.call(PerformSearchParams::new(EVERY_ELEMENT));
    let known: Vec<_> = places
        .iter()
        .map(|(_, world)| ask(picture.connection(), world, &agent::census()))
        .collect();
    async move {
        let found = match search.await {
            Ok(found) => found,
            Err(CallError::Gone(gone)) => return Err(AskError::Gone(gone)),
            // A browser without this search has no closed roots for us.
            Err(_) => return Ok(Vec::new()),
        };
        session.post(DiscardSearchResultsParams::new(found.search_id));
        let mut more = u64::try_from(found.result_count).unwrap_or(0);
        for census in known {
            more = more.saturating_sub(census.await?.elements);
        }
        if more == 0 {
            return Ok(Vec::new());
        }
        search_structure(&picture, &session, places, more).await
    }
}

/// There are more elements than the page program knows of: finds out whether closed roots hold them.
async fn search_structure(
    picture: &Picture,
    session: &Session,
    places: Vec<Place>,
    more: u64,
) -> Result<Vec<FrameId>, AskError> {
    let id = session.id().cloned().ok_or(AskError::Gone(Gone::Detached))?;
    let worlds: Vec<World> = places.iter().map(|(_, world)| world.clone()).collect();
    if picture.searched().explains(&id, &worlds, more) {
        return Ok(Vec::new());
    }
    let snapshot = match snapshot(session).await {
        Ok(snapshot) => snapshot,
        // As without the search: an engine that does not show closed roots has none for us.
        Err(error) if error.is_lacking() => {
            picture.searched().note(id, worlds, more);
            return Ok(Vec::new());
        }
        Err(error) => return Err(AskError::of_call(error)),
    };
    let mut opened = Vec::new();
    for (frame, world) in places {
        let nodes = snapshot.in_closed_roots(&frame);
        if hand_over(picture.connection(), session, &world, &nodes).await? > 0 {
            opened.push(frame);
        }
    }
    if opened.is_empty() {
        picture.searched().note(id, worlds, more);
    }
    Ok(opened)
}

/// Hands over the closed roots that these nodes are in; how many were not known.
async fn hand_over(
    connection: &Connection,
    session: &Session,
    world: &World,
    nodes: &[i64],
) -> Result<u64, AskError> {
    let mut new = 0;
    for some in nodes.chunks(AT_ONCE) {
        let resolving: Vec<_> = some.iter().map(|node| resolve(session, world, *node)).collect();
        let mut inside = Vec::new();
        for resolved in resolving {
            inside.extend(object(resolved.await));
        }
        let arguments: Vec<Argument<'_>> = inside
            .iter()
            .map(|object_id| Argument::Object { object_id })
            .collect();
        new += call::<u64>(connection, world, remote::ADOPT_ROOTS_OF, &arguments).await?;
    }
    Ok(new)
}

fn resolve(session: &Session, world: &World, node: i64) -> Pending<ResolveNodeReturns> {
    session.call(ResolveNodeParams {
        backend_node_id: Some(BackendNodeId::new(node)),
        execution_context_id: Some(ExecutionContextId::new(world.context)),
        ..Default::default()
    })
}

/// A node that is gone by now is not missed.
fn object(resolved: Result<ResolveNodeReturns, CallError>) -> Option<String> {
    Some(resolved.ok()?.object.object_id?.into())
}

async fn snapshot(session: &Session) -> Result<Snapshot, CallError> {
    session
        .call_as("DOMSnapshot.captureSnapshot", &json!({"computedStyles": []}))
        .await
}

/// The part of `DOMSnapshot.captureSnapshot` that tells of shadow roots. It is flat, however deep the document is.
#[derive(Debug, Deserialize)]
struct Snapshot {
    documents: Vec<Document>,
    strings: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Document {
    frame_id: i64,
    nodes: Nodes,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[derive(Default)]
struct Nodes {
    parent_index: Vec<i64>,
    backend_node_id: Vec<i64>,
    shadow_root_type: Rare,
}

/// Values that few nodes have: the node's number, and the value's.
#[derive(Debug, Default, Deserialize)]
struct Rare {
    index: Vec<i64>,
    value: Vec<i64>,
}

impl Snapshot {
    /// A node in every closed shadow root of a frame: the first of each parent, since those in its root come first.
    fn in_closed_roots(&self, frame: &str) -> Vec<i64> {
        let document = self
            .documents
            .iter()
            .find(|document| self.string(document.frame_id) == Some(frame));
        let Some(Document { nodes, .. }) = document else {
            return Vec::new();
        };
        let typed = nodes
            .shadow_root_type
            .index
            .iter()
            .zip(&nodes.shadow_root_type.value);
        let closed = typed.filter(|(_, kind)| self.string(**kind) == Some("closed"));
        let mut parents = HashSet::new();
        let first = closed.filter_map(|(node, _)| {
            let at = usize::try_from(*node).ok()?;
            parents
                .insert(*nodes.parent_index.get(at)?)
                .then(|| nodes.backend_node_id.get(at).copied())?
        });
        first.collect()
    }

    fn string(&self, index: i64) -> Option<&str> {
        self.strings.get(usize::try_from(index).ok()?).map(String::as_str)
    }
}
