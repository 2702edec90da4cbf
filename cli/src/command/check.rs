//! `aite check`: everything that can be known about scripts without running them.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::{self, Write};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use aite_compiler::diagnostic::{Code, Diagnostic};
use aite_compiler::encoding_errors;
use aite_compiler::lower::{Compiled, Located, compile};
use aite_compiler::project::{Config, CustomChecks, problems};
use aite_compiler::source::{Span, decode};
use aite_runtime::checks::read_folder;

use super::{stdout, task};
use crate::args::CheckArgs;
use crate::exit::{Exit, Outcome, Stop};
use crate::project::{Project, ProjectSources, Script};
use crate::render::{ColorChoice, Message, Printer, SourceText, Style, Summary};

mod fix;

/// Scripts are checked together until they are this many or this large, so that memory stays bounded.
const BATCH_FILES: usize = 128;
const BATCH_BYTES: u64 = 4 << 20;
/// Checking is bound by memory and disk beyond this.
const MOST_THREADS: usize = 4;

pub(super) fn run(args: &CheckArgs, color: ColorChoice) -> Outcome {
    let project = Project::find(Style::of(color, &io::stderr()))?;
    let (files, paths): (Vec<PathBuf>, Vec<PathBuf>) =
        args.paths.iter().cloned().partition(|path| task::is_json(path));
    let only_files = !files.is_empty() && paths.is_empty();
    let scripts = if only_files {
        Vec::new()
    } else {
        project.own_scripts(&paths)?
    };
    let checker = Checker::new(&project);
    if args.fix {
        fix::apply(&checker, &scripts)?;
    }
    let mut out = stdout();
    let style = Style::of(color, &io::stdout());
    let printer = Printer::new(&mut out, args.format, style)?;
    let summary = report(&checker, &scripts, &files, printer)?;
    let failed = summary.errors > 0 || args.deny_warnings && summary.warnings > 0;
    Ok(if failed { Exit::Failure } else { Exit::Success })
}

/// Checks scripts of one project.
pub(super) struct Checker<'a> {
    config: &'a Config,
    checks: CustomChecks,
    sources: ProjectSources,
}

/// What there is to say about one script; nothing is kept of a script that is fine.
pub(super) struct Checked {
    /// The script and those it runs, as far as something is to be said about them.
    pub(super) files: Vec<(String, Arc<str>)>,
    /// With the index of their file.
    pub(super) diagnostics: Vec<(usize, Diagnostic)>,
}

impl<'a> Checker<'a> {
    fn new(project: &'a Project) -> Self {
        Self {
            config: &project.config,
            checks: CustomChecks::judge(&read_folder(&project.root)),
            sources: ProjectSources::new(project.root.clone()),
        }
    }

    fn check(&self, script: &Script) -> Result<Checked, Stop> {
        let bytes = fs::read(&script.path).map_err(|error| Stop::file(&script.name, &error))?;
        let compiled = compile_bytes(script, bytes, &self.sources);
        let of_project = problems(&compiled, self.config, &self.checks);
        let all = compiled.diagnostics.into_iter().chain(of_project);
        let mut diagnostics: Vec<(usize, Diagnostic)> =
            all.map(|found| (found.file, found.diagnostic)).collect();
        diagnostics.sort_by_key(|(file, diagnostic)| (*file, diagnostic.span.start));
        let files = if diagnostics.is_empty() {
            Vec::new()
        } else {
            compiled.origins.files.into_iter().zip(compiled.texts).collect()
        };
        Ok(Checked { files, diagnostics })
    }
}

/// Compiles what was read from a file; bytes that are not UTF-8 are errors at their places.
pub(super) fn compile_bytes(script: &Script, bytes: Vec<u8>, sources: &ProjectSources) -> Compiled {
    let decoded = decode(bytes);
    let not_utf8 = encoding_errors(&decoded);
    let mut compiled = compile(&script.name, Arc::from(decoded.text), sources);
    if !not_utf8.is_empty() {
        let located = not_utf8
            .into_iter()
            .map(|diagnostic| Located { file: 0, diagnostic });
        compiled.diagnostics.extend(located);
        compiled
            .diagnostics
            .sort_by_key(|found| (found.file, found.diagnostic.span.start));
    }
    compiled
}

fn report(
    checker: &Checker<'_>,
    scripts: &[Script],
    files: &[PathBuf],
    mut printer: Printer<'_>,
) -> Result<Summary, Stop> {
    let mut said = Said::default();
    let mut summary = Summary {
        files: scripts.len() + files.len(),
        ..Summary::default()
    };
    let of_benchmark = files
        .chunks(BATCH_FILES)
        .map(|batch| batch.iter().map(task::check).collect());
    let of_scripts = batches(scripts).map(|batch| check_together(checker, batch));
    for batch in of_benchmark.chain(of_scripts) {
        let batch: Vec<Result<Checked, Stop>> = batch;
        for checked in batch {
            let checked = checked?;
            let sources: Vec<SourceText<'_>> = checked
                .files
                .iter()
                .map(|(name, text)| SourceText::new(name, text))
                .collect();
            for (file, diagnostic) in &checked.diagnostics {
                let Some(source) = sources.get(*file) else {
                    continue;
                };
                if !said.first_time(source.name, diagnostic) {
                    continue;
                }
                summary.add(diagnostic.severity);
                printer.message(&Message::of(diagnostic, source))?;
            }
        }
    }
    printer.finish(summary)?;
    Ok(summary)
}

/// What was said before: a script that others run is checked alone and with each of them, and most of what is wrong
/// with it is found every time.
#[derive(Default)]
struct Said {
    files: HashMap<String, usize>,
    places: HashSet<(usize, Span, Code)>,
}

impl Said {
    fn first_time(&mut self, file: &str, diagnostic: &Diagnostic) -> bool {
        let file = match self.files.get(file) {
            Some(known) => *known,
            None => {
                let number = self.files.len();
                self.files.insert(file.to_owned(), number);
                number
            }
        };
        self.places.insert((file, diagnostic.span, diagnostic.code))
    }
}

/// Consecutive scripts, few and small enough to be held together.
fn batches(scripts: &[Script]) -> impl Iterator<Item = &[Script]> {
    let mut rest = scripts;
    std::iter::from_fn(move || {
        let mut bytes = 0;
        let fitting = rest.iter().take(BATCH_FILES).take_while(|script| {
            let fits = bytes < BATCH_BYTES;
            bytes += script.size;
            fits
        });
        let (batch, after) = rest.split_at(fitting.count());
        rest = after;
        (!batch.is_empty()).then_some(batch)
    })
}

/// Checks a batch on a few threads; the results are in the order of the scripts.
fn check_together(checker: &Checker<'_>, batch: &[Script]) -> Vec<Result<Checked, Stop>> {
    let threads = thread::available_parallelism()
        .map_or(1, NonZero::get)
        .min(MOST_THREADS)
        .min(batch.len());
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while let Some((at, script)) = {
            let at = next.fetch_add(1, Ordering::Relaxed);
            batch.get(at).map(|script| (at, script))
        } {
            done.push((at, checker.check(script)));
        }
        done
    };
    let mut results: Vec<(usize, Result<Checked, Stop>)> = thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut results = work();
        for other in others {
            // A panic of a thread is a panic of ours.
            results.extend(
                other
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            );
        }
        results
    });
    results.sort_by_key(|(at, _)| *at);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Says on standard error what was changed.
fn note(text: &str) {
    // Standard error that cannot be written to leaves nobody to tell.
    drop(writeln!(io::stderr(), "{text}"));
}
