//! The forms of the command that is being written.

use super::answer::{Parameter, Signature, Signatures};
use super::file::File;
use super::line::{Line, Role, floor};
use super::project::Project;
use super::words::{self, Form};
use crate::parser::{Item, MODIFIERS};
use crate::source::Span;
use crate::syntax::Verb;
use crate::syntax::ast::Key;

/// The forms of the command of a line, the fitting one marked; nothing on the verb itself and behind a comment's mark.
pub(super) fn signatures(project: &Project, file: &File, offset: usize) -> Option<Signatures> {
    let offset = floor(&file.text, offset);
    let opening = file.opening();
    let line = Line::at(&file.text, offset, &opening.ast);
    let Role::Command(verb) = line.role else {
        return None;
    };
    let behind_head = line.head.is_some_and(|head| head.span.end < offset);
    let in_comment = line.comment.is_some_and(|comment| comment.start < offset);
    if !behind_head || in_comment {
        return None;
    }
    if let Some(check) = check(project, &line, verb, offset) {
        return Some(check);
    }
    let known = words::verb(verb);
    let active = fitting(&line, known.forms);
    let part = part_at(&line, offset);
    let part_of = |number: usize| part.filter(|_| number == active);
    let forms = known.forms.iter().enumerate();
    let forms = forms.map(|(number, form)| of_form(form, known.does, part_of(number)));
    Some(Signatures {
        forms: forms.collect(),
        active,
    })
}

fn of_form(form: &Form, does: &str, at: Option<usize>) -> Signature {
    let mut from = 0;
    let parameters = form.parts.iter().map(|part| {
        let rest = form.label.get(from..).unwrap_or_default();
        let start = from + rest.find(part.name).unwrap_or(0);
        from = start + part.name.len();
        Parameter {
            span: Span::new(start, from),
            docs: part.docs.to_owned(),
        }
    });
    let parameters: Vec<Parameter> = parameters.collect();
    Signature {
        label: form.label.to_owned(),
        docs: if form.does.is_empty() { does } else { form.does }.to_owned(),
        active: at.filter(|at| *at < parameters.len()),
        parameters,
    }
}

/// The arguments of the check that a `call` names.
fn check(project: &Project, line: &Line<'_>, verb: Verb, offset: usize) -> Option<Signatures> {
    let (Verb::Call, Some(Item::Single(name))) = (verb, line.items.first()) else {
        return None;
    };
    let name_span = name.span;
    let name = line.slice(name_span);
    let doc = project
        .checks()
        .docs
        .get(name)
        .filter(|_| name_span.end < offset)?;
    let label = format!("call {}", doc.label(name));
    let mut from = "call ".len() + name.len();
    let parameters = doc.parameters.iter().map(|parameter| {
        let start = from + 1;
        from = start + parameter.name.len();
        Parameter {
            span: Span::new(start, from),
            docs: parameter.docs.clone(),
        }
    });
    let parameters: Vec<Parameter> = parameters.collect();
    let given = line
        .items
        .iter()
        .skip(1)
        .filter(|item| item.span().end < offset)
        .count();
    Some(Signatures {
        forms: vec![Signature {
            label,
            docs: doc.does.clone(),
            active: Some(given).filter(|given| *given < parameters.len()),
            parameters,
        }],
        active: 0,
    })
}

/// Which part of a form the cursor is in: the keys of a target are one part. `None` among the modifiers.
fn part_at(line: &Line<'_>, offset: usize) -> Option<usize> {
    let mut part = 0;
    let mut in_target = false;
    for item in &line.items {
        if item.span().start > offset {
            break;
        }
        let key = match item {
            Item::Pair(pair) => Some(line.slice(pair.key_span())),
            Item::Single(_) => None,
        };
        if key.is_some_and(|key| MODIFIERS.contains(&key)) {
            return None;
        }
        let is_target = key.is_some_and(|key| Key::parse(key).is_some());
        if in_target && !is_target {
            part += 1;
        }
        if item.span().touches(offset) {
            return Some(part);
        }
        in_target = is_target;
        if !is_target && !is_first_of_two(key) {
            part += 1;
        }
    }
    Some(part + usize::from(in_target))
}

/// Keys that are no part of their own: the label writes them out.
fn is_first_of_two(key: Option<&str>) -> bool {
    key.is_some_and(|key| key == "number")
}

/// The form that has most of what is written.
fn fitting(line: &Line<'_>, forms: &[Form]) -> usize {
    let has_target = line
        .keys()
        .any(|(key, _)| Key::parse(key).is_some() && key != "text");
    let written = |form: &Form| {
        let keys = line
            .keys()
            .filter(|(key, _)| form.label.contains(&format!(" {key}:")))
            .count();
        let singles = line.items.iter().filter(|item| match item {
            Item::Single(token) => form.label.split(' ').any(|word| word == line.slice(token.span)),
            Item::Pair(_) => false,
        });
        let fits = usize::from(form.label.contains("TARGET") == has_target);
        (keys + singles.count()) * 2 + fits
    };
    let best = forms.iter().map(written).max().unwrap_or(0);
    forms.iter().position(|form| written(form) == best).unwrap_or(0)
}
