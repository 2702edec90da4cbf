//! The one way to lay out a script.
//!
//! - `test` stands at the margin, headers and steps two spaces in, commands four.
//! - What headers say begins in one column, behind the longest header word. The arguments of a step's commands
//!   begin in one column, behind the longest verb of the step that has arguments, and behind `verify` at least.
//! - Between arguments stand two spaces; one inside a target, between ids, and inside `attr:… equals:…` and
//!   `download …`.
//! - A comment on a line of its own is indented as the line that it stands before, or as the line after which it
//!   stands when it was written deeper; behind a command it follows two spaces.
//! - Blank lines stay, but for those at the end of the file. Lines end with `\n`, also where they ended with `\r\n`; a
//!   byte order mark goes.
//! - A line that has an error stays as it is, but for the white space at its end.
//!
//! Only white space inside lines changes, so the tree stays the same, its line numbers too.

mod layout;
mod lines;

use crate::source::Span;
use crate::syntax::Parse;
use layout::{Layout, Role};
use lines::{Line, Lines};

/// Formats a text that was parsed to `parse`.
pub fn format(text: &str, parse: &Parse) -> String {
    let lines = Lines::read(text);
    let layouts = layout::layouts(&lines, parse);
    let mut printer = Printer {
        text,
        lines: &lines,
        out: String::with_capacity(text.len() + text.len() / 8),
    };
    for (line, layout) in lines.all.iter().zip(&layouts) {
        printer.line(line, layout);
    }
    printer.out
}

struct Printer<'t> {
    text: &'t str,
    lines: &'t Lines,
    out: String,
}

impl<'t> Printer<'t> {
    fn line(&mut self, line: &Line, layout: &Layout) {
        self.out
            .extend(std::iter::repeat_n('\n', line.blank_lines_before));
        match layout.role {
            Role::AsWritten => {
                let raw = self.slice(line.raw).trim_start_matches('\u{feff}').trim_end();
                self.out.push_str(raw);
            }
            Role::Comment => self.spaces(layout.indent),
            Role::Code { column, .. } => {
                self.spaces(layout.indent);
                self.code(line, layout, column);
            }
        }
        if let Some(comment) = line.comment.filter(|_| layout.role != Role::AsWritten) {
            if layout.role != Role::Comment {
                self.spaces(2);
            }
            self.out.push_str(self.slice(comment).trim_end());
        }
        self.out.push('\n');
    }

    fn code(&mut self, line: &Line, layout: &Layout, column: usize) {
        let atoms = self.lines.atoms(line);
        let mut before = None;
        for (at, atom) in atoms.iter().enumerate() {
            let written = self.slice(*atom);
            match (at, before) {
                (1, Some(keyword)) => self.spaces(column.saturating_sub(self.slice(keyword).len()).max(1)),
                (_, Some(before)) => self.spaces(if layout.role.is_tight(before, *atom) { 1 } else { 2 }),
                (_, None) => {}
            }
            self.out.push_str(written);
            before = Some(*atom);
        }
    }

    fn slice(&self, span: Span) -> &'t str {
        self.text.get(span.start..span.end).unwrap_or_default()
    }

    fn spaces(&mut self, count: usize) {
        self.out.extend(std::iter::repeat_n(' ', count));
    }
}

#[cfg(test)]
mod tests;
