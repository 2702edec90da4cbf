//! `command := VERB arg* modifier*`

use super::args::Args;
use super::line::{Item, Line, Pair};
use super::strings::unquoted;
use super::values::{duration, shown};
use crate::diagnostic::Errors;
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::lexer::{Token, TokenKind};
use crate::source::{Span, Spanned};
use crate::syntax::Verb;
use crate::syntax::ast::{Command, Form};

/// Reads a line whose first word is a verb.
pub(super) fn command(text: &str, line: &Line, verb: Verb, head: Span, errors: &mut Errors) -> Command {
    let items = line.items();
    let end = items.last().map_or(head, Item::span);
    let mut args = Args::new(text, head, &items, Code::E003, errors);
    let modifiers = args.split_modifiers();
    let form = args.form(verb).and_then(|form| args.expect_end().map(|()| form));
    let modifiers = args.modifiers(verb, modifiers);
    Command {
        verb: head,
        span: head.join(end),
        form: form.unwrap_or(Form::Error),
        modifiers,
    }
}

/// A line that is no command. It is there all the same, so that its step is not empty.
pub(super) fn broken(first: Token, line: &Line) -> Command {
    let end = line.items().last().map_or(first.span, Item::span);
    Command {
        verb: first.span,
        span: first.span.join(end),
        form: Form::Error,
        modifiers: None,
    }
}

/// E002, with the command that was meant when one is near.
pub(super) fn unknown(word: &str, span: Span) -> Diagnostic {
    let meant = nearest(word, Verb::ALL.map(Verb::as_str));
    let near = meant.filter(|meant| strsim::levenshtein(word, meant) <= 2);
    let mut message = format!("unknown command \"{}\"", shown(word));
    if let Some(near) = near {
        message.push_str(&format!(" (did you mean \"{near}\"?)"));
    }
    let error = Diagnostic::error(Code::E002, span, message);
    match meant {
        Some(meant) if near.is_none() => error.with_meant(meant, span),
        Some(meant) => error.with_fix(format!("Change to {meant}"), span, meant),
        None if word.ends_with(':') => {
            error.with_help("a command begins with a verb, for example click text:\"Send\"")
        }
        None => error.with_help("aite explain E002 lists the commands"),
    }
}

