//! The names in a file and where they stand: what other files need to know of it, and little more than a list of places.

use std::collections::HashSet;
use std::sync::Arc;

use super::file::File;
use super::host::FileKind;
use super::line::lines;
use super::piece::{Piece, What, holes, pieces};
use crate::lower::project_path;
use crate::parser::{is_id, unquoted};
use crate::project::outline;
use crate::source::Span;
use crate::syntax::holes::is_name;

/// The names of one file.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Summary {
    /// In the order of the text.
    pub(super) names: Box<[Occurrence]>,
    /// The bytes of the test's name, quotes included.
    pub(super) test: Option<Span>,
}

/// A name at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Occurrence {
    /// The name alone.
    pub(super) span: Span,
    pub(super) role: NameRole,
}

/// What a name names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NameRole {
    /// `set` and `capture`.
    Defines,
    /// `${NAME}` and `from:NAME`; free when nothing before it in the file sets it.
    Reads {
        free: bool,
    },
    /// `needs session NAME`, or the key of the configuration.
    DeclaresProfile,
    /// `on:NAME`
    UsesProfile,
    Journey,
    Check,
    /// The path of a script, without quotes.
    Runs,
    /// An address without variables, without quotes.
    Address,
}

impl NameRole {
    pub(super) const fn is_variable(self) -> bool {
        matches!(self, Self::Defines | Self::Reads { .. })
    }

    pub(super) const fn is_profile(self) -> bool {
        matches!(self, Self::DeclaresProfile | Self::UsesProfile)
    }
}

/// Reads the names of a file.
pub(super) fn read(file: &File) -> Summary {
    match file.kind {
        FileKind::Script => match file.sections() {
            Some(sections) => sections.names(),
            None => of_script(&file.text, false),
        },
        FileKind::Config => of_config(&file.text),
        FileKind::Task => Summary::default(),
    }
}

fn of_config(text: &str) -> Summary {
    let members = outline(text);
    let profiles = members.into_iter().filter(|member| member.name == "profiles");
    let names = profiles
        .flat_map(|member| member.children)
        .map(|profile| Occurrence {
            span: profile.name_span,
            role: NameRole::DeclaresProfile,
        });
    Summary {
        names: names.collect(),
        test: None,
    }
}

/// The names of a script, or of a part of one that is inside its steps.
pub(super) fn of_script(text: &str, in_step: bool) -> Summary {
    let mut names = Vec::new();
    let mut test = None;
    let mut defined: HashSet<&str> = HashSet::new();
    for line in lines(text, in_step) {
        let of_line = names.len();
        for piece in pieces(&line) {
            if line.role == super::line::Role::Test && matches!(piece.what, What::Text(_)) {
                test = test.or(Some(piece.span));
            }
            for span in holes(text, piece) {
                names.push(read_at(text, span, &defined));
            }
            names.extend(occurrence(text, piece, &defined));
        }
        // What a command sets counts from the next line on.
        defined.extend(definitions(text, names.get(of_line..).unwrap_or_default()));
    }
    names.sort_by_key(|name| name.span.start);
    Summary {
        names: names.into(),
        test,
    }
}

fn definitions<'t>(text: &'t str, names: &[Occurrence]) -> impl Iterator<Item = &'t str> {
    let set = names.iter().filter(|name| name.role == NameRole::Defines);
    set.filter_map(|name| text.get(name.span.start..name.span.end))
}

/// The names of a script that was read in parts, each with the place where it begins.
pub(super) fn joined<'a>(text: &str, parts: impl Iterator<Item = (usize, &'a Summary)>) -> Summary {
    let mut names: Vec<Occurrence> = Vec::new();
    let mut test = None;
    let mut defined: HashSet<&str> = HashSet::new();
    for (start, part) in parts {
        test = test.or(part.test.map(|test| test.behind(start)));
        let of_part = names.len();
        for name in &part.names {
            let span = name.span.behind(start);
            names.push(match name.role {
                NameRole::Reads { free: true } => read_at(text, span, &defined),
                role => Occurrence { span, role },
            });
        }
        defined.extend(definitions(text, names.get(of_part..).unwrap_or_default()));
    }
    Summary {
        names: names.into(),
        test,
    }
}

fn read_at(text: &str, span: Span, defined: &HashSet<&str>) -> Occurrence {
    let name = text.get(span.start..span.end).unwrap_or_default();
    Occurrence {
        span,
        role: NameRole::Reads {
            free: !defined.contains(name),
        },
    }
}

/// The name that a piece is, if it is one: what is no name of its kind is an error, and names nothing.
fn occurrence(text: &str, piece: Piece, defined: &HashSet<&str>) -> Option<Occurrence> {
    let span = inside(text, piece.span);
    let name = text.get(span.start..span.end).unwrap_or_default();
    let (role, is_right) = match piece.what {
        What::Variable { defines: true } => (NameRole::Defines, is_name(name)),
        What::Variable { defines: false } => return is_name(name).then(|| read_at(text, span, defined)),
        What::Profile { declares: true } => (NameRole::DeclaresProfile, is_name(name)),
        What::Profile { declares: false } => (NameRole::UsesProfile, is_name(name)),
        What::Journey => (NameRole::Journey, is_id(name)),
        What::Check => (NameRole::Check, is_name(name)),
        What::Path => (NameRole::Runs, !name.is_empty()),
        What::Address => (NameRole::Address, holes(text, piece).next().is_none()),
        _ => return None,
    };
    is_right.then_some(Occurrence { span, role })
}

/// A span without the quotes around it.
pub(super) fn inside(text: &str, span: Span) -> Span {
    let raw = text.get(span.start..span.end).unwrap_or_default();
    match unquoted(raw).len() {
        len if len == raw.len() => span,
        len => Span::new(span.start + 1, span.start + 1 + len),
    }
}

impl File {
    /// What a name is called.
    pub(super) fn name(&self, occurrence: &Occurrence) -> &str {
        let span = occurrence.span;
        self.text.get(span.start..span.end).unwrap_or_default()
    }

    /// The names of one kind that the file has.
    pub(super) fn names_where(
        &self,
        wanted: impl Fn(NameRole) -> bool,
    ) -> impl Iterator<Item = (&str, Occurrence)> {
        let names = Arc::clone(self.summary());
        let count = names.names.len();
        (0..count).filter_map(move |at| {
            let occurrence = *names.names.get(at)?;
            wanted(occurrence.role).then(|| (self.name(&occurrence), occurrence))
        })
    }

    /// What the test is called.
    pub(super) fn test_title(&self) -> Option<&str> {
        let span = inside(&self.text, self.summary().test?);
        self.text
            .get(span.start..span.end)
            .filter(|title| !title.is_empty())
    }

    /// The name that a place touches.
    pub(super) fn name_at(&self, offset: usize) -> Option<Occurrence> {
        let names = &self.summary().names;
        let behind = names.partition_point(|name| name.span.start <= offset);
        let before = names.get(..behind).unwrap_or_default();
        // An empty name cannot be pointed at.
        let found = before
            .iter()
            .next_back()
            .filter(|name| name.span.touches(offset))?;
        (!found.span.is_empty()).then_some(*found)
    }

    /// The scripts that the file runs, by their paths in the project.
    pub(super) fn runs(&self) -> impl Iterator<Item = String> {
        let paths = self.names_where(|role| role == NameRole::Runs);
        paths.filter_map(|(path, _)| project_path(path).ok())
    }
}
