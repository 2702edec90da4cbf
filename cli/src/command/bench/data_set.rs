//! A data set on the disk, and the tasks of it that are meant.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use aite_compiler::diagnostic::nearest;
use aite_compiler::import::{self, Around, Subset, Suite};
use aite_compiler::ir::{Kind, Program};
use aite_compiler::lower::Compiled;
use clap::Args;

use super::super::{is_error, show_errors};
use crate::exit::{Exit, Stop};
use crate::render::{Message, SourceText, Style, write_fancy};

/// Which tasks are meant. Values of one option are alternatives; different options must all hold.
#[derive(Debug, Args)]
pub(super) struct Selection {
    /// The manifest of the data set
    #[arg(long, value_name = "FILE", default_value = "manifest.json")]
    pub(super) manifest: PathBuf,
    /// Only tasks of this layer
    #[arg(long, value_name = "NAME")]
    pub(super) layer: Vec<String>,
    /// Only tasks of this subset
    #[arg(long, value_name = "NAME")]
    pub(super) subset: Vec<String>,
    /// Only this task
    #[arg(long, value_name = "ID")]
    pub(super) task: Vec<String>,
    /// Only tasks that touch this capability
    #[arg(long, value_name = "NAME")]
    pub(super) feature: Vec<String>,
    /// Only tasks with this tag
    #[arg(long, value_name = "NAME")]
    pub(super) tag: Vec<String>,
}

/// More names than this are not told.
const MOST_NAMES: usize = 30;

impl Selection {
    /// Whether nothing was said about which tasks are meant.
    pub(super) fn is_everything(&self) -> bool {
        let said = [&self.layer, &self.subset, &self.task, &self.feature, &self.tag];
        said.iter().all(|said| said.is_empty())
    }
}

/// A data set.
pub(super) struct DataSet {
    /// Its folder, canonical.
    pub(super) root: PathBuf,
    /// The manifest's path from there.
    pub(super) manifest: String,
    /// The manifest's text.
    pub(super) text: String,
    pub(super) suite: Suite,
}

/// A task that is meant.
pub(super) struct Selected<'a> {
    /// Its file's path from the data set's folder.
    pub(super) path: String,
    pub(super) subset: &'a Subset,
    pub(super) text: Arc<str>,
    pub(super) compiled: Compiled,
}

impl DataSet {
    /// Reads the manifest. One with errors is shown on standard error.
    pub(super) fn open(manifest: &Path, style: Style) -> Result<Self, Stop> {
        let shown = manifest.display().to_string();
        let path = manifest.canonicalize().map_err(|error| {
            Stop::file(&shown, &error).with_help("name the manifest of a data set with --manifest FILE")
        })?;
        let text = fs::read_to_string(&path).map_err(|error| Stop::file(&shown, &error))?;
        let (suite, problems) = import::manifest(&text);
        let source = SourceText::new(&shown, &text);
        let mut out = io::stderr().lock();
        for problem in &problems {
            // Standard error that cannot be written to leaves nobody to tell.
            drop(write_fancy(&mut out, style, &Message::of(problem, &source)));
        }
        if problems.iter().any(is_error) {
            return Err(Stop::silent(Exit::Failure));
        }
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        Ok(Self {
            root: path.parent().unwrap_or(Path::new("/")).to_owned(),
            manifest: name,
            text,
            suite,
        })
    }

    /// The tasks that are meant, subset by subset, by path inside a subset. Subsets come in the order in which they are
    /// named, or in the manifest's.
    pub(super) fn select(&self, selection: &Selection) -> Result<Vec<Selected<'_>>, Stop> {
        let mut selected: Vec<Selected<'_>> = Vec::new();
        for subset in subsets(&self.suite, selection)? {
            for path in self.files(subset)? {
                if selected.iter().any(|other| other.path == path) {
                    continue;
                }
                let text =
                    fs::read_to_string(self.root.join(&path)).map_err(|error| Stop::file(&path, &error))?;
                // Most files are of other tasks: an id that stands nowhere in the file is not the task's.
                let may_be = |id: &String| text.contains(&format!("\"{id}\""));
                if !selection.task.is_empty() && !selection.task.iter().any(may_be) {
                    continue;
                }
                let task = self.compile(path, text.into(), subset);
                if meant(&task.compiled.program, selection) {
                    selected.push(task);
                }
            }
        }
        self.all_found(selection, &selected)?;
        Ok(selected)
    }

    fn compile<'a>(&self, path: String, text: Arc<str>, subset: &'a Subset) -> Selected<'a> {
        let has_file = |path: &str| self.root.join(path).is_file();
        let around = Around {
            subset: Some(subset),
            has_file: Some(&has_file),
        };
        let compiled = import::task(&path, Arc::clone(&text), &around);
        Selected {
            path,
            subset,
            text,
            compiled,
        }
    }

    /// The paths of a subset's files, in order.
    fn files(&self, subset: &Subset) -> Result<Vec<String>, Stop> {
        let folder = subset.folder();
        let mut paths = Vec::new();
        collect(&self.root, folder, &mut paths).map_err(|error| Stop::file(folder, &error))?;
        paths.retain(|path| subset.holds(path));
        paths.sort();
        Ok(paths)
    }

    fn all_found(&self, selection: &Selection, selected: &[Selected<'_>]) -> Result<(), Stop> {
        let has = |id: &String| selected.iter().any(|task| task.compiled.program.name == *id);
        let asks_for_more = !selection.feature.is_empty() || !selection.tag.is_empty();
        if let Some(id) = selection
            .task
            .iter()
            .find(|id| !has(id))
            .filter(|_| !asks_for_more)
        {
            return Err(Stop::refused(format!("no task is called {id}")));
        }
        match selected.is_empty() {
            true => Err(Stop::refused("no task is selected")),
            false => Ok(()),
        }
    }
}

