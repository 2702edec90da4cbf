//! Benchmark files among the changes: tasks, scenarios and registries of expected answers. Any other JSON file costs
//! one look at its old text.

use std::collections::HashSet;

use aite_compiler::diagnostic::{Diagnostic, Severity};
use aite_compiler::guard::{
    At, DEFAULT_TIMEOUT, Finding, Now, Rule, Sight, Version, compare, compare_answers, expected_answer,
};
use aite_compiler::import::{self, Answers, Around, SCENARIO_END, Scenario};
use aite_compiler::ir::{Origins, Place, Program};
use aite_compiler::source::LineIndex;

use super::compare::{Trees, in_bulk};
use super::finding::Found;
use super::overruled;
use super::pairs::{Pair, task_files};
use super::tree::{MAX_SCRIPT, Script, Tree, missing, script, shown};
use crate::git::{Answer, Bulk, Change, Entry, Git, GitError};

/// What the comparison of benchmark files came to.
pub(super) struct Compared {
    pub(super) findings: Vec<Found>,
    pub(super) tasks: usize,
}

/// What a JSON file is, by its name and its text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Task,
    Scenario,
    Registry,
}

impl Shape {
    fn of(entry: &Entry, read: &Script) -> Option<Self> {
        let path = shown(&entry.path);
        if import::is_registry(&path) {
            return Some(Self::Registry);
        }
        if path.ends_with(SCENARIO_END) {
            return read.text.contains("\"scenario_id\"").then_some(Self::Scenario);
        }
        import::is_task(&read.text).then_some(Self::Task)
    }
}

/// One side of a changed file.
struct Text {
    file: String,
    read: Script,
}

/// A file that was one of a benchmark.
struct Job {
    shape: Shape,
    old: Text,
    new: Option<Text>,
}

/// Compares every benchmark file that was changed.
///
/// # Errors
/// Git cannot answer, or a file that was one of a benchmark cannot be read.
pub(super) fn changed(
    git: &Git,
    base: &str,
    trees: &Trees,
    changes: &[Change],
) -> Result<Compared, GitError> {
    let pairs = task_files(changes);
    let old: Vec<Option<&Entry>> = pairs.iter().map(|pair| pair.old.as_ref()).collect();
    let old = read(git, &trees.old, &old, |_| false)?;
    let is_registry = |entry: &Entry| import::is_registry(&shown(&entry.path));
    let mut jobs: Vec<(Pair, Option<(Shape, Text)>)> = Vec::new();
    for (pair, text) in pairs.into_iter().zip(old) {
        let shape = pair.old.as_ref().zip(text).and_then(|(entry, read)| {
            let shape = Shape::of(entry, &read)?;
            let file = shown(&entry.path);
            Some((shape, Text { file, read }))
        });
        jobs.push((pair, shape));
    }
    let somebody_left = jobs.iter().any(|(pair, old)| old.is_some() && pair.new.is_none());
    let wanted: Vec<Option<&Entry>> = jobs
        .iter()
        .map(|(pair, old)| {
            let is_moved = somebody_left && pair.old.is_none();
            pair.new
                .as_ref()
                .filter(|new| old.is_some() || is_moved || is_registry(new))
        })
        .collect();
    let new = read(git, &trees.new, &wanted, |at| {
        jobs.get(at).is_some_and(|(_, old)| old.is_some())
    })?;
    let mut added: Vec<Text> = Vec::new();
    let mut left: Vec<Job> = Vec::new();
    for ((pair, old), read) in jobs.into_iter().zip(new) {
        let new = pair.new.zip(read).map(|(entry, read)| Text {
            file: shown(&entry.path),
            read,
        });
        match (old, new) {
            (Some((shape, old)), new) => left.push(Job { shape, old, new }),
            (None, Some(new)) => added.push(new),
            (None, None) => {}
        }
    }
    follow(&mut left, &mut added);
    let mut compared = compare_all(&left, &added);
    let files: HashSet<&[u8]> = left.iter().map(|job| job.old.file.as_bytes()).collect();
    compared
        .findings
        .extend(overruled::answers(git, base, &files, &given_anew(&left, &added))?);
    Ok(compared)
}

/// The answers of registries for tasks that the same registry had none for.
fn given_anew(jobs: &[Job], added: &[Text]) -> Answers {
    let registries = jobs.iter().filter(|job| job.shape == Shape::Registry);
    let changed = registries.filter_map(|job| Some((job.new.as_ref()?, Some(&job.old))));
    let added = added.iter().filter(|text| import::is_registry(&text.file));
    let mut anew = Answers::default();
    for (new, old) in changed.chain(added.map(|text| (text, None))) {
        let had = old
            .map(|old| import::answers(&old.read.text).0)
            .unwrap_or_default();
        for (task, answer) in import::answers(&new.read.text).0.iter() {
            if had.get(task).is_none() {
                anew.add(task, answer.expected.clone());
            }
        }
    }
    anew
}

