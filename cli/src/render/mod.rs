//! How everything with a place is shown, for people and for machines. One file a format.

mod fancy;
pub(crate) mod github;
pub(crate) mod gitlab;
mod json;
mod message;
pub(crate) mod safe;
pub(crate) mod sarif;
mod short;
mod style;
mod window;

pub(crate) use message::{Message, SourceText};
pub(crate) use style::{ColorChoice, Paint, Style};

use std::io::{self, Write};

use aite_compiler::diagnostic::Severity;
use clap::ValueEnum;

/// `--format` of commands that report diagnostics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For a terminal: the line with a caret, help and fixes
    #[default]
    Fancy,
    /// `file:line: message` a line
    Short,
    /// One JSON object (docs/schema/check.schema.json)
    Json,
    /// SARIF 2.1.0
    Sarif,
    /// Annotations of GitHub Actions
    Github,
    /// GitLab code quality
    Gitlab,
}

/// What was looked at and found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Summary {
    pub(crate) files: usize,
    pub(crate) errors: usize,
    pub(crate) warnings: usize,
}

/// People read the first ones; the rest is counted.
const MOST_SHOWN: usize = 100;

/// Writes messages one after another in one format.
pub(crate) struct Printer<'w> {
    out: &'w mut dyn Write,
    format: Format,
    style: Style,
    written: usize,
    seen: gitlab::Seen,
}

impl<'w> Printer<'w> {
    /// Begins the output.
    pub(crate) fn new(out: &'w mut dyn Write, format: Format, style: Style) -> io::Result<Self> {
        match format {
            Format::Json => json::begin(out)?,
            Format::Sarif => sarif::begin(out)?,
            Format::Gitlab => gitlab::begin(out)?,
            Format::Fancy | Format::Short | Format::Github => {}
        }
        Ok(Self {
            out,
            format,
            style,
            written: 0,
            seen: gitlab::Seen::new(),
        })
    }

    /// Writes one message.
    pub(crate) fn message(&mut self, message: &Message<'_>) -> io::Result<()> {
        let first = self.written == 0;
        self.written += 1;
        match self.format {
            Format::Fancy if self.written > MOST_SHOWN => Ok(()),
            Format::Fancy => fancy::write(self.out, self.style, message),
            Format::Short => short::write(self.out, message),
            Format::Json => json::write(self.out, message, first),
            Format::Sarif => sarif::write(self.out, message, first),
            Format::Github => github::write(self.out, message),
            Format::Gitlab => gitlab::write(self.out, message, &mut self.seen, first),
        }
    }

    /// Ends the output.
    pub(crate) fn finish(mut self, summary: Summary) -> io::Result<()> {
        match self.format {
            Format::Fancy => self.closing_line(summary)?,
            Format::Json => json::end(self.out, summary)?,
            Format::Sarif => sarif::end(self.out)?,
            Format::Gitlab => gitlab::end(self.out)?,
            Format::Short | Format::Github => {}
        }
        self.out.flush()
    }

    fn closing_line(&mut self, summary: Summary) -> io::Result<()> {
        if let Some(more) = self.written.checked_sub(MOST_SHOWN).filter(|more| *more > 0) {
            let dots = if self.style.unicode { "…" } else { "..." };
            writeln!(self.out, "{dots} and {} more\n", grouped(more))?;
        }
        let paint = match (summary.errors, summary.warnings) {
            (0, 0) => Paint::Green,
            (0, _) => Paint::Yellow,
            _ => Paint::Red,
        };
        let counts = format!(
            "{}, {}",
            count(summary.errors, "error"),
            count(summary.warnings, "warning")
        );
        writeln!(
            self.out,
            "{} checked: {}",
            count(summary.files, "file"),
            self.style.paint(paint, &counts)
        )
    }
}

/// Writes one message the way a terminal shows it.
pub(crate) fn write_fancy(out: &mut dyn Write, style: Style, message: &Message<'_>) -> io::Result<()> {
    fancy::write(out, style, message)
}

impl Summary {
    /// Counts one message.
    pub(crate) fn add(&mut self, severity: Severity) {
        match severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
        }
    }
}

/// `1 file`, `2 files`, `10,000 files`.
pub(crate) fn count(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}

fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut shown = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    shown
}

/// Separates the entries of a JSON array, one a line.
fn comma(out: &mut dyn Write, first: bool) -> io::Result<()> {
    out.write_all(if first { b"\n" } else { b",\n" })
}

#[cfg(test)]
mod tests;
