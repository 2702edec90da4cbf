//! How each event changes the picture.

use std::sync::Arc;

use aite_cdp::browser::page::HandleJavaScriptDialogParams;
use aite_cdp::{Event, SessionId};
use serde::de::DeserializeOwned;

use super::dialogs::{Answering, Dialogs};
use super::events::{
    Attached, ContextCreated, ContextDestroyed, Detached, DialogOpening, DownloadBegins, DownloadProgress,
    FrameAttached, FrameDetached, FrameNavigated, Lifecycle, NavigatedWithin, OfFrame, RequestEnded,
    RequestSent, Requested,
};
use super::frames::{Frames, World};
use super::network::Requests;
use super::picture::{Download, Owner, OwnerKind, Picture, State, TabState};
use super::{WORLD, setup};

/// What came of an event.
#[derive(Debug, Default)]
pub(super) struct Seen {
    pub(super) changed: bool,
    pub(super) orders: Vec<Order>,
}

/// What must be told to the browser at once.
#[derive(Debug)]
pub(super) enum Order {
    /// Prepare a new tab or frame and let it run.
    SetUp {
        session: SessionId,
        tab: bool,
        network: bool,
    },
    /// Let something run that we do not look into.
    Run { session: SessionId, network: bool },
    /// Answer a dialog, so that the page does not hang.
    Answer {
        session: SessionId,
        answering: Answering,
    },
}

impl Order {
    pub(super) fn carry_out(self, picture: &Arc<Picture>) {
        let connection = picture.connection();
        match self {
            Self::SetUp {
                session,
                tab,
                network,
            } => {
                setup::prepare(picture, connection.session(session), tab, network);
            }
            Self::Run { session, network } => setup::let_run(&connection.session(session), network),
            Self::Answer { session, answering } => {
                connection.session(session).post(HandleJavaScriptDialogParams {
                    accept: answering.accept,
                    prompt_text: answering.text,
                });
            }
        }
    }
}

/// A wait of this many seconds before a scheduled navigation is a page that shows something first.
const SOON: f64 = 1.0;

impl State {
    /// Brings the picture up to date.
    pub(super) fn apply(&mut self, event: &Event) -> Seen {
        let session = event.session.as_ref();
        match &*event.method {
            "Target.attachedToTarget" => with(event, |attached| self.attached(session, attached)),
            "Target.detachedFromTarget" => with(event, |detached| self.detached(&detached)),
            "Inspector.targetCrashed" => self.crashed(session),
            "Page.javascriptDialogOpening" => with(event, |dialog| self.dialog(session, dialog)),
            "Browser.downloadWillBegin" => with(event, |download| self.download_begins(download)),
            "Browser.downloadProgress" => with(event, |progress| self.download_goes_on(progress)),
            "Network.requestWillBeSent" => {
                with(event, |sent: RequestSent| self.request_begins(session, sent))
            }
            "Network.loadingFinished" | "Network.loadingFailed" => {
                with(event, |ended| self.request_ended(session, &ended))
            }
            _ => self.in_tab(event),
        }
    }

