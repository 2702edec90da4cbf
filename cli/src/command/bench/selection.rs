//! Which tasks of a data set are meant.

use std::path::PathBuf;

use aite_compiler::diagnostic::nearest;
use aite_compiler::import::{Subset, Suite};
use aite_compiler::ir::{Kind, Program};
use clap::Args;

use super::data_set::{DataSet, Task};
use crate::exit::Stop;

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
    fn is_everything(&self) -> bool {
        let said = [&self.layer, &self.subset, &self.task, &self.feature, &self.tag];
        said.iter().all(|said| said.is_empty())
    }
}

/// What was selected.
pub(super) struct Selected<'a> {
    /// The subsets that tasks were looked for in, in order.
    pub(super) subsets: Vec<&'a Subset>,
    /// In order.
    pub(super) tasks: Vec<&'a Task>,
    /// Nothing was said: this is everything that is enabled.
    pub(super) is_everything: bool,
}

impl DataSet {
    /// The tasks that are meant: subsets in the order of the manifest, or in the order in which they were named.
    ///
    /// # Errors
    /// A layer, a subset or a task that does not exist, or a layer without any task that is meant.
    pub(super) fn select<'a>(&'a self, selection: &Selection) -> Result<Selected<'a>, Stop> {
        let subsets = subsets(&self.suite, selection)?;
        let mut tasks: Vec<&Task> = Vec::new();
        for subset in &subsets {
            let of_subset = self
                .tasks
                .iter()
                .filter(|task| self.subset(task).is_some_and(|it| it.id == subset.id));
            tasks.extend(of_subset.filter(|task| meant(&task.program, selection)));
        }
        let ids: Vec<&str> = self.tasks.iter().map(|task| task.program.name.as_str()).collect();
        for id in &selection.task {
            known("task", id, &ids)?;
        }
        if tasks.is_empty() && !selection.layer.is_empty() {
            return Err(Stop::refused("no task is selected"));
        }
        Ok(Selected {
            subsets,
            tasks,
            is_everything: selection.is_everything(),
        })
    }
}

/// The subsets that are meant, in the order in which they are named, or in the manifest's.
fn subsets<'a>(suite: &'a Suite, selection: &Selection) -> Result<Vec<&'a Subset>, Stop> {
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
fn meant(program: &Program, selection: &Selection) -> bool {
    let Kind::Task(task) = &program.kind else {
        return false;
    };
    let any =
        |wanted: &[String], given: &[String]| wanted.is_empty() || wanted.iter().any(|it| given.contains(it));
    let named = selection.task.is_empty() || selection.task.contains(&program.name);
    named && any(&selection.feature, &task.features) && any(&selection.tag, &task.tags)
}

/// Refuses a name that does not exist.
fn known(what: &str, name: &str, names: &[&str]) -> Result<(), Stop> {
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
