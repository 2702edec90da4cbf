//! A failure, with the renderer that compile errors have.

use std::io::{self, Write};

use aite_compiler::diagnostic::Severity;
use aite_compiler::source::Span;
use aite_runtime::verdict::{Candidate, Failure, Reason};

use super::list::Written;
use super::texts::ScriptTexts;
use super::{diff, words};
use crate::render::{Message, SourceText, Style, safe, write_fancy};

/// More candidates are counted, not listed.
const CANDIDATES: usize = 10;
/// The last lines of the call log say the most.
const LOG: usize = 12;
/// The most of a text that a page made, in characters.
const TEXT: usize = 500;

/// Writes a failure. `command` is what failed; its line is shown when the script's text is not at hand.
pub(super) fn write(
    out: &mut dyn Write,
    style: Style,
    texts: &ScriptTexts,
    failure: &Failure,
    command: Option<&Written>,
    folder: &str,
) -> io::Result<()> {
    let mut details = details(failure, folder);
    if let Some(profile) = command.and_then(|command| command.profile.as_deref()) {
        details.insert(0, ("profile", text_of(profile)));
    }
    let line = usize::try_from(failure.line).unwrap_or_default();
    let stand_in;
    let text = match texts.text(&failure.file) {
        Some(text) => text,
        None => {
            stand_in = format!(
                "{}{}",
                "\n".repeat(line.saturating_sub(1).min(10_000)),
                command.map_or("", |command| &command.source)
            );
            &stand_in
        }
    };
    let source = SourceText::new(&failure.file, text);
    let span = texts
        .span(&failure.file, failure.line, failure.reason)
        .or_else(|| source.trimmed_line(failure.line))
        .unwrap_or(Span::at(0));
    let message = Message {
        severity: Severity::Error,
        code: words::reason(failure.reason),
        message: &failure.message,
        source: &source,
        span,
        label: Some(match command {
            // The code that broke off is the tester's own.
            Some(command) if failure.reason == Reason::Internal && command.source.starts_with("call ") => {
                "the check broke off"
            }
            Some(_) => label(failure.reason),
            None => "nothing was run",
        }),
        related: &[],
        help: None,
        fix: None,
        pointer: None,
        details: &details,
    };
    write_fancy(out, style, &message)
}

/// A few words under the caret.
fn label(reason: Reason) -> &'static str {
    match reason {
        Reason::NotFound => "nothing matches",
        Reason::NotVisible => "nobody can see it",
        Reason::NotEnabled => "it cannot be used",
        Reason::Ambiguous => "several match",
        Reason::Mismatch => "it is different",
        Reason::Timeout => "the time ran out",
        Reason::LoadFailed => "it did not load",
        Reason::TabClosed => "the tab is gone",
        Reason::ConnectionLost => "the browser is gone",
        Reason::WrongSession => "another account is signed in",
        Reason::PreState => "the test's condition does not hold",
        Reason::Refused => "aite or the engine does not do this",
        Reason::Internal => "a bug of aite",
    }
}

fn details(failure: &Failure, folder: &str) -> Vec<(&'static str, String)> {
    let mut details = Vec::new();
    if let Some(expected) = &failure.expected {
        details.push(("expected", text_of(expected)));
    }
    if let Some(found) = &failure.found {
        let shown = text_of(found);
        let marks = failure
            .expected
            .as_ref()
            .and_then(|expected| diff::marks(&text_of(expected), &shown));
        details.push((
            "   found",
            marks.map_or(shown.clone(), |marks| format!("{shown}\n{marks}")),
        ));
    }
    if !failure.candidates.is_empty() {
        details.push(("candidates", candidates(&failure.candidates)));
    }
    if let Some(cover) = &failure.covered_by {
        details.push(("covered by", text_of(cover)));
    }
    if !failure.log.is_empty() {
        details.push(("tried", log(&failure.log)));
    }
    if let Some(screenshot) = &failure.screenshot {
        details.push(("screenshot", format!("{folder}/{screenshot}")));
    }
    details
}

fn text_of(hostile: &str) -> String {
    safe::block(hostile, TEXT).join("\n")
}

fn candidates(candidates: &[Candidate]) -> String {
    let mut lines = Vec::new();
    for candidate in candidates.iter().take(CANDIDATES) {
        lines.push(safe::line(&candidate.element, TEXT).into_owned());
        if let Some(rewrite) = &candidate.rewrite {
            lines.push(format!("    write: {}", safe::line(rewrite, TEXT)));
        }
    }
    if candidates.len() > CANDIDATES {
        lines.push(format!("… and {} more", candidates.len() - CANDIDATES));
    }
    lines.join("\n")
}

fn log(log: &[String]) -> String {
    let skipped = log.len().saturating_sub(LOG);
    let mut lines = Vec::new();
    if skipped > 0 {
        lines.push(format!("… {skipped} earlier"));
    }
    lines.extend(
        log.iter()
            .skip(skipped)
            .map(|line| safe::line(line, TEXT).into_owned()),
    );
    lines.join("\n")
}
