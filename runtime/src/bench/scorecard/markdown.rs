//! `scorecard.md`: a run for people.

use std::fmt::Write;

use serde_json::Value;

use super::super::drivers::aite;
use super::super::evidence::place;
use super::Card;
use super::text::{address, visible};

/// As many failing rows as a person reads.
const MOST_ROWS: usize = 500;

/// The page about a run.
pub(in super::super) fn of(card: &Card<'_>) -> String {
    let (record, scores) = (&card.run.record, card.scores);
    let mut page = String::new();
    let text = |value: &Value| cell(value.as_str().unwrap_or("?"));
    // Writing into a string cannot fail.
    let _ = write!(
        page,
        "# {}\n\n{} {}, aite {}, {}, {} of {} attempts, {}.\n",
        text(&record["run_id"]),
        text(&record["bench_id"]),
        text(&record["bench_version"]),
        text(&record["harness_version"]),
        text(&record["score_mode"]),
        card.run.rows.len(),
        record["expected_result_rows"],
        text(&record["completion_status"]),
    );
    let reasons = card.reasons();
    if !reasons.is_empty() {
        let _ = write!(page, "\nNot for scores: {}.\n", reasons.join(", "));
    }
    for notice in &card.run.notices {
        let _ = write!(page, "\n{}\n", cell(notice));
    }
    for layer in ["L1", "L2"] {
        let layer_scores = &scores["layers"][layer];
        table(
            &mut page,
            &format!("{layer} by engine"),
            &layer_scores["by_engine"],
        );
        table(
            &mut page,
            &format!("{layer} by subset"),
            &layer_scores["by_subset"],
        );
    }
    let semantic = &scores["layers"]["L2"]["semantic_correctness"];
    if semantic["available"] == true {
        table(&mut page, "Capabilities by engine", &semantic["by_engine"]);
    }
    let of_aite = &scores["other_drivers"][aite::NAME];
    table(&mut page, "Driver aite by engine", &of_aite["by_engine"]);
    table(&mut page, "Driver aite by subset", &of_aite["by_subset"]);
    failures(&mut page, &card.failing());
    page
}

fn table(page: &mut String, title: &str, tallies: &Value) {
    let Some(tallies) = tallies.as_object().filter(|tallies| !tallies.is_empty()) else {
        return;
    };
    let _ = write!(
        page,
        "\n## {title}\n\n| | pass | total | rate |\n|---|---:|---:|---:|\n"
    );
    for (name, tally) in tallies {
        let rate = tally["pass_rate"].as_f64().unwrap_or_default() * 100.0;
        let _ = writeln!(
            page,
            "| {} | {} | {} | {rate:.1} % |",
            cell(name),
            tally["pass"],
            tally["total"]
        );
    }
}

fn failures(page: &mut String, failing: &[&Value]) {
    if failing.is_empty() {
        return;
    }
    page.push_str("\n## What did not pass\n\n| task | engine | attempt | status | class | origin | detail |\n|---|---|---:|---|---|---|---|\n");
    for row in failing.iter().take(MOST_ROWS) {
        let failure = &row["failure"];
        let text = |value: &Value| cell(value.as_str().unwrap_or(""));
        let _ = writeln!(
            page,
            "| [{}]({}) | {} | {} | {} | {} | {} | {} |",
            text(&row["task_id"]),
            place(row).map_or_else(
                || ".".into(),
                |place| address(&format!("{}/run.json", place.display()))
            ),
            text(&row["engine"]),
            row["attempt"],
            text(&row["status"]),
            text(&failure["class"]),
            text(&failure["origin"]),
            text(&failure["detail"]),
        );
    }
    if failing.len() > MOST_ROWS {
        let _ = writeln!(page, "\n{} more are in results.jsonl.", failing.len() - MOST_ROWS);
    }
}

/// What an engine says is hostile: one line, bounded, and nothing that the table or the page would take for its own.
fn cell(text: &str) -> String {
    const LONGEST: usize = 160;
    let mut cell = String::new();
    for character in text.chars().take(LONGEST) {
        match character {
            '|' | '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '&' => {
                cell.push('\\');
                cell.push(character);
            }
            plain => cell.push(visible(plain)),
        }
    }
    if text.chars().nth(LONGEST).is_some() {
        cell.push('…');
    }
    cell
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_engine_says_stays_in_its_cell() {
        assert_eq!(cell("a|b\n<i>"), "a\\|b \\<i\\>");
        assert_eq!(cell(&"x".repeat(200)).chars().count(), 161);
    }
}
