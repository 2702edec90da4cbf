//! Features by subset.

use std::collections::{BTreeMap, BTreeSet};

use aite_compiler::ir::Kind;
use serde_json::{Value, json};

use super::super::data_set::DataSet;
use super::super::selection::Selected;

/// The ids of tasks by subset.
pub(super) type BySubset = BTreeMap<String, BTreeSet<String>>;

/// What features the selected tasks have.
pub(super) struct Features {
    pub(super) tasks: usize,
    /// In the order of the selection: subset, layer, number of tasks.
    pub(super) subsets: Vec<Subset>,
    /// For each feature, its tasks by subset.
    pub(super) by_name: BTreeMap<String, BySubset>,
    /// Tasks that name no feature.
    pub(super) bare: Vec<String>,
}

/// A subset that was looked in.
pub(super) struct Subset {
    pub(super) id: String,
    layer: String,
    pub(super) tasks: usize,
}

impl Features {
    pub(super) fn of(set: &DataSet, selected: &Selected<'_>) -> Self {
        let mut subsets: Vec<Subset> = selected
            .subsets
            .iter()
            .map(|subset| Subset {
                id: subset.id.clone(),
                layer: subset.layer.clone(),
                tasks: 0,
            })
            .collect();
        let mut by_name: BTreeMap<String, BySubset> = BTreeMap::new();
        let mut bare = Vec::new();
        for task in &selected.tasks {
            let (Kind::Task(facts), Some(subset)) = (&task.program.kind, set.subset(task)) else {
                continue;
            };
            if let Some(own) = subsets.iter_mut().find(|it| it.id == subset.id) {
                own.tasks += 1;
            }
            let id = &task.program.name;
            if facts.features.is_empty() {
                bare.push(id.clone());
            }
            for feature in &facts.features {
                let by_subset = by_name.entry(feature.clone()).or_default();
                by_subset.entry(subset.id.clone()).or_default().insert(id.clone());
            }
        }
        Self {
            tasks: selected.tasks.len(),
            subsets,
            by_name,
            bare,
        }
    }

    /// How many features a subset has, and how many no other has.
    pub(super) fn in_subset(&self, id: &str) -> (usize, usize) {
        let own = self.by_name.values().filter(|it| it.contains_key(id));
        own.fold((0, 0), |(all, alone), it| {
            (all + 1, alone + usize::from(it.len() == 1))
        })
    }

    /// Features that begin with the same two words, taken together: their number, and their tasks by subset.
    pub(super) fn areas(&self) -> BTreeMap<&str, (usize, BySubset)> {
        let mut areas: BTreeMap<&str, (usize, BySubset)> = BTreeMap::new();
        for (feature, by_subset) in &self.by_name {
            let (features, subsets) = areas.entry(area(feature)).or_default();
            *features += 1;
            for (subset, tasks) in by_subset {
                subsets
                    .entry(subset.clone())
                    .or_default()
                    .extend(tasks.iter().cloned());
            }
        }
        areas
    }

    pub(super) fn subsets_json(&self) -> Vec<Value> {
        let row = |subset: &Subset| {
            let (features, only_here) = self.in_subset(&subset.id);
            json!({"layer": subset.layer, "subset_id": subset.id, "tasks": subset.tasks, "features": features,
                "only_here": only_here})
        };
        self.subsets.iter().map(row).collect()
    }

    pub(super) fn json(&self) -> Value {
        let row = |(name, by_subset): (&String, &BySubset)| {
            let counts: BTreeMap<_, _> = by_subset
                .iter()
                .map(|(subset, tasks)| (subset, tasks.len()))
                .collect();
            (
                name.clone(),
                json!({"tasks": all(by_subset), "by_subset": counts}),
            )
        };
        Value::Object(self.by_name.iter().map(row).collect())
    }
}

/// The number of tasks in all subsets.
pub(super) fn all(by_subset: &BySubset) -> usize {
    by_subset.values().map(BTreeSet::len).sum()
}

/// The first two words of a feature.
fn area(feature: &str) -> &str {
    let second = feature
        .match_indices('.')
        .nth(1)
        .map_or(feature.len(), |(at, _)| at);
    feature.get(..second).unwrap_or(feature)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_area_is_two_words() {
        assert_eq!(area("cdp.page.navigate.twice"), "cdp.page");
        assert_eq!(area("cdp.page"), "cdp.page");
        assert_eq!(area("cdp"), "cdp");
    }
}
