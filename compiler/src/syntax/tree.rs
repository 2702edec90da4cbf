//! The parsed tree of the specification, as JSON ("The parsed tree").
//!
//! What was not written is absent, not null. Nothing is built in between: the tree is written as it is walked.

use std::cell::RefCell;

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::ast::{
    AttrOp, Command, Condition, Form, Header, HeaderKind, Modifiers, Script, State, Step, Tab, Target,
    TextMatch, WaitCondition,
};
use crate::diagnostic::Diagnostic;
use crate::ir::Number;
use crate::source::{LineCursor, Span, Spanned};

/// `{"ok":true,"script":…}` of a script without errors; `text` is the source it was parsed from.
pub fn script_json(text: &str, script: &Script) -> String {
    #[derive(serde::Serialize)]
    struct Answer<'a> {
        ok: bool,
        script: Tree<'a, Script>,
    }
    let lines = RefCell::new(LineCursor::new(text));
    let script = Tree(script, &lines);
    json(&Answer { ok: true, script })
}

/// `{"ok":false,"errors":[…]}`, each `{code, line, message}`, in the order given.
pub fn errors_json(text: &str, errors: &[Diagnostic]) -> String {
    #[derive(serde::Serialize)]
    struct Answer<'a> {
        ok: bool,
        errors: Vec<Line<'a>>,
    }
    #[derive(serde::Serialize)]
    struct Line<'a> {
        code: &'static str,
        line: u32,
        message: &'a str,
    }
    let mut lines = LineCursor::new(text);
    let errors = errors.iter().map(|error| Line {
        code: error.code.name(),
        line: lines.line(error.span.start),
        message: &error.message,
    });
    let errors = errors.collect();
    json(&Answer { ok: false, errors })
}

fn json(answer: &impl Serialize) -> String {
    // Only maps with keys that are not strings could fail, and there are none.
    serde_json::to_string(answer).unwrap_or_default()
}

type Lines<'a> = RefCell<LineCursor<'a>>;

/// A part of the tree, and how its lines are counted.
struct Tree<'a, T>(&'a T, &'a Lines<'a>);

impl<T> Tree<'_, T> {
    fn line(&self, span: Span) -> u32 {
        self.1.borrow_mut().line(span.start)
    }
}

/// A list whose elements are parts of the tree.
struct List<'a, T>(&'a [T], &'a Lines<'a>);

impl<'a, T> Serialize for List<'a, T>
where
    Tree<'a, T>: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|part| Tree(part, self.1)))
    }
}

impl Serialize for Tree<'_, Script> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(name) = self.0.test.as_ref().and_then(|test| test.name.as_ref()) {
            map.serialize_entry("name", &name.value)?;
        }
        let covers = self.0.headers.iter().filter_map(|header| match &header.kind {
            HeaderKind::Covers(ids) => Some(ids),
            _ => None,
        });
        let covers: Vec<&str> = covers.flatten().map(|id| id.value.as_str()).collect();
        map.serialize_entry("covers", &covers)?;
        for header in &self.0.headers {
            self.header(&mut map, header)?;
        }
        for (key, flag) in [("posts", HeaderKind::Posts), ("spends", HeaderKind::Spends)] {
            if self.0.headers.iter().any(|header| header.kind == flag) {
                map.serialize_entry(key, &true)?;
            }
        }
        self.sessions(&mut map)?;
        map.serialize_entry("steps", &List(&self.0.steps, self.1))?;
        map.end()
    }
}

impl Tree<'_, Script> {
    fn header<M: SerializeMap>(&self, map: &mut M, header: &Header) -> Result<(), M::Error> {
        match &header.kind {
            HeaderKind::Start(url) => {
                map.serialize_entry("start", &url.value)?;
                map.serialize_entry("startLine", &self.line(header.keyword))
            }
            HeaderKind::Timeout(millis) => map.serialize_entry("timeoutMs", &millis.value),

            _ => Ok(()),
        }
    }

    fn sessions<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        #[derive(serde::Serialize)]
        struct Session<'a> {
            name: &'a str,
            line: u32,
        }
        let sessions = self.0.headers.iter().filter_map(|header| match &header.kind {
            HeaderKind::Needs(name) => Some(Session {
                name: &name.value,
                line: self.line(header.keyword),
            }),
            _ => None,
        });
        let sessions: Vec<Session<'_>> = sessions.collect();
        if let Some(first) = sessions.first() {
            map.serialize_entry("needsSession", first.name)?;
            map.serialize_entry("needsLine", &first.line)?;
        }
        if sessions.len() > 1 {
            map.serialize_entry("sessions", &sessions)?;
        }
        Ok(())
    }
}

impl Serialize for Tree<'_, Step> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(name) = &self.0.name {
            map.serialize_entry("name", &name.value)?;
        }
        map.serialize_entry("line", &self.line(self.0.keyword))?;
        map.serialize_entry("commands", &List(&self.0.commands, self.1))?;
        map.end()
    }
}

impl Serialize for Tree<'_, Command> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("verb", self.0.form.verb())?;
        map.serialize_entry("line", &self.line(self.0.verb))?;
        form(&mut map, &self.0.form)?;
        if let Some(written) = &self.0.modifiers {
            modifiers(&mut map, written)?;
        }
        map.end()
    }
}

fn modifiers<M: SerializeMap>(map: &mut M, modifiers: &Modifiers) -> Result<(), M::Error> {
    let texts = [
        ("within", &modifiers.within),
        ("as", &modifiers.alias),
        ("on", &modifiers.on),
    ];
    for (key, text) in texts {
        if let Some(text) = text {
            map.serialize_entry(key, &text.value)?;
        }
    }
    match &modifiers.timeout {
        Some(millis) => map.serialize_entry("timeoutMs", &millis.value),
        None => Ok(()),
    }
}

