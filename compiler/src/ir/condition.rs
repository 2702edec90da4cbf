//! What can be true of a page.

use serde::Serialize;

use super::{Number, Target, Text, VariableName, Within};

/// A condition and what a command makes of it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Observation {
    /// verify, verifyNot or wait.
    pub polarity: Polarity,
    /// What is looked at.
    pub condition: Condition,
    /// Where it is looked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<Within>,
}

/// What a condition is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Polarity {
    /// Must come to hold within the time; counts as a check.
    Verify,
    /// Must not hold at any moment of the whole time; counts as a check.
    VerifyNot,
    /// Must come to hold within the time, then the program goes on; checks nothing.
    Wait,
}

/// One variant for each verify and wait form (specification, "verify forms" and "wait forms").
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "kind")]
pub enum Condition {
    /// The element exists and is visible.
    Exists {
        /// Which element.
        target: Target,
    },
    /// Any visible element has this text.
    Text {
        /// The text.
        value: Text,
        /// How it is compared.
        mode: TextMatch,
    },
    /// The element has this text.
    TargetText {
        /// Which element.
        target: Target,
        /// The text.
        value: Text,
        /// How it is compared.
        mode: TextMatch,
    },
    /// The field has this value.
    Value {
        /// Which field.
        target: Target,
        /// The value.
        value: Text,
    },
    /// The element is in this state.
    State {
        /// Which element.
        target: Target,
        /// The state.
        state: State,
    },
    /// So many visible elements match.
    Count {
        /// Which elements.
        target: Target,
        /// How many.
        count: u64,
    },
    /// The address contains this.
    Url {
        /// The part.
        contains: Text,
    },
    /// The document's title equals this.
    Title {
        /// The title.
        value: Text,
    },
    /// The first number of the element's text differs from a captured one by exactly so much.
    NumberChange {
        /// Which element.
        target: Target,
        /// The variable that holds the earlier text.
        from: VariableName,
        /// The wanted difference.
        equals: Number,
    },
    /// An attribute has this value.
    Attr {
        /// Which element.
        target: Target,
        /// Which attribute.
        attr: String,
        /// Whole or part.
        op: AttrOp,
        /// The value.
        value: Text,
    },
    /// A finished file arrived in the run's download folder.
    Download {
        /// Its name, or a part of it.
        name: Text,
        /// Whether `name` is a part.
        contains: bool,
        /// The least size in bytes.
        size_min: u64,
    },
    /// Nothing visible matches any more.
    Gone {
        /// Which element.
        target: Target,
    },
    /// The text differs from what it was when the wait began.
    TextChanges {
        /// Which element.
        target: Target,
    },
    /// No request has been in flight for 500 ms.
    NetworkIdle,
}

/// How a text is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum TextMatch {
    /// The whole text, case counts.
    Exact,
    /// The whole text, case folded.
    IgnoreCase,
    /// A part of the text, case folded.
    ContainsIgnoreCase,
}

/// A state of a control.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum State {
    /// Can be used.
    Enabled,
    /// Cannot be used.
    Disabled,
    /// Ticked.
    Checked,
}

/// How an attribute is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum AttrOp {
    /// The whole value.
    Equals,
    /// A part of it.
    Contains,
}
