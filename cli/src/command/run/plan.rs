//! What will run. Whatever cannot run is refused here, before a browser starts.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use aite_compiler::diagnostic::Severity;
use aite_compiler::ir::{OpKind, Place};
use aite_compiler::lower::{Compiled, Located};
use aite_compiler::project::{missing_profiles, unchecked_sessions};
use aite_compiler::source::Span;

use crate::command::check::compile_bytes;
use crate::command::is_error;
use crate::exit::{Exit, Stop};
use crate::project::{Project, ProjectSources, Script};
use crate::render::{Message, SourceText, Style, count, write_fancy};

/// More problems are counted, not shown.
const MOST_SHOWN: usize = 50;

/// A script that can run.
pub(super) struct Planned {
    pub(super) script: Script,
    pub(super) compiled: Compiled,
}

/// Compiles everything that was asked for. What is wrong is shown on standard error, all of it at once.
pub(super) fn plan(project: &Project, paths: &[String], style: Style) -> Result<Vec<Planned>, Stop> {
    let scripts = project.scripts(&targets(paths)?)?;
    let sources = ProjectSources::new(project.root.clone());
    let mut planned = Vec::with_capacity(scripts.len());
    let mut problems = Problems::new(style);
    for script in scripts {
        let bytes = fs::read(&script.path).map_err(|error| Stop::file(&script.name, &error))?;
        let mut compiled = compile_bytes(&script, bytes, &sources);
        let profiles = missing_profiles(&compiled.program, &compiled.origins, &project.config);
        compiled.diagnostics.extend(
            profiles
                .into_iter()
                .map(|diagnostic| Located { file: 0, diagnostic }),
        );
        let unchecked = unchecked_sessions(&compiled.program, &compiled.origins, &project.config);
        compiled.diagnostics.extend(unchecked);
        problems.of(&compiled, &refusals(&compiled));
        planned.push(Planned { script, compiled });
    }
    match problems.count {
        0 => Ok(planned),
        count => Err(problems.end(count)),
    }
}

/// `file.aite:12` is the file; a file that is really named so comes first.
fn targets(paths: &[String]) -> Result<Vec<PathBuf>, Stop> {
    paths.iter().map(|path| target(path)).collect()
}

fn target(path: &str) -> Result<PathBuf, Stop> {
    let whole = PathBuf::from(path);
    let Some((file, line)) = path.rsplit_once(':').filter(|_| !whole.exists()) else {
        return Ok(whole);
    };
    let Ok(line) = line.parse::<usize>() else {
        return Ok(whole);
    };
    let bytes = fs::read(file).map_err(|error| Stop::file(file, &error))?;
    let lines = bytes
        .strip_suffix(b"\n")
        .unwrap_or(&bytes)
        .split(|byte| *byte == b'\n')
        .count();
    // One file is one test, so every line of the file belongs to it.
    if line == 0 || line > lines {
        return Err(Stop::refused(format!(
            "{file} has no line {line}: it has {}",
            count(lines, "line")
        )));
    }
    Ok(Path::new(file).to_owned())
}

/// What the language has and this version does not run, and where it stands.
fn refusals(compiled: &Compiled) -> Vec<(Place, String)> {
    let calls = compiled
        .program
        .ops()
        .zip(&compiled.origins.ops)
        .filter_map(|(op, origin)| match &op.kind {
            OpKind::Call { check, .. } => Some((
                origin.place.clone(),
                format!("call {check}: custom checks are not available yet"),
            )),
            _ => None,
        });
    calls.collect()
}

/// Shows problems and counts them.
struct Problems {
    style: Style,
    count: usize,
}

impl Problems {
    fn new(style: Style) -> Self {
        Self { style, count: 0 }
    }

    fn of(&mut self, compiled: &Compiled, refusals: &[(Place, String)]) {
        let texts = compiled.origins.files.iter().zip(&compiled.texts);
        let sources: Vec<_> = texts.map(|(name, text)| SourceText::new(name, text)).collect();
        let errors = compiled
            .diagnostics
            .iter()
            .filter(|found| is_error(&found.diagnostic));
        for Located { file, diagnostic } in errors {
            if let Some(source) = sources.get(*file) {
                self.show(&Message::of(diagnostic, source));
            }
        }
        for (place, message) in refusals {
            if let Some(source) = sources.get(place.file) {
                self.show(&refusal(message, source, place.span));
            }
        }
    }

    fn show(&mut self, message: &Message<'_>) {
        self.count += 1;
        if self.count <= MOST_SHOWN {
            // Standard error that cannot be written to leaves nobody to tell.
            drop(write_fancy(&mut io::stderr().lock(), self.style, message));
        }
    }

    fn end(&self, count: usize) -> Stop {
        let more = count.saturating_sub(MOST_SHOWN);
        if more > 0 {
            drop(writeln!(
                io::stderr(),
                "and {more} more: see them with aite check\n"
            ));
        }
        drop(writeln!(io::stderr(), "nothing was run"));
        Stop::silent(Exit::Refused)
    }
}

fn refusal<'a>(message: &'a str, source: &'a SourceText<'a>, span: Span) -> Message<'a> {
    Message {
        severity: Severity::Error,
        code: "refused",
        message,
        source,
        span,
        label: Some("not available yet"),
        related: &[],
        help: None,
        fix: None,
        details: &[],
    }
}