fn form<M: SerializeMap>(map: &mut M, form: &Form) -> Result<(), M::Error> {
    match form {
        Form::Start(url) | Form::Goto(url) => map.serialize_entry("url", &url.value),
        Form::Click(target) | Form::DoubleClick(target) | Form::Check(target) | Form::Uncheck(target) => {
            map.serialize_entry("target", target)
        }
        Form::Type(target, text) => {
            map.serialize_entry("target", target)?;
            map.serialize_entry("text", &text.value)
        }
        Form::Select(target, option) => {
            map.serialize_entry("target", target)?;
            map.serialize_entry("option", &option.value)
        }
        Form::Press(key) => map.serialize_entry("key", &key.value),
        Form::Verify(condition) | Form::VerifyNot(condition) => verify(map, condition),
        Form::Wait(condition) => wait(map, condition),
        Form::Sleep(millis) => map.serialize_entry("ms", &millis.value),
        Form::Capture(name, target) => {
            map.serialize_entry("name", &name.value)?;
            map.serialize_entry("target", target)
        }
        Form::Set(name, value) => {
            map.serialize_entry("name", &name.value)?;
            map.serialize_entry("value", &value.value)
        }
        Form::SwitchTab(tab) => map.serialize_entry("tab", tab),
        Form::Drag(target, to) => {
            map.serialize_entry("target", target)?;
            map.serialize_entry("to", to)
        }
        Form::Screenshot(name) => map.serialize_entry("name", &name.value),
        Form::Call(name, args) => {
            map.serialize_entry("name", &name.value)?;
            let args: Vec<&str> = args.iter().map(|arg| arg.value.as_str()).collect();
            map.serialize_entry("args", &args)
        }
        Form::Run(path) => map.serialize_entry("path", &path.value),
        Form::CloseTab | Form::Error => Ok(()),
    }
}

fn verify<M: SerializeMap>(map: &mut M, condition: &Condition) -> Result<(), M::Error> {
    match condition {
        Condition::Exists(target) => on_target(map, "exists", target),
        Condition::Text(mode, text) => {
            map.serialize_entry("kind", "text")?;
            text_match(map, *mode, text)
        }
        Condition::TargetText(target, mode, text) => {
            on_target(map, "targetText", target)?;
            text_match(map, *mode, text)
        }
        Condition::Value(target, value) => {
            on_target(map, "value", target)?;
            map.serialize_entry("value", &value.value)
        }
        Condition::State(target, state) => {
            on_target(map, "state", target)?;
            map.serialize_entry("state", state.value.as_str())
        }
        Condition::Count(target, count) => {
            on_target(map, "count", target)?;
            map.serialize_entry("count", &count.value)
        }
        Condition::Url(part) => {
            map.serialize_entry("kind", "url")?;
            map.serialize_entry("contains", &part.value)
        }
        Condition::Title(title) => {
            map.serialize_entry("kind", "title")?;
            map.serialize_entry("value", &title.value)
        }
        Condition::NumberChange(target, from, equals) => {
            on_target(map, "numberChange", target)?;
            map.serialize_entry("from", &from.value)?;
            map.serialize_entry("equals", &Number::parse(&equals.value))
        }
        Condition::Attr(target, attr, op, value) => {
            on_target(map, "attr", target)?;
            map.serialize_entry("attr", &attr.value)?;
            map.serialize_entry("op", op.as_str())?;
            map.serialize_entry("value", &value.value)
        }
        Condition::Download {
            name,
            contains,
            size_min,
        } => {
            map.serialize_entry("kind", "download")?;
            map.serialize_entry("name", &name.value)?;
            if *contains {
                map.serialize_entry("nameMatch", "contains")?;
            }
            match size_min {
                Some(size) => map.serialize_entry("sizeMin", &size.value),
                None => Ok(()),
            }
        }
    }
}

fn wait<M: SerializeMap>(map: &mut M, condition: &WaitCondition) -> Result<(), M::Error> {
    match condition {
        WaitCondition::Visible(target) => on_target(map, "visible", target),
        WaitCondition::Gone(target) => on_target(map, "gone", target),
        WaitCondition::TextChanges(target) => on_target(map, "textChanges", target),
        WaitCondition::Url(part) => {
            map.serialize_entry("kind", "url")?;
            map.serialize_entry("contains", &part.value)
        }
        WaitCondition::NetworkIdle => map.serialize_entry("kind", "networkIdle"),
    }
}

fn on_target<M: SerializeMap>(map: &mut M, kind: &str, target: &Target) -> Result<(), M::Error> {
    map.serialize_entry("kind", kind)?;
    map.serialize_entry("target", target)
}

fn text_match<M: SerializeMap>(map: &mut M, mode: TextMatch, text: &Spanned<String>) -> Result<(), M::Error> {
    map.serialize_entry("value", &text.value)?;
    match mode {
        TextMatch::Exact => Ok(()),
        TextMatch::IgnoreCase => map.serialize_entry("match", "ignoreCase"),
        TextMatch::ContainsIgnoreCase => map.serialize_entry("match", "containsIgnoreCase"),
    }
}

impl Serialize for Target {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(
            self.keys
                .iter()
                .map(|key| (key.key.value.as_str(), &key.value.value)),
        )
    }
}

impl Serialize for Tab {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Url(part) => serializer.collect_map([("kind", "url"), ("contains", part.value.as_str())]),
            Self::New => serializer.collect_map([("kind", "new")]),
        }
    }
}

impl State {
    /// As written.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Enabled => "enabled",
            Self::Disabled => "disabled",
            Self::Checked => "checked",
        }
    }
}

impl AttrOp {
    /// As written before the colon.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Equals => "equals",
            Self::Contains => "contains",
        }
    }
}
