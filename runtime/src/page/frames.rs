//! The frames of one tab, as the browser's events tell them.

use std::collections::HashMap;

use aite_cdp::SessionId;

use super::events::{FrameInfo, FrameTree};

/// The browser's name for a frame. A tab's main frame has the tab's own id.
pub(crate) type FrameId = String;

/// A frame and the document in it.
#[derive(Debug, Clone)]
pub(crate) struct Frame {
    pub(crate) id: FrameId,
    pub(crate) parent: Option<FrameId>,
    /// In order of appearance.
    pub(crate) children: Vec<FrameId>,
    /// Whose process it lives in.
    pub(crate) session: SessionId,
    /// The isolated world of the page program; `None` between two documents.
    pub(crate) world: Option<World>,
    /// Where the page's own scripts run.
    pub(crate) own_world: Option<World>,
    pub(crate) url: String,
    /// The browser's name for the load that brought the document.
    pub(crate) loader: String,
    /// How many documents came in while we looked: some engines name two loads alike.
    pub(crate) documents: u64,
    /// The whole document was read, and the scripts in it ran.
    pub(crate) dom_ready: bool,
    pub(crate) loaded: bool,
    /// The address that the browser shows its own error page for.
    pub(crate) unreachable: Option<String>,
    /// Where the page, or we, asked to go, while that is not decided.
    pub(crate) going_to: Option<String>,
}

/// Where the page program runs in one document.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct World {
    pub(crate) session: SessionId,
    pub(crate) context: i64,
}

/// All frames of a tab.
#[derive(Debug)]
pub(crate) struct Frames {
    main: FrameId,
    frames: HashMap<FrameId, Frame>,
}

impl Frame {
    fn new(id: FrameId, parent: Option<FrameId>, session: SessionId) -> Self {
        Self {
            id,
            parent,
            children: Vec::new(),
            session,
            world: None,
            own_world: None,
            url: "about:blank".into(),
            loader: String::new(),
            documents: 0,
            dom_ready: false,
            loaded: false,
            unreachable: None,
            going_to: None,
        }
    }

    /// Whether a document is on its way in. Documents that no server sends are written by scripts, which may never end them.
    pub(crate) fn is_being_read(&self) -> bool {
        !self.dom_ready && !self.loader.is_empty() && !self.url.starts_with("about:")
    }

    fn commit(&mut self, info: FrameInfo) {
        self.dom_ready = false;
        self.loaded = false;
        self.loader = info.loader_id;
        self.url = info.url + &info.url_fragment;
        self.unreachable = info.unreachable_url;
    }
}

impl Frames {
    pub(super) fn new(main: FrameId, session: SessionId, url: String) -> Self {
        let mut frame = Frame::new(main.clone(), None, session);
        frame.url = url;
        Self {
            frames: HashMap::from([(main.clone(), frame)]),
            main,
        }
    }

    /// The main frame. There always is one.
    pub(crate) fn main(&self) -> Option<&Frame> {
        self.frames.get(&self.main)
    }

    pub(crate) fn get(&self, id: &str) -> Option<&Frame> {
        self.frames.get(id)
    }

    pub(super) fn get_mut(&mut self, id: &str) -> Option<&mut Frame> {
        self.frames.get_mut(id)
    }

    pub(crate) fn len(&self) -> usize {
        self.frames.len()
    }

    /// Parents before children, siblings in order of appearance.
    pub(crate) fn in_order(&self) -> Vec<&Frame> {
        let mut ordered = Vec::with_capacity(self.frames.len());
        let mut stack = vec![&self.main];
        while let Some(frame) = stack.pop().and_then(|id| self.frames.get(id)) {
            ordered.push(frame);
            stack.extend(frame.children.iter().rev());
        }
        ordered
    }

    pub(super) fn attach(&mut self, id: &str, parent: &str, session: &SessionId) {
        match self.frames.get_mut(id) {
            // It comes back into its parent's process.
            Some(frame) => frame.session = session.clone(),
            None => {
                if let Some(parent) = self.frames.get_mut(parent) {
                    parent.children.push(id.to_owned());
                    let frame = Frame::new(id.to_owned(), Some(parent.id.clone()), session.clone());
                    self.frames.insert(id.to_owned(), frame);
                }
            }
        }
    }

    pub(super) fn detach(&mut self, id: &str) {
        let Some(gone) = self.frames.remove(id) else {
            return;
        };
        if let Some(parent) = gone.parent.and_then(|parent| self.frames.get_mut(&parent)) {
            parent.children.retain(|child| child != id);
        }
        for child in gone.children {
            self.detach(&child);
        }
    }

    /// Another document is in the frame; one that is restored was loaded before.
    pub(super) fn commit(&mut self, info: FrameInfo, session: &SessionId, restored: bool) {
        let id = info.id.clone();
        if let Some(parent) = &info.parent_id {
            self.attach(&id, parent, session);
        }
        let Some(frame) = self.frames.get_mut(&id) else {
            return;
        };
        frame.session = session.clone();
        frame.going_to = None;
        frame.documents += 1;
        frame.commit(info);
        frame.dom_ready = restored;
        frame.loaded = restored;
        for child in std::mem::take(&mut frame.children) {
            self.detach(&child);
        }
    }

    /// Adds what was there before the events were on.
    pub(super) fn add_tree(&mut self, tree: FrameTree, session: &SessionId) {
        let id = tree.frame.id.clone();
        if let Some(parent) = &tree.frame.parent_id
            && !self.frames.contains_key(&id)
        {
            self.attach(&id, parent, session);
        }
        if let Some(frame) = self.frames.get_mut(&id)
            && frame.loader.is_empty()
        {
            frame.commit(tree.frame);
        }
        for child in tree.child_frames {
            self.add_tree(child, session);
        }
    }

    /// Nobody waits any longer for frames to go where they asked to go.
    pub(super) fn stay(&mut self) {
        for frame in self.frames.values_mut() {
            frame.going_to = None;
        }
    }

    /// Nobody waits any longer for documents that are still being read.
    pub(super) fn take_as_read(&mut self) {
        for frame in self.frames.values_mut() {
            frame.dom_ready = true;
        }
    }

    pub(super) fn enter(&mut self, frame: &str, world: World) {
        if let Some(frame) = self.frames.get_mut(frame) {
            frame.session = world.session.clone();
            frame.world = Some(world);
        }
    }

    pub(super) fn enter_own(&mut self, frame: &str, world: World) {
        if let Some(frame) = self.frames.get_mut(frame) {
            frame.own_world = Some(world);
        }
    }

    /// The frame that a session was opened for has no page program in it.
    pub(super) fn without_program(&self, session: &SessionId) -> Option<FrameId> {
        let of_session = |frame: &&Frame| &frame.session == session;
        let top = self.in_order().into_iter().find(of_session)?;
        top.world.is_none().then(|| top.id.clone())
    }

    /// The worlds of this session that `gone` picks are no more.
    pub(super) fn leave(&mut self, session: &SessionId, gone: impl Fn(i64) -> bool) {
        for frame in self.frames.values_mut() {
            for world in [&mut frame.world, &mut frame.own_world] {
                world.take_if(|world| &world.session == session && gone(world.context));
            }
        }
    }
}
