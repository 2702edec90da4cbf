//! Names that are missing: variables, profiles, checks.

use super::fixes::edit;
use super::{Asked, quick};
use crate::diagnostic::{Code, Diagnostic, Edit, nearest};
use crate::ide::answer::{Change, CodeAction, Command, WorkspaceEdit};
use crate::ide::scope::visible;
use crate::ide::summary::NameRole;
use crate::parser::unquoted;
use crate::project::{BUILT_IN_CHECKS, CONFIG_FILE, outline};
use crate::source::Span;
use crate::syntax::ast::HeaderKind;

/// What can be done about a finding that is about a name.
pub(super) fn of(asked: &Asked<'_>, found: &Diagnostic) -> Vec<CodeAction> {
    match found.code {
        Code::E007 => variable(asked, found),
        Code::E003 => declare_profile(asked, found).into_iter().collect(),
        Code::E006 => configure_profile(asked, found).into_iter().collect(),
        Code::E011 => check(asked, found).into_iter().collect(),
        Code::W007 => vec![allow(asked, found)],
        Code::S001 => session_check(asked, found).into_iter().collect(),
        Code::W006 => vec![quick(
            found,
            "Say that the test publishes",
            edit(asked.file, vec![asked.header("posts")]),
            false,
        )],
        _ => Vec::new(),
    }
}

/// A name that was probably meant, or a line that sets the variable.
fn variable(asked: &Asked<'_>, found: &Diagnostic) -> Vec<CodeAction> {
    let Some(read) = asked
        .file
        .name_at(found.span.start + "${".len())
        .or_else(|| asked.file.name_at(found.span.start))
    else {
        return Vec::new();
    };
    let name = asked.file.name(&read);
    let known = visible(asked.project, asked.file, found.span.start);
    let meant = nearest(name, known.iter().map(|variable| variable.name.as_str()));
    let change = meant.map(|meant| {
        let change = Edit {
            span: read.span,
            text: meant.to_owned(),
        };
        quick(
            found,
            format!("Change to {meant}"),
            edit(asked.file, vec![change]),
            true,
        )
    });
    let set = asked
        .before_command(found.span.start, &format!("set {name} \"\""))
        .map(|line| {
            quick(
                found,
                format!("Set ${{{name}}} before this line"),
                edit(asked.file, vec![line]),
                meant.is_none(),
            )
        });
    change.into_iter().chain(set).collect()
}

/// `needs session NAME` for an `on:NAME`, where the finding itself does not offer it.
fn declare_profile(asked: &Asked<'_>, found: &Diagnostic) -> Option<CodeAction> {
    let used = asked.file.name_at(found.span.start)?;
    if used.role != NameRole::UsesProfile || !used.span.touches(found.span.end) {
        return None;
    }
    let name = asked.file.name(&used);
    let is_offered = found
        .fix
        .as_ref()
        .is_some_and(|fix| fix.edits.iter().any(|edit| edit.text.contains("needs session")));
    let mut others = asked.file.names_where(|role| role == NameRole::DeclaresProfile);
    if is_offered || others.any(|(other, _)| other == name) {
        return None;
    }
    let line = asked.header(&format!("needs session {name}"));
    Some(quick(
        found,
        "Declare the session",
        edit(asked.file, vec![line]),
        found.fix.is_none(),
    ))
}

/// A profile in `aite.config.json`.
fn configure_profile(asked: &Asked<'_>, found: &Diagnostic) -> Option<CodeAction> {
    let name = unquoted(asked.file.text.get(found.span.start..found.span.end)?);
    let config = asked.project.file(CONFIG_FILE)?;
    let members = outline(&config.text);
    let (at, text) = match members.iter().find(|member| member.name == "profiles") {
        Some(profiles) => {
            let close = config.text.get(..profiles.span.end)?.rfind('}')?;
            match profiles.children.last() {
                Some(last) => (last.span.end, format!(", \"{name}\": {{}}")),
                None => (close, format!("\"{name}\": {{}}")),
            }
        }
        None => {
            let open = config.text.find('{')? + 1;
            let behind = if members.is_empty() { "\n" } else { "," };
            (open, format!("\n  \"profiles\": {{ \"{name}\": {{}} }}{behind}"))
        }
    };
    let change = WorkspaceEdit {
        files: vec![(
            config.key.clone(),
            vec![Edit {
                span: Span::at(at),
                text,
            }],
        )],
    };
    Some(quick(
        found,
        format!("Add the profile {name} to {CONFIG_FILE}"),
        Change::Edit(change),
        false,
    ))
}

/// The check that was probably meant.
fn check(asked: &Asked<'_>, found: &Diagnostic) -> Option<CodeAction> {
    let calls = asked.file.names_where(|role| role == NameRole::Check);
    let (name, called) = calls
        .into_iter()
        .find(|(_, called)| found.span.touches(called.span.start))?;
    let known = asked.project.checks().docs.keys().map(String::as_str);
    let meant = nearest(name, known.chain(BUILT_IN_CHECKS))?;
    let change = Edit {
        span: called.span,
        text: meant.to_owned(),
    };
    Some(quick(
        found,
        format!("Change to {meant}"),
        edit(asked.file, vec![change]),
        true,
    ))
}

/// Lists the checks as they are now, after a person has read them.
fn allow(asked: &Asked<'_>, found: &Diagnostic) -> CodeAction {
    let command = Command::AllowChecks {
        project: asked.file.key.project,
    };
    quick(
        found,
        "Allow the checks as they are now (read them first)",
        Change::Command(command),
        false,
    )
}

/// `call session-check` before the first command on a signed-in profile.
fn session_check(asked: &Asked<'_>, found: &Diagnostic) -> Option<CodeAction> {
    let command = asked.script().command_at(found.span.start)?;
    let default = asked
        .script()
        .headers
        .iter()
        .find_map(|header| match &header.kind {
            HeaderKind::Needs(name) => Some(&name.value),
            _ => None,
        });
    let on = command.modifiers.as_ref().and_then(|written| written.on.as_ref());
    let call = match on.filter(|on| Some(&on.value) != default) {
        Some(on) => format!("call session-check on:{}", on.value),
        None => "call session-check".to_owned(),
    };
    let line = asked.before_command(found.span.start, &call)?;
    Some(quick(
        found,
        "Check the session first",
        edit(asked.file, vec![line]),
        true,
    ))
}