/// Shows the errors of tasks on standard error; a task with errors cannot be attempted.
pub(super) fn refuse_errors(tasks: &[Selected<'_>], style: Style) -> Result<(), Stop> {
    let has_errors = |task: &&Selected<'_>| {
        task.compiled
            .diagnostics
            .iter()
            .any(|it| is_error(&it.diagnostic))
    };
    let broken: Vec<_> = tasks.iter().filter(has_errors).collect();
    let mut out = io::stderr().lock();
    for task in &broken {
        // Standard error that cannot be written to leaves nobody to tell.
        drop(show_errors(&mut out, style, &task.compiled));
    }
    drop(out.flush());
    match broken.is_empty() {
        true => Ok(()),
        false => Err(Stop::silent(Exit::Failure)),
    }
}

/// The subsets that are meant, in the order in which they are named, or in the manifest's.
pub(super) fn subsets<'a>(suite: &'a Suite, selection: &Selection) -> Result<Vec<&'a Subset>, Stop> {
    let layers: Vec<_> = suite.layers.iter().map(|layer| layer.id.as_str()).collect();
    for name in &selection.layer {
        known("layer", name, &layers)?;
    }
    let ids: Vec<_> = suite.subsets().map(|subset| subset.id.as_str()).collect();
    for name in &selection.subset {
        known("subset", name, &ids)?;
    }
    let in_layer = |subset: &&Subset| selection.layer.is_empty() || selection.layer.contains(&subset.layer);
    let mut subsets: Vec<&Subset> = suite.subsets().filter(in_layer).collect();
    match selection.subset.is_empty() {
        // Whoever names a task or a subset means it even when it is off.
        true => subsets.retain(|subset| subset.enabled || !selection.task.is_empty()),
        false => {
            subsets.retain(|subset| selection.subset.contains(&subset.id));
            subsets.sort_by_key(|subset| selection.subset.iter().position(|name| *name == subset.id));
        }
    }
    Ok(subsets)
}

/// Whether a task is meant by what was said of tasks.
pub(super) fn meant(program: &Program, selection: &Selection) -> bool {
    let Kind::Task(task) = &program.kind else {
        return false;
    };
    let any =
        |wanted: &[String], given: &[String]| wanted.is_empty() || wanted.iter().any(|it| given.contains(it));
    let named = selection.task.is_empty() || selection.task.contains(&program.name);
    named && any(&selection.feature, &task.features) && any(&selection.tag, &task.tags)
}

/// Refuses a name that does not exist.
pub(super) fn known(what: &str, name: &str, names: &[&str]) -> Result<(), Stop> {
    if names.contains(&name) {
        return Ok(());
    }
    let stop = Stop::refused(format!("no {what} is called {name}"));
    Err(match nearest(name, names.iter().copied()) {
        Some(meant) => stop.with_help(format!("did you mean {meant}?")),
        None if names.len() > MOST_NAMES => stop.with_help("aite bench list tasks shows them"),
        None => stop.with_help(format!("there are {}", names.join(", "))),
    })
}

fn collect(root: &Path, folder: &str, paths: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(root.join(folder))? {
        let entry = entry?;
        let Some(name) = entry.file_name().to_str().map(str::to_owned) else {
            continue;
        };
        let path = match folder {
            "" => name,
            folder => format!("{folder}/{name}"),
        };
        match entry.file_type()?.is_dir() {
            true => collect(root, &path, paths)?,
            false => paths.push(path),
        }
    }
    Ok(())
}
