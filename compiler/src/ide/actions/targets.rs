//! Better targets, from what the last runs saw.

use super::fixes::edit;
use super::{Asked, touch};
use crate::diagnostic::Edit;
use crate::ide::answer::{ActionKind, CodeAction};
use crate::ide::last_run::{Candidate, Resolved, RunCommand};
use crate::ide::scope::source;
use crate::ide::tame::tame;
use crate::source::LineIndex;
use crate::syntax::ast::{Command, Form, Key, Target};

/// What the commands in a range can be told by instead.
pub(super) fn of(asked: &Asked<'_>) -> Vec<CodeAction> {
    let Some(runs) = asked.project.runs(&asked.file.key.path) else {
        return Vec::new();
    };
    let mut actions = Vec::new();
    let mut lines = None;
    for command in asked.commands() {
        let Some(target) = command
            .form
            .targets()
            .next()
            .filter(|target| touch(target.span, asked.range))
        else {
            continue;
        };
        let lines = lines.get_or_insert_with(|| LineIndex::new(&asked.file.text));
        let line = lines.line(command.verb.start);
        let written = source(asked.file, command.verb.start);
        let Some(ran) = runs.command(&asked.file.key.path, line, &written) else {
            continue;
        };
        actions.extend(of_command(asked, command, target, ran));
    }
    actions
}

fn of_command(asked: &Asked<'_>, command: &Command, target: &Target, ran: &RunCommand) -> Vec<CodeAction> {
    let candidates = ran.failure.iter().flat_map(|failure| &failure.candidates);
    let mut actions: Vec<CodeAction> = candidates
        .filter_map(|candidate| of_candidate(asked, target, candidate))
        .collect();
    let is_last_resort = target
        .keys
        .iter()
        .all(|key| matches!(key.key.value, Key::Css | Key::XPath | Key::Index));
    // Several elements are counted by what they have in common, which one of them does not say.
    let is_counted =
        matches!(&command.form, Form::Verify(condition) | Form::VerifyNot(condition) if is_count(condition));
    if let Some(seen) = ran.resolved.as_ref().filter(|_| is_last_resort && !is_counted) {
        for better in better(seen, &command.form) {
            let title = format!("Describe it as {}", tame(&better));
            actions.push(replace(asked, target, title, &better));
        }
    }
    actions
}

const fn is_count(condition: &crate::syntax::ast::Condition) -> bool {
    matches!(condition, crate::syntax::ast::Condition::Count(..))
}

/// One of the elements between which the target did not choose.
fn of_candidate(asked: &Asked<'_>, target: &Target, candidate: &Candidate) -> Option<CodeAction> {
    let rewrite = candidate.rewrite.as_ref()?;
    // What a report has is another program's text until it is read as a target.
    crate::parse_target(rewrite)?;
    let title = format!("Mean {} ({})", candidate.element, tame(rewrite));
    Some(replace(asked, target, title, rewrite))
}

/// What the element can be called instead, the best first: by role and name, by test id, by text.
fn better(seen: &Resolved, form: &Form) -> Vec<String> {
    let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    let filled = |text: &Option<String>| {
        let text = text
            .as_deref()
            .map(str::trim)
            .filter(|text| !text.is_empty() && text.len() <= MAX_TEXT);
        text.filter(|text| !text.contains(['\n', '$'])).map(str::to_owned)
    };
    let by_role = filled(&seen.role).zip(filled(&seen.name));
    let by_role = by_role.map(|(role, name)| format!("role:{role} name:{}", quoted(&name)));
    let by_test_id = filled(&seen.testid).map(|id| format!("testid:{}", quoted(&id)));
    // A check of a text that finds its element by that text says nothing.
    let looks = matches!(
        form,
        Form::Verify(_) | Form::VerifyNot(_) | Form::Capture(..) | Form::Wait(_)
    );
    let by_text = filled(&seen.text)
        .filter(|_| !looks)
        .map(|text| format!("text:{}", quoted(&text)));
    let all = by_role.into_iter().chain(by_test_id).chain(by_text);
    all.filter(|target| crate::parse_target(target).is_some())
        .collect()
}

/// Longer texts do not describe an element, they are its content.
const MAX_TEXT: usize = 60;

fn replace(asked: &Asked<'_>, target: &Target, title: String, text: &str) -> CodeAction {
    let change = Edit {
        span: target.span,
        text: text.to_owned(),
    };
    CodeAction {
        title,
        kind: ActionKind::Rewrite,
        change: edit(asked.file, vec![change]),
        fixes: None,
        preferred: false,
    }
}
