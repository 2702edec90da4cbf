//! What can be changed at a place.

mod fixes;
mod names;
mod targets;

use std::cell::OnceCell;
use std::sync::Arc;

use super::answer::{ActionKind, Change, CodeAction};
use super::file::File;
use super::findings;
use super::project::Project;
use crate::diagnostic::{Diagnostic, Edit};
use crate::source::Span;
use crate::syntax::Parse;
use crate::syntax::ast::{Command, Script};

/// What can be changed in a range: the most wanted first.
pub(super) fn actions(project: &Project, file: &File, range: Span) -> Vec<CodeAction> {
    let known = findings::known(project, file);
    let asked = Asked {
        project,
        file,
        parse: OnceCell::new(),
        range,
    };
    let mut actions = fixes::of_findings(file, &known.diagnostics, range);
    for found in known.diagnostics.iter().filter(|found| touch(found.span, range)) {
        actions.extend(names::of(&asked, found));
    }
    actions.extend(targets::of(&asked));
    actions.extend(fixes::all(file, &known.diagnostics));
    actions.sort_by_key(|action| (action.kind, !action.preferred));
    actions
}

/// Whether two spans have a byte or an end in common.
fn touch(a: Span, b: Span) -> bool {
    a.start <= b.end && b.start <= a.end
}

/// A change that removes a finding.
fn quick(found: &Diagnostic, title: impl Into<String>, change: Change, preferred: bool) -> CodeAction {
    CodeAction {
        title: title.into(),
        kind: ActionKind::QuickFix,
        change,
        fixes: Some((found.code, found.span)),
        preferred,
    }
}

/// What was asked about.
struct Asked<'a> {
    project: &'a Project,
    file: &'a File,
    /// Read when it is needed.
    parse: OnceCell<Arc<Parse>>,
    range: Span,
}

impl Asked<'_> {
    /// The tree of the script.
    fn script(&self) -> &Script {
        &self.parse.get_or_init(|| self.file.parse()).ast
    }

    /// The commands that the range touches.
    fn commands(&self) -> impl Iterator<Item = &Command> {
        let commands = self.script().steps.iter().flat_map(|step| &step.commands);
        commands.filter(|command| touch(command.span, self.range))
    }

    /// A line before the command that holds a place; nothing outside the steps.
    fn before_command(&self, offset: usize, line: &str) -> Option<Edit> {
        let text = &self.file.text;
        let start = text.get(..offset)?.rfind('\n').map_or(0, |end| end + 1);
        let script = self.script();
        let step = script.steps.first()?;
        if start <= step.keyword.start
            || script
                .steps
                .iter()
                .any(|step| step.keyword.start >= start && step.keyword.start < offset)
        {
            return None;
        }
        let rest = text.get(start..)?;
        let indent = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let indent = rest.get(..indent)?;
        Some(Edit {
            span: Span::at(start),
            text: format!("{indent}{line}{}", self.line_end()),
        })
    }

    /// A line behind the last header, or behind the test line.
    fn header(&self, line: &str) -> Edit {
        let text = &self.file.text;
        let ast = self.script();
        let last = ast.headers.last().map(|header| header.keyword);
        let after = last.or(ast.test.as_ref().map(|test| test.keyword));
        let start = after.map_or(0, |word| word.end);
        let rest = text.get(start..).unwrap_or_default();
        match (after, rest.find('\n')) {
            (None, _) => Edit {
                span: Span::at(0),
                text: format!("  {line}{}", self.line_end()),
            },
            (Some(_), Some(end)) => Edit {
                span: Span::at(start + end + 1),
                text: format!("  {line}{}", self.line_end()),
            },
            (Some(_), None) => Edit {
                span: Span::at(text.len()),
                text: format!("{}  {line}", self.line_end()),
            },
        }
    }

    /// The line end of the text.
    fn line_end(&self) -> &'static str {
        if self.file.text.contains("\r\n") {
            "\r\n"
        } else {
            "\n"
        }
    }
}
