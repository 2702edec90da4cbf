//! Operations: everything a program can do.

use serde::Serialize;
use serde_json::Value;

use super::{Millis, Number, Observation, ProtocolOp, Step, Target, Text, VariableName};

/// One operation with what any operation may carry.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Op {
    /// What happens.
    #[serde(flatten)]
    pub kind: OpKind,
    /// The profile that does it, when not the default one (`on:`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<String>,
    /// A name for the operation's value (`as:`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alias: Option<String>,
    /// The operation's own time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout: Option<Millis>,
    /// What its outcome means for the program.
    #[serde(skip_serializing_if = "Outcome::is_required")]
    pub outcome: Outcome,
}

impl Op {
    /// An operation that must succeed, by the default profile, in the default time.
    pub fn new(kind: OpKind) -> Self {
        Self {
            kind,
            profile: None,
            alias: None,
            timeout: None,
            outcome: Outcome::Required,
        }
    }
}

/// What the outcome of an operation means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Outcome {
    /// Failure ends the program. All script commands are so.
    #[default]
    Required,
    /// Failure is noted and the program goes on.
    Optional,
    /// The operation is there to fail.
    ExpectFailure,
    /// The engine is expected not to have the method; an answer is processed as usual.
    ExpectUnsupported,
    /// Recorded either way and judged by the checks: page operations of framework tasks never stop a task.
    Recorded,
}

impl Outcome {
    fn is_required(&self) -> bool {
        *self == Self::Required
    }
}

/// What happens.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(
    rename_all = "camelCase",
    rename_all_fields = "camelCase",
    tag = "op",
    content = "with"
)]
pub enum OpKind {
    /// Something is done on the page.
    Page(PageOp),
    /// The page is looked at until it is, or is not, as it should be.
    Observe(Observation),
    /// A variable gets the text or field value of an element.
    Capture {
        /// The variable.
        name: VariableName,
        /// The element.
        target: Target,
    },
    /// A variable gets a value.
    Set {
        /// The variable.
        name: VariableName,
        /// The value.
        value: Text,
    },
    /// Another tab, or one less.
    Tab(TabOp),
    /// A fixed pause.
    Sleep {
        /// How long.
        time: Millis,
    },
    /// A picture of the page.
    Screenshot {
        /// Its name.
        name: Text,
    },
    /// A custom check.
    Call {
        /// Name of the check.
        check: String,
        /// Its arguments.
        args: Vec<Text>,
    },
    /// Another script's steps, in a scope of their own.
    Include(Scope),
    /// A message of the protocol, sent or awaited.
    Protocol(ProtocolOp),
}

/// An included script: it sees the variables set before it, and keeps its own.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Scope {
    /// The path from the project's root, without `.` and empty parts.
    pub path: String,
    /// The steps of the included script.
    pub steps: Vec<Step>,
}

/// Tabs (specification, "Commands").
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "tab")]
pub enum TabOp {
    /// The tab whose address contains this.
    Switch {
        /// The part of the address.
        contains: Text,
    },
    /// The newest tab that opened by itself.
    SwitchToNew,
    /// The current tab goes; the one before comes back.
    Close,
    /// A fresh tab of the task.
    Open,
}