impl Args<'_> {
    /// `VERB needs WHAT, for example …`, at what stands there instead.
    pub(super) fn needs(&self, what: &str) -> Diagnostic {
        if let Some(error) = self.early_modifier() {
            return error;
        }
        let verb = self.slice(self.head);
        let example = Verb::parse(verb).map_or("", Verb::example);
        self.error(
            self.place(),
            format!("{verb} needs {what}, for example {example}"),
        )
    }

    fn form(&mut self, verb: Verb) -> Option<Form> {
        Some(match verb {
            Verb::Start => Form::Start(self.expect_address(no_address)?),
            Verb::Goto => Form::Goto(self.expect_address(no_address)?),
            Verb::Click => Form::Click(self.expect_target("a target", &[])?),
            Verb::DoubleClick => Form::DoubleClick(self.expect_target("a target", &[])?),
            Verb::Check => Form::Check(self.expect_target("a target", &[])?),
            Verb::Uncheck => Form::Uncheck(self.expect_target("a target", &[])?),
            Verb::Type => {
                let target = self.expect_target("a target", &[])?;
                Form::Type(target, self.expect_string(|args| args.needs("a text"))?)
            }
            Verb::Select => {
                let target = self.expect_target("a target", &[])?;
                Form::Select(target, self.expect_string(|args| args.needs("an option"))?)
            }
            Verb::Press => Form::Press(self.expect_key()?),
            Verb::Verify => Form::Verify(self.expect_condition()?),
            Verb::VerifyNot => Form::VerifyNot(self.expect_condition()?),
            Verb::Wait => Form::Wait(self.expect_wait()?),
            Verb::Sleep => Form::Sleep(self.expect_pause()?),
            Verb::Capture => {
                let name = self.expect_variable()?;
                Form::Capture(name, self.expect_target("a target", &[])?)
            }
            Verb::Set => {
                let name = self.expect_variable()?;
                Form::Set(name, self.expect_string(|args| args.needs("a value"))?)
            }
            Verb::SwitchTab => Form::SwitchTab(self.expect_tab()?),
            Verb::CloseTab => Form::CloseTab,
            Verb::Drag => self.expect_drag()?,
            Verb::Screenshot => Form::Screenshot(self.expect_string(|args| args.needs("a name"))?),
            Verb::Call => self.expect_call()?,
            Verb::Run => Form::Run(self.expect_path()?),
        })
    }

    fn expect_pause(&mut self) -> Option<Spanned<u64>> {
        if let Some(Item::Single(token)) = self.peek()
            && let Some(millis) = duration(self.slice(token.span))
        {
            self.next();
            return Some(Spanned::new(millis, token.span));
        }
        let mut error = self.needs("a duration");
        if let Some(Item::Single(token)) = self.peek() {
            let written = unquoted(self.slice(token.span));
            error = match duration(written) {
                Some(_) => error.with_fix("Remove the quotes", token.span, written),
                None => error.with_label("a duration has a unit: ms, s or m"),
            };
        }
        self.report(error);
        None
    }

    fn expect_variable(&mut self) -> Option<Spanned<String>> {
        let name = self.name();
        if name.is_none() {
            let error = self.needs("a name");
            let error = self.offer_bare_name(error);
            self.report(error);
        }
        name
    }

    /// `drag TARGET to:TARGET`, the destination as one key and value straight after `to:`.
    fn expect_drag(&mut self) -> Option<Form> {
        let target = self.expect_target("a target", &["to"])?;
        let destination = match self.peek_pair() {
            Some(("to", pair)) => pair.inner_pair(),
            _ => None,
        };
        let Some(pair) = destination else {
            let error = self.needs("a destination");
            let error = match self.peek_pair() {
                Some(("to", pair)) if pair.value.is_some() => {
                    let value = Span::at(pair.key.span.end);
                    error.with_fix("Look for this text", value, "text:")
                }
                Some(("to", pair)) if pair.inner.is_none() => self.offer_no_gap(error, pair),
                _ => error,
            };
            self.report(error);
            return None;
        };
        self.next();
        let items = [Item::Pair(pair)];
        let to = self.nested(&items).expect_target("a destination", &[])?;
        Some(Form::Drag(target, to))
    }

    /// `to: text:"Done"` has a space too many.
    fn offer_no_gap(&self, error: Diagnostic, to: &Pair) -> Diagnostic {
        let error = error.with_label("the destination stands directly after the colon");
        match self.peek_second() {
            Some(Item::Pair(next)) => {
                let gap = Span::new(to.key.span.end, next.span().start);
                error.with_fix("Remove the space", gap, "")
            }
            _ => error,
        }
    }

    /// `call NAME arg*`
    fn expect_call(&mut self) -> Option<Form> {
        let Some(name) = self.name() else {
            let error = self.needs("the name of a check");
            let error = self.offer_bare_name(error);
            self.report(error);
            return None;
        };
        let mut args = Vec::new();
        while let Some(Item::Single(token)) = self.peek() {
            match self.text_of(*token) {
                Some(text) => args.push(text?),
                None => break,
            }
            self.next();
        }
        if let Some(Item::Single(token)) = self.peek() {
            let error = self.error(
                token.span,
                format!("call cannot take {} as it is", shown(self.slice(token.span))),
            );
            let error = self.offer_quotes(error, token.span);
            self.report(error);
            return None;
        }
        Some(Form::Call(name, args))
    }

    /// The path of `run`, bare or as a string.
    fn expect_path(&mut self) -> Option<Spanned<String>> {
        if let Some(Item::Single(token)) = self.peek()
            && let Some(path) = self.text_of(*token)
        {
            self.next();
            return path;
        }
        let mut error = self.needs("a path");
        if let Some(Item::Single(token)) = self.peek()
            && token.kind == TokenKind::Junk
        {
            error = self.offer_quotes(error, token.span);
        }
        self.report(error);
        None
    }
}

fn no_address(args: &Args<'_>) -> Diagnostic {
    args.needs("an http or https URL")
}