    fn in_tab(&mut self, event: &Event) -> Seen {
        let Some(session) = &event.session else {
            return Seen::default();
        };
        let Some((_, tab)) = self.owned(Some(session)) else {
            return Seen::default();
        };
        match &*event.method {
            "Page.frameAttached" => with(event, |frame: FrameAttached| {
                tab.frames
                    .attach(&frame.frame_id, &frame.parent_frame_id, session);
                changed()
            }),
            "Page.frameDetached" => with(event, |frame| tab.frame_detached(&frame)),
            "Page.frameNavigated" => with(event, |navigated: FrameNavigated| {
                tab.requests
                    .replace_document(&navigated.frame.id, &navigated.frame.loader_id);
                let restored = navigated.is_restored();
                tab.frames.commit(navigated.frame, session, restored);
                changed()
            }),
            "Page.navigatedWithinDocument" => with(event, |within: NavigatedWithin| {
                tab.change_frame(&within.frame_id, |frame| {
                    frame.url = within.url;
                    frame.going_to = None;
                })
            }),
            "Page.frameRequestedNavigation"
            | "Page.frameScheduledNavigation"
            | "Page.frameStartedNavigating" => with(event, |requested| tab.navigation_requested(requested)),
            "Page.frameClearedScheduledNavigation" | "Page.frameStoppedLoading" => {
                with(event, |of: OfFrame| {
                    tab.change_frame(&of.frame_id, |frame| frame.going_to = None)
                })
            }
            "Page.lifecycleEvent" => with(event, |lifecycle| tab.lifecycle(&lifecycle)),
            "Runtime.executionContextCreated" => with(event, |created| tab.world_created(session, created)),
            "Runtime.executionContextDestroyed" => with(event, |destroyed: ContextDestroyed| {
                tab.frames
                    .leave(session, |context| context == destroyed.execution_context_id);
                changed()
            }),
            "Runtime.executionContextsCleared" => {
                tab.frames.leave(session, |_| true);
                changed()
            }
            _ => Seen::default(),
        }
    }

    fn attached(&mut self, parent: Option<&SessionId>, attached: Attached) -> Seen {
        let session = SessionId::new(attached.session_id);
        let info = attached.target_info;
        let tab = self.owned(parent).map(|(_, tab)| tab.id.clone());
        let network = self.follow_network;
        let kind = match (info.r#type.as_str(), &tab) {
            ("page", _) => OwnerKind::Tab,
            ("iframe", Some(_)) => OwnerKind::Frame(info.target_id.clone()),
            (_, Some(_)) => OwnerKind::Worker,
            _ => {
                return order(Order::Run {
                    session,
                    network: false,
                });
            }
        };
        let owner = Owner {
            tab: tab.unwrap_or_else(|| info.target_id.clone()),
            kind: kind.clone(),
        };
        match &kind {
            // Its requests are the tab's, and its session tells of them.
            OwnerKind::Worker => {
                self.owners.insert(session.clone(), owner);
                return order(Order::Run { session, network });
            }
            OwnerKind::Tab => self.tabs.push(TabState {
                id: info.target_id.clone(),
                context: info.browser_context_id,
                session: session.clone(),
                // Paused at its start means that it opened while we looked.
                ours: !attached.waiting_for_debugger,
                closed: false,
                crashed: false,
                frames: Frames::new(info.target_id, session.clone(), info.url),
                dialogs: Dialogs::default(),
                answering: None,
                requests: Requests::new(),
            }),
            OwnerKind::Frame(frame) => {
                if let Some(frame) = self.tab_mut(&owner.tab).and_then(|tab| tab.frames.get_mut(frame)) {
                    frame.session = session.clone();
                    frame.world = None;
                    frame.own_world = None;
                }
            }
        }
        self.owners.insert(session.clone(), owner);
        order(Order::SetUp {
            session,
            tab: kind == OwnerKind::Tab,
            network,
        })
    }

    fn detached(&mut self, detached: &Detached) -> Seen {
        let session = SessionId::new(detached.session_id.as_str());
        let Some(Owner { tab, kind }) = self.owners.remove(&session) else {
            return Seen::default();
        };
        let Some(tab) = self.tab_mut(&tab) else {
            return Seen::default();
        };
        tab.frames.leave(&session, |_| true);
        tab.requests.drop_session(&session);
        if kind == OwnerKind::Tab {
            tab.closed = true;
        }
        changed()
    }

    fn crashed(&mut self, session: Option<&SessionId>) -> Seen {
        match self.owned(session) {
            Some((OwnerKind::Tab | OwnerKind::Frame(_), tab)) => {
                tab.crashed = true;
                changed()
            }
            _ => Seen::default(),
        }
    }

