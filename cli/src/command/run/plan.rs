//! What will run. Whatever cannot run is refused here, before a browser starts.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use aite_compiler::diagnostic::{Code, Diagnostic, Severity};
use aite_compiler::lower::{Compiled, Located};
use aite_compiler::project::{Approved, CustomChecks, called, problems};
use aite_runtime::checks::read_folder;

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

/// The custom checks that may run, by name.
pub(super) type Approvals = BTreeMap<String, Approved>;

/// What will run.
pub(super) struct Plan {
    pub(super) planned: Vec<Planned>,
    pub(super) approved: Approvals,
}

/// Compiles everything that was asked for. What is wrong is shown on standard error, all of it at once.
///
/// Where nobody watches, a script that seems to publish and does not say so is refused, too (specification, "The
/// `posts` header").
pub(super) fn plan(
    project: &Project,
    paths: &[String],
    unattended: bool,
    style: Style,
) -> Result<Plan, Stop> {
    let scripts = project.own_scripts(&targets(paths)?)?;
    let sources = ProjectSources::new(project.root.clone());
    let mut planned = Vec::with_capacity(scripts.len());
    let mut shown = Problems::new(style, unattended);
    let checks = CustomChecks::judge(&read_folder(&project.root));
    let mut approved = Approvals::new();
    for script in scripts {
        let bytes = fs::read(&script.path).map_err(|error| Stop::file(&script.name, &error))?;
        let mut compiled = compile_bytes(&script, bytes, &sources);
        let of_project = problems(&compiled, &project.config, &checks);
        compiled.diagnostics.extend(of_project);
        shown.of(&compiled);
        approved.extend(approvals(&compiled, &checks));
        planned.push(Planned { script, compiled });
    }
    match shown.count {
        0 => Ok(Plan { planned, approved }),
        count => Err(shown.end(count)),
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

/// The custom checks that a script calls, as they were compared with the allowlist.
fn approvals<'a>(
    compiled: &'a Compiled,
    checks: &'a CustomChecks,
) -> impl Iterator<Item = (String, Approved)> + 'a {
    let called = called(&compiled.program, &compiled.origins);
    called.filter_map(|(name, _)| {
        let approved = checks.get(name)?.as_ref().ok()?;
        Some((name.to_owned(), approved.clone()))
    })
}

/// Whether a script with it is not run: every error, and what is a warning only while nothing runs.
fn refuses(diagnostic: &Diagnostic, unattended: bool) -> bool {
    match diagnostic.code {
        Code::W006 => unattended,
        Code::W007 => true,
        _ => is_error(diagnostic),
    }
}

/// Shows problems and counts them.
struct Problems {
    style: Style,
    unattended: bool,
    count: usize,
}

impl Problems {
    fn new(style: Style, unattended: bool) -> Self {
        Self {
            style,
            unattended,
            count: 0,
        }
    }

    fn of(&mut self, compiled: &Compiled) {
        let texts = compiled.origins.files.iter().zip(&compiled.texts);
        let sources: Vec<_> = texts.map(|(name, text)| SourceText::new(name, text)).collect();
        let unattended = self.unattended;
        let refusing = compiled
            .diagnostics
            .iter()
            .filter(|found| refuses(&found.diagnostic, unattended));
        for Located { file, diagnostic } in refusing {
            if let Some(source) = sources.get(*file) {
                self.show(&Message {
                    severity: Severity::Error,
                    ..Message::of(diagnostic, source)
                });
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
