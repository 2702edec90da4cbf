//! Everything that `aite check` says about a file, and where the same is said of what the file runs.

use std::cell::RefCell;
use std::sync::Arc;

use super::answer::{Finding, Location, RelatedPlace};
use super::file::File;
use super::host::{FileKey, FileKind, ProjectId};
use super::project::Project;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::import::{self, Around};
use crate::ir::{OpKind, Scope};
use crate::lower::{Compiled, Located, NoSources, SourceError, Sources, lower, lower_kept};
use crate::project::problems;
use crate::source::{LineIndex, Span};

/// What was found in a file, and what that depends on.
#[derive(Debug)]
pub(super) struct Known {
    /// Sorted by place, with their fixes.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The same for editors, as far as a person can read it.
    pub(super) findings: Vec<Finding>,
    read: Vec<(Arc<str>, Option<u64>)>,
    /// The versions that were used; `None` where that does not matter.
    config: Option<u64>,
    checks: Option<u64>,
}

impl Known {
    fn holds(&self, project: &Project) -> bool {
        self.config.is_none_or(|version| version == project.config().1)
            && self
                .checks
                .is_none_or(|version| version == project.checks().version)
            && self
                .read
                .iter()
                .all(|(path, version)| project.look_up(path).1 == *version)
    }
}

/// What there is to tell about a file; computed again only when something that it depends on changed.
pub(super) fn known(project: &Project, file: &File) -> Arc<Known> {
    if let Some(known) = file.known().filter(|known| known.holds(project)) {
        return known;
    }
    let known = Arc::new(match file.kind {
        FileKind::Script => of_script(project, file),
        FileKind::Config => of_file_alone(file, file.config().problems.clone()),
        FileKind::Task => of_file_alone(file, of_task(file)),
    });
    file.remember(Arc::clone(&known));
    known
}

/// What is said of a file that no other file has a say in.
fn of_file_alone(file: &File, diagnostics: Vec<Diagnostic>) -> Known {
    Known {
        findings: told(&file.key, &diagnostics, Vec::new()),
        diagnostics,
        read: Vec::new(),
        config: None,
        checks: None,
    }
}

fn of_task(file: &File) -> Vec<Diagnostic> {
    let compiled = import::task(&file.key.path, Arc::clone(&file.text), &Around::NOTHING);
    let mut diagnostics: Vec<Diagnostic> = compiled
        .diagnostics
        .into_iter()
        .map(|found| found.diagnostic)
        .collect();
    diagnostics.sort_by_key(|found| found.span.start);
    diagnostics
}

fn of_script(project: &Project, file: &File) -> Known {
    let reading = Reading {
        project,
        read: RefCell::default(),
    };
    let kept = file
        .sections()
        .and_then(|sections| sections.compiled(&file.key.path));
    let mut compiled = kept.unwrap_or_else(|| compile(file, &reading));
    let (config, version) = project.config();
    let mut located = std::mem::take(&mut compiled.diagnostics);
    // While the configuration cannot be read, nobody knows which profiles it has.
    let is_known = !config.problems.iter().any(|problem| problem.code == Code::C001);
    let about_profiles = |found: &Located| matches!(found.diagnostic.code, Code::E006 | Code::S001);
    let of_project = problems(&compiled, &config.config, &project.checks().judged);
    located.extend(
        of_project
            .into_iter()
            .filter(|found| is_known || !about_profiles(found)),
    );
    located.sort_by_key(|found| (found.file, found.diagnostic.span.start));

    let own = located.partition_point(|found| found.file == 0);
    let elsewhere = located.split_off(own.min(located.len()));
    let diagnostics: Vec<Diagnostic> = located.into_iter().map(|found| found.diagnostic).collect();
    let included = of_included(project, &compiled, &elsewhere);
    Known {
        findings: told(&file.key, &diagnostics, included),
        diagnostics,
        read: reading.read.into_inner(),
        config: Some(version),
        checks: Some(project.checks().version),
    }
}

fn compile(file: &File, sources: &dyn Sources) -> Compiled {
    let (path, text) = (&file.key.path, Arc::clone(&file.text));
    match Arc::try_unwrap(file.parse()) {
        Ok(parse) => lower(path, text, parse, sources),
        Err(kept) => lower_kept(path, text, &kept, sources),
    }
}

