//! The outline of a file, and the symbols of a project.

use super::answer::{Location, ProjectSymbol, Symbol, SymbolKind};
use super::file::File;
use super::host::FileKind;
use super::project::Project;
use super::sections::Tree;
use crate::project::{OutlineMember, outline};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{Form, Header, HeaderKind, Script, Step, TestLine};

/// Reads the outline of a file.
pub(super) fn read(file: &File) -> Vec<Symbol> {
    match file.kind {
        FileKind::Script => of_script(&file.trees()),
        FileKind::Config | FileKind::Task => outline(&file.text).into_iter().map(key).collect(),
    }
}

/// The tests, steps and journeys of a project whose name holds `query`, whatever its case; all of them when it is empty.
pub(super) fn of_project(project: &Project, query: &str) -> Vec<ProjectSymbol> {
    let query = query.to_lowercase();
    let mut found = Vec::new();
    for file in project.files() {
        let mut add = |symbol: &Symbol, container: Option<&Symbol>| {
            let wanted = matches!(
                symbol.kind,
                SymbolKind::Test | SymbolKind::Step | SymbolKind::Journey
            );
            if wanted && symbol.name.to_lowercase().contains(&query) {
                found.push(ProjectSymbol {
                    name: symbol.name.clone(),
                    kind: symbol.kind,
                    container: container.map(|container| container.name.clone()),
                    location: Location {
                        file: file.key.clone(),
                        span: symbol.name_span,
                    },
                });
            }
        };
        for symbol in file.outline() {
            add(symbol, None);
            for child in &symbol.children {
                add(child, Some(symbol));
            }
        }
    }
    found
}

fn key(member: OutlineMember) -> Symbol {
    let is_profiles = member.name == "profiles";
    let children = member.children.into_iter().map(key);
    let of_profile = |child: Symbol| Symbol {
        kind: if is_profiles {
            SymbolKind::Profile
        } else {
            child.kind
        },
        ..child
    };
    Symbol {
        children: children.map(of_profile).collect(),
        name: match member.name.is_empty() {
            true => "\"\"".to_owned(),
            false => member.name,
        },
        detail: None,
        kind: SymbolKind::Key,
        span: member.span,
        name_span: member.name_span,
    }
}

fn of_script(trees: &[Tree]) -> Vec<Symbol> {
    let Some(opening) = trees.first().map(|tree| &tree.parse.ast) else {
        return Vec::new();
    };
    let journeys = opening.headers.iter().flat_map(journeys);
    let steps = trees.iter().flat_map(steps);
    let symbols: Vec<Symbol> = journeys.chain(steps).collect();
    match &opening.test {
        Some(line) => {
            let last = symbols.last().map_or(0, |last| last.span.end);
            vec![test(line, last.max(end_of_headers(opening)), symbols)]
        }
        None => symbols,
    }
}

fn steps(tree: &Tree) -> impl Iterator<Item = Symbol> {
    tree.parse
        .ast
        .steps
        .iter()
        .map(|found| step(found).behind(tree.start))
}

fn test(line: &TestLine, end: usize, children: Vec<Symbol>) -> Symbol {
    let own = name_span(line.keyword, line.name.as_ref());
    Symbol {
        name: shown(line.name.as_ref(), "test"),
        detail: None,
        kind: SymbolKind::Test,
        span: Span::new(line.keyword.start, end.max(own.end)),
        name_span: own,
        children,
    }
}

fn journeys(header: &Header) -> Vec<Symbol> {
    let HeaderKind::Covers(ids) = &header.kind else {
        return Vec::new();
    };
    ids.iter().map(|id| leaf(id, SymbolKind::Journey)).collect()
}

fn step(step: &Step) -> Symbol {
    let own = name_span(step.keyword, step.name.as_ref());
    let end = step.commands.last().map_or(own.end, |last| last.span.end);
    let set = step.commands.iter().filter_map(|command| match &command.form {
        Form::Set(name, _) | Form::Capture(name, _) => Some(leaf(name, SymbolKind::Variable)),
        _ => None,
    });
    let detail = match step.commands.len() {
        1 => "1 command".to_owned(),
        count => format!("{count} commands"),
    };
    Symbol {
        name: shown(step.name.as_ref(), "step"),
        detail: Some(detail),
        kind: SymbolKind::Step,
        span: Span::new(step.keyword.start, end.max(own.end)),
        name_span: own,
        children: set.collect(),
    }
}

fn leaf(name: &Spanned<String>, kind: SymbolKind) -> Symbol {
    Symbol {
        name: name.value.clone(),
        detail: None,
        kind,
        span: name.span,
        name_span: name.span,
        children: Vec::new(),
    }
}

fn name_span(keyword: Span, name: Option<&Spanned<String>>) -> Span {
    name.map_or(keyword, |name| name.span)
}

/// A name that is missing is shown as the word it should stand behind: editors refuse empty names.
fn shown(name: Option<&Spanned<String>>, keyword: &str) -> String {
    let written = name.map(|name| name.value.trim()).filter(|name| !name.is_empty());
    written.unwrap_or(keyword).to_owned()
}

impl Symbol {
    /// The same in a text that has so many bytes before it.
    fn behind(mut self, before: usize) -> Self {
        self.span = self.span.behind(before);
        self.name_span = self.name_span.behind(before);
        let children = self.children.into_iter();
        self.children = children.map(|child| child.behind(before)).collect();
        self
    }
}

/// Behind the last header.
fn end_of_headers(script: &Script) -> usize {
    script.headers.last().map_or(0, |header| match &header.kind {
        HeaderKind::Covers(ids) => ids.last().map_or(header.keyword.end, |id| id.span.end),
        HeaderKind::Start(text) | HeaderKind::Needs(text) => text.span.end,
        HeaderKind::Timeout(time) => time.span.end,
        HeaderKind::Posts | HeaderKind::Spends | HeaderKind::Error => header.keyword.end,
    })
}
