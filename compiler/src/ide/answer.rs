//! The answers: plain data, in bytes of the text that was asked about.

use super::host::{FileKey, ProjectId};
use crate::diagnostic::{Code, Edit, Severity};
use crate::source::Span;

/// A place in a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    /// Which file.
    pub file: FileKey,
    /// Where in it.
    pub span: Span,
}

/// Something to tell about a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The row of the registry; its page is [`Finding::page`].
    pub code: Code,
    /// Error or warning.
    pub severity: Severity,
    /// Where.
    pub span: Span,
    /// What is wrong, and what to do where that is known: one line each.
    pub message: String,
    /// Other places that explain it, in this file or others.
    pub related: Vec<RelatedPlace>,
    /// What stands there does nothing, so an editor may show it faded.
    pub unnecessary: bool,
}

impl Finding {
    /// The page of the code in the documentation, from its root: `errors/E005.md`.
    pub fn page(&self) -> String {
        format!("errors/{}.md", self.code.name())
    }
}

/// Another place that explains a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RelatedPlace {
    /// Where.
    pub location: Location,
    /// Why it matters.
    pub message: String,
}

/// Changes of one or more files. The edits of a file do not overlap and are in the order of its text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WorkspaceEdit {
    /// Each file once.
    pub files: Vec<(FileKey, Vec<Edit>)>,
}

/// Something that can be written at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// As a list shows it.
    pub label: String,
    /// What it is.
    pub kind: CompletionKind,
    /// A few words beside the label.
    pub detail: Option<String>,
    /// More about it, as Markdown.
    pub docs: Option<String>,
    /// What is written.
    pub insert: Insert,
    /// What it is written over; it holds the place that was asked about.
    pub replace: Span,
    /// What a client compares with the text under `replace`, when it is not the label.
    pub filter: Option<String>,
    /// Entries are shown in the order of this.
    pub sort: String,
    /// Something can be completed right behind it, so a client should ask again.
    pub again: bool,
}

/// What a completion is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CompletionKind {
    /// `test`, `step`, or the word of a header.
    Keyword,
    /// A command, or one of its forms.
    Verb,
    /// A key of a target, or of a verify.
    Key,
    /// A modifier.
    Modifier,
    /// `enabled`, `gone`, `new` …
    Word,
    /// An ARIA role.
    Role,
    /// A key of the keyboard.
    KeyName,
    /// A variable.
    Variable,
    /// A browser profile.
    Profile,
    /// A check.
    Check,
    /// A script.
    Script,
    /// The id of a journey.
    Journey,
    /// An address.
    Address,
    /// A duration or a number.
    Number,
    /// A text that a run saw on the page.
    Seen,
}

/// What a completion writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Insert {
    /// This text.
    Text(String),
    /// A snippet as editors know them, with `$1` and `${1:name}`; `$`, `}` and `\` in plain text are escaped.
    Snippet(String),
}

/// What is known about a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hover {
    /// Markdown.
    pub markdown: String,
    /// What it is about.
    pub span: Span,
}

/// A part of a file's outline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    /// Its name.
    pub name: String,
    /// A few words beside the name.
    pub detail: Option<String>,
    /// What it is.
    pub kind: SymbolKind,
    /// All of it.
    pub span: Span,
    /// Its name; inside `span`.
    pub name_span: Span,
    /// Its parts, in the order of the text.
    pub children: Vec<Symbol>,
}

/// What a symbol is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SymbolKind {
    /// A test.
    Test,
    /// A step.
    Step,
    /// A journey that a test covers.
    Journey,
    /// A variable that a step sets.
    Variable,
    /// A profile of the configuration.
    Profile,
    /// Another key of the configuration.
    Key,
}

/// A symbol of a project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectSymbol {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: SymbolKind,
    /// What it is in: the test of a step.
    pub container: Option<String>,
    /// Where its name stands.
    pub location: Location,
}

/// A change that can be made at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeAction {
    /// As a menu shows it.
    pub title: String,
    /// What sort of change it is.
    pub kind: ActionKind,
    /// The change.
    pub change: Change,
    /// The finding that it removes: its code and its place.
    pub fixes: Option<(Code, Span)>,
    /// It is the one that nearly everybody wants.
    pub preferred: bool,
}

/// What sort of change a code action is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ActionKind {
    /// Removes a finding.
    QuickFix,
    /// Says the same in a better way.
    Rewrite,
    /// Removes everything that a tool can remove from the file.
    FixAll,
}

