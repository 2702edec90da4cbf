//! For people.

use std::io::{self, Write};

use super::{Found, Report};
use crate::render::{Paint, Style, count, safe};

/// A verify is one line of a script; longer ones are cut.
const MAX_LINE: usize = 400;

pub(super) fn write(out: &mut dyn Write, style: Style, report: &Report<'_>) -> io::Result<()> {
    for finding in report.findings {
        write_finding(out, style, finding, report.fails())?;
    }
    let compared = match (report.scripts, report.tasks) {
        (0, 0) if report.findings.is_empty() => "no script changed".to_owned(),
        (scripts, 0) => format!("{} compared", count(scripts, "changed script")),
        (0, tasks) => format!("{} compared", count(tasks, "changed benchmark file")),
        (scripts, tasks) => {
            let (scripts, tasks) = (
                count(scripts, "changed script"),
                count(tasks, "changed benchmark file"),
            );
            format!("{scripts} and {tasks} compared")
        }
    };
    if report.findings.is_empty() {
        return writeln!(
            out,
            "{compared}: {}",
            style.paint(Paint::Green, "nothing is weakened")
        );
    }
    let weakened = count(report.findings.len(), "weakening");
    match report.label {
        Some(label) => writeln!(
            out,
            "{compared}: {}, allowed by the label {}",
            style.paint(Paint::Yellow, &weakened),
            safe::line(label, MAX_LINE)
        ),
        None => writeln!(
            out,
            "{compared}: {}\nWhen this is meant, a person puts the label {} on the merge request.",
            style.paint(Paint::Red, &weakened),
            safe::line(report.needed_label, MAX_LINE)
        ),
    }
}

fn write_finding(out: &mut dyn Write, style: Style, finding: &Found, fails: bool) -> io::Result<()> {
    let place = format!("{}:{}", finding.file, finding.line);
    let paint = if fails { Paint::Red } else { Paint::Yellow };
    writeln!(
        out,
        "{}: {}: {}",
        style.paint(Paint::Bold, &safe::line(&place, MAX_LINE)),
        style.paint(paint, finding.rule.id()),
        finding.rule.row().title
    )?;
    writeln!(out, "  was  {}", safe::line(&finding.was, MAX_LINE))?;
    if let Some(now) = &finding.now {
        writeln!(
            out,
            "  now  {}{}",
            safe::line(now, MAX_LINE),
            moved_to(style, finding)
        )?;
    }
    writeln!(out)
}

/// Where it is now, when that is another place.
fn moved_to(style: Style, finding: &Found) -> String {
    match (&finding.new_file, finding.new_line) {
        (Some(file), Some(line)) if *file != finding.file || line != finding.line => {
            let place = format!("  {file}:{line}");
            style.paint(Paint::Dim, &safe::line(&place, MAX_LINE))
        }
        _ => String::new(),
    }
}