    fn dialog(&mut self, session: Option<&SessionId>, dialog: DialogOpening) -> Seen {
        let Some(session) = session else {
            return Seen::default();
        };
        let mut answering = Answering {
            accept: matches!(dialog.r#type.as_str(), "alert" | "beforeunload"),
            text: None,
        };
        if let Some((_, tab)) = self.owned(Some(session)) {
            answering = tab.answering.clone().unwrap_or(answering);
            tab.dialogs.add(dialog.r#type, &dialog.message, answering.accept);
        }
        order(Order::Answer {
            session: session.clone(),
            answering,
        })
    }

    fn download_begins(&mut self, begins: DownloadBegins) -> Seen {
        for tab in &mut self.tabs {
            if let Some(frame) = tab.frames.get_mut(&begins.frame_id) {
                frame.going_to = None;
            }
        }
        self.downloads.push(Download {
            guid: begins.guid,
            frame: begins.frame_id,
            state: "inProgress".into(),
        });
        changed()
    }

    fn download_goes_on(&mut self, progress: DownloadProgress) -> Seen {
        if let Some(download) = self
            .downloads
            .iter_mut()
            .find(|known| known.guid == progress.guid)
        {
            download.state = progress.state;
        }
        changed()
    }

    fn request_begins(&mut self, session: Option<&SessionId>, sent: RequestSent) -> Seen {
        if let (Some(id), Some((_, tab))) = (session, self.owned(session)) {
            tab.requests.begin(id, sent);
        }
        changed()
    }

    fn request_ended(&mut self, session: Option<&SessionId>, ended: &RequestEnded) -> Seen {
        if let Some((_, tab)) = self.owned(session) {
            tab.requests.end(&ended.request_id);
        }
        changed()
    }
}

impl TabState {
    fn frame_detached(&mut self, detached: &FrameDetached) -> Seen {
        // On a swap the frame lives on in another process.
        if detached.reason.as_deref() != Some("swap") {
            self.frames.detach(&detached.frame_id);
            self.requests.drop_frame(&detached.frame_id);
        }
        changed()
    }

    fn navigation_requested(&mut self, requested: Requested) -> Seen {
        let here = requested
            .disposition
            .as_deref()
            .is_none_or(|disposition| disposition == "currentTab");
        if !here || requested.delay > SOON {
            return Seen::default();
        }
        self.change_frame(&requested.frame_id, |frame| frame.going_to = Some(requested.url))
    }

    fn lifecycle(&mut self, lifecycle: &Lifecycle) -> Seen {
        let Some(frame) = self.frames.get_mut(&lifecycle.frame_id) else {
            return Seen::default();
        };
        if frame.loader != lifecycle.loader_id {
            return Seen::default();
        }
        match lifecycle.name.as_str() {
            "DOMContentLoaded" => frame.dom_ready = true,
            "load" => frame.loaded = true,
            _ => return Seen::default(),
        }
        changed()
    }

    fn world_created(&mut self, session: &SessionId, created: ContextCreated) -> Seen {
        let context = created.context;
        let Some(owner) = context.aux_data else {
            return Seen::default();
        };
        let Some(frame) = owner.frame_id else {
            return Seen::default();
        };
        let world = World {
            session: session.clone(),
            context: context.id,
        };
        match context.name == WORLD {
            true => self.frames.enter(&frame, world),
            false if owner.is_default => self.frames.enter_own(&frame, world),
            false => return Seen::default(),
        }
        changed()
    }

    fn change_frame(&mut self, id: &str, change: impl FnOnce(&mut super::frames::Frame)) -> Seen {
        if let Some(frame) = self.frames.get_mut(id) {
            change(frame);
        }
        changed()
    }
}

fn changed() -> Seen {
    Seen {
        changed: true,
        orders: Vec::new(),
    }
}

fn order(order: Order) -> Seen {
    Seen {
        changed: true,
        orders: vec![order],
    }
}

/// An event whose payload does not fit is one that tells us nothing.
fn with<T: DeserializeOwned>(event: &Event, apply: impl FnOnce(T) -> Seen) -> Seen {
    event.parse().map_or_else(Seen::default, apply)
}