/// Reads files in bulk, and on the disk what only the disk has. `must` says which of them must be read; of the others,
/// what is too large is nothing.
fn read(
    git: &Git,
    tree: &Tree,
    entries: &[Option<&Entry>],
    must: impl Fn(usize) -> bool,
) -> Result<Vec<Option<Script>>, GitError> {
    let requests: Vec<_> = entries.iter().filter_map(|entry| in_bulk((*entry)?)).collect();
    let mut bulk = match requests.is_empty() {
        true => None,
        false => Some(Bulk::ask(git, requests, MAX_SCRIPT)?),
    };
    let mut texts = Vec::with_capacity(entries.len());
    for (at, entry) in entries.iter().enumerate() {
        let Some(entry) = entry else {
            texts.push(None);
            continue;
        };
        let answer = match (in_bulk(entry), bulk.as_mut()) {
            (Some(_), Some(bulk)) => Some(bulk.answer()?),
            _ => None,
        };
        let read = match answer {
            Some(Answer::Missing) => Err(missing(&entry.path)),
            Some(Answer::TooLarge(_)) if !must(at) => Ok(None),
            Some(answer) => script(&entry.path, answer),
            None => tree.read(&entry.path),
        };
        texts.push(read?);
    }
    Ok(texts)
}

/// A deleted and an added file of one task or scenario are one file that moved, however much of it changed.
fn follow(left: &mut [Job], added: &mut Vec<Text>) {
    for job in left.iter_mut().filter(|job| job.new.is_none()) {
        let Some(id) = id(job.shape, &job.old) else {
            continue;
        };
        let same = |text: &Text| self::id(job.shape, text).as_deref() == Some(&id);
        if let Some(at) = added.iter().position(same) {
            job.new = Some(added.swap_remove(at));
        }
    }
}

fn id(shape: Shape, text: &Text) -> Option<String> {
    let id = match shape {
        Shape::Task => task(text).0.program.name,
        Shape::Scenario => import::scenario(&text.file, &text.read.text).0?.id,
        Shape::Registry => return None,
    };
    (!id.is_empty()).then_some(id)
}

fn compare_all(jobs: &[Job], added: &[Text]) -> Compared {
    // An answer may have moved into another registry.
    let mut answers = Answers::default();
    let registries = jobs.iter().filter(|job| job.shape == Shape::Registry);
    let moved_to = registries.filter_map(|job| job.new.as_ref()).chain(added);
    for text in moved_to.filter(|text| import::is_registry(&text.file)) {
        answers.extend(import::answers(&text.read.text).0);
    }
    let mut findings = Vec::new();
    for job in jobs {
        findings.extend(match job.shape {
            Shape::Task => tasks(job),
            Shape::Scenario => scenarios(job),
            Shape::Registry => registry(job, &answers),
        });
    }
    Compared {
        findings,
        tasks: jobs.len(),
    }
}

struct Task {
    program: Program,
    origins: Origins,
}

/// A task with its first error.
fn task(text: &Text) -> (Task, Option<String>) {
    let compiled = import::task(&text.file, text.read.text.clone(), &Around::NOTHING);
    let found = compiled.diagnostics.iter().map(|found| &found.diagnostic);
    let error = first_error(text, found);
    let task = Task {
        program: compiled.program,
        origins: compiled.origins,
    };
    (task, error)
}

fn first_error<'d>(text: &Text, mut found: impl Iterator<Item = &'d Diagnostic>) -> Option<String> {
    if !text.read.is_utf8 {
        return Some(format!("{}: it is not UTF-8 text", text.file));
    }
    let error = found.find(|diagnostic| diagnostic.severity == Severity::Error)?;
    Some(format!(
        "{}:{}: {}",
        text.file,
        line_of(text, error.span.start),
        error.message
    ))
}

fn line_of(text: &Text, byte: usize) -> u32 {
    LineIndex::new(&text.read.text).line(byte)
}

fn version(program: &Program) -> Version<'_> {
    Version {
        program,
        default_timeout: DEFAULT_TIMEOUT,
    }
}

fn tasks(job: &Job) -> Vec<Found> {
    let (old, old_error) = task(&job.old);
    let new = job.new.as_ref().map(task);
    let now = match &new {
        None => Now::Gone,
        Some((_, Some(error))) if old_error.is_none() => Now::Broken(error),
        Some((new, _)) => Now::Version(version(&new.program)),
    };
    let new_origins = new.as_ref().map(|(new, _)| &new.origins);
    let findings = compare(version(&old.program), now);
    findings
        .iter()
        .map(|finding| located(job, finding, &old.origins, new_origins))
        .collect()
}

