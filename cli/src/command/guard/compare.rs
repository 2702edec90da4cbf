//! Compares the changed scripts: git reads, a few threads compile and compare, memory stays bounded.

use std::collections::HashSet;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use aite_compiler::guard::{Now, compare};

use super::built::Built;
use super::default_time;
use super::finding::{Found, Side, located, sorted};
use super::includers;
use super::pairs::{self, Pair, Which};
use super::tasks;
use super::tree::{MAX_SCRIPT, Tree, shown};
use crate::git::{Answer, Bulk, Entry, Git, GitError, Kind, NewSide, Request};

/// Every script, and every JSON file: configurations and what a benchmark is made of.
const LOOKED_AT: [&str; 2] = [":(top,glob)**/*.aite", ":(top,glob)**/*.json"];

/// So many scripts wait between git and the threads.
const QUEUE: usize = 64;

/// More threads than this gain nothing: git is the slower part.
const MAX_THREADS: usize = 4;

/// What the comparison came to.
pub(super) struct Comparison {
    /// In order.
    pub(super) findings: Vec<Found>,
    /// How many scripts were compared.
    pub(super) scripts: usize,
    /// How many benchmark files were compared.
    pub(super) tasks: usize,
}

/// Compares every changed script with the version at `base`.
///
/// # Errors
/// Git cannot answer, or something that must be compared cannot be read.
pub(super) fn changed_scripts(git: &Git, base: &str, side: NewSide) -> Result<Comparison, GitError> {
    let trees = Trees {
        old: Tree::commit(git, base),
        new: match side {
            NewSide::Head => Tree::commit(git, "HEAD"),
            NewSide::Worktree => Tree::disk(git)?,
        },
    };
    let changes = git.changes(base, side, &LOOKED_AT)?;
    let configurations = default_time::changed_configurations(&changes);
    let of_benchmark = tasks::changed(git, base, &trees, &changes)?;
    let pairs = pairs::scripts(changes);
    let pairs = pairs::follow_names(pairs, |which, entry| trees.test_name(which, entry))?;
    // A new script has nothing to be compared with.
    let mut pairs: Vec<Changed> = pairs.into_iter().filter_map(Changed::of).collect();
    let scripts = pairs.len();
    pairs.extend(
        includers::of(git, base, &trees, &paths(&pairs), &configurations)?
            .into_iter()
            .map(Changed::only_around),
    );
    let mut findings = trees.compare_all(git, &pairs)?;
    let compared = paths(&pairs);
    findings.extend(default_time::changed(
        git,
        base,
        &trees,
        &configurations,
        &compared,
    )?);
    findings.extend(of_benchmark.findings);
    Ok(Comparison {
        findings: sorted(findings),
        scripts,
        tasks: of_benchmark.tasks,
    })
}

/// A script that was there before.
struct Changed {
    old: Entry,
    new: Option<Entry>,
}

impl Changed {
    fn of(pair: Pair) -> Option<Self> {
        Some(Self {
            old: pair.old?,
            new: pair.new,
        })
    }

    /// A script that is the same on both sides, although what it runs is not.
    fn only_around(entry: Entry) -> Self {
        Self {
            old: entry.clone(),
            new: Some(entry),
        }
    }
}

fn paths(pairs: &[Changed]) -> HashSet<&[u8]> {
    pairs.iter().map(|changed| changed.old.path.as_slice()).collect()
}

/// Both sides.
pub(super) struct Trees {
    pub(super) old: Tree,
    pub(super) new: Tree,
}

/// A changed script with what git read of it in bulk; a side that git does not read so is `None`.
struct Job<'a> {
    changed: &'a Changed,
    old: Option<Answer>,
    new: Option<Answer>,
}

impl Trees {
    fn test_name(&self, which: Which, entry: &Entry) -> Result<Option<String>, GitError> {
        let tree = match which {
            Which::Old => &self.old,
            Which::New => &self.new,
        };
        let script = tree.read(&entry.path)?;
        let test = script.and_then(|script| aite_compiler::parse(&script.text).ast.test);
        Ok(test.and_then(|test| test.name).map(|name| name.value))
    }

