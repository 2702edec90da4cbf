//! `aite bench validate`

use std::collections::BTreeMap;
use std::io::Write;

use super::data_set::DataSet;
use super::problems;
use super::selection::{Selected, Selection};
use crate::command::stdout;
use crate::exit::{Exit, Outcome, Stop};

pub(super) fn run(selection: &Selection) -> Outcome {
    let set = DataSet::read(&selection.manifest)?;
    let selected = set.select(selection);
    let found = match &selected {
        Ok(selected) => problems::of(&set, selected),
        // What is wrong with the manifest may be why nothing is found.
        Err(_) => set
            .problems()
            .into_iter()
            .map(|problem| (problem.file, problem.diagnostic))
            .collect(),
    };
    let failed = problems::report(&set, &found)?;
    let selected = selected?;
    if failed {
        return Ok(Exit::Failure);
    }
    summary(&set, &selected)?;
    Ok(Exit::Success)
}

fn summary(set: &DataSet, selection: &Selected<'_>) -> Result<(), Stop> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for subset in &selection.subsets {
        counts.insert(&subset.id, 0);
    }
    for task in &selection.tasks {
        if let Some(subset) = set.subset(task) {
            *counts.entry(&subset.id).or_default() += 1;
        }
    }
    counts.retain(|_, count| selection.is_everything || *count > 0);
    let mut out = stdout();
    writeln!(
        out,
        "OK manifest={} tasks={} subsets={}",
        set.manifest,
        selection.tasks.len(),
        counts.len()
    )?;
    for (subset, count) in counts {
        writeln!(out, "{subset}: {count}")?;
    }
    out.flush()?;
    Ok(())
}
