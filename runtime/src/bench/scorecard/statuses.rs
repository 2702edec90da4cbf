//! Attempts counted by what became of them.

use std::collections::{BTreeMap, HashSet};

use serde_json::Value;

use super::super::outcome::Status;

/// So many attempts of each status.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Statuses([u64; Status::ALL.len()]);

impl Statuses {
    /// Counts rows.
    pub(super) fn of<'a>(rows: impl Iterator<Item = &'a Value>) -> Self {
        let mut counted = Self::default();
        for row in rows {
            let at = Status::ALL
                .iter()
                .position(|status| row["status"] == status.as_str());
            if let Some(count) = at.and_then(|at| counted.0.get_mut(at)) {
                *count += 1;
            }
        }
        counted
    }

    /// Statuses that there are, with their numbers, in the order of [`Status::ALL`].
    pub(super) fn iter(self) -> impl Iterator<Item = (Status, u64)> {
        Status::ALL
            .into_iter()
            .zip(self.0)
            .filter(|(_, count)| *count > 0)
    }

    pub(super) fn total(self) -> u64 {
        self.0.iter().sum()
    }

    pub(super) fn passed(self) -> u64 {
        self.iter()
            .find(|(status, _)| *status == Status::Pass)
            .map_or(0, |(_, count)| count)
    }

    /// Of a hundred, how many passed; nothing of nothing.
    pub(super) fn success(self) -> Option<f64> {
        percent(self.passed(), self.total())
    }
}

/// `part` of `whole`, of a hundred.
pub(super) fn percent(part: u64, whole: u64) -> Option<f64> {
    #[expect(clippy::cast_precision_loss, reason = "counts of rows")]
    (whole > 0).then(|| part as f64 * 100.0 / whole as f64)
}

/// The lowest and the highest success over the attempts of every task: first attempts, second ones and so on.
pub(super) fn range<'a>(rows: impl Iterator<Item = &'a Value>) -> Option<(f64, f64)> {
    let mut by_attempt: BTreeMap<u64, Vec<&Value>> = BTreeMap::new();
    for row in rows {
        let attempt = row["attempt"].as_u64().unwrap_or_default();
        by_attempt.entry(attempt).or_default().push(row);
    }
    let successes = by_attempt
        .into_values()
        .filter_map(|rows| Statuses::of(rows.into_iter()).success());
    successes.fold(None, |range, success| match range {
        None => Some((success, success)),
        Some((low, high)) => Some((success.min(low), success.max(high))),
    })
}

/// How often an engine passes of what Chrome passes: a pair of numbers, when both were tried.
pub(super) fn beside_chrome(rows: &[&Value], engine: &str) -> Option<(u64, u64)> {
    let chrome = passed(rows, "chrome");
    if chrome.is_empty() {
        return None;
    }
    let both = passed(rows, engine).intersection(&chrome).count();
    Some((both as u64, chrome.len() as u64))
}

/// Tasks and attempts that an engine passes.
fn passed<'a>(rows: &[&'a Value], engine: &str) -> HashSet<(Option<&'a str>, Option<u64>)> {
    let passing = rows
        .iter()
        .filter(|row| row["engine"] == engine && row["status"] == "pass");
    passing
        .map(|row| (row["task_id"].as_str(), row["attempt"].as_u64()))
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn row(task: &str, engine: &str, attempt: u64, status: &str) -> Value {
        json!({"task_id": task, "engine": engine, "attempt": attempt, "status": status})
    }

    #[test]
    fn success_is_of_all_rows_and_its_range_over_attempts() {
        let rows = [
            row("a", "moli", 1, "pass"),
            row("b", "moli", 1, "crash"),
            row("a", "moli", 2, "pass"),
            row("b", "moli", 2, "pass"),
            row("a", "moli", 3, "chrome_gate_fail"),
            row("b", "moli", 3, "fail"),
        ];
        let statuses = Statuses::of(rows.iter());
        assert_eq!(
            (statuses.passed(), statuses.total(), statuses.success()),
            (3, 6, Some(50.0))
        );
        assert_eq!(
            statuses.iter().collect::<Vec<_>>(),
            [
                (Status::Pass, 3),
                (Status::Fail, 1),
                (Status::Crash, 1),
                (Status::ChromeGateFail, 1)
            ]
        );
        assert_eq!(range(rows.iter()), Some((0.0, 100.0)));
        assert_eq!(range([].iter()), None);
        assert_eq!(Statuses::default().success(), None);
    }

    #[test]
    fn standing_in_is_measured_by_what_chrome_passes() {
        let rows = [
            row("a", "chrome", 1, "pass"),
            row("b", "chrome", 1, "pass"),
            row("c", "chrome", 1, "fail"),
            row("a", "moli", 1, "pass"),
            row("b", "moli", 1, "fail"),
            row("c", "moli", 1, "pass"),
        ];
        let rows: Vec<_> = rows.iter().collect();
        assert_eq!(beside_chrome(&rows, "moli"), Some((1, 2)));
        assert_eq!(beside_chrome(&rows[3..], "moli"), None, "Chrome was not tried");
    }
}
