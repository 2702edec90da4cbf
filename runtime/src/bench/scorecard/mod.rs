//! A run for people: `scorecard.md` to read anywhere, `scorecard.html` to look into. Both are made from a run's own files
//! and from nothing else, so that they are the same bytes whenever they are made.

mod html;
mod markdown;
mod statuses;
mod text;

use std::collections::HashSet;
use std::path::Path;

use serde_json::Value;

use super::evidence::Evidence;
use super::recorded::Recorded;
use super::scores::is_of_aite;

pub(super) use html::page;
pub(super) use markdown::of as markdown;

/// What a card tells of.
pub(super) struct Card<'a> {
    /// Where evidence is looked up.
    pub(super) folder: &'a Path,
    pub(super) run: &'a Recorded,
    /// `scores.json`.
    pub(super) scores: &'a Value,
    /// `resource_summary.json`, when the run measured what engines cost.
    pub(super) resources: Option<&'a Value>,
    /// `host_summary.json`, when the machine was watched.
    pub(super) host: Option<&'a Value>,
}

impl<'a> Card<'a> {
    /// The engines in the order in which they were selected, then others that have rows.
    fn engines(&self) -> Vec<&'a str> {
        let selected = self.run.record["selected_engines"].as_array();
        let selected = selected.into_iter().flatten().filter_map(Value::as_str);
        unique(selected.chain(self.run.rows.iter().map(|row| member(row, "engine"))))
    }

    /// Why the run is not scored.
    fn reasons(&self) -> Vec<&'a str> {
        let reasons = self.run.record["chrome_baseline_policy"]["ineligibility_reasons"].as_array();
        reasons.into_iter().flatten().filter_map(Value::as_str).collect()
    }

    /// The rows of attempts that did not pass.
    fn failing(&self) -> Vec<&'a Value> {
        let rows = self.run.rows.iter();
        rows.filter(|row| row["status"] != "pass").collect()
    }

    /// The rows of attempts by the drivers that tasks name.
    fn of_tasks(&self) -> Vec<&'a Value> {
        let rows = self.run.rows.iter();
        rows.filter(|row| !is_of_aite(row)).collect()
    }

    /// The rows of attempts by our own runtime, which are told apart.
    fn of_aite(&self) -> Vec<&'a Value> {
        let rows = self.run.rows.iter();
        rows.filter(|row| is_of_aite(row)).collect()
    }

    /// How many tasks have rows.
    fn tasks(&self) -> usize {
        let names: HashSet<_> = self.run.rows.iter().map(|row| member(row, "task_id")).collect();
        names.len()
    }

    fn evidence(&self, row: &Value) -> Evidence {
        Evidence::read(self.folder, row)
    }
}

/// A text member, empty when there is none.
fn member<'a>(of: &'a Value, name: &str) -> &'a str {
    of[name].as_str().unwrap_or_default()
}

/// Each once, in the order of their first.
fn unique<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut seen = Vec::new();
    for name in names {
        if !seen.contains(&name) {
            seen.push(name);
        }
    }
    seen
}
