//! The program that runs inside every frame (`js/*.js`), and its typed face.
//!
//! A question is an [`Ask`]: which function of the page's `aite` object to call, with what, and what type answers. Send it
//! with `Runtime.callFunctionOn` (`functionDeclaration` = [`Ask::declaration`], `returnByValue`, `awaitPromise`) to the
//! frame's context of the world [`WORLD`], and read the value with [`Ask::read`]. The page answers states and facts, never
//! sentences; whatever text is in them was made by the page and is bounded, not trusted.

mod act;
mod answer;
mod query;
mod text;

use std::marker::PhantomData;

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

pub use act::*;
pub use answer::*;
pub use query::*;
pub use text::{fold, normalise, text_matches};

/// Name of the isolated world that [`PROGRAM`] lives in.
pub const WORLD: &str = "aite";

/// What to install with `Page.addScriptToEvaluateOnNewDocument` in world [`WORLD`], `runImmediately: true`.
pub const PROGRAM: &str = concat!(
    "(() => {\n\"use strict\";\n",
    include_str!("js/realm.js"),
    include_str!("js/tree.js"),
    include_str!("js/text.js"),
    include_str!("js/visible.js"),
    include_str!("js/roles.js"),
    include_str!("js/role.js"),
    include_str!("js/exposed.js"),
    include_str!("js/content.js"),
    include_str!("js/name.js"),
    include_str!("js/search.js"),
    include_str!("js/find.js"),
    include_str!("js/within.js"),
    include_str!("js/describe.js"),
    include_str!("js/rewrite.js"),
    include_str!("js/facts.js"),
    include_str!("js/look.js"),
    include_str!("js/clock.js"),
    include_str!("js/watch.js"),
    include_str!("js/hit.js"),
    include_str!("js/prepare.js"),
    include_str!("js/arm.js"),
    include_str!("js/field.js"),
    include_str!("js/choice.js"),
    include_str!("js/frame.js"),
    include_str!("js/entry.js"),
    "})();",
);

/// Number of an element in its frame's document: stable for the life of the document, meaningless outside it.
pub type Node = u64;

/// A question to the page program, answered by an `A`.
#[derive(Debug, Clone)]
pub struct Ask<A> {
    function: &'static str,
    arguments: Vec<Value>,
    answer: PhantomData<fn() -> A>,
}

impl<A: DeserializeOwned> Ask<A> {
    fn new(function: &'static str, arguments: Vec<Value>) -> Self {
        Self {
            function,
            arguments,
            answer: PhantomData,
        }
    }

    /// The function of `aite` that is called.
    pub fn function(&self) -> &'static str {
        self.function
    }

    /// `functionDeclaration` for `Runtime.callFunctionOn`.
    pub fn declaration(&self) -> String {
        format!("(...a) => aite.{}(...a)", self.function)
    }

    /// The values of `arguments`, in order.
    pub fn arguments(&self) -> &[Value] {
        &self.arguments
    }

    /// Reads the value that came back.
    ///
    /// # Errors
    /// When it is not of the answer's shape, which is a bug of aite: the page cannot reach what makes the answers.
    pub fn read(&self, value: Value) -> Result<A, serde_json::Error> {
        serde_json::from_value(value)
    }
}

/// Answers a query as the page is now.
pub fn look(query: &Query) -> Ask<Answer> {
    Ask::new("look", vec![json!(query)])
}

/// Answers a query when its answer's signature is not `since`, at the latest after `max_ms` with `unchanged`.
/// A watch with the same `id` is cancelled by a new one.
pub fn watch(query: &Query, since: Option<&str>, max_ms: u64, id: &str) -> Ask<Answer> {
    Ask::new(
        "watch",
        vec![json!(query), json!(since), json!(max_ms), json!(id)],
    )
}

/// Ends a watch, which then answers with `cancelled`; `None` ends all of them.
pub fn cancel(id: Option<&str>) -> Ask<Option<()>> {
    Ask::new("cancel", vec![json!(id)])
}

/// Looks, and when one visible element matches (or the action's index chooses one), prepares it in the same call.
pub fn aim(query: &Query, action: &Action) -> Ask<Aim> {
    Ask::new("aim", vec![json!(query), json!(action)])
}

/// Makes an element ready for an act, or says what stands in the way.
pub fn prepare(node: Node, action: &Action) -> Ask<Prepared> {
    Ask::new("prepare", vec![json!(node), json!(action)])
}

/// Sets the guard that swallows the next click unless it meets the element. [`Action::armed`] does it together with preparing.
pub fn arm(node: Node, clicks: u32) -> Ask<Armed> {
    Ask::new("arm", vec![json!(node), json!(clicks)])
}

