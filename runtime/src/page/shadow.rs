//! Closed shadow roots: page script cannot see into them, so the protocol hands them to the page program.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, PoisonError};

use aite_cdp::browser::dom::{BackendNodeId, ResolveNodeParams, ResolveNodeReturns};
use aite_cdp::js::runtime::ExecutionContextId;
use aite_cdp::{CallError, Connection, Pending, Session};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::json;

use super::agent::{self, Hosts};
use super::ask::{Argument, AskError, ask, call};
use super::frames::World;

/// More closed roots than this in one frame are not looked into at once; the next look takes the rest.
const AT_ONCE: usize = 500;

/// Which structure of each document was searched, so that nothing is searched twice.
#[derive(Debug, Default)]
pub(crate) struct Searched(Mutex<HashMap<World, u64>>);

impl Searched {
    fn is_new(&self, world: &World, version: u64) -> bool {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(world.clone(), version)
            != Some(version)
    }

    /// The documents that are gone need no memory.
    pub(crate) fn clear(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

/// Hands over the closed roots of a document that may have some since it was searched last; whether there were any.
pub(crate) async fn open_closed(
    connection: &Connection,
    searched: &Searched,
    frame: &str,
    world: &World,
) -> Result<bool, AskError> {
    let Hosts { possible, version } = ask(connection, world, &agent::hosts()).await?;
    if !possible || !searched.is_new(world, version) {
        return Ok(false);
    }
    let session = connection.session(world.session.clone());
    let snapshot = snapshot(&session).await.map_err(AskError::of_call)?;
    let nodes = snapshot.in_closed_roots(frame);
    let resolving: Vec<_> = nodes
        .into_iter()
        .take(AT_ONCE)
        .map(|node| resolve(&session, world, node))
        .collect();
    let mut inside = Vec::new();
    for resolved in resolving {
        inside.extend(object(resolved.await));
    }
    if inside.is_empty() {
        return Ok(false);
    }
    let arguments: Vec<Argument<'_>> = inside
        .iter()
        .map(|object_id| Argument::Object { object_id })
        .collect();
    call::<IgnoredAny>(connection, world, ADOPT_ALL, &arguments).await?;
    Ok(true)
}

/// A node inside a closed root knows it, whoever asks.
const ADOPT_ALL: &str = "(...nodes) => {
    for (const node of nodes) {
        const root = Node.prototype.getRootNode.call(node);
        if (root instanceof ShadowRoot) aite.adopt(root.host, root);
    }
}";

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
