//! The first word of a line.

use super::Place;
use super::entry::{order, plain};
use crate::ide::answer::{Completion, CompletionKind};
use crate::ide::words::{self, Form};
use crate::parser::HEADERS;
use crate::source::Span;
use crate::syntax::Verb;
use crate::syntax::ast::HeaderKind;

/// What can begin the line: in a step its commands, before it the headers, and a step in both.
pub(super) fn entries(place: &Place<'_>) -> Vec<Completion> {
    let replace = place.replace();
    let is_alone = place.line.items.is_empty();
    let has_test = place
        .opening
        .ast
        .test
        .as_ref()
        .is_some_and(|test| test.keyword.start < replace.start);
    match (place.line.in_step, has_test) {
        (true, _) => {
            let mut entries = commands(replace, is_alone);
            entries.push(step(replace, is_alone));
            entries
        }
        (false, true) => {
            let mut entries = headers(place, replace, is_alone);
            entries.push(step(replace, is_alone));
            entries
        }
        (false, false) => vec![test(replace, is_alone)],
    }
}

/// An entry for every form of every command. Where arguments follow already, only the verb is written.
fn commands(replace: Span, is_alone: bool) -> Vec<Completion> {
    let mut entries = Vec::new();
    for (number, verb) in Verb::ALL.into_iter().enumerate() {
        let known = words::verb(verb);
        let simple = plain(
            verb.as_str(),
            CompletionKind::Verb,
            replace,
            order('a', entries.len()),
        )
        .docs(known.does);
        match (is_alone, known.forms) {
            (false, _) => entries.push(simple),
            (true, [only]) => entries.push(simple.detail(only.label).snippet(only.snippet)),
            (true, several) => {
                entries.push(simple.text(format!("{} ", verb.as_str())).again());
                let first = FORMS * number;
                let forms = several.iter().enumerate();
                entries.extend(forms.map(|(at, form)| of_form(form, replace, first + at)));
            }
        }
    }
    entries
}

/// No command has more forms.
const FORMS: usize = 100;

fn of_form(form: &Form, replace: Span, at: usize) -> Completion {
    plain(form.label, CompletionKind::Verb, replace, order('b', at))
        .filter(form.label)
        .snippet(form.snippet)
        .docs(form.does)
}

fn headers(place: &Place<'_>, replace: Span, is_alone: bool) -> Vec<Completion> {
    let once = HEADERS.into_iter().filter(|header| !is_said(place, header));
    let known = once.filter_map(words::header).enumerate();
    known
        .map(|(at, header)| {
            let entry =
                plain(header.word, CompletionKind::Keyword, replace, order('a', at)).docs(header.does);
            match is_alone {
                true => entry.snippet(header.snippet),
                false => entry,
            }
        })
        .collect()
}

/// Whether another line has said what a test says once.
fn is_said(place: &Place<'_>, header: &str) -> bool {
    let mut others = place.opening.ast.headers.iter();
    others.any(|other| {
        let same = match &other.kind {
            HeaderKind::Start(_) => header == "start",
            HeaderKind::Timeout(_) => header == "timeout",
            HeaderKind::Posts => header == "posts",
            HeaderKind::Spends => header == "spends",
            HeaderKind::Covers(_) | HeaderKind::Needs(_) | HeaderKind::Error => false,
        };
        same && !place.line.span.touches(other.keyword.start)
    })
}

fn step(replace: Span, is_alone: bool) -> Completion {
    let entry = plain("step", CompletionKind::Keyword, replace, order('z', 0))
        .detail("step \"intent\"")
        .docs("A step says what you want to happen; its commands, one a line, do it.");
    match is_alone {
        true => entry.snippet("step \"$1\"\n  $0"),
        false => entry,
    }
}

fn test(replace: Span, is_alone: bool) -> Completion {
    let entry = plain("test", CompletionKind::Keyword, replace, order('a', 0))
        .detail("test \"name\"")
        .docs("The name of the test, once, on the first line that says anything.");
    match is_alone {
        true => entry.snippet(
            "test \"${1:what the test shows}\"\n  start ${2:https://example.com/}\n\n  step \"${3:what you want to happen}\"\n    $0",
        ),
        false => entry,
    }
}
