//! Variables and profiles: what a script reads must have been set before (specification, "Variables" and "Several
//! profiles in one script").

use std::collections::{BTreeSet, HashMap};

use super::ast::{Command, Condition, Form, HeaderKind, Script, Tab, Target, WaitCondition};
use super::holes::{Part, parts};
use crate::diagnostic::{Code, Diagnostic, Errors, nearest};
use crate::source::{Span, Spanned};

/// What the script that includes this one gives it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Given<'a> {
    /// The variables that are set before it runs.
    pub variables: Option<&'a BTreeSet<String>>,
    /// The profiles of the script that includes it, which stand in for its own; `None` when nothing includes it.
    pub sessions: Option<&'a [String]>,
}

/// What a look at the names of a script found.
#[derive(Debug, Default)]
pub struct Names {
    /// E007 and E003, sorted by place.
    pub errors: Vec<Diagnostic>,
    /// Every `set` and `capture`, in the order of writing.
    pub definitions: Vec<Definition>,
}

/// A `set` or `capture`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    /// The variable and where its name is written.
    pub name: Spanned<String>,
    /// Whether anything after it, and before the next definition of the same name, reads it.
    pub used: bool,
}

/// More names than this are not compared with one that is unknown.
const MAX_CANDIDATES: usize = 200;

/// After so many unknown names no more are compared: a person reads the first few.
const MAX_HINTS: usize = 1_000;

/// Looks at every name of a script; `text` is the source it was parsed from.
pub fn check(text: &str, script: &Script, given: Given<'_>) -> Names {
    resolve(text, script, [(0, &Uses::of(text, script))], given)
}

/// Looks at the names of a script that was read in parts, each with the place where it begins. `text` and `opening` are
/// the first part, or more.
pub(crate) fn resolve<'a>(
    text: &str,
    opening: &Script,
    parts: impl IntoIterator<Item = (usize, &'a Uses)>,
    given: Given<'a>,
) -> Names {
    let mut scope = Scope {
        given,
        defined: HashMap::new(),
        known: Vec::new(),
        unreadable: false,
        errors: Errors::default(),
        definitions: Vec::new(),
        hints: MAX_HINTS,
    };
    let mut sessions = Sessions::of(text, opening, given);
    for (start, uses) in parts {
        for used in &uses.0 {
            let span = used.span.behind(start);
            match used.how {
                How::Reads => scope.read(&used.name, span),
                How::Defines => scope.define(&used.name, span),
                How::MayDefine => scope.unreadable = true,
                How::RunsOn if sessions.has(&used.name) => {}
                How::RunsOn => scope.errors.push(sessions.undeclared(&used.name, span)),
            }
        }
    }
    Names {
        errors: scope.errors.finish(),
        definitions: scope.definitions,
    }
}

/// The names that a script uses, or a part of one, in the order of the tree.
#[derive(Debug, Default)]
pub(crate) struct Uses(Vec<Use>);

#[derive(Debug)]
struct Use {
    how: How,
    name: String,
    span: Span,
}

#[derive(Debug, Clone, Copy)]
enum How {
    /// `${NAME}` and `from:NAME`
    Reads,
    /// `set` and `capture`
    Defines,
    /// A line that could not be read, and may have been meant to define something.
    MayDefine,
    /// `on:NAME`
    RunsOn,
}

impl Uses {
    /// Gathers them; `text` is the source that the script was parsed from.
    pub(crate) fn of(text: &str, script: &Script) -> Self {
        let mut uses = Self::default();
        uses.headers(text, script);
        for step in &script.steps {
            step.name.iter().for_each(|name| uses.text(text, name));
            step.commands
                .iter()
                .for_each(|command| uses.command(text, command));
        }
        uses
    }

    fn push(&mut self, how: How, name: impl Into<String>, span: Span) {
        let name = name.into();
        self.0.push(Use { how, name, span });
    }

