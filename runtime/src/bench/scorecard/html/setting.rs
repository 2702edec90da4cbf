//! What was measured, with what, and where.

use maud::{Markup, html};
use serde_json::Value;

use super::super::Card;
use super::super::text::{NAME, address, line, value};

/// Files of a run that a reader may want; those that are there are linked.
const FILES: [&str; 8] = [
    "run_manifest.json",
    "results.jsonl",
    "scores.json",
    "scorecard.md",
    "resource_summary.json",
    "resource-card.md",
    "host_summary.json",
    "host_telemetry.jsonl",
];

pub(super) fn section(card: &Card<'_>) -> Markup {
    let record = &card.run.record;
    html! {
        section aria-labelledby="setting" {
            h2 #setting { "How it was measured" }
            (engines(card))
            dl.setting {
                (entry("data set", &[&record["bench_id"], &record["bench_version"], &record["bench_manifest"]["sha256"]]))
                (entry("aite", &[&record["harness_version"]]))
                (entry("scores", &[&record["score_mode"]]))
                (entry("baseline", &[&record["chrome_baseline_policy"]["resolved_default"]]))
                (entry("seed", &[&record["seed"]]))
                (entry("jobs", &[&record["runner"]["jobs"]]))
                (entry("machine", &[&record["host"]["platform"], &record["host"]["kernel"], &record["host"]["machine"]]))
                (entry("processors", &[&record["host"]["cpu_count"]]))
                @if let Some(host) = card.host { dt { "disturbance" } dd { (disturbance(host)) } }
                (entry("began", &[&record["started_at"]]))
                (entry("ended", &[&record["completed_at"]]))
                dt { "files" }
                dd { @for name in FILES { @if is_there(card, name) { a href=(address(name)) { (name) } " " } } }
            }
        }
    }
}

/// Those that the report writes itself are there when the page is.
fn is_there(card: &Card<'_>, name: &str) -> bool {
    name.starts_with("score") || card.folder.join(name).exists()
}

fn engines(card: &Card<'_>) -> Markup {
    html! { div.wide { table {
        caption { "The engines" }
        thead { tr {
            th scope="col" { "Engine" } th scope="col" { "Role" } th scope="col" { "Program" } th scope="col" { "SHA-256" }
            th scope="col" { "Pin" }
        } }
        tbody { @for engine in card.engines() { @let own = &card.run.record["engines"][engine]; tr {
            th scope="row" { (line(engine, NAME)) }
            td { (said(&own["role"])) } td { (said(&own["binary"])) }
            td { code { (said(&own["sha256_12"])) } } td { (pin(own)) }
        } } }
    } } }
}

fn pin(engine: &Value) -> &'static str {
    match (
        engine["expected_sha256_12"].as_str(),
        engine["sha256_12"].as_str(),
    ) {
        (None, _) => "none",
        (Some(expected), Some(found)) if expected == found => "as pinned",
        _ => "another than the pinned one",
    }
}

fn disturbance(host: &Value) -> String {
    let flags = host["flags"].as_array().into_iter().flatten();
    let flags: Vec<_> = flags.map(|flag| value(flag, NAME)).collect();
    match flags.is_empty() {
        true if host["sample_count"] == 0 => "not watched".to_owned(),
        true => "none seen".to_owned(),
        false => flags.join(", "),
    }
}

fn entry(name: &str, values: &[&Value]) -> Markup {
    let values: Vec<_> = values
        .iter()
        .filter(|it| !it.is_null())
        .map(|it| value(it, NAME))
        .collect();
    html! { @if !values.is_empty() { dt { (name) } dd { (values.join(" · ")) } } }
}

fn said(of: &Value) -> String {
    of.as_str()
        .map_or_else(|| "–".to_owned(), |text| line(text, NAME))
}
