//! `file := test`: which line is what, and what the lines must be together.

use crate::diagnostic::Errors;
use std::collections::HashMap;

use super::line::Line;
use super::values::shown;
use super::{command, header, step, strings};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::lexer::{Token, TokenKind};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{Command, Form, Header, HeaderKind, Script, Step, TestLine};
use crate::syntax::{Parse, Verb};

const NO_TEST: &str = "a script must begin with: test \"name\"";

/// The script so far.
pub(super) struct Structure<'t> {
    text: &'t str,
    script: Script,
    errors: Errors,
    place: Place,
    /// Where the line of the first step begins.
    first_step: usize,
    /// The file does not begin with its test, which was reported.
    lacks_test: bool,
    /// A line belongs before the first step: what it means depends on more than its own step.
    has_strays: bool,
    /// What a test says once: the names of sessions, and ` start` and ` timeout`, which are no names.
    said: HashMap<String, Span>,
}

/// What the next line can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Nothing was written yet.
    Top,
    /// Before the first step.
    Headers,
    /// Inside a step.
    Step,
    /// Before the first step of a second test: its headers are read, not kept.
    SecondTest,
}

impl<'t> Structure<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self {
            text,
            script: Script::default(),
            errors: Errors::default(),
            place: Place::Top,
            first_step: 0,
            lacks_test: false,
            has_strays: false,
            said: HashMap::new(),
        }
    }

    /// In a script whose first step was read already.
    pub(super) fn behind_first_step(text: &'t str) -> Self {
        Self {
            place: Place::Headers,
            ..Self::new(text)
        }
    }

    /// Whether every line was a step's or in one.
    pub(super) fn has_only_steps(&self) -> bool {
        self.script.test.is_none() && !self.has_strays
    }

    fn slice(&self, span: Span) -> &'t str {
        self.text.get(span.start..span.end).unwrap_or_default()
    }

    /// Reads the next line.
    pub(super) fn line(&mut self, line: &Line) {
        let Some(first) = line.first() else { return };
        self.faults_of_the_line(line);
        let word = self.slice(first.span);
        if self.place == Place::Top {
            self.place = Place::Headers;
            if word != "test" && !self.begins_without_test(first) {
                return;
            }
        }
        match word {
            "test" => self.test(line, first),
            "step" => self.step(line, first),
            _ if header::WORDS.contains(&word) && (word != "start" || self.place != Place::Step) => {
                self.header(line, first, word);
            }
            _ => self.command(line, first, word),
        }
    }

    /// Says what is wrong with a line whatever it is.
    fn faults_of_the_line(&mut self, line: &Line) {
        if let Some(token) = line.unterminated() {
            self.errors.push(strings::unterminated(self.text, token));
        }
        if let Some(span) = line.overflow {
            let message = "this line is too long to be a command: the rest of it was not read";
            self.errors.push(Diagnostic::error(Code::E003, span, message));
        }
    }

    /// Reports a file that begins with something else. Answers whether the line means something on its own.
    fn begins_without_test(&mut self, first: Token) -> bool {
        let word = self.slice(first.span);
        let mut error = Diagnostic::error(Code::E010, self.on_line_one(first.span), NO_TEST);
        let is_known = word == "step" || header::WORDS.contains(&word) || Verb::parse(word).is_some();
        if !is_known && nearest(word, ["test"]).is_some() {
            error = error.with_meant("test", first.span);
        }
        self.errors.push(error);
        self.lacks_test = true;
        is_known
    }

    /// The span if it is on the first line, which is where the specification wants the error; else the top.
    fn on_line_one(&self, span: Span) -> Span {
        let before = self.text.get(..span.start).unwrap_or_default();
        if before.contains('\n') { Span::at(0) } else { span }
    }

    fn test(&mut self, line: &Line, first: Token) {
        self.close_step();
        let is_second = self.script.test.is_some();
        let at = if is_second {
            first.span
        } else {
            self.on_line_one(first.span)
        };
        let mut scratch = Errors::default();
        let errors = if is_second || self.lacks_test {
            &mut scratch
        } else {
            &mut self.errors
        };
        let name = step::name(self.text, line, first.span, errors, |span| {
            let span = if at == first.span { span } else { at };
            Diagnostic::error(Code::E010, span, NO_TEST)
        });
        if let Some(test) = &self.script.test {
            let error = Diagnostic::error(Code::E010, first.span, "only one test per file")
                .with_label("the second test")
                .with_related(test.keyword, "the first test")
                .with_help("move it to a file of its own");
            self.errors.push(error);
            self.place = Place::SecondTest;
            return;
        }
        self.place = if self.script.steps.is_empty() {
            Place::Headers
        } else {
            Place::Step
        };
        self.script.test = Some(TestLine {
            keyword: first.span,
            name,
        });
    }

    fn step(&mut self, line: &Line, first: Token) {
        self.close_step();
        let name = step::name(self.text, line, first.span, &mut self.errors, step::nameless_step);
        self.place = Place::Step;
        if self.script.steps.is_empty() {
            self.first_step = self.line_of(first.span).start;
        }
        self.script.steps.push(Step {
            keyword: first.span,
            name,
            commands: Vec::new(),
        });
    }

    /// Reports the step that ends here if nothing happens in it.
    fn close_step(&mut self) {
        if let Some(step) = self.script.steps.last()
            && step.commands.is_empty()
            && self.place == Place::Step
        {
            let message = "a step needs at least one command";
            self.errors
                .push(Diagnostic::error(Code::E010, step.keyword, message));
        }
    }

    fn header(&mut self, line: &Line, first: Token, word: &str) {
        let is_broken = line.unterminated().is_some();
        if self.place == Place::Step {
            self.has_strays = true;
            if !is_broken {
                let error = self.late_header(first.span, word);
                self.errors.push(error);
            }
            return;
        }
        if is_broken {
            return self.keep_header(header::broken(first));
        }
        let header = header::header(self.text, line, word, first.span, &mut self.errors);
        self.keep_header(header);
    }

    /// A header inside a step, and the offer to move its line up.
    fn late_header(&self, span: Span, word: &str) -> Diagnostic {
        let error = Diagnostic::error(
            Code::E010,
            span,
            format!("{word} must come before the first step"),
        );
        let Some(step) = self.script.steps.first() else {
            return error;
        };
        let line = self.line_of(span);
        let moved = self.slice(line).trim_end_matches('\n');
        let edits = [
            (Span::at(self.first_step), format!("{moved}\n")),
            (line, String::new()),
        ];
        error
            .with_related(step.keyword, "the first step")
            .with_edits("Move the line before the first step", edits)
    }

    /// The whole line of a place, with its end.
    fn line_of(&self, span: Span) -> Span {
        let before = self.text.get(..span.start).unwrap_or_default();
        let after = self.text.get(span.start..).unwrap_or_default();
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        let end = after
            .find('\n')
            .map_or(self.text.len(), |end| span.start + end + 1);
        Span::new(start, end)
    }

    fn keep_header(&mut self, mut header: Header) {
        if self.place == Place::SecondTest {
            return;
        }
        if let Some(error) = self.repeated(&header.kind, header.keyword) {
            self.errors.push(error);
            header.kind = HeaderKind::Error;
        }
        self.script.headers.push(header);
    }

    /// What a test can say once, said again.
    fn repeated(&mut self, kind: &HeaderKind, keyword: Span) -> Option<Diagnostic> {
        let (said, message) = match kind {
            HeaderKind::Needs(Spanned { value, .. }) => {
                (value.as_str(), format!("session {value} is needed twice"))
            }
            HeaderKind::Start(_) => (" start", "only one start per test".to_owned()),
            HeaderKind::Timeout(_) => (" timeout", "only one timeout per test".to_owned()),
            _ => return None,
        };
        if let Some(first) = self.said.get(said) {
            let error = Diagnostic::error(Code::E010, keyword, message).with_label("the second time");
            return Some(error.with_related(*first, "the first time"));
        }
        self.said.insert(said.to_owned(), keyword);
        None
    }

    fn command(&mut self, line: &Line, first: Token, word: &str) {
        let verb = Verb::parse(word);
        let is_broken = line.unterminated().is_some();
        match (self.place, verb) {
            (Place::Step, Some(verb)) if !is_broken => {
                let command = command::command(self.text, line, verb, first.span, &mut self.errors);
                self.push(command);
            }
            (Place::Step, _) => {
                if !is_broken {
                    self.errors.push(self.unknown(first, word));
                }
                self.push(command::broken(first, line));
            }
            _ if is_broken => {}
            (_, Some(_)) => {
                let message = format!("{word} must be inside a step");
                let error = Diagnostic::error(Code::E010, first.span, message);
                self.errors
                    .push(error.with_help("write a line above it: step \"what you want to happen\""));
            }
            (_, None) => self.errors.push(self.unexpected(first, word)),
        }
    }

    fn push(&mut self, command: Command) {
        let Some(step) = self.script.steps.last_mut() else {
            return;
        };
        // Once errors are only counted, a line that could not be read tells no more than that its step is not empty.
        let tells_nothing = command.form == Form::Error && self.errors.is_full();
        if step.commands.is_empty() || !tells_nothing {
            step.commands.push(command);
        }
    }

    /// What stands where a command belongs.
    fn unknown(&self, first: Token, word: &str) -> Diagnostic {
        match first.kind {
            TokenKind::String => self
                .unexpected(first, word)
                .with_help("a command begins with a verb, for example click text:\"Send\""),
            _ => command::unknown(word, first.span),
        }
    }

    /// What stands where a header or a step belongs.
    fn unexpected(&self, first: Token, word: &str) -> Diagnostic {
        let message = format!("unexpected \"{}\"", shown(strings::unquoted(word)));
        let error = Diagnostic::error(Code::E010, first.span, message);
        match nearest(word, header::WORDS.into_iter().chain(["step", "test"])) {
            Some(meant) => error.with_meant(meant, first.span),
            None => error,
        }
    }

    /// What the whole file must have.
    pub(super) fn finish(mut self) -> Parse {
        self.close_step();
        if self.place == Place::Top {
            self.errors
                .push(Diagnostic::error(Code::E010, Span::at(0), NO_TEST));
        }
        if let Some(test) = &self.script.test
            && self.script.steps.is_empty()
        {
            let message = "a test needs at least one step";
            self.errors
                .push(Diagnostic::error(Code::E010, test.keyword, message));
        }
        Parse {
            ast: self.script,
            errors: self.errors.finish(),
        }
    }
}