    fn headers(&mut self, text: &str, script: &Script) {
        let test = script.test.as_ref().and_then(|test| test.name.as_ref());
        let starts = script.headers.iter().filter_map(|header| match &header.kind {
            HeaderKind::Start(url) => Some(url),
            _ => None,
        });
        test.into_iter()
            .chain(starts)
            .for_each(|written| self.text(text, written));
    }

    fn command(&mut self, text: &str, command: &Command) {
        let modifiers = command.modifiers.as_ref();
        if let Some(place) = modifiers.and_then(|written| written.within.as_ref()) {
            self.text(text, place);
        }
        each_text(&command.form, &mut |written| self.text(text, written));
        match &command.form {
            Form::Set(name, _) | Form::Capture(name, _) => self.push(How::Defines, &name.value, name.span),
            Form::Verify(Condition::NumberChange(_, from, _))
            | Form::VerifyNot(Condition::NumberChange(_, from, _)) => {
                self.push(How::Reads, &from.value, from.span);
            }
            Form::Error => {
                let verb = text.get(command.verb.start..command.verb.end).unwrap_or_default();
                if nearest(verb, ["set", "capture"]).is_some() {
                    self.push(How::MayDefine, verb, command.verb);
                }
            }
            _ => {}
        }
        if let Some(on) = modifiers.and_then(|written| written.on.as_ref()) {
            self.push(How::RunsOn, &on.value, on.span);
        }
    }

    /// Looks at the references of a string. The source is read, not the value, so that places are exact: no escape
    /// can make or hide a reference.
    fn text(&mut self, text: &str, written: &Spanned<String>) {
        // Nearly no text has a dollar, and one byte is found faster than two.
        if !written.value.as_bytes().contains(&b'$') {
            return;
        }
        let mut at = written.span.start;
        for part in parts(text.get(written.span.start..written.span.end).unwrap_or_default()) {
            match part {
                Part::Literal(literal) => at += literal.len(),
                Part::Variable(name) => {
                    let span = Span::new(at, at + name.len() + "${}".len());
                    self.push(How::Reads, name, span);
                    at = span.end;
                }
            }
        }
    }
}

struct Scope<'a> {
    given: Given<'a>,
    /// The latest definition of each name, as an index into the list.
    defined: HashMap<&'a str, usize>,
    /// Each of these names once, in the order of writing.
    known: Vec<&'a str>,
    /// A definition could not be read, so any name may be its.
    unreadable: bool,
    errors: Errors,
    definitions: Vec<Definition>,
    /// How many more unknown names are compared with the known ones.
    hints: usize,
}

impl<'a> Scope<'a> {
    fn define(&mut self, name: &'a str, span: Span) {
        if self.defined.insert(name, self.definitions.len()).is_none() {
            self.known.push(name);
        }
        let name = Spanned::new(name.to_owned(), span);
        self.definitions.push(Definition { name, used: false });
    }

    fn is_given(&self, name: &str) -> bool {
        self.given.variables.is_some_and(|given| given.contains(name))
    }

    fn read(&mut self, name: &str, span: Span) {
        if let Some(definition) = self
            .defined
            .get(name)
            .and_then(|at| self.definitions.get_mut(*at))
        {
            definition.used = true;
            return;
        }
        if self.unreadable || self.is_given(name) {
            return;
        }
        let message = format!("${{{name}}} is used before it is set (capture or set it first)");
        let mut error = Diagnostic::error(Code::E007, span, message);
        let given = self.given.variables.into_iter().flatten().map(String::as_str);
        let candidates = self
            .known
            .iter()
            .copied()
            .chain(given)
            .take(MAX_CANDIDATES.min(self.hints));
        self.hints = self.hints.saturating_sub(1);
        if let Some(meant) = nearest(name, candidates) {
            error = error.with_help(format!("did you mean {meant}?"));
        }
        self.errors.push(error);
    }
}

/// The profiles that `on:` may name.
struct Sessions<'a> {
    names: BTreeSet<&'a str>,
    /// Behind the line that the line of another profile goes under.
    end: Option<Span>,
    /// A header could not be read, and may be the one that is missing.
    unreadable: bool,
    /// How many more unknown names are compared with the known ones.
    hints: usize,
}