/// Scenarios are compared as the task of a driver that both have; a driver that is gone is a task that is gone.
fn scenarios(job: &Job) -> Vec<Found> {
    let read = |text: &Text| import::scenario(&text.file, &text.read.text);
    let Some(old) = read(&job.old).0 else {
        return Vec::new();
    };
    let Some(new) = &job.new else {
        return whole(job, Rule::TaskDeleted, &old, None);
    };
    let (now, problems) = read(new);
    let broken = first_error(new, problems.iter());
    let Some(now) = now.filter(|_| broken.is_none()) else {
        return whole(job, Rule::NoLongerParses, &old, broken);
    };
    let mut found = Vec::new();
    let shared = old.drivers.iter().find(|driver| now.drivers.contains(driver));
    if let Some(driver) = shared {
        let [before, after] = [&old, &now].map(|scenario| scenario.expand(*driver, ""));
        let findings = compare(version(&before), Now::Version(version(&after)));
        found.extend(
            findings
                .iter()
                .map(|finding| located(job, finding, &old.origins, Some(&now.origins))),
        );
    }
    for driver in old.drivers.iter().filter(|driver| !now.drivers.contains(driver)) {
        let was = format!("task {}", old.task_id(*driver));
        found.push(at_name(job, Rule::TaskDeleted, &old, was, None));
    }
    if let Some((rule, was, now)) = expected_answer(old.expected.as_ref(), now.expected.as_ref()) {
        let say = |answer: String| format!("expected answer {answer}");
        found.push(at_name(job, rule, &old, say(was), now.map(say)));
    }
    found
}

fn whole(job: &Job, rule: Rule, old: &Scenario, now: Option<String>) -> Vec<Found> {
    let was = format!("scenario {} with {} tasks", old.id, old.drivers.len());
    vec![at_name(job, rule, old, was, now)]
}

fn at_name(job: &Job, rule: Rule, old: &Scenario, was: String, now: Option<String>) -> Found {
    let sight = |text| Sight { at: At::Whole, text };
    let finding = Finding {
        rule,
        was: sight(was),
        now: now.map(sight),
    };
    located(
        job,
        &finding,
        &old.origins,
        job.new.as_ref().map(|_| &old.origins),
    )
}

fn registry(job: &Job, moved: &Answers) -> Vec<Found> {
    let old = import::answers(&job.old.read.text).0;
    let new = job
        .new
        .as_ref()
        .map(|new| import::answers(&new.read.text).0)
        .unwrap_or_default();
    let is_kept = |task: &str| match (old.get(task), moved.get(task)) {
        (Some(was), Some(now)) => expected_answer(Some(&was.expected), Some(&now.expected)).is_none(),
        _ => false,
    };
    let findings = compare_answers(&old, &new).into_iter();
    let lost = findings.filter(|finding| finding.now.is_some() || !is_kept(&finding.task));
    lost.map(|finding| {
        let (was, span) = finding.was;
        let now = finding.now.zip(job.new.as_ref());
        Found {
            file: job.old.file.clone(),
            line: line_of(&job.old, span.start),
            rule: finding.rule,
            was: format!("expected answer {was}"),
            new_file: job.new.as_ref().map(|new| new.file.clone()),
            new_line: now.as_ref().map(|((_, span), new)| line_of(new, span.start)),
            now: now.map(|((text, _), _)| format!("expected answer {text}")),
            included: None,
        }
    })
    .collect()
}

fn located(job: &Job, finding: &Finding, old: &Origins, new: Option<&Origins>) -> Found {
    let now = finding.now.as_ref().zip(new);
    Found {
        file: job.old.file.clone(),
        line: line(old, finding.was.at),
        rule: finding.rule,
        was: finding.was.text.clone(),
        new_file: job.new.as_ref().map(|new| new.file.clone()),
        new_line: now.map(|(sight, origins)| line(origins, sight.at)),
        now: now.map(|(sight, _)| sight.text.clone()),
        included: None,
    }
}

fn line(origins: &Origins, at: At) -> u32 {
    let place: Option<&Place> = match at {
        At::Whole => None,
        At::Op(number) => origins.ops.get(number).map(|op| &op.place),
        At::Check(number) => origins.checks.get(number),
        At::Grader => origins.grader.as_ref(),
        At::Tags => origins.tags.as_ref(),
        At::Time => origins.timeout.as_ref(),
    };
    place.map_or(1, |place| place.line)
}
