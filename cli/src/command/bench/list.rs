//! `aite bench list`

use std::io::Write;

use aite_compiler::import::Subset;
use aite_compiler::ir::{Baseline, Grader, Kind, Scene};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::data_set::{DataSet, Task};
use super::selection::Selection;
use crate::command::stdout;
use crate::exit::{Exit, Outcome, Stop};

#[derive(Debug, Args)]
pub(super) struct ListArgs {
    /// What is listed
    what: Listed,
    /// As a JSON array
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    selection: Selection,
}

/// `aite bench list`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Listed {
    /// A line a task
    Tasks,
    /// A line a subset
    Subsets,
}

pub(super) fn run(args: &ListArgs) -> Outcome {
    let set = DataSet::read(&args.selection.manifest)?;
    let selection = set.select(&args.selection)?;
    let rows: Vec<Value> = match args.what {
        Listed::Tasks => selection
            .tasks
            .iter()
            .filter_map(|task| of_task(&set, task))
            .collect(),
        Listed::Subsets => {
            let count = |subset: &Subset| {
                let of_subset = |task: &&&Task| set.subset(task).is_some_and(|it| it.id == subset.id);
                selection.tasks.iter().filter(of_subset).count()
            };
            let rows = selection
                .subsets
                .iter()
                .map(|subset| of_subset(subset, count(subset)));
            rows.collect()
        }
    };
    match args.json {
        true => write_json(&rows)?,
        false => write_lines(args.what, &rows)?,
    }
    Ok(Exit::Success)
}

fn write_json(rows: &[Value]) -> Result<(), Stop> {
    let mut out = stdout();
    serde_json::to_writer_pretty(&mut out, rows).map_err(std::io::Error::from)?;
    writeln!(out)?;
    out.flush()?;
    Ok(())
}

fn write_lines(what: Listed, rows: &[Value]) -> Result<(), Stop> {
    let columns: &[&str] = match what {
        Listed::Tasks => &["layer", "subset_id", "task_id"],
        Listed::Subsets => &["layer", "subset_id", "driver", "tasks"],
    };
    let mut out = stdout();
    for row in rows {
        let cells = columns.iter().map(|column| match &row[column] {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        });
        let cells: Vec<String> = cells.collect();
        writeln!(out, "{}", cells.join("  "))?;
    }
    out.flush()?;
    Ok(())
}

fn of_task(set: &DataSet, task: &Task) -> Option<Value> {
    let Kind::Task(facts) = &task.program.kind else {
        return None;
    };
    let subset = set.subset(task)?;
    let baseline = facts
        .baseline
        .or(subset.baseline)
        .or(set.suite.baseline)
        .unwrap_or(Baseline::Off);
    Some(json!({
        "layer": facts.layer,
        "subset_id": facts.subset,
        "task_id": task.program.name,
        "task_version": facts.version,
        "path": task.path,
        "title": facts.title,
        "description": facts.description,
        "features": facts.features,
        "tags": facts.tags,
        "scene": match facts.scene {
            Scene::AboutBlank => "about_blank",
            Scene::Fixture { .. } => "self_hosted_fixture",
        },
        "driver": facts.driver.kind.name(),
        "grader": match facts.grader {
            Grader::Inline { .. } => "inline_assertions",
            Grader::Server { .. } => "server_side",
        },
        "chrome_baseline": baseline,
        "chrome_gate": baseline,
        "launch_profile": facts.launch_profile,
        "artifact_profile": facts.artifact_profile,
    }))
}

fn of_subset(subset: &Subset, tasks: usize) -> Value {
    json!({
        "layer": subset.layer,
        "subset_id": subset.id,
        "driver": subset.driver.map(|driver| driver.name()),
        "enabled": subset.enabled,
        "chrome_gate": subset.baseline,
        "task_glob": subset.glob,
        "tasks": tasks,
    })
}