    fn compare_all(&self, git: &Git, pairs: &[Changed]) -> Result<Vec<Found>, GitError> {
        let (send, receive) = sync_channel::<Job<'_>>(QUEUE);
        let receive = Arc::new(Mutex::new(receive));
        let threads = thread::available_parallelism().map_or(1, |cores| cores.get().min(MAX_THREADS));
        thread::scope(|scope| {
            let workers: Vec<_> = (0..threads)
                .map(|_| Arc::clone(&receive))
                .map(|jobs| scope.spawn(move || self.work(&jobs)))
                .collect();
            // Only the threads hold the receiving end: without them, sending ends instead of waiting.
            drop(receive);
            let read = read_in_bulk(git, pairs, &send);
            drop(send);
            let mut found = Vec::new();
            let mut failure = read.err();
            for worker in workers {
                match worker.join() {
                    Ok(Ok(mut some)) => found.append(&mut some),
                    Ok(Err(error)) => drop(failure.get_or_insert(error)),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            failure.map_or(Ok(found), Err)
        })
    }

    /// Takes jobs until there are none. After a failure the rest is taken and thrown away, so that nobody waits.
    fn work(&self, jobs: &Mutex<Receiver<Job<'_>>>) -> Result<Vec<Found>, GitError> {
        let mut outcome = Ok(Vec::new());
        loop {
            let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(job) = job else { return outcome };
            if let Ok(found) = &mut outcome {
                match self.compare(job) {
                    Ok(mut some) => found.append(&mut some),
                    Err(error) => outcome = Err(error),
                }
            }
        }
    }

    fn compare(&self, job: Job<'_>) -> Result<Vec<Found>, GitError> {
        let changed = job.changed;
        let Some(old) = self.old.compiled(&changed.old, job.old)? else {
            return Ok(Vec::new());
        };
        let Some(entry) = &changed.new else {
            return Ok(weakened(&old, None));
        };
        let kept = match self.new.kept_project(&old.project, &entry.path)? {
            Some(project) => self.new.compiled_in(project, entry, job.new.clone())?,
            None => None,
        };
        let new = self.new.compiled(entry, job.new)?;
        let Some((new, kept)) = new.as_ref().zip(kept.as_ref()) else {
            return Ok(weakened(&old, new.as_ref()));
        };
        Ok(weakened_in_either(&old, new, kept))
    }
}

/// Sends every pair to the threads as soon as git has read it.
fn read_in_bulk<'a>(git: &Git, pairs: &'a [Changed], send: &SyncSender<Job<'a>>) -> Result<(), GitError> {
    let sides = pairs
        .iter()
        .flat_map(|changed| [Some(&changed.old), changed.new.as_ref()]);
    let requests: Vec<Request> = sides.flatten().filter_map(in_bulk).collect();
    if pairs.is_empty() {
        return Ok(());
    }
    let mut bulk = Bulk::ask(git, requests, MAX_SCRIPT)?;
    let mut answer = |entry: &Entry| in_bulk(entry).map(|_| bulk.answer()).transpose();
    for changed in pairs {
        let job = Job {
            changed,
            old: answer(&changed.old)?,
            new: changed.new.as_ref().map_or(Ok(None), &mut answer)?,
        };
        // The threads take everything, also after a failure.
        drop(send.send(job));
    }
    Ok(())
}

/// Files that git keeps are read by their id; links are followed, and what only the disk has is read there.
pub(super) fn in_bulk(entry: &Entry) -> Option<Request> {
    let object = entry.object.as_deref().filter(|_| entry.kind == Kind::File)?;
    Some(Request::object(object))
}

fn weakened(old: &Built, new: Option<&Built>) -> Vec<Found> {
    let error = new.filter(|new| new.health > old.health).map(Built::first_error);
    let now = match (new, &error) {
        (None, _) => Now::Gone,
        (Some(_), Some(error)) => Now::Broken(error),
        (Some(new), None) => Now::Version(new.version()),
    };
    let (old_root, new_root) = (root(Some(old)), root(new));
    let old_side = side(old, &old_root);
    let new_side = new.map(|new| side(new, &new_root));
    compare(old.version(), now)
        .iter()
        .map(|finding| located(finding, &old_side, new_side.as_ref()))
        .collect()
}

/// What is weakened in one of two projects. Where the script cannot run nobody takes it for green, unless it can run
/// in neither.
fn weakened_in_either(old: &Built, nearest: &Built, kept: &Built) -> Vec<Found> {
    let runs = |new: &&Built| new.health <= old.health;
    let mut sides = [nearest, kept].into_iter().filter(runs);
    let mut found = weakened(old, Some(sides.next().unwrap_or(nearest)));
    for more in sides.flat_map(|new| weakened(old, Some(new))) {
        if !found.contains(&more) {
            found.push(more);
        }
    }
    found
}

fn root(built: Option<&Built>) -> String {
    built.map_or_else(String::new, |built| shown(&built.project.root))
}

fn side<'a>(built: &'a Built, root: &'a str) -> Side<'a> {
    Side {
        file: &built.file,
        root,
        compiled: &built.compiled,
    }
}
