//! What a script may say and probably should not.

use std::collections::HashSet;
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};
use crate::ir::{Condition, Observation, Op, OpKind, Origins, Program};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{self, Command, Form, Key, Script};
use crate::syntax::holes;
use crate::syntax::names::Definition;

/// The warnings that one command is enough for.
pub(super) fn in_script(script: &Script) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for command in script.steps.iter().flat_map(|step| &step.commands) {
        found.extend(sleep(command));
        found.extend(index(command));
        found.extend(certain(command));
    }
    found
}

/// Whether all commands could be read. What one of them was meant to check or to use is not known otherwise, and no
/// warning is better than a wrong one.
pub(super) fn is_complete(script: &Script) -> bool {
    let mut commands = script.steps.iter().flat_map(|step| &step.commands);
    commands.all(|command| command.form != Form::Error)
}

/// The warnings that need the whole program; `test` is the word on the test line.
pub(super) fn in_program(
    program: &Program,
    test: Option<Span>,
    definitions: &[Definition],
    included: &[Arc<str>],
) -> Vec<Diagnostic> {
    let mut found = unused(program, definitions, included);
    found.extend(test.and_then(|test| no_verify(program, test)));
    found
}

/// W006, each with its file: a click may stand in a script that is run.
pub(super) fn unannounced_posts(program: &Program, origins: &Origins) -> Vec<(usize, Diagnostic)> {
    let posts = program.unannounced_posts().into_iter();
    posts
        .filter_map(|(number, word)| {
            let origin = origins.ops.get(number)?;
            let span = origin.target.unwrap_or(origin.place.span);
            let message = format!("\"{word}\" reads like publishing, and this test does not say posts");
            let warning = Diagnostic::warning(Code::W006, span, message)
                .with_help("if it publishes something, add the line posts before the first step");
            Some((origin.place.file, warning))
        })
        .collect()
}

/// W001
fn sleep(command: &Command) -> Option<Diagnostic> {
    let Form::Sleep(time) = &command.form else {
        return None;
    };
    Some(
        Diagnostic::warning(
            Code::W001,
            command.span.join(time.span),
            "sleep waits a fixed time, whatever the page does",
        )
        .with_help("wait for what the page shows instead, for example: wait text:\"Done\""),
    )
}

/// W002
fn index(command: &Command) -> impl Iterator<Item = Diagnostic> {
    let keys = command.form.targets().flat_map(|target| &target.keys);
    keys.filter(|key| key.key.value == Key::Index).map(|key| {
        let message = format!("index:{} depends on the order of the page", key.value.value);
        Diagnostic::warning(Code::W002, key.key.span.join(key.value.span), message)
            .with_help("describe the element by something that it alone has")
    })
}

/// W003
fn no_verify(program: &Program, test: Span) -> Option<Diagnostic> {
    if program.verifies() || program.ops().next().is_none() {
        return None;
    }
    let message = "this test has no verify command, so it cannot fail on what the page shows";
    Some(
        Diagnostic::warning(Code::W003, test, message)
            .with_help("end with what must be true: verify text:\"…\""),
    )
}

/// W005
fn certain(command: &Command) -> Option<Diagnostic> {
    let (verb, outcome, condition) = match &command.form {
        Form::Verify(condition) => ("verify", "fail", condition),
        Form::VerifyNot(condition) => ("verifyNot", "pass", condition),
        _ => return None,
    };
    let empty = certain_part(condition).filter(|part| part.value.is_empty())?;
    let message = format!("every page has the empty text, so this {verb} cannot {outcome}");
    Some(
        Diagnostic::warning(Code::W005, empty.span, message)
            .with_help("write the text that the page must have"),
    )
}

/// The text of which a part is looked for, where nothing else is asked.
fn certain_part(condition: &ast::Condition) -> Option<&Spanned<String>> {
    match condition {
        ast::Condition::Url(part) => Some(part),
        ast::Condition::Text(ast::TextMatch::ContainsIgnoreCase, part) => Some(part),
        _ => None,
    }
}

/// W004
fn unused(program: &Program, definitions: &[Definition], included: &[Arc<str>]) -> Vec<Diagnostic> {
    let mut unused = definitions
        .iter()
        .filter(|definition| !definition.used)
        .peekable();
    // A check may read every variable.
    let calls = |op: &Op| matches!(op.kind, OpKind::Call { .. });
    if unused.peek().is_none() || program.ops().any(calls) {
        return Vec::new();
    }
    // A name in an included script's comment counts too: a warning too few is better than one too many.
    let mut elsewhere: HashSet<&str> = included.iter().flat_map(|text| holes::names(text)).collect();
    elsewhere.extend(program.ops().filter_map(compared));
    let warning = |definition: &Definition| {
        let name = &definition.name.value;
        let help = format!("use it as ${{{name}}}, or leave the line out");
        Diagnostic::warning(Code::W004, definition.name.span, format!("{name} is never read")).with_help(help)
    };
    unused
        .filter(|definition| !elsewhere.contains(definition.name.value.as_str()))
        .map(warning)
        .collect()
}

/// The variable of `from:`.
fn compared(op: &Op) -> Option<&str> {
    match &op.kind {
        OpKind::Observe(Observation {
            condition: Condition::NumberChange { from, .. },
            ..
        }) => Some(from),
        _ => None,
    }
}
