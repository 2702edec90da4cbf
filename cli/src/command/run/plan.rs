//! What will run. Whatever cannot run is refused here, before a browser starts.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use aite_compiler::diagnostic::Severity;
use aite_compiler::ir::Place;
use aite_compiler::lower::{Compiled, Located};
use aite_compiler::project::{called, missing_profiles, unchecked_sessions, unknown_checks};
use aite_runtime::checks::{Allowlist, Approved, BUILT_IN, Folder, NotAllowed};

use crate::command::check::compile_bytes;
use crate::command::{checks, is_error};
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
pub(super) fn plan(project: &Project, paths: &[String], style: Style) -> Result<Plan, Stop> {
    let scripts = project.scripts(&targets(paths)?)?;
    let sources = ProjectSources::new(project.root.clone());
    let mut planned = Vec::with_capacity(scripts.len());
    let mut problems = Problems::new(style);
    let mut checks = Checks::of(project);
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
        compiled.diagnostics.extend(unknown_checks(
            &compiled.program,
            &compiled.origins,
            &BUILT_IN,
            &checks.names,
        ));
        let refusals = checks.refusals(&compiled);
        problems.of(&compiled, &refusals);
        planned.push(Planned { script, compiled });
    }
    match problems.count {
        0 => Ok(Plan {
            planned,
            approved: checks.approved,
        }),
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

/// Something that may not run, and where it stands.
struct Refusal {
    place: Place,
    message: String,
    help: String,
}

/// The project's own checks, each looked at once.
struct Checks {
    folder: Folder,
    list: Result<Allowlist, NotAllowed>,
    names: Vec<String>,
    approved: Approvals,
}

impl Checks {
    fn of(project: &Project) -> Self {
        let folder = Folder::of(&project.root);
        Self {
            list: folder.allowlist(),
            names: folder.names(),
            folder,
            approved: Approvals::new(),
        }
    }

    /// The calls of checks that may not run; those that may are kept, as they were read.
    fn refusals(&mut self, compiled: &Compiled) -> Vec<Refusal> {
        let mut refusals = Vec::new();
        for (name, origin) in called(&compiled.program, &compiled.origins) {
            if BUILT_IN.contains(&name) || self.approved.contains_key(name) {
                continue;
            }
            match self.folder.approve(&self.list, name) {
                Ok(approved) => drop(self.approved.insert(name.to_owned(), approved)),
                // E011 has said it.
                Err(_) if !self.names.iter().any(|known| known == name) => {}
                Err(why) => refusals.push(Refusal {
                    place: origin.place.clone(),
                    message: format!("call {name}: {}", checks::refusal(&why)),
                    help: checks::advice(&why).to_owned(),
                }),
            }
        }
        refusals
    }
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

    fn of(&mut self, compiled: &Compiled, refusals: &[Refusal]) {
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
        for refusal in refusals {
            if let Some(source) = sources.get(refusal.place.file) {
                self.show(&refused(refusal, source));
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

fn refused<'a>(refusal: &'a Refusal, source: &'a SourceText<'a>) -> Message<'a> {
    Message {
        severity: Severity::Error,
        code: "refused",
        message: &refusal.message,
        source,
        span: refusal.place.span,
        label: Some("not run"),
        related: &[],
        help: Some(&refusal.help),
        fix: None,
        details: &[],
    }
}
