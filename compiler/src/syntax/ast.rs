//! The abstract syntax of one `.aite` file.
//!
//! A part that could not be read is absent (`None`, or the command is [`Form::Error`]) and an error says so;
//! the rest of the tree is as if the part had been right.

use crate::source::{Span, Spanned};

/// A file: at most one test.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Script {
    /// `test "name"`; absent when the file does not begin with it.
    pub test: Option<TestLine>,
    /// Everything between the test line and the first step, in the order of writing.
    pub headers: Vec<Header>,
    /// The steps, in the order of writing.
    pub steps: Vec<Step>,
}

impl Script {
    /// The command whose verb begins at a byte.
    pub fn command_at(&self, start: usize) -> Option<&Command> {
        let behind = self.steps.partition_point(|step| step.keyword.start <= start);
        let commands = &self.steps.get(behind.checked_sub(1)?)?.commands;
        let at = commands.binary_search_by_key(&start, |command| command.verb.start);
        commands.get(at.ok()?)
    }
}

/// `test "name"`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestLine {
    /// The word `test`.
    pub keyword: Span,
    /// The name; absent when it is missing or not closed.
    pub name: Option<Spanned<String>>,
}

/// One header line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// The word it begins with.
    pub keyword: Span,
    /// What it says.
    pub kind: HeaderKind,
}

/// The headers of the language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HeaderKind {
    /// `covers J-09 J-13`
    Covers(Vec<Spanned<String>>),
    /// `start URL`
    Start(Spanned<String>),
    /// `needs session NAME`
    Needs(Spanned<String>),
    /// `timeout DURATION`, in milliseconds
    Timeout(Spanned<u64>),
    /// `posts`
    Posts,
    /// `spends`
    Spends,
    /// A header that could not be read; an error says why.
    Error,
}

/// `step "intent"` and its commands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The word `step`.
    pub keyword: Span,
    /// The intent; absent when it is missing (E001) or not closed (E004).
    pub name: Option<Spanned<String>>,
    /// The commands, in the order of writing.
    pub commands: Vec<Command>,
}

/// One command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// The verb; its line is the line of the command.
    pub verb: Span,
    /// From the verb to the last argument or modifier.
    pub span: Span,
    /// The command with its arguments.
    pub form: Form,
    /// The modifiers, when there are any: most commands have none.
    pub modifiers: Option<Box<Modifiers>>,
}

/// `timeout:` `as:` `on:` `within:`; `within` only on verify, verifyNot and wait.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Modifiers {
    /// `timeout:5s`, in milliseconds.
    pub timeout: Option<Spanned<u64>>,
    /// `as:NAME`
    pub alias: Option<Spanned<String>>,
    /// `on:NAME`
    pub on: Option<Spanned<String>>,
    /// `within:"text or target"`
    pub within: Option<Spanned<String>>,
}

/// A command and its arguments. Strings have their escapes resolved and their `${…}` still in them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Form {
    /// `start URL`
    Start(Spanned<String>),
    /// `goto URL`
    Goto(Spanned<String>),
    /// `click TARGET`
    Click(Target),
    /// `doubleClick TARGET`
    DoubleClick(Target),
    /// `type TARGET "text"`
    Type(Target, Spanned<String>),
    /// `press KEY`
    Press(Spanned<String>),
    /// `select TARGET "option"`
    Select(Target, Spanned<String>),
    /// `check TARGET`
    Check(Target),
    /// `uncheck TARGET`
    Uncheck(Target),
    /// `verify …`
    Verify(Condition),
    /// `verifyNot …`
    VerifyNot(Condition),
    /// `wait …`
    Wait(WaitCondition),
    /// `sleep 2s`, in milliseconds
    Sleep(Spanned<u64>),
    /// `capture NAME TARGET`
    Capture(Spanned<String>, Target),
    /// `set NAME "value"`
    Set(Spanned<String>, Spanned<String>),
    /// `switchTab url~:"…"` or `switchTab new`
    SwitchTab(Tab),
    /// `closeTab`
    CloseTab,
    /// `drag TARGET to:TARGET`
    Drag(Target, Target),
    /// `screenshot "name"`
    Screenshot(Spanned<String>),
    /// `call NAME arg*`
    Call(Spanned<String>, Vec<Spanned<String>>),
    /// `run path/to/other.aite`
    Run(Spanned<String>),
    /// A line that could not be read as a command; an error says why.
    Error,
}

impl Form {
    /// The elements that the command names, in the order of writing.
    pub fn targets(&self) -> impl Iterator<Item = &Target> {
        let (first, second) = match self {
            Self::Click(target)
            | Self::DoubleClick(target)
            | Self::Check(target)
            | Self::Uncheck(target)
            | Self::Capture(_, target)
            | Self::Type(target, _)
            | Self::Select(target, _) => (Some(target), None),
            Self::Drag(target, to) => (Some(target), Some(to)),
            Self::Verify(condition) | Self::VerifyNot(condition) => (condition.target(), None),
            Self::Wait(condition) => (condition.target(), None),
            Self::Start(_)
            | Self::Goto(_)
            | Self::Press(_)
            | Self::Sleep(_)
            | Self::Set(..)
            | Self::SwitchTab(_)
            | Self::CloseTab
            | Self::Screenshot(_)
            | Self::Call(..)
            | Self::Run(_)
            | Self::Error => (None, None),
        };
        first.into_iter().chain(second)
    }

