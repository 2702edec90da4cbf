//! What every new tab and every frame in a process of its own is told before its first script runs.

use std::sync::Arc;

use aite_cdp::browser::dom;
use aite_cdp::browser::emulation::SetFocusEmulationEnabledParams;
use aite_cdp::browser::network;
use aite_cdp::browser::page::{
    self, AddScriptToEvaluateOnNewDocumentParams, SetLifecycleEventsEnabledParams,
};
use aite_cdp::browser::target::SetAutoAttachParams;
use aite_cdp::js::runtime;
use aite_cdp::{CallError, Pending, Session};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::json;

use super::events::FrameTreeAnswer;
use super::picture::Picture;
use super::{WORLD, agent};

/// Pauses and attaches to whatever opens from now on, and attaches to what is there.
pub(super) async fn attach_to_new(session: &Session) -> Result<(), CallError> {
    session.call(auto_attach()).await.map(drop)
}

fn auto_attach() -> SetAutoAttachParams {
    SetAutoAttachParams {
        auto_attach: true,
        wait_for_debugger_on_start: true,
        flatten: Some(true),
        filter: None,
    }
}

/// Prepares a new tab or frame, then lets it run. Nothing is awaited: the browser does it in this order.
pub(super) fn prepare(picture: &Arc<Picture>, session: Session, tab: bool, network: bool) {
    session.post(page::EnableParams::default());
    let tree: Pending<FrameTreeAnswer> = session.call_as("Page.getFrameTree", &json!({}));
    session.post(SetLifecycleEventsEnabledParams::new(true));
    session.post(AddScriptToEvaluateOnNewDocumentParams {
        source: agent::PROGRAM.to_owned(),
        world_name: Some(WORLD.to_owned()),
        include_command_line_api: None,
        run_immediately: Some(true),
    });
    let worlds = session.call(runtime::EnableParams::default());
    // Without it the browser does not search for closed shadow roots.
    session.post(dom::EnableParams::default());
    session.post(auto_attach());
    if tab {
        session.post(SetFocusEmulationEnabledParams::new(true));
    }
    let_run(&session, network);
    tokio::spawn(complete(Arc::clone(picture), session, tree, worlds));
}

/// Lets something go on that waits for us; its requests are told of if wanted.
pub(super) fn let_run(session: &Session, network: bool) {
    if network {
        session.post(network::EnableParams::default());
    }
    session.post(runtime::RunIfWaitingForDebuggerParams::default());
}

/// Takes up what was there before, and brings the page program into it where the engine does so only for new documents.
async fn complete(
    picture: Arc<Picture>,
    session: Session,
    tree: Pending<FrameTreeAnswer>,
    worlds: Pending<runtime::EnableReturns>,
) {
    let (Ok(answer), Some(id)) = (tree.await, session.id()) else {
        return;
    };
    picture.note(|state| {
        if let Some((_, tab)) = state.owned(Some(id)) {
            tab.frames.add_tree(answer.frame_tree, id);
        }
    });
    // The worlds that there are were told before the answer.
    let _ = worlds.await;
    let without = picture.note_quietly(|state| state.owned(Some(id))?.1.frames.without_program(id));
    if let Some(frame) = without {
        let world = json!({"frameId": frame, "worldName": WORLD});
        let made = session.call_as::<_, MadeWorld>("Page.createIsolatedWorld", &world);
        if let Ok(MadeWorld { execution_context_id }) = made.await {
            let program = json!({"expression": agent::PROGRAM, "contextId": execution_context_id});
            drop(session.call_as::<_, IgnoredAny>("Runtime.evaluate", &program));
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct MadeWorld {
    execution_context_id: i64,
}