impl<'a> Sessions<'a> {
    fn of(text: &'a str, script: &'a Script, given: Given<'a>) -> Self {
        let mut last = None;
        let mut names = BTreeSet::new();
        for header in &script.headers {
            if let HeaderKind::Needs(name) = &header.kind {
                names.insert(name.value.as_str());
                last = Some(header.keyword);
            }
        }
        if let Some(sessions) = given.sessions {
            last = None;
            names = sessions.iter().map(String::as_str).collect();
        }
        Self {
            names,
            end: last.map(|last| end_of_line(text, last)),
            unreadable: script
                .headers
                .iter()
                .any(|header| header.kind == HeaderKind::Error),
            hints: MAX_HINTS,
        }
    }

    fn has(&self, name: &str) -> bool {
        self.unreadable || self.names.contains(name)
    }

    /// E003, which says the line to add.
    fn undeclared(&mut self, name: &str, on: Span) -> Diagnostic {
        let message = format!(
            "on:{name} names a session that the script does not declare: add the line needs session {name}"
        );
        let error = Diagnostic::error(Code::E003, on, message);
        let candidates = self.names.iter().copied();
        let candidates = candidates.take(MAX_CANDIDATES.min(self.hints));
        self.hints = self.hints.saturating_sub(1);
        if let Some(meant) = nearest(name, candidates) {
            return error.with_meant(meant, on);
        }
        let error = error.with_label("not declared");
        match self.end {
            Some(end) => error.with_fix("Declare the session", end, format!("\n  needs session {name}")),
            None => error,
        }
    }
}

/// Behind the last thing on the line of `word`.
fn end_of_line(text: &str, word: Span) -> Span {
    let rest = text.get(word.start..).unwrap_or_default();
    let line = rest.split_once('\n').map_or(rest, |(line, _)| line);
    Span::at(word.start + line.trim_end().len())
}

/// Calls `read` with every string of a command that may hold references, in the order of the tree.
fn each_text<'a>(form: &'a Form, read: &mut impl FnMut(&'a Spanned<String>)) {
    match form {
        Form::Start(text)
        | Form::Goto(text)
        | Form::Press(text)
        | Form::Set(_, text)
        | Form::Screenshot(text)
        | Form::Run(text)
        | Form::SwitchTab(Tab::Url(text))
        | Form::Wait(WaitCondition::Url(text)) => read(text),
        Form::Click(target)
        | Form::DoubleClick(target)
        | Form::Check(target)
        | Form::Uncheck(target)
        | Form::Capture(_, target)
        | Form::Wait(
            WaitCondition::Visible(target) | WaitCondition::Gone(target) | WaitCondition::TextChanges(target),
        ) => each_value(target, read),
        Form::Type(target, text) | Form::Select(target, text) => {
            each_value(target, read);
            read(text);
        }
        Form::Drag(target, to) => {
            each_value(target, read);
            each_value(to, read);
        }
        Form::Verify(condition) | Form::VerifyNot(condition) => each_condition_text(condition, read),
        Form::Call(_, args) => args.iter().for_each(read),
        Form::Sleep(_)
        | Form::SwitchTab(Tab::New)
        | Form::CloseTab
        | Form::Wait(WaitCondition::NetworkIdle)
        | Form::Error => {}
    }
}

fn each_condition_text<'a>(condition: &'a Condition, read: &mut impl FnMut(&'a Spanned<String>)) {
    match condition {
        Condition::Exists(target)
        | Condition::State(target, _)
        | Condition::Count(target, _)
        | Condition::NumberChange(target, ..) => each_value(target, read),
        Condition::Text(_, text) | Condition::Url(text) | Condition::Title(text) => read(text),
        Condition::Download { name, .. } => read(name),
        Condition::TargetText(target, _, text)
        | Condition::Value(target, text)
        | Condition::Attr(target, _, _, text) => {
            each_value(target, read);
            read(text);
        }
    }
}

fn each_value<'a>(target: &'a Target, read: &mut impl FnMut(&'a Spanned<String>)) {
    target.keys.iter().for_each(|key| read(&key.value));
}