    /// The verb of the command table; empty for a line that could not be read.
    pub const fn verb(&self) -> &'static str {
        match self {
            Self::Start(_) => "start",
            Self::Goto(_) => "goto",
            Self::Click(_) => "click",
            Self::DoubleClick(_) => "doubleClick",
            Self::Type(..) => "type",
            Self::Press(_) => "press",
            Self::Select(..) => "select",
            Self::Check(_) => "check",
            Self::Uncheck(_) => "uncheck",
            Self::Verify(_) => "verify",
            Self::VerifyNot(_) => "verifyNot",
            Self::Wait(_) => "wait",
            Self::Sleep(_) => "sleep",
            Self::Capture(..) => "capture",
            Self::Set(..) => "set",
            Self::SwitchTab(_) => "switchTab",
            Self::CloseTab => "closeTab",
            Self::Drag(..) => "drag",
            Self::Screenshot(_) => "screenshot",
            Self::Call(..) => "call",
            Self::Run(_) => "run",
            Self::Error => "",
        }
    }
}

/// Keys that are ANDed, in the order of writing; no key twice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// The keys.
    pub keys: Vec<TargetKey>,
    /// From the first key to the last value.
    pub span: Span,
}

/// `key:value` of a target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TargetKey {
    /// Which key.
    pub key: Spanned<Key>,
    /// Its value, escapes resolved.
    pub value: Spanned<String>,
}

/// The keys of a target (specification, "Targets").
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// `text:` the whole visible text, case folded
    Text,
    /// `text~:` a part of the visible text, case folded
    TextContains,
    /// `role:` the ARIA role
    Role,
    /// `name:` the accessible name
    Name,
    /// `label:` the label of a form control
    Label,
    /// `placeholder:`
    Placeholder,
    /// `testid:` the attribute `data-testid`
    TestId,
    /// `css:`
    Css,
    /// `xpath:`
    XPath,
    /// `index:` the nth of several, from 1
    Index,
}

impl Key {
    /// Every key, in the order in which E005 lists them (`text~` after `text`).
    pub const ALL: [Self; 10] = [
        Self::Text,
        Self::TextContains,
        Self::Role,
        Self::Name,
        Self::Label,
        Self::Placeholder,
        Self::TestId,
        Self::Css,
        Self::XPath,
        Self::Index,
    ];

    /// As written before the colon.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::TextContains => "text~",
            Self::Role => "role",
            Self::Name => "name",
            Self::Label => "label",
            Self::Placeholder => "placeholder",
            Self::TestId => "testid",
            Self::Css => "css",
            Self::XPath => "xpath",
            Self::Index => "index",
        }
    }

    /// The key with this spelling.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|key| key.as_str() == text)
    }
}

/// How a text is compared by `verify` (specification, "verify forms").
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TextMatch {
    /// `text:` the whole text, case counts
    Exact,
    /// `text-i:` the whole text, whatever the case
    IgnoreCase,
    /// `text~i:` a part of the text, whatever the case
    ContainsIgnoreCase,
}

/// What `verify` and `verifyNot` look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    /// `TARGET`
    Exists(Target),
    /// `text:"X"` and its loose forms, alone
    Text(TextMatch, Spanned<String>),
    /// `TARGET text:"X"` and its loose forms
    TargetText(Target, TextMatch, Spanned<String>),
    /// `TARGET value:"X"`
    Value(Target, Spanned<String>),
    /// `TARGET enabled`
    State(Target, Spanned<State>),
    /// `TARGET count:3`
    Count(Target, Spanned<u64>),
    /// `url~:"X"`
    Url(Spanned<String>),
    /// `title:"X"`
    Title(Spanned<String>),
    /// `TARGET number:changed-by from:NAME equals:-1`; the number as written
    NumberChange(Target, Spanned<String>, Spanned<String>),
    /// `TARGET attr:NAME equals:"X"`
    Attr(Target, Spanned<String>, AttrOp, Spanned<String>),
    /// `download name:"X" size-min:N`
    Download {
        /// `name:` or `name~:`
        name: Spanned<String>,
        /// Whether it was `name~:`.
        contains: bool,
        /// `size-min:`, in bytes.
        size_min: Option<Spanned<u64>>,
    },
}

impl Condition {
    /// The element that is looked at, when there is one.
    pub const fn target(&self) -> Option<&Target> {
        match self {
            Self::Exists(target)
            | Self::TargetText(target, ..)
            | Self::Value(target, _)
            | Self::State(target, _)
            | Self::Count(target, _)
            | Self::NumberChange(target, ..)
            | Self::Attr(target, ..) => Some(target),
            Self::Text(..) | Self::Url(_) | Self::Title(_) | Self::Download { .. } => None,
        }
    }
}

impl WaitCondition {
    /// The element that is looked at, when there is one.
    pub const fn target(&self) -> Option<&Target> {
        match self {
            Self::Visible(target) | Self::Gone(target) | Self::TextChanges(target) => Some(target),
            Self::Url(_) | Self::NetworkIdle => None,
        }
    }
}

/// `enabled`, `disabled`, `checked`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum State {
    /// Can be used.
    Enabled,
    /// Cannot be used.
    Disabled,
    /// A ticked box or radio button.
    Checked,
}

/// `equals:` or `contains:` after `attr:`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AttrOp {
    /// The whole value.
    Equals,
    /// A part of the value.
    Contains,
}

/// What `wait` waits for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WaitCondition {
    /// `TARGET`
    Visible(Target),
    /// `TARGET gone`
    Gone(Target),
    /// `TARGET text-changes`
    TextChanges(Target),
    /// `url~:"X"`
    Url(Spanned<String>),
    /// `network-idle`
    NetworkIdle,
}

/// Where `switchTab` goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tab {
    /// `url~:"X"`
    Url(Spanned<String>),
    /// `new`
    New,
}
