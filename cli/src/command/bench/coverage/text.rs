//! Coverage as lines for people.

use std::io::{self, Write};

use super::capabilities::Covered;
use super::features::{BySubset, Features, all};
use super::protocol::Ledger;
use super::{By, Coverage};
use crate::render::{count, safe};

/// As many characters of a name as are shown.
const NAME: usize = 100;
/// As many subsets of a feature as are shown.
const MOST_SUBSETS: usize = 4;

pub(super) fn write(out: &mut dyn Write, coverage: &Coverage, by: By) -> io::Result<()> {
    let features = &coverage.features;
    writeln!(
        out,
        "{} in {}, {}\n",
        count(features.tasks, "task"),
        count(features.subsets.len(), "subset"),
        count(features.by_name.len(), "feature")
    )?;
    subsets(out, features)?;
    match by {
        By::Area => areas(out, features)?,
        By::Feature => each(out, features)?,
    }
    if let Some(covered) = &coverage.capabilities {
        capabilities(out, covered)?;
    }
    if let Some(ledger) = &coverage.protocol {
        protocol(out, ledger)?;
    }
    uncovered(out, coverage)
}

fn subsets(out: &mut dyn Write, features: &Features) -> io::Result<()> {
    let mut rows = vec![
        ["subset", "tasks", "features", "only here"]
            .map(str::to_owned)
            .to_vec(),
    ];
    rows.extend(features.subsets.iter().map(|subset| {
        let (all, alone) = features.in_subset(&subset.id);
        vec![
            name(&subset.id),
            subset.tasks.to_string(),
            all.to_string(),
            alone.to_string(),
        ]
    }));
    table(out, &rows)
}

fn areas(out: &mut dyn Write, features: &Features) -> io::Result<()> {
    let mut rows = vec![["area", "features", "tasks", "in"].map(str::to_owned).to_vec()];
    rows.extend(features.areas().iter().map(|(area, (number, tasks))| {
        vec![
            name(area),
            number.to_string(),
            all(tasks).to_string(),
            subsets_of(tasks),
        ]
    }));
    table(out, &rows)
}

fn each(out: &mut dyn Write, features: &Features) -> io::Result<()> {
    let mut rows = vec![["feature", "tasks", "in"].map(str::to_owned).to_vec()];
    rows.extend(
        features
            .by_name
            .iter()
            .map(|(feature, tasks)| vec![name(feature), all(tasks).to_string(), subsets_of(tasks)]),
    );
    table(out, &rows)
}

/// The subsets with the most tasks; JSON has all of them.
fn subsets_of(tasks: &BySubset) -> String {
    let mut subsets: Vec<_> = tasks
        .iter()
        .map(|(subset, tasks)| (tasks.len(), subset))
        .collect();
    subsets.sort_by_key(|(tasks, _)| std::cmp::Reverse(*tasks));
    let shown = subsets
        .iter()
        .take(MOST_SUBSETS)
        .map(|(tasks, subset)| format!("{} {tasks}", name(subset)));
    let shown = shown.collect::<Vec<_>>().join(", ");
    match subsets.len().saturating_sub(MOST_SUBSETS) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

fn capabilities(out: &mut dyn Write, covered: &Covered) -> io::Result<()> {
    let mut rows = vec![["capabilities of", "covered", "of"].map(str::to_owned).to_vec()];
    let categories = covered.categories();
    rows.extend(
        categories
            .iter()
            .map(|(category, (covered, all))| vec![name(category), covered.to_string(), all.to_string()]),
    );
    rows.push(vec![
        "all".into(),
        covered.covered().to_string(),
        covered.rows().len().to_string(),
    ]);
    table(out, &rows)
}

fn protocol(out: &mut dyn Write, ledger: &Ledger) -> io::Result<()> {
    writeln!(
        out,
        "protocol {}: {} stable commands and events: {} tested, {} waived, {} out of scope, {} not covered\n",
        name(&ledger.version),
        ledger.total(),
        ledger.tested(),
        ledger.waived(),
        ledger.out_of_scope.len(),
        ledger.uncovered.len()
    )
}

/// Everything that nothing looks at, a line each.
fn uncovered(out: &mut dyn Write, coverage: &Coverage) -> io::Result<()> {
    let mut lines = Vec::new();
    let subsets = coverage.features.subsets.iter();
    lines.extend(
        subsets
            .filter(|subset| subset.tasks == 0)
            .map(|subset| format!("subset {}: no task of it is selected", name(&subset.id))),
    );
    let bare = coverage.features.bare.iter();
    lines.extend(bare.map(|task| format!("task {}: it names no feature", name(task))));
    let capabilities = coverage.capabilities.iter().flat_map(Covered::rows);
    lines.extend(capabilities.filter(|row| !row.is_covered()).map(|row| {
        let why = match row.probes {
            (_, 0) => "it has no semantic probe".to_owned(),
            (selected, all) => format!("{selected} of {} selected", count(all, "semantic probe")),
        };
        format!("capability {}: {why}", name(&row.id))
    }));
    let ledger = coverage.protocol.as_ref();
    let members = ledger.iter().flat_map(|ledger| &ledger.uncovered);
    lines.extend(members.map(|member| format!("protocol {}: no feature names it", name(member))));
    list(out, "not covered", &lines)?;
    let unknown = ledger.iter().flat_map(|ledger| &ledger.unknown);
    let mut doubts: Vec<_> = unknown
        .map(|feature| format!("feature {}: the protocol has no such member", name(feature)))
        .collect();
    let stale = ledger.iter().flat_map(|ledger| &ledger.stale);
    doubts.extend(stale.map(|waiver| name(waiver)));
    match doubts.is_empty() {
        true => Ok(()),
        false => list(out, "doubtful", &doubts),
    }
}

fn list(out: &mut dyn Write, title: &str, lines: &[String]) -> io::Result<()> {
    if lines.is_empty() {
        return writeln!(out, "{title}: nothing");
    }
    writeln!(out, "{title}:")?;
    for line in lines {
        writeln!(out, "  {line}")?;
    }
    Ok(())
}

fn name(text: &str) -> String {
    safe::line(text, NAME).into_owned()
}

/// Columns under their heads: numbers to the right, the first and the last column to the left.
fn table(out: &mut dyn Write, rows: &[Vec<String>]) -> io::Result<()> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or_default()
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for row in rows {
        let mut line = String::new();
        for (at, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let is_number = rows
                .last()
                .and_then(|last| last.get(at))
                .is_some_and(|it| it.parse::<u64>().is_ok());
            line += &match is_number {
                true => format!("{cell:>width$}  "),
                false => format!("{cell:<width$}  "),
            };
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    writeln!(out)
}