/// One finding for each `run` that leads to a script with errors, at its path.
fn of_included(project: &Project, compiled: &Compiled, elsewhere: &[Located]) -> Vec<Finding> {
    let mut errors: Vec<&Located> = elsewhere.iter().filter(|found| is_error(found)).collect();
    errors.dedup_by_key(|found| found.file);
    errors.truncate(MOST_SCRIPTS);
    if errors.is_empty() {
        return Vec::new();
    }
    let mut findings = Vec::new();
    for (op, origin) in compiled.program.ops().zip(&compiled.origins.ops) {
        let (OpKind::Include(scope), 0) = (&op.kind, origin.place.file) else {
            continue;
        };
        for error in &errors {
            let (Some(path), Some(text)) = (
                compiled.origins.files.get(error.file),
                compiled.texts.get(error.file),
            ) else {
                continue;
            };
            if leads_to(scope, path) {
                let span = origin.expectation.unwrap_or(origin.place.span);
                let place = Location {
                    file: project.key(path.as_str()),
                    span: error.diagnostic.span,
                };
                findings.push(wrong_there(span, place, text, &error.diagnostic));
            }
        }
    }
    findings
}

/// Errors of more scripts are not told at one place.
const MOST_SCRIPTS: usize = 20;

fn wrong_there(span: Span, place: Location, text: &str, error: &Diagnostic) -> Finding {
    let line = LineIndex::new(text).line(error.span.start);
    Finding {
        code: error.code,
        severity: Severity::Error,
        span,
        message: format!("{}:{line}: {}", place.file.path, error.message),
        related: vec![RelatedPlace {
            location: place,
            message: error.message.to_string(),
        }],
        unnecessary: false,
    }
}

fn is_error(found: &Located) -> bool {
    found.diagnostic.severity == Severity::Error
}

/// Whether a script is run there, directly or by what is run.
fn leads_to(scope: &Scope, path: &str) -> bool {
    let mut ops = scope.steps.iter().flat_map(|step| &step.ops);
    scope.path == path || ops.any(|op| matches!(&op.kind, OpKind::Include(inner) if leads_to(inner, path)))
}

/// Editors are told so many findings of a file, and one that counts the others.
const MOST_FINDINGS: usize = 1_000;

/// What editors are told: the first findings, sorted by place.
fn told(file: &FileKey, diagnostics: &[Diagnostic], included: Vec<Finding>) -> Vec<Finding> {
    let (first, rest) = diagnostics.split_at(MOST_FINDINGS.min(diagnostics.len()));
    let mut findings: Vec<Finding> = first.iter().map(|found| finding(file, found)).collect();
    findings.extend(included);
    findings.sort_by_key(|finding| finding.span.start);
    let late = findings.split_off(MOST_FINDINGS.min(findings.len()));
    let untold = late.len() + rest.len();
    let next = late
        .first()
        .cloned()
        .or_else(|| Some(finding(file, rest.first()?)));
    let severities = late.iter().map(|finding| finding.severity);
    let severities = severities.chain(rest.iter().map(|found| found.severity));
    let has_errors = severities.into_iter().any(|severity| severity == Severity::Error);
    findings.extend(next.map(|next| Finding {
        severity: if has_errors {
            Severity::Error
        } else {
            Severity::Warning
        },
        message: format!("{untold} more findings from here on are not shown: aite check lists them all"),
        related: Vec::new(),
        unnecessary: false,
        ..next
    }));
    findings
}

fn finding(file: &FileKey, found: &Diagnostic) -> Finding {
    let more = [&found.label, &found.help].into_iter().flatten();
    let lines: Vec<&str> = std::iter::once(&found.message)
        .chain(more)
        .map(AsRef::as_ref)
        .collect();
    let related = found.related.iter().map(|related| RelatedPlace {
        location: Location {
            file: file.clone(),
            span: related.span,
        },
        message: related.message.to_string(),
    });
    Finding {
        code: found.code,
        severity: found.severity,
        span: found.span,
        message: lines.join("\n"),
        related: related.collect(),
        unnecessary: found.code == Code::W004,
    }
}

/// The scripts of a project, and which of them were read.
struct Reading<'a> {
    project: &'a Project,
    read: RefCell<Vec<(Arc<str>, Option<u64>)>>,
}

impl Sources for Reading<'_> {
    fn read(&self, path: &str) -> Result<Arc<str>, SourceError> {
        if self.project.id == ProjectId::NONE {
            return NoSources.read(path);
        }
        let (file, version) = self.project.look_up(path);
        self.read.borrow_mut().push((Arc::from(path), version));
        Ok(Arc::clone(&file?.text))
    }
}
