//! Counting.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde_json::{Map, Value, json};

/// So many passed, of so many.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub(super) struct Tally {
    pub(super) total: u64,
    pub(super) pass: u64,
}

impl Tally {
    pub(super) fn add(&mut self, passed: bool) {
        self.total += 1;
        self.pass += u64::from(passed);
    }

    /// Between 0 and 1; 0 of nothing.
    pub(super) fn rate(self) -> f64 {
        match self.total {
            0 => 0.0,
            #[expect(clippy::cast_precision_loss, reason = "counts of rows")]
            total => self.pass as f64 / total as f64,
        }
    }

    pub(super) fn json(self) -> Value {
        json!({"total": self.total, "pass": self.pass, "pass_rate": self.rate()})
    }
}

/// Rows counted by the value of one of their members.
pub(super) fn by(rows: &[&Value], member: &str) -> Value {
    let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
    for row in rows {
        let name = row[member].as_str().unwrap_or_default();
        tallies.entry(name).or_default().add(row["status"] == "pass");
    }
    let named = tallies
        .into_iter()
        .map(|(name, tally)| (name.to_owned(), tally.json()));
    Value::Object(named.collect())
}

/// For every two of these engines: how often only one of them passed, both, or none, and how often one was not asked.
pub(super) fn pairs<'a, K: Ord + std::hash::Hash + Clone>(
    engines: &[&'a str],
    results: impl Iterator<Item = (&'a str, K, bool)>,
) -> Value {
    let mut passed: HashMap<&str, BTreeMap<K, bool>> = HashMap::new();
    for (engine, key, pass) in results {
        passed.entry(engine).or_default().insert(key, pass);
    }
    let none = BTreeMap::new();
    let mut pairs = Map::new();
    for (at, left) in engines.iter().enumerate() {
        for right in &engines[at + 1..] {
            let (of_left, of_right) = (
                passed.get(left).unwrap_or(&none),
                passed.get(right).unwrap_or(&none),
            );
            let mut pair = Pair::default();
            let keys: BTreeSet<&K> = of_left.keys().chain(of_right.keys()).collect();
            for key in keys {
                pair.add(of_left.get(key), of_right.get(key));
            }
            pairs.insert(format!("{left}__{right}"), pair.json(left, right));
        }
    }
    Value::Object(pairs)
}

#[derive(Default)]
struct Pair {
    left_only: u64,
    right_only: u64,
    both_pass: u64,
    both_fail: u64,
    missing: u64,
}

impl Pair {
    fn add(&mut self, left: Option<&bool>, right: Option<&bool>) {
        let count = match (left, right) {
            (Some(true), Some(true)) => &mut self.both_pass,
            (Some(true), Some(false)) => &mut self.left_only,
            (Some(false), Some(true)) => &mut self.right_only,
            (Some(false), Some(false)) => &mut self.both_fail,
            _ => &mut self.missing,
        };
        *count += 1;
    }

    fn json(&self, left: &str, right: &str) -> Value {
        json!({
            "left": left,
            "right": right,
            "left_only": self.left_only,
            "right_only": self.right_only,
            "both_pass": self.both_pass,
            "both_fail": self.both_fail,
            "missing": self.missing,
        })
    }
}
