//! What the page answers about elements.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{Node, Target};
use crate::verdict::Box2;

/// The answer to a query.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Answer {
    /// Differs when anything in the answer but boxes and element counts does.
    pub signature: String,
    /// How many visible elements match.
    pub visible: u64,
    /// How many hidden ones match; for texts counted only when none is visible.
    pub hidden: u64,
    /// The first visible ones, in document order.
    pub matches: Vec<Match>,
    /// The first hidden ones.
    pub hidden_matches: Vec<Match>,
    /// Where the search was limited to; absent without `within`.
    pub within: Option<WithinState>,
    /// The boxes between which `within` does not choose.
    pub candidates: Vec<Described>,
    /// Why the query could not be answered.
    pub error: Option<QueryError>,
    /// The title, normalised, when the page was asked for.
    pub title: Option<String>,
    /// The frame's address, when the page was asked for.
    pub url: Option<String>,
    /// `loading`, `interactive` or `complete`, when the page was asked for.
    pub ready_state: Option<String>,
    /// How many elements the document and its known shadow roots hold.
    pub elements: u64,
    /// A watch ran out without a change.
    pub unchanged: bool,
    /// A watch was cancelled; nothing else is set.
    pub cancelled: bool,
}

/// What became of `within`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum WithinState {
    /// One box.
    Found,
    /// Nothing holds the text, or matches.
    Missing,
    /// Only hidden elements do.
    Hidden,
    /// Several boxes.
    Ambiguous,
}

/// A query that has no answer.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct QueryError {
    /// Which.
    pub kind: QueryErrorKind,
    /// What the browser says about it, or the unknown word.
    pub detail: String,
}

/// Why a query has no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum QueryErrorKind {
    /// Not a selector.
    BadCss,
    /// Not an expression that gives elements.
    BadXpath,
    /// No ARIA role.
    BadRole,
    /// A bug of aite.
    Internal,
}

/// One matching element.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Match {
    /// Its number.
    pub node: Node,
    /// Tag, lower case.
    pub tag: String,
    /// For people: `<button#pay.primary>`.
    pub element: String,
    /// Whether a person sees it.
    pub visible: bool,
    /// Its box in the frame's viewport.
    pub r#box: Box2,
    /// ARIA role; with [`Want::Descriptor`](super::Want::Descriptor), like the next four.
    pub role: Option<String>,
    /// Accessible name.
    pub name: Option<String>,
    /// Rendered text, short.
    pub text: Option<String>,
    /// `data-testid`.
    pub testid: Option<String>,
    /// A selector that finds it alone.
    pub css: Option<String>,
    /// What was wanted.
    #[serde(default)]
    pub facts: Facts,
    /// Why it is not seen.
    pub hidden: Option<Hidden>,
    /// A visible label that stands for a hidden box.
    pub proxy: Option<Node>,
}

/// Facts that were asked for.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Facts {
    /// Rendered text, white space collapsed (or one line a block), at most 64 Ki units.
    pub text: Option<String>,
    /// Value of a field; `None` when it is none.
    pub value: Option<String>,
    /// Whether it can be used.
    pub enabled: Option<bool>,
    /// What keeps it from being used.
    pub disabled_by: Option<Disabled>,
    /// Whether it is ticked; `None` when it cannot be.
    pub checked: Option<Checked>,
    /// Attributes; an absent one is `None`.
    pub attrs: BTreeMap<String, Option<Attr>>,
}

/// State of a box.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(from = "RawChecked")]
pub enum Checked {
    /// Ticked.
    Yes,
    /// Not ticked.
    No,
    /// Neither.
    Mixed,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum RawChecked {
    Plain(bool),
    Word(#[allow(dead_code)] String),
}

impl From<RawChecked> for Checked {
    fn from(raw: RawChecked) -> Self {
        match raw {
            RawChecked::Plain(true) => Self::Yes,
            RawChecked::Plain(false) => Self::No,
            RawChecked::Word(_) => Self::Mixed,
        }
    }
}

/// An attribute.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Attr {
    /// As written in the document.
    pub raw: String,
    /// As the browser resolves an address.
    pub resolved: Option<String>,
}

/// Why an element cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Disabled {
    /// How.
    pub why: DisabledWhy,
    /// The element that says so.
    pub by: String,
}

/// How an element is disabled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum DisabledWhy {
    /// By its own attribute.
    Own,
    /// By a fieldset, list, or the control it stands in or is the label of.
    Inherited,
    /// By `aria-disabled` on it or around it.
    Aria,
}

/// Why an element is not seen.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Hidden {
    /// How.
    pub why: HiddenWhy,
    /// The element that hides it; itself or one around it.
    pub by: String,
}

/// How an element is hidden.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum HiddenWhy {
    /// `display: none`.
    Display,
    /// `visibility` is not visible.
    Visibility,
    /// It has no box, or one without area.
    NoBox,
    /// In a closed `<details>`.
    Details,
    /// `content-visibility: hidden` around it.
    ContentVisibility,
    /// An option of a closed list.
    ClosedList,
    /// Child of a shadow host, in no slot.
    Unslotted,
}

/// An element in a few words.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Described {
    /// Its number.
    pub node: Node,
    /// For people.
    pub element: String,
    /// ARIA role.
    pub role: String,
    /// Accessible name, short.
    pub name: String,
    /// Rendered text, short.
    pub text: String,
    /// Whether the accessibility tree has it; only [`describe`](super::describe) tells.
    #[serde(default)]
    pub exposed: Option<bool>,
}

/// A target that means one element alone in its frame.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Unique {
    /// The element.
    pub node: Node,
    /// The target; `None` when there is none or the element is gone.
    pub target: Option<Target>,
}
