//! What is known about a place.

mod command;
mod name;
mod target;

use std::sync::Arc;

use super::answer::{Finding, Hover};
use super::file::File;
use super::findings;
use super::host::FileKind;
use super::line::{Line, Role, floor};
use super::piece::{Piece, What, holes, pieces};
use super::project::Project;
use super::sections::Tree;
use super::summary::NameRole;
use super::words;
use crate::source::Span;
use crate::syntax::Parse;

/// What there is to say about a place: what stands there, and what was found there.
pub(super) fn hover(project: &Project, file: &File, offset: usize) -> Option<Hover> {
    let offset = floor(&file.text, offset);
    let known = findings::known(project, file);
    let found = known
        .findings
        .iter()
        .filter(|finding| finding.span.touches(offset));
    let found: Vec<&Finding> = found.collect();
    let about = match file.kind {
        FileKind::Script => of_script(project, file, offset),
        FileKind::Config => of_config(project, file, offset),
        FileKind::Task => None,
    };
    let said = found.iter().map(|finding| of_finding(finding));
    match about {
        Some(about) => {
            let parts: Vec<String> = std::iter::once(about.markdown).chain(said).collect();
            Some(Hover {
                markdown: parts.join("\n\n---\n\n"),
                span: about.span,
            })
        }
        None => Some(Hover {
            span: found.first()?.span,
            markdown: said.collect::<Vec<_>>().join("\n\n---\n\n"),
        }),
    }
}

/// `E005: unknown target key`, what it says, and where there is more.
fn of_finding(finding: &Finding) -> String {
    let row = finding.code.row();
    format!(
        "**{}** {}\n\n{}\n\nMore: `aite explain {}`",
        row.name,
        row.title,
        finding.message.replace('\n', "  \n"),
        row.name
    )
}

fn of_config(project: &Project, file: &File, offset: usize) -> Option<Hover> {
    let found = file
        .name_at(offset)
        .filter(|found| found.role == NameRole::DeclaresProfile)?;
    Some(Hover {
        markdown: name::profile(project, file.name(&found)),
        span: found.span,
    })
}

/// The place that was asked about.
struct Place<'a> {
    project: &'a Project,
    file: &'a File,
    /// The script to its first step, and maybe more.
    opening: Arc<Parse>,
    /// The part of the script that the line is in.
    tree: Tree,
    line: Line<'a>,
}

fn of_script(project: &Project, file: &File, offset: usize) -> Option<Hover> {
    let opening = file.opening();
    let line = Line::at(&file.text, offset, &opening.ast);
    let tree = file.tree_at(line.span.start);
    let found = pieces(&line)
        .into_iter()
        .rfind(|piece| piece.span.touches(offset))?;
    let place = Place {
        project,
        file,
        opening,
        tree,
        line,
    };
    if let Some(hole) = holes(&file.text, found).find(|hole| hole.touches(offset)) {
        return Some(Hover {
            markdown: name::variable(&place, hole)?,
            span: hole,
        });
    }
    let markdown = of_piece(&place, found)?;
    Some(Hover {
        markdown,
        span: found.span,
    })
}

fn of_piece(place: &Place<'_>, piece: Piece) -> Option<String> {
    let written = place.line.slice(piece.span);
    match piece.what {
        What::Keyword => keyword(place, written),
        What::Verb(verb) => Some(command::verb(place, verb)),
        What::Key(key) => Some(target::key(place, key, piece.span)),
        What::Text(Some(_)) => target::value(place, piece.span),
        What::CheckKey if written == "to" => {
            Some("`to:` the destination, as one key and value straight behind it".to_owned())
        }
        What::CheckKey => words::check_key(written).map(|key| headline(&format!("{written}:"), key.does)),
        What::Modifier if written == "timeout" => Some(command::timeout(place)),
        What::Modifier => {
            words::modifier(written).map(|modifier| headline(&format!("{written}:"), modifier.does))
        }
        What::Word => word(written),
        What::Role => target::role(place, piece.span),
        What::KeyName => Some(key_name(crate::parser::unquoted(written))),
        What::Duration => Some(command::duration(place, piece.span)),
        What::Variable { .. } => name::variable(place, piece.span),
        What::Profile { .. } => Some(name::profile(place.project, written)),
        What::Check => name::check(place.project, written),
        What::Path => name::script(place.project, crate::parser::unquoted(written)),
        What::Journey => Some(name::journey(place.project, written)),
        What::Text(None)
        | What::Attribute
        | What::Number
        | What::Alias
        | What::Address
        | What::Comment
        | What::Unknown => None,
    }
}

fn headline(written: &str, does: &str) -> String {
    format!("`{written}` {does}")
}

fn keyword(place: &Place<'_>, written: &str) -> Option<String> {
    match place.line.role {
        Role::Test => Some(headline(
            "test",
            "The name of the test, once, on the first line that says anything.",
        )),
        Role::Step => Some(headline(
            "step",
            "Says what you want to happen; its commands, one a line, do it.",
        )),
        Role::Header("timeout") => Some(command::timeout_header(place)),
        _ => words::header(written).map(|header| headline(written, header.does)),
    }
}

fn word(written: &str) -> Option<String> {
    if written == "session" {
        return words::header("needs").map(|header| headline("needs session NAME", header.does));
    }
    let state = words::STATES.iter().find(|state| state.word == written)?;
    Some(headline(written, state.does))
}

fn key_name(chord: &str) -> String {
    let parts = chord.split_inclusive('+').map(|part| {
        let name = part
            .strip_suffix('+')
            .filter(|name| !name.is_empty())
            .unwrap_or(part);
        let does = words::key_name(name).or_else(|| words::held(name));
        headline(name, does.unwrap_or("The key with this character."))
    });
    parts.collect::<Vec<_>>().join("  \n")
}

impl Place<'_> {
    /// The bytes of a span.
    fn slice(&self, span: Span) -> &str {
        self.line.slice(span)
    }
}
