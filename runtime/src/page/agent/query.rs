//! What the page is asked.

use serde::Serialize;

/// A question about elements or about the page. `target` and `exact_text` exclude each other.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Query {
    /// Elements by target; its `index` is not applied here: all matches are answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<Target>,
    /// Innermost elements by their text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact_text: Option<ExactText>,
    /// The box that the search is limited to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<Within>,
    /// Facts about each match.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub want: Vec<Want>,
    /// Whether title, address and ready state are answered, and count for the signature.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub page: bool,
    /// At most so many matches are described (20 when absent); all are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}

/// An element as a person describes it; keys are ANDed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Target {
    /// ARIA role.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// Accessible name, whole, case folded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Text, whole, case folded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// A part of the text, case folded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text_contains: Option<String>,
    /// Label of a form control, whole, case folded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Placeholder, whole, case folded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placeholder: Option<String>,
    /// `data-testid`, exactly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub testid: Option<String>,
    /// A CSS selector, in the document and in every shadow root; `a >>> b` is b in the shadow roots of a.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub css: Option<String>,
    /// An XPath expression, in the document and in every shadow root.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub xpath: Option<String>,
    /// Which match, from 1: read in `within`, and by the caller.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<u32>,
}

/// A text and how it is compared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ExactText {
    /// The text.
    pub value: String,
    /// How.
    pub mode: TextMode,
}

/// How texts are compared; white space is always collapsed and trimmed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum TextMode {
    /// The whole text, case counts.
    Exact,
    /// The whole text, case folded.
    IgnoreCase,
    /// A part, case folded.
    ContainsIgnoreCase,
}

/// What a search is limited to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Within {
    /// The nearest element around the innermost one that holds this text, holding more.
    Text(String),
    /// The element that this target means.
    Target(Box<Target>),
}

/// A fact about an element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Want {
    /// Its rendered text.
    Text,
    /// Its rendered text, each block on a line of its own; told as the text.
    Blocks,
    /// The value of the field.
    Value,
    /// Enabled, what disables it, checked.
    State,
    /// Role, name, text, test id and selector.
    Descriptor,
    /// An attribute.
    Attr(String),
}

impl Serialize for Want {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text => serializer.serialize_str("text"),
            Self::Blocks => serializer.serialize_str("blocks"),
            Self::Value => serializer.serialize_str("value"),
            Self::State => serializer.serialize_str("state"),
            Self::Descriptor => serializer.serialize_str("descriptor"),
            Self::Attr(name) => serializer.serialize_str(&format!("attr:{name}")),
        }
    }
}

/// What is about to be done with an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Action {
    /// The act.
    pub kind: ActionKind,
    /// Which visible match [`aim`](super::aim) takes, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<u32>,
    /// Whether to set the guard once ready.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub arm: bool,
    /// How many clicks the guard is for; 1 when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clicks: Option<u32>,
    /// For [`ActionKind::Check`]: a box already so is [`Prepared::Already`](super::Prepared::Already).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wanted: Option<bool>,
}

impl Action {
    /// An act without a guard.
    pub fn new(kind: ActionKind) -> Self {
        Self {
            kind,
            index: None,
            arm: false,
            clicks: None,
            wanted: None,
        }
    }

    /// The same with the guard set for so many clicks.
    #[must_use]
    pub fn armed(self, clicks: u32) -> Self {
        Self {
            arm: true,
            clicks: Some(clicks),
            ..self
        }
    }
}

/// An act, and what it needs: visible always; enabled, except `drop` and `frame`; editable for `type`; hit, except `frame`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum ActionKind {
    /// Click or double click.
    Click,
    /// Type into a field.
    Type,
    /// Tick or untick.
    Check,
    /// Choose from a list.
    Select,
    /// Take hold of it.
    Drag,
    /// Let go over it.
    Drop,
    /// Scroll a frame element into view.
    Frame,
}

/// A point in CSS pixels of a frame's own viewport.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, serde::Deserialize)]
pub struct Point {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
}
