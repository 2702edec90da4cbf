//! The verbs of the command table.

/// A verb (specification, "Commands").
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "each is the command of its name")]
pub enum Verb {
    Start,
    Goto,
    Click,
    DoubleClick,
    Type,
    Press,
    Select,
    Check,
    Uncheck,
    Verify,
    VerifyNot,
    Wait,
    Sleep,
    Capture,
    Set,
    SwitchTab,
    CloseTab,
    Drag,
    Screenshot,
    Call,
    Run,
}

impl Verb {
    /// Every verb, in the order of the table.
    pub const ALL: [Self; 21] = [
        Self::Start,
        Self::Goto,
        Self::Click,
        Self::DoubleClick,
        Self::Type,
        Self::Press,
        Self::Select,
        Self::Check,
        Self::Uncheck,
        Self::Verify,
        Self::VerifyNot,
        Self::Wait,
        Self::Sleep,
        Self::Capture,
        Self::Set,
        Self::SwitchTab,
        Self::CloseTab,
        Self::Drag,
        Self::Screenshot,
        Self::Call,
        Self::Run,
    ];

    /// As written.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Goto => "goto",
            Self::Click => "click",
            Self::DoubleClick => "doubleClick",
            Self::Type => "type",
            Self::Press => "press",
            Self::Select => "select",
            Self::Check => "check",
            Self::Uncheck => "uncheck",
            Self::Verify => "verify",
            Self::VerifyNot => "verifyNot",
            Self::Wait => "wait",
            Self::Sleep => "sleep",
            Self::Capture => "capture",
            Self::Set => "set",
            Self::SwitchTab => "switchTab",
            Self::CloseTab => "closeTab",
            Self::Drag => "drag",
            Self::Screenshot => "screenshot",
            Self::Call => "call",
            Self::Run => "run",
        }
    }

    /// The verb with this spelling.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|verb| verb.as_str() == word)
    }

    /// What to write, as errors show it.
    pub const fn example(self) -> &'static str {
        match self {
            Self::Start => "start https://example.com/",
            Self::Goto => "goto https://example.com/",
            Self::Click | Self::DoubleClick => "text:\"Send\"",
            Self::Type => "type label:\"Amount\" \"1\"",
            Self::Press => "press Enter",
            Self::Select => "select label:\"Size\" \"Large\"",
            Self::Check | Self::Uncheck => "label:\"I agree\"",
            Self::Verify => "verify text:\"Saved\"",
            Self::VerifyNot => "verifyNot text:\"Error\"",
            Self::Wait => "wait text:\"Done\"",
            Self::Sleep => "sleep 2s",
            Self::Capture => "capture total css:\".total\"",
            Self::Set => "set total \"5\"",
            Self::SwitchTab => "switchTab url~:\"/pay\"",
            Self::CloseTab => "closeTab",
            Self::Drag => "drag text:\"Card\" to:text:\"Done\"",
            Self::Screenshot => "screenshot \"after pay\"",
            Self::Call => "call session-check",
            Self::Run => "run shared/sign-in.aite",
        }
    }
}
