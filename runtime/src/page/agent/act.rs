//! What the page answers when something is to be done.

use serde::Deserialize;

use super::{Answer, Checked, DisabledWhy, HiddenWhy, Match, Node, Point};
use crate::verdict::Box2;

/// Answer of [`aim`](super::aim).
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Aim {
    /// As [`look`](super::look) gives it.
    #[serde(default)]
    pub answer: Answer,
    /// The element that was taken; absent when none or several match.
    pub chosen: Option<Match>,
    /// What became of it.
    pub prepared: Option<Prepared>,
    /// A bug of aite, in the page program's words.
    pub detail: Option<String>,
}

/// Whether an element is ready.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", tag = "state")]
pub enum Prepared {
    /// It is.
    Ready {
        /// Where it is hit, in the frame's viewport.
        point: Point,
        /// Its box.
        r#box: Box2,
        /// What kind of field it is.
        field: Option<Field>,
    },
    /// A box that is already as wanted.
    Already,
    /// No longer in the document.
    Detached,
    /// Not to be seen.
    Hidden {
        /// How.
        why: HiddenWhy,
        /// By which element.
        by: String,
    },
    /// Not to be used.
    Disabled {
        /// How.
        why: DisabledWhy,
        /// By which element.
        by: String,
    },
    /// A field that takes no change.
    Readonly {
        /// Which element.
        by: String,
    },
    /// No field.
    NotEditable {
        /// Which element.
        by: String,
    },
    /// Something else would be hit, at every point and scroll position tried.
    Covered {
        /// What was hit first; `None` when nothing was.
        by: Option<String>,
        /// The outermost element of what was hit that does not hold the wanted one, when that is another.
        from: Option<String>,
        /// Where.
        at: Point,
    },
    /// Its box changes from frame to frame.
    Moving,
    /// No part of it can be scrolled into view.
    Outside,
    /// A bug of aite.
    Error {
        /// What the page program says.
        detail: String,
    },
}

/// What kind of field an element is.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum Field {
    /// An input that takes keys.
    Input {
        /// `text`, `email`, `number` …
        r#type: String,
    },
    /// A text area.
    Textarea,
    /// Editable content.
    Editable,
    /// A custom element around one field.
    Host,
    /// An input that is given its value as HTML writes it.
    Value {
        /// `date`, `color` …
        r#type: String,
        /// What a value looks like: `YYYY-MM-DD`.
        form: String,
    },
}

/// Answer of [`field_kind`](super::field_kind).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", tag = "state")]
pub enum FieldKind {
    /// The kind; `None` when no field.
    Ok {
        /// The kind.
        field: Option<Field>,
    },
    /// No longer in the document.
    Detached,
}

/// Answer of [`arm`](super::arm).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", tag = "state")]
pub enum Armed {
    /// The guard is set.
    Armed,
    /// No longer in the document.
    Detached,
}

/// What a guarded click met.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", tag = "state")]
pub enum Outcome {
    /// The element.
    Hit,
    /// Something else, and the page saw nothing of the click.
    Missed {
        /// What.
        by: Option<String>,
        /// What that belongs to, when it is another element.
        from: Option<String>,
    },
    /// No press arrived in this frame, or there was no guard.
    None,
}

/// Whether keys arrive in an element.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", tag = "state")]
pub enum Focus {
    /// They do.
    Focused,
    /// They go elsewhere.
    Elsewhere {
        /// Where to.
        by: Option<String>,
    },
    /// No longer in the document.
    Detached,
}

/// Answer of [`select_all`](super::select_all).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", tag = "state")]
pub enum Selected {
    /// All is selected.
    Selected {
        /// How much there is, in UTF-16 units.
        length: u64,
    },
    /// There is nothing to select in.
    Unsupported,
    /// No longer in the document.
    Detached,
}

/// Answer of [`ready_to_type`](super::ready_to_type).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", tag = "state")]
pub enum ReadyToType {
    /// Keys arrive, and all is selected.
    Focused {
        /// What was selected.
        selected: Selected,
        /// The value before typing.
        value: Option<String>,
    },
    /// They go elsewhere.
    Elsewhere {
        /// Where to.
        by: Option<String>,
    },
    /// No longer in the document.
    Detached,
}

/// Answer of [`pressed_field`](super::pressed_field).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct PressedField {
    /// What the press met.
    pub met: Outcome,
    /// Whether keys arrive; `None` unless the field was hit.
    pub ready: Option<ReadyToType>,
}

/// Answer of [`field_value`](super::field_value).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", tag = "state")]
pub enum FieldValue {
    /// The value; `None` when no field.
    Ok {
        /// The value.
        value: Option<String>,
    },
    /// No longer in the document.
    Detached,
}

