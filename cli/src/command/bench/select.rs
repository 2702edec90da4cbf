//! Which tasks of a whole data set are meant.

use aite_compiler::import::Subset;

use super::data_set::{self, Selection};
use super::whole::{Task, Whole};
use crate::exit::Stop;

/// What was selected.
pub(super) struct Selected<'a> {
    /// The subsets that tasks were looked for in, in order.
    pub(super) subsets: Vec<&'a Subset>,
    /// In order.
    pub(super) tasks: Vec<&'a Task>,
    /// Nothing was said: this is everything that is enabled.
    pub(super) is_everything: bool,
}

impl Whole {
    /// The tasks that are meant: subsets in the order of the manifest, or in the order in which they were named.
    ///
    /// # Errors
    /// A layer, a subset or a task that does not exist, or a layer without any task that is meant.
    pub(super) fn select<'a>(&'a self, selection: &Selection) -> Result<Selected<'a>, Stop> {
        let subsets = data_set::subsets(&self.suite, selection)?;
        let mut tasks: Vec<&Task> = Vec::new();
        for subset in &subsets {
            let of_subset = self
                .tasks
                .iter()
                .filter(|task| self.subset(task).is_some_and(|it| it.id == subset.id));
            tasks.extend(of_subset.filter(|task| data_set::meant(&task.program, selection)));
        }
        let ids: Vec<&str> = self.tasks.iter().map(|task| task.program.name.as_str()).collect();
        for id in &selection.task {
            data_set::known("task", id, &ids)?;
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