/// What the guarded click met; answers when the click is over, at the latest after `max_ms`, and takes the guard away.
pub fn outcome(max_ms: u64) -> Ask<Outcome> {
    Ask::new("outcome", vec![json!(max_ms)])
}

/// For each element a target that means it alone in its frame.
pub fn unique(nodes: &[Node]) -> Ask<Vec<Unique>> {
    Ask::new("unique", vec![json!(nodes)])
}

/// An element for people.
pub fn describe(node: Node) -> Ask<Described> {
    Ask::new("describe", vec![json!(node)])
}

/// Whether keys would arrive in the element.
pub fn focused_for_typing(node: Node) -> Ask<Focus> {
    Ask::new("focusedForTyping", vec![json!(node)])
}

/// Gives the element the keyboard without a click.
pub fn focus(node: Node) -> Ask<Focus> {
    Ask::new("focus", vec![json!(node)])
}

/// Selects all that the field holds.
pub fn select_all(node: Node) -> Ask<Selected> {
    Ask::new("selectAll", vec![json!(node)])
}

/// Whether keys would arrive, and if so selects all and reads the value, in one call.
pub fn ready_to_type(node: Node) -> Ask<ReadyToType> {
    Ask::new("readyToType", vec![json!(node)])
}

/// [`outcome`] of the press on a field, and [`ready_to_type`] when it was hit, in one call.
pub fn pressed_field(node: Node, max_ms: u64) -> Ask<PressedField> {
    Ask::new("pressedField", vec![json!(node), json!(max_ms)])
}

/// The value of a field.
pub fn field_value(node: Node) -> Ask<FieldValue> {
    Ask::new("fieldValue", vec![json!(node)])
}

/// Sets a field that takes its value as HTML writes it, firing input and change when it changes.
pub fn set_field_value(node: Node, value: &str) -> Ask<FieldSet> {
    Ask::new("setFieldValue", vec![json!(node), json!(value)])
}

/// What kind of field an element is.
pub fn field_kind(node: Node) -> Ask<FieldKind> {
    Ask::new("fieldKind", vec![json!(node)])
}

/// The options of a native select.
pub fn options(node: Node) -> Ask<Options> {
    Ask::new("options", vec![json!(node)])
}

/// Chooses an option of a native select by its number, from 0.
pub fn choose(node: Node, index: usize) -> Ask<Chosen> {
    Ask::new("choose", vec![json!(node), json!(index)])
}

/// Chooses an option of a native select by its text, else its value.
pub fn choose_text(node: Node, text: &str) -> Ask<Chosen> {
    Ask::new("chooseText", vec![json!(node), json!(text)])
}

/// The list of an ARIA combobox or listbox.
pub fn listbox_of(node: Node) -> Ask<Listbox> {
    Ask::new("listboxOf", vec![json!(node)])
}

/// Whether a box is ticked.
pub fn checked_state(node: Node) -> Ask<CheckedState> {
    Ask::new("checkedState", vec![json!(node)])
}

/// What to click to tick a box: itself, or its label when the box is not to be seen or reached.
pub fn box_target(node: Node) -> Ask<BoxTarget> {
    Ask::new("boxTarget", vec![json!(node)])
}

/// How many elements the page program knows of in the frame's document.
pub fn census() -> Ask<Census> {
    Ask::new("census", vec![])
}

/// Where the content of a frame element is drawn.
pub fn owner_box(node: Node) -> Ask<OwnerBox> {
    Ask::new("ownerBox", vec![json!(node)])
}

/// Whether a point of this frame's viewport meets a frame element.
pub fn frame_at(node: Node, point: Point) -> Ask<FrameHit> {
    Ask::new("frameAt", vec![json!(node), json!(point)])
}

/// Function declarations for `Runtime.callFunctionOn` with remote objects of the world as arguments.
pub mod remote {
    /// `(element)` → its [`Node`](super::Node).
    pub const REGISTER: &str = "(element) => aite.register(element)";
    /// `(host, closedRoot)` → `{state: "adopted" | "known" | "refused"}`.
    pub const ADOPT: &str = "(host, root) => aite.adopt(host, root)";
    /// `(...nodes)`: takes the closed roots that they are in → how many of those were not known.
    pub const ADOPT_ROOTS_OF: &str = "(...nodes) => aite.adoptRootsOf(...nodes)";
    /// `(node)` → the element or null, to be asked for without `returnByValue`.
    pub const ELEMENT: &str = "(node) => aite.element(node)";
}
