//! Diagnostics for a terminal: headline, place, line with the span marked, help and fix. The door to ariadne.

use std::io::{self, Write};

use aite_compiler::diagnostic::{Fix, Severity};
use ariadne::{CharSet, Color, Config, IndexType, Label, Report, ReportKind, Source};

use super::message::{Message, SourceText};
use super::window::Window;
use super::{Paint, Style, safe};

/// Lines further down are named, not shown: the snippet library needs every line before the one it shows.
const LAST_LINE: u32 = 100_000;
/// The most of a sentence that is shown, in characters.
const SENTENCE: usize = 2_000;
/// The most of a detail that is shown, in characters.
const DETAIL: usize = 4_000;

/// Writes one message and an empty line.
pub(crate) fn write(out: &mut dyn Write, style: Style, message: &Message<'_>) -> io::Result<()> {
    let window = Window::new(message.source, message.span);
    let mut shown = headline(style, message);
    if window.place.line <= LAST_LINE {
        shown.push_str(&snippet(style, message, &window)?);
    } else {
        shown.push_str(&format!("  --> {}\n", place(message.source, &window)));
    }
    for related in message.related {
        let at = Window::new(message.source, related.span);
        shown.push_str(&detail(
            style,
            "note",
            &format!("{} ({})", related.message, place(message.source, &at)),
        ));
    }
    if let Some(help) = message.help {
        shown.push_str(&detail(style, "help", help));
    }
    if let Some(fix) = message.fix {
        shown.push_str(&detail(style, "fix", &suggestion(message.source, fix)));
    }
    for (heading, text) in message.details {
        shown.push_str(&detail(style, heading, text));
    }
    let shown = if style.unicode {
        shown.into()
    } else {
        safe::ascii(&shown)
    };
    writeln!(out, "{shown}")
}

fn headline(style: Style, message: &Message<'_>) -> String {
    let (word, paint) = match message.severity {
        Severity::Error => ("error", Paint::Red),
        Severity::Warning => ("warning", Paint::Yellow),
    };
    let kind = style.paint(paint, &format!("{word}[{}]:", message.code));
    format!(
        "{kind} {}\n",
        style.paint(Paint::Bold, &safe::line(message.message, SENTENCE))
    )
}

fn place(source: &SourceText<'_>, window: &Window) -> String {
    format!(
        "{}:{}:{}",
        safe::line(source.name, SENTENCE),
        window.place.line,
        window.place.column
    )
}

fn snippet(style: Style, message: &Message<'_>, window: &Window) -> io::Result<String> {
    // The library numbers lines by counting: the lines before are there, and empty.
    let line = usize::try_from(window.place.line).unwrap_or(1);
    let before = line.saturating_sub(1);
    let text = format!("{}{}", "\n".repeat(before), window.text);
    let span = window.span.start + before..window.span.end + before;
    let color = match message.severity {
        Severity::Error => Color::Red,
        Severity::Warning => Color::Yellow,
    };
    let name = safe::line(message.source.name, SENTENCE).into_owned();
    // Without words the library draws no marks under the span.
    let label = Label::new((name.clone(), span.clone()))
        .with_color(color)
        .with_message(safe::line(message.label.unwrap_or("here"), SENTENCE));
    let config = Config::new()
        .with_index_type(IndexType::Byte)
        .with_color(style.color)
        .with_char_set(if style.unicode {
            CharSet::Unicode
        } else {
            CharSet::Ascii
        });
    let mut shown = Vec::new();
    Report::build(ReportKind::Error, (name.clone(), span))
        .with_config(config)
        .with_label(label)
        .finish()
        .write((name.clone(), Source::from(text)), &mut shown)?;
    let shown = String::from_utf8_lossy(&shown);
    // Its headline is not ours.
    let shown = shown.split_once('\n').map_or("", |(_, rest)| rest);
    // In a window of a long line the library counts columns from the window's edge.
    let column = window
        .text
        .get(..window.span.start)
        .unwrap_or_default()
        .chars()
        .count()
        + 1;
    let drawn = format!(" {name}:{line}:{column} ");
    let shown = shown.replacen(&drawn, &format!(" {} ", place(message.source, window)), 1);
    Ok(shown
        .lines()
        .fold(String::new(), |all, line| all + line.trim_end() + "\n"))
}

fn detail(style: Style, heading: &str, text: &str) -> String {
    let mut shown = String::new();
    for (number, line) in safe::block(text, DETAIL).iter().enumerate() {
        if number == 0 {
            shown.push_str(&format!("  {}: {line}\n", style.paint(Paint::Cyan, heading)));
        } else {
            shown.push_str(&format!(
                "  {:width$}  {line}\n",
                "",
                width = heading.chars().count()
            ));
        }
    }
    shown
}

/// The title of a fix and the line as it would be.
fn suggestion(source: &SourceText<'_>, fix: &Fix) -> String {
    let Some(first) = fix.edits.first() else {
        return fix.title.to_string();
    };
    let line = source.lines().line(first.span.start);
    let whole = source.lines().line_span(line).unwrap_or(first.span);
    let mut fixed = String::new();
    let mut at = whole.start;
    for edit in &fix.edits {
        if edit.span.start < at || edit.span.end > whole.end {
            return fix.title.to_string();
        }
        fixed.push_str(source.text.get(at..edit.span.start).unwrap_or_default());
        fixed.push_str(&edit.text);
        at = edit.span.end;
    }
    fixed.push_str(source.text.get(at..whole.end).unwrap_or_default());
    if fixed.chars().nth(super::window::WIDTH).is_some() || fixed.trim().is_empty() {
        return fix.title.to_string();
    }
    format!("{}\n{}", fix.title, fixed.trim())
}