/// Answer of [`set_field_value`](super::set_field_value).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", tag = "state")]
pub enum FieldSet {
    /// Done; the browser may have kept another value (a range is clamped).
    Set {
        /// What the field holds now.
        value: String,
    },
    /// Not a value of this kind; nothing was changed.
    Malformed {
        /// The kind.
        r#type: String,
        /// What a value looks like.
        form: String,
    },
    /// Not such a field.
    Unsupported,
    /// No longer in the document.
    Detached,
}

/// One option of a native select.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct ListOption {
    /// Its number, from 0.
    pub index: usize,
    /// Its text.
    pub text: String,
    /// Its value.
    pub value: String,
    /// Whether it cannot be chosen.
    pub disabled: bool,
    /// Whether it is chosen.
    pub selected: bool,
}

/// Answer of [`options`](super::options).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", tag = "state")]
pub enum Options {
    /// The options, at most 1000.
    Ok {
        /// Whether several can be chosen.
        multiple: bool,
        /// In order.
        options: Vec<ListOption>,
    },
    /// Not a native select.
    NotSelect,
    /// No longer in the document.
    Detached,
}

/// Answer of [`choose`](super::choose) and [`choose_text`](super::choose_text).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", tag = "state")]
pub enum Chosen {
    /// It is chosen.
    Chosen {
        /// Whether it was not before.
        changed: bool,
        /// Value of the select now.
        value: String,
        /// Text of the option.
        text: String,
    },
    /// The page took the choice back.
    Refused {
        /// Value of the select now.
        value: String,
    },
    /// The option cannot be chosen.
    Disabled {
        /// Which element.
        by: String,
    },
    /// No such option.
    Absent {
        /// What there is.
        #[serde(default)]
        options: Vec<ListOption>,
    },
    /// Not a native select.
    NotSelect,
    /// No longer in the document.
    Detached,
}

/// One option of an ARIA list.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct AriaOption {
    /// Its number, to click.
    pub node: Node,
    /// Its text, or name.
    pub text: String,
    /// Whether a person sees it.
    pub visible: bool,
    /// Whether it cannot be chosen.
    pub disabled: bool,
    /// Whether it is chosen.
    pub selected: bool,
}

/// Answer of [`listbox_of`](super::listbox_of).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", tag = "state")]
pub enum Listbox {
    /// The list is open.
    Ok {
        /// The list.
        list: Node,
        /// `aria-expanded` of the control.
        expanded: Option<String>,
        /// In order, at most 1000.
        options: Vec<AriaOption>,
    },
    /// It would open a list, which is not there or not visible.
    Closed {
        /// `aria-expanded` of the control.
        expanded: Option<String>,
    },
    /// A native select.
    Native,
    /// Nothing of the kind.
    None,
    /// No longer in the document.
    Detached,
}

/// Answer of [`checked_state`](super::checked_state).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", tag = "state")]
pub enum CheckedState {
    /// Its state.
    Ok {
        /// Ticked or not.
        checked: Checked,
        /// Whether it is one of a group, which a click cannot untick.
        radio: bool,
    },
    /// Nothing to tick.
    NotCheckable,
    /// No longer in the document.
    Detached,
}

/// Answer of [`box_target`](super::box_target).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", tag = "state")]
pub enum BoxTarget {
    /// Click this.
    Ok {
        /// The box or its label.
        node: Node,
    },
    /// Neither can be seen.
    Hidden {
        /// How.
        why: HiddenWhy,
        /// By which element.
        by: String,
    },
    /// No longer in the document.
    Detached,
}

/// Answer of [`census`](super::census).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct Census {
    /// Elements of the document, of every shadow root that is open or was handed over, and of templates in them.
    pub elements: u64,
}

/// Answer of [`owner_box`](super::owner_box).
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", tag = "state")]
pub enum OwnerBox {
    /// Where the frame's viewport is drawn, in that of the frame around it.
    #[serde(rename_all = "camelCase")]
    Ok {
        /// Left.
        x: f64,
        /// Top.
        y: f64,
        /// Width.
        width: f64,
        /// Height.
        height: f64,
        /// Pixels here for one pixel inside, across.
        scale_x: f64,
        /// The same, down.
        scale_y: f64,
        /// Whether a person sees the frame.
        visible: bool,
    },
    /// No longer in the document.
    Detached,
}

/// Answer of [`frame_at`](super::frame_at).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", tag = "state")]
pub enum FrameHit {
    /// The frame is met.
    Hit,
    /// Something else is.
    Covered {
        /// What.
        by: Option<String>,
        /// What that belongs to, when it is another element.
        from: Option<String>,
    },
    /// The point is not in the viewport.
    Outside,
    /// No longer in the document.
    Detached,
}