/// What can be done on a page. The first part is what scripts say, the rest is what only tasks say.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "do")]
pub enum PageOp {
    /// The address is opened in the run's tab.
    Start {
        /// The address.
        url: Text,
    },
    /// The current tab goes to the address.
    Goto {
        /// The address.
        url: Text,
    },
    /// The element is clicked once or more.
    Click {
        /// The element.
        target: Target,
        /// How many times in quick succession: 2 is a double click.
        times: u32,
    },
    /// The field's value is replaced by keyboard.
    Type {
        /// The field.
        target: Target,
        /// The new value.
        text: Text,
    },
    /// A key or chord goes to the focused element, or to `target` after focusing it.
    Press {
        /// As written: `Enter`, `a`, `Control+A`.
        key: Text,
        /// Only tasks say one.
        #[serde(skip_serializing_if = "Option::is_none")]
        target: Option<Target>,
    },
    /// An option of a select is chosen.
    Select {
        /// The select.
        target: Target,
        /// Text or value of the option.
        option: Text,
    },
    /// A box is brought into the wanted state.
    SetChecked {
        /// The box.
        target: Target,
        /// The wanted state.
        checked: bool,
    },
    /// One element is dragged onto another.
    Drag {
        /// What is dragged.
        target: Target,
        /// Where it is dropped.
        to: Box<Target>,
    },
    /// The page is loaded again.
    Reload,
    /// One entry back in the history.
    Back,
    /// One entry forward in the history.
    Forward,
    /// The field gets the value at once, without keys.
    Fill {
        /// The field.
        target: Target,
        /// The value.
        value: Text,
    },
    /// The element gets the focus.
    Focus {
        /// The element.
        target: Target,
    },
    /// Keys go to `target`, or to whatever has the focus, behind what is there.
    Keyboard {
        /// The field.
        #[serde(skip_serializing_if = "Option::is_none")]
        target: Option<Target>,
        /// The text to type.
        text: Text,
    },
    /// The pointer goes over the element.
    Hover {
        /// The element.
        target: Target,
    },
    /// Script runs in the page.
    Evaluate {
        /// The expression.
        expression: Text,
        /// The frame whose address contains this; the main frame otherwise.
        #[serde(skip_serializing_if = "Option::is_none")]
        frame: Option<Text>,
    },
    /// Waits until an expression is truthy.
    WaitForFunction {
        /// The expression.
        expression: Text,
    },
    /// Waits for a selector's state.
    WaitForSelector {
        /// The element.
        target: Target,
        /// The state; `None` is what the driver waits for by itself.
        #[serde(skip_serializing_if = "Option::is_none")]
        state: Option<WaitState>,
    },
    /// A fact of the page is read.
    Read(Reading),
    /// Requests to matching addresses are answered here.
    Route {
        /// The address pattern, with `*` and `**`.
        pattern: Text,
        /// What happens to them.
        action: RouteAction,
    },
    /// How the next dialogs are answered.
    OnDialog {
        /// Accepted, or dismissed.
        accept: bool,
        /// What is typed into a prompt.
        #[serde(skip_serializing_if = "Option::is_none")]
        text: Option<Text>,
    },
    /// Headers that every request gets.
    ExtraHeaders {
        /// Name and value.
        headers: Vec<(String, Text)>,
    },
    /// A cookie is set.
    SetCookie {
        /// Name.
        name: Text,
        /// Value.
        value: Text,
        /// The address it belongs to.
        url: Text,
    },
    /// Requests are recorded from now on.
    RecordRequests,
    /// A file of the attempt's folder is written.
    WriteFile {
        /// Its path.
        path: Text,
        /// Its content.
        content: Text,
    },
    /// A file input gets files.
    Upload {
        /// The input.
        target: Target,
        /// The file.
        path: Text,
    },
    /// A click that starts a download, saved to a path.
    Download {
        /// What is clicked.
        target: Target,
        /// Where the file goes.
        path: Text,
    },
    /// A command line of the agent-browser tool, in the session of the attempt.
    Tool {
        /// Its words.
        words: Vec<Text>,
    },
    /// An operation that this vocabulary does not name: kept whole, so that nothing is lost, and refused by every
    /// driver that does not know it.
    Other {
        /// Its name.
        name: String,
        /// Its fields.
        fields: Value,
    },
}

/// A state that a selector is waited for in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum WaitState {
    /// In the document.
    Attached,
    /// Not in the document.
    Detached,
    /// Seen.
    Visible,
    /// Not seen.
    Hidden,
}

/// A fact that a task reads and saves.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "read")]
pub enum Reading {
    /// `textContent`
    TextContent {
        /// Of which element.
        target: Target,
    },
    /// `innerText`
    InnerText {
        /// Of which element.
        target: Target,
    },
    /// Whether it can be seen.
    Visible {
        /// Which element.
        target: Target,
    },
    /// Whether it can be used.
    Enabled {
        /// Which element.
        target: Target,
    },
    /// The value of a field.
    InputValue {
        /// Of which field.
        target: Target,
    },
    /// An attribute.
    Attribute {
        /// Of which element.
        target: Target,
        /// Which attribute.
        name: String,
    },
    /// Whether a box is ticked.
    Checked {
        /// Which box.
        target: Target,
    },
    /// How many elements match.
    Count {
        /// Which elements.
        target: Target,
    },
    /// How many properties the computed style has, and whether it has these.
    ComputedStyle {
        /// Of which element.
        target: Target,
        /// The least number of properties.
        min_properties: Number,
        /// Properties that must be there.
        required: Vec<String>,
    },
    /// The document's title.
    Title,
    /// The document's address.
    Url,
    /// The document as HTML.
    Content,
    /// The browser's user agent.
    UserAgent,
    /// The browser's version.
    Version,
    /// The cookies of an address.
    Cookies {
        /// The address.
        url: Text,
    },
    /// What the console said.
    Console,
    /// Which dialogs came.
    Dialogs,
    /// The recorded requests.
    Requests,
    /// The accessibility tree.
    AccessibilityTree,
    /// The accessibility tree as lines, below an element.
    AriaSnapshot {
        /// The element.
        target: Target,
    },
    /// The identity of an accessibility node, compared with an earlier one.
    AccessibilityIdentity {
        /// Its role.
        role: Text,
        /// Its name.
        name: Text,
        /// The saved identity to compare with.
        #[serde(skip_serializing_if = "Option::is_none")]
        compare_to: Option<String>,
    },
}

/// What happens to a routed request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "route")]
pub enum RouteAction {
    /// Answered here.
    Fulfill {
        /// HTTP status.
        status: u16,
        /// Content type.
        content_type: Text,
        /// Body.
        body: Text,
    },
    /// Failed.
    Abort,
}

/// Under which name an operation's value is kept (tasks).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Save {
    /// The name.
    pub name: String,
    /// Which part of the answer.
    pub from: super::SaveFrom,
}