/// What a code action does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Changes text.
    Edit(WorkspaceEdit),
    /// Has the server do something.
    Command(Command),
}

/// What the server does for a lens or an action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Runs a script.
    Run {
        /// Which.
        file: FileKey,
        /// The line, from 1, that the person pointed at.
        line: u32,
        /// With a browser that can be watched.
        headed: bool,
    },
    /// Lists the checks of a project as they are now: `aite checks allow`.
    AllowChecks {
        /// Whose.
        project: ProjectId,
    },
}

/// Something to show above a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lens {
    /// The test or step that it belongs to.
    pub span: Span,
    /// What it says.
    pub title: String,
    /// What it does; nothing when it only says something.
    pub command: Option<Command>,
}

/// A word with a meaning, for colours. Tokens do not overlap and are in the order of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SemanticToken {
    /// The word; inside one line.
    pub span: Span,
    /// What it is.
    pub class: TokenClass,
    /// It gives the name its meaning here.
    pub definition: bool,
}

/// The classes of words. [`TokenClass::name`] is what grammars call them too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TokenClass {
    /// From `#` on.
    Comment,
    /// `test`, `step`, and the words of headers.
    Keyword,
    /// A command.
    Verb,
    /// The key of a target or of a verify, without its colon.
    Key,
    /// A modifier, without its colon.
    Modifier,
    /// `session`, `enabled`, `gone`, `new`, `download`, `network-idle` …
    Word,
    /// A text.
    String,
    /// `\"`, `\\`, `\n`.
    Escape,
    /// A number.
    Number,
    /// A duration.
    Duration,
    /// An ARIA role.
    Role,
    /// A key of the keyboard.
    KeyName,
    /// A variable.
    Variable,
    /// A browser profile.
    Profile,
    /// A check.
    Check,
    /// The path of a script.
    Path,
    /// An address.
    Address,
    /// A journey.
    Journey,
}

impl TokenClass {
    /// Every class.
    pub const ALL: [Self; 18] = [
        Self::Comment,
        Self::Keyword,
        Self::Verb,
        Self::Key,
        Self::Modifier,
        Self::Word,
        Self::String,
        Self::Escape,
        Self::Number,
        Self::Duration,
        Self::Role,
        Self::KeyName,
        Self::Variable,
        Self::Profile,
        Self::Check,
        Self::Path,
        Self::Address,
        Self::Journey,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Comment => "comment",
            Self::Keyword => "keyword",
            Self::Verb => "verb",
            Self::Key => "key",
            Self::Modifier => "modifier",
            Self::Word => "word",
            Self::String => "string",
            Self::Escape => "escape",
            Self::Number => "number",
            Self::Duration => "duration",
            Self::Role => "role",
            Self::KeyName => "keyName",
            Self::Variable => "variable",
            Self::Profile => "profile",
            Self::Check => "check",
            Self::Path => "path",
            Self::Address => "address",
            Self::Journey => "journey",
        }
    }
}

/// Words that an editor shows inside a line although they are not written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InlayHint {
    /// Behind which byte.
    pub at: usize,
    /// The words.
    pub label: String,
    /// Why it is so.
    pub tooltip: String,
}

/// The forms of the command that is being written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signatures {
    /// The forms.
    pub forms: Vec<Signature>,
    /// The one that what is written fits best.
    pub active: usize,
}

/// One form of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    /// The form: `type TARGET "text"`.
    pub label: String,
    /// What it does.
    pub docs: String,
    /// Its parts, in order.
    pub parameters: Vec<Parameter>,
    /// The part that is being written.
    pub active: Option<usize>,
}

/// A part of a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// The bytes of the label that name it.
    pub span: Span,
    /// What goes there.
    pub docs: String,
}

/// Lines that an editor can fold away: from the line of the first byte to the line of the last one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fold {
    /// From the first to the last byte.
    pub span: Span,
    /// What they are.
    pub kind: FoldKind,
}

/// What can be folded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FoldKind {
    /// A step.
    Step,
    /// The headers.
    Headers,
    /// A comment of several lines.
    Comment,
}

/// Something that can be opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// What is clicked.
    pub span: Span,
    /// What opens.
    pub target: LinkTarget,
}

/// What a link opens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinkTarget {
    /// An address.
    Address(String),
    /// A file of a project.
    File(FileKey),
}
