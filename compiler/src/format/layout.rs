//! What each line is, and so where its parts go.

use super::lines::{Line, Lines};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::Parse;
use crate::syntax::ast::{Command, Condition, Form, Header, HeaderKind, Script, Step};

const HEADER_INDENT: usize = 2;
const STEP_INDENT: usize = 2;
const COMMAND_INDENT: usize = 4;
/// Behind `timeout`, the longest header word.
const HEADER_COLUMN: usize = 8;
/// Behind `verify`, however short the verbs of a step are.
const LEAST_COMMAND_COLUMN: usize = 7;

/// Where a line goes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Layout {
    pub(super) indent: usize,
    pub(super) role: Role,
}

/// What a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Kept, because it has an error.
    AsWritten,
    /// Nothing but a comment.
    Comment,
    /// A line that was understood.
    Code {
        /// Where what follows the first word begins, counted from that word.
        column: usize,
        /// Parts whose atoms one space separates.
        tight: Tight,
    },
}

/// Up to two parts of a line that belong together.
type Tight = [Span; 2];

impl Role {
    /// Whether two atoms belong together.
    pub(super) fn is_tight(&self, before: Span, after: Span) -> bool {
        let Self::Code { tight, .. } = self else {
            return false;
        };
        tight
            .iter()
            .any(|part| part.start <= before.start && after.end <= part.end)
    }
}

/// The layout of every line.
pub(super) fn layouts(lines: &Lines, parse: &Parse) -> Vec<Layout> {
    let mut heads = Heads::new(parse);
    let mut layouts: Vec<Layout> = lines.all.iter().map(|line| heads.layout(lines, line)).collect();
    indent_comments(lines, &mut layouts);
    layouts
}

/// The understood lines of a script, in the order of the text.
struct Heads {
    all: Vec<Head>,
    next: usize,
}

/// A line that was understood.
#[derive(Debug, Clone, Copy)]
struct Head {
    start: usize,
    layout: Layout,
}

impl Heads {
    fn new(parse: &Parse) -> Self {
        let Script { test, headers, steps } = &parse.ast;
        let mut all = Vec::new();
        if let Some(test) = test.as_ref().filter(|test| test.name.is_some()) {
            all.push(head(test.keyword, 0, 0, NOTHING));
        }
        all.extend(headers.iter().filter_map(header));
        for step in steps {
            all.extend(step_and_commands(step, &parse.errors));
        }
        all.sort_by_key(|head| head.start);
        Self { all, next: 0 }
    }

    /// The layout of the next line.
    fn layout(&mut self, lines: &Lines, line: &Line) -> Layout {
        let as_written = Layout {
            indent: 0,
            role: Role::AsWritten,
        };
        let Some(first) = lines.atoms(line).first() else {
            return Layout {
                indent: 0,
                role: Role::Comment,
            };
        };
        while let Some(head) = self.all.get(self.next).filter(|head| head.start <= first.start) {
            self.next += 1;
            if head.start == first.start {
                return head.layout;
            }
        }
        as_written
    }
}

const NOTHING: Tight = [Span::at(0), Span::at(0)];

fn head(keyword: Span, indent: usize, column: usize, tight: Tight) -> Head {
    Head {
        start: keyword.start,
        layout: Layout {
            indent,
            role: Role::Code { column, tight },
        },
    }
}

fn header(header: &Header) -> Option<Head> {
    let rest = Span::new(header.keyword.end, usize::MAX);
    match header.kind {
        HeaderKind::Error => None,
        _ => Some(head(header.keyword, HEADER_INDENT, HEADER_COLUMN, [rest, rest])),
    }
}

fn step_and_commands(step: &Step, errors: &[Diagnostic]) -> impl Iterator<Item = Head> {
    let understood =
        move |command: &&Command| command.form != Form::Error && !has_error(command.span, errors);
    let has_arguments = |command: &&Command| command.span.end > command.verb.end;
    let commands = move || step.commands.iter().filter(understood);
    let longest = commands()
        .filter(has_arguments)
        .map(|command| command.verb.len())
        .max();
    let column = longest.map_or(0, |longest| longest + 1).max(LEAST_COMMAND_COLUMN);
    let own = step
        .name
        .as_ref()
        .map(|_| head(step.keyword, STEP_INDENT, 0, NOTHING));
    let of_commands =
        commands().map(move |command| head(command.verb, COMMAND_INDENT, column, tight(command)));
    own.into_iter().chain(of_commands)
}

/// Whether an error begins inside a span; errors are sorted by place.
fn has_error(span: Span, errors: &[Diagnostic]) -> bool {
    let first = errors.partition_point(|error| error.span.start < span.start);
    errors
        .get(first)
        .is_some_and(|error| span.touches(error.span.start))
}

/// The parts of a command that one space separates.
fn tight(command: &Command) -> Tight {
    if let Form::Verify(condition) | Form::VerifyNot(condition) = &command.form {
        return tight_condition(command, condition);
    }
    let mut targets = command.form.targets().map(|target| target.span);
    let first = targets.next().unwrap_or(Span::at(0));
    [first, targets.next().unwrap_or(first)]
}

fn tight_condition(command: &Command, condition: &Condition) -> Tight {
    let target = condition.target().map_or(Span::at(0), |target| target.span);
    let second = match condition {
        // The key `attr:` begins before the span of its value; whatever stands there is glued to it.
        Condition::Attr(_, attr, _, value) => {
            Span::new(attr.span.start.saturating_sub("attr:".len()), value.span.end)
        }
        Condition::Download { name, size_min, .. } => {
            let last = size_min
                .as_ref()
                .map_or(name.span, |size| size.span.join(name.span));
            Span::new(command.verb.end, last.end)
        }
        _ => target,
    };
    [target, second]
}

/// Comments go with the next understood line, or with the one before when they were written deeper.
fn indent_comments(lines: &Lines, layouts: &mut [Layout]) {
    let mut next: Option<(usize, usize)> = None;
    let mut before = levels_before(layouts);
    for (line, layout) in lines.all.iter().zip(layouts.iter_mut()).rev() {
        let level_before = before.pop().unwrap_or(0);
        match layout.role {
            Role::Code { .. } => next = Some((line.indent, layout.indent)),
            Role::Comment => {
                layout.indent = match next {
                    Some((written, level)) if line.indent > written => level_before.max(level),
                    Some((_, level)) => level,
                    None if line.indent == 0 => 0,
                    None => level_before,
                };
            }
            Role::AsWritten => {}
        }
    }
}

/// For each line the indent of the understood line before it.
fn levels_before(layouts: &[Layout]) -> Vec<usize> {
    let levels = layouts.iter().scan(0, |level, layout| {
        let before = *level;
        if let Role::Code { .. } = layout.role {
            *level = layout.indent;
        }
        Some(before)
    });
    levels.collect()
}
