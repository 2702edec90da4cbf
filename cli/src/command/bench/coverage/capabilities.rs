//! Capabilities and the probes that their verdicts need.

use std::collections::{BTreeMap, BTreeSet};

use aite_compiler::import::{Capabilities, Capability, Role};
use serde_json::{Value, json};

use super::super::selection::Selected;

/// What of the map the selected tasks are evidence for.
pub(super) struct Covered(Vec<Row>);

/// A capability.
pub(super) struct Row {
    pub(super) id: String,
    title: String,
    category: String,
    /// How many of its semantic probes are selected, and how many there are.
    pub(super) probes: (usize, usize),
    cross_checks: usize,
    diagnostics: usize,
}

impl Row {
    /// Whether there can be a verdict: all semantic probes together are one.
    pub(super) fn is_covered(&self) -> bool {
        let (selected, all) = self.probes;
        all > 0 && selected == all
    }
}

impl Covered {
    pub(super) fn of(map: &Capabilities, selected: &Selected<'_>) -> Self {
        let tasks: BTreeSet<&str> = selected
            .tasks
            .iter()
            .map(|task| task.program.name.as_str())
            .collect();
        let row = |capability: &Capability| {
            let of = |role| capability.probes.iter().filter(move |probe| probe.role == role);
            let chosen = |role| {
                of(role)
                    .filter(|probe| tasks.contains(probe.task.as_str()))
                    .count()
            };
            Row {
                id: capability.id.clone(),
                title: capability.title.clone(),
                category: capability.category.clone(),
                probes: (chosen(Role::Semantic), of(Role::Semantic).count()),
                cross_checks: chosen(Role::CrossCheck),
                diagnostics: chosen(Role::Diagnostic),
            }
        };
        Self(map.list.iter().map(row).collect())
    }

    pub(super) fn rows(&self) -> &[Row] {
        &self.0
    }

    /// How many are covered.
    pub(super) fn covered(&self) -> usize {
        self.0.iter().filter(|row| row.is_covered()).count()
    }

    /// For each category, how many are covered, and how many there are.
    pub(super) fn categories(&self) -> BTreeMap<&str, (usize, usize)> {
        let mut categories: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
        for row in &self.0 {
            let (covered, all) = categories.entry(&row.category).or_default();
            *covered += usize::from(row.is_covered());
            *all += 1;
        }
        categories
    }

    pub(super) fn json(&self) -> Value {
        let row = |row: &Row| {
            json!({"capability_id": row.id, "title": row.title, "category": row.category, "covered": row.is_covered(),
                "semantic_probes": {"selected": row.probes.0, "total": row.probes.1},
                "driver_cross_checks": row.cross_checks, "diagnostics": row.diagnostics})
        };
        json!({
            "total": self.0.len(),
            "covered": self.covered(),
            "list": self.0.iter().map(row).collect::<Vec<_>>(),
        })
    }
}
