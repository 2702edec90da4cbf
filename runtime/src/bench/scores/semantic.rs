//! Capabilities: all of a capability's semantic probes together are one verdict for an engine and an attempt.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde_json::{Map, Value, json};

use super::tally::{Tally, by, pairs};

/// A capability as the run's record has it.
struct Capability<'a> {
    id: &'a str,
    record: &'a Value,
    probes: Vec<&'a str>,
    cross_checks: Vec<&'a str>,
    diagnostics: Vec<&'a str>,
    selected: BTreeSet<&'a str>,
}

impl<'a> Capability<'a> {
    fn of(record: &'a Value) -> Self {
        let with_role = |role: &str| -> Vec<&'a str> {
            let probes = record["probes"].as_array().into_iter().flatten();
            let fitting = probes.filter(|probe| probe["role"] == role);
            fitting.filter_map(|probe| probe["task_id"].as_str()).collect()
        };
        Self {
            id: record["capability_id"].as_str().unwrap_or_default(),
            record,
            probes: with_role("semantic_probe"),
            cross_checks: with_role("driver_cross_check"),
            diagnostics: with_role("diagnostic"),
            selected: strings(&record["selected_task_ids"]).collect(),
        }
    }

    /// Whether everything that its verdict needs was asked for.
    fn is_complete(&self) -> bool {
        !self.probes.is_empty() && self.probes.iter().all(|task| self.selected.contains(task))
    }

    /// Whether any of it was.
    fn is_touched(&self) -> bool {
        self.probes.iter().any(|task| self.selected.contains(task))
    }
}

/// An engine's verdicts.
#[derive(Default, Clone, Copy)]
struct Verdicts {
    all: Tally,
    scored: Tally,
    missing: u64,
}

impl Verdicts {
    fn add(&mut self, verdict: Option<Verdict>) {
        let Some(verdict) = verdict else {
            self.missing += 1;
            return;
        };
        self.all.add(verdict.passes);
        if verdict.is_scored {
            self.scored.add(verdict.passes);
        }
    }

    fn json(&self) -> Value {
        json!({
            "total": self.all.total,
            "pass": self.all.pass,
            "pass_rate": self.all.rate(),
            "scored_total": self.scored.total,
            "scored_pass": self.scored.pass,
            "scored_pass_rate": self.scored.rate(),
            "missing": self.missing,
        })
    }
}

struct Verdict {
    passes: bool,
    is_scored: bool,
}

/// The rows of the second layer by engine, task and attempt.
type Rows<'a> = HashMap<(&'a str, &'a str, u64), &'a Value>;

/// What the second layer says about capabilities.
pub(super) fn of(record: &Value, rows: &[&Value]) -> Value {
    let map = &record["l2_semantic_capability_map"];
    let Some(listed) = map["capabilities"].as_array() else {
        return json!({
            "available": false,
            "reason": "the run has no capability map",
            "by_engine": {},
            "capabilities": {},
            "pairwise": {},
        });
    };
    let capabilities: Vec<_> = listed.iter().map(Capability::of).collect();
    let found: Rows<'_> = rows.iter().map(|row| (key(row), *row)).collect();
    let engines: Vec<&str> = strings(&record["selected_engines"]).collect();
    let attempts = record["k_runs"].as_u64().unwrap_or(1);
    let mut by_engine: BTreeMap<&str, Verdicts> = BTreeMap::new();
    let mut by_capability = Map::new();
    let mut compared = Vec::new();
    for capability in &capabilities {
        let mut own: BTreeMap<&str, Verdicts> = BTreeMap::new();
        for (engine, attempt) in engines
            .iter()
            .flat_map(|engine| (1..=attempts).map(move |at| (*engine, at)))
        {
            if !capability.is_touched() {
                continue;
            }
            let verdict = verdict(capability, engine, attempt, &found);
            if let Some(verdict) = &verdict {
                compared.push((engine, (capability.id, attempt), verdict.passes));
            }
            own.entry(engine)
                .or_default()
                .add(verdict.as_ref().map(|it| Verdict { ..*it }));
            by_engine.entry(engine).or_default().add(verdict);
        }
        by_capability.insert(capability.id.into(), described(capability, &own));
    }
    let candidates: Vec<&str> = engines.iter().copied().filter(|name| *name != "chrome").collect();
    json!({
        "available": true,
        "unit": "capability_attempt",
        "aggregation": "all_semantic_probes_pass",
        "map": {"schema_version": map["schema_version"], "path": map["path"], "sha256": map["sha256"]},
        "semantic_capabilities": capabilities.iter().filter(|it| it.is_touched()).count(),
        "complete_selection_capabilities": capabilities.iter().filter(|it| it.is_complete()).count(),
        "by_engine": engines_json(&by_engine),
        "capabilities": by_capability,
        "driver_cross_checks": aside(capabilities.iter().flat_map(|it| &it.cross_checks), rows),
        "diagnostics": aside(capabilities.iter().flat_map(|it| &it.diagnostics), rows),
        "pairwise": pairs(&candidates, compared.into_iter()),
    })
}

/// Nothing, when a probe was not asked for or has no row: a part is no verdict.
fn verdict(capability: &Capability<'_>, engine: &str, attempt: u64, rows: &Rows<'_>) -> Option<Verdict> {
    if !capability.is_complete() {
        return None;
    }
    let evidence = capability
        .probes
        .iter()
        .map(|task| rows.get(&(engine, *task, attempt)));
    let evidence: Vec<_> = evidence.collect::<Option<_>>()?;
    Some(Verdict {
        passes: evidence.iter().all(|row| row["status"] == "pass"),
        is_scored: evidence.iter().all(|row| row["score_included"] == true),
    })
}

fn described(capability: &Capability<'_>, own: &BTreeMap<&str, Verdicts>) -> Value {
    json!({
        "title": capability.record["title"],
        "category": capability.record["category"],
        "observable": capability.record["observable"],
        "semantic_probe_task_ids": capability.probes,
        "driver_cross_check_task_ids": capability.cross_checks,
        "diagnostic_task_ids": capability.diagnostics,
        "complete_selection": capability.is_complete(),
        "by_engine": engines_json(own),
    })
}

fn engines_json(verdicts: &BTreeMap<&str, Verdicts>) -> Value {
    let named = verdicts
        .iter()
        .map(|(name, verdicts)| ((*name).to_owned(), verdicts.json()));
    Value::Object(named.collect())
}

/// Rows that are told and do not count.
fn aside<'a>(tasks: impl Iterator<Item = &'a &'a str>, rows: &[&Value]) -> Value {
    let tasks: BTreeSet<&str> = tasks.copied().collect();
    let is_one = |row: &&&Value| row["task_id"].as_str().is_some_and(|id| tasks.contains(id));
    let rows: Vec<&Value> = rows.iter().filter(is_one).copied().collect();
    let with_rows: BTreeSet<_> = rows.iter().filter_map(|row| row["task_id"].as_str()).collect();
    json!({
        "task_count": with_rows.len(),
        "row_count": rows.len(),
        "by_engine": by(&rows, "engine"),
        "by_driver": by(&rows, "driver"),
    })
}

fn key(row: &Value) -> (&str, &str, u64) {
    let text = |member: &str| row[member].as_str().unwrap_or_default();
    (
        text("engine"),
        text("task_id"),
        row["attempt"].as_u64().unwrap_or_default(),
    )
}

fn strings(list: &Value) -> impl Iterator<Item = &str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str)
}
