//! `scorecard.html`: one file that needs nothing else, opens from a disk, and runs nothing but its own filter.
//!
//! [`html!`] escapes whatever it is given. What the page may do is said in its policy: one style and one script, both known
//! by their hashes, and no request to anywhere.

mod attempts;
mod capabilities;
mod engines;
mod memory;
mod own_runtime;
mod scatter;
mod setting;
mod subsets;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::text::{NAME, line, value};
use super::{Card, member};

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("filter.js");

/// The page about a run.
pub(in super::super) fn page(card: &Card<'_>) -> String {
    let record = &card.run.record;
    let title = line(member(record, "run_id"), NAME);
    let (of_tasks, of_aite) = (card.of_tasks(), card.of_aite());
    // A run without any row still says which engines it was to try.
    let shows_tasks = of_aite.is_empty() || !of_tasks.is_empty();
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy());
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="generator" content=(format!("aite {}", env!("CARGO_PKG_VERSION")));
                title { (title) " · aite bench" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                a.skip href="#attempts" { "To what did not pass" }
                (head(card, &title))
                main {
                    @if shows_tasks { (engines::section(card, &of_tasks)) }
                    @if !of_aite.is_empty() { (own_runtime::section(card, &of_aite)) }
                    (memory::section(card))
                    @if shows_tasks { (subsets::section(card, &of_tasks)) }
                    (capabilities::section(card))
                    (attempts::section(card))
                    (setting::section(card))
                }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    page.into_string()
}

/// What the page may do.
fn policy() -> String {
    let known = |text: &str| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)));
    format!(
        "default-src 'none'; style-src {}; script-src {}; base-uri 'none'; form-action 'none'",
        known(STYLE),
        known(SCRIPT)
    )
}

fn head(card: &Card<'_>, title: &str) -> Markup {
    let record = &card.run.record;
    let rows = card.run.rows.len();
    let expected = record["expected_result_rows"].as_u64();
    let reasons = card.reasons();
    html! {
        header {
            p.kind { "aite bench" }
            h1 { (title) }
            p {
                (value(&record["bench_id"], NAME)) " " (value(&record["bench_version"], NAME)) " · "
                (plural(card.tasks(), "task")) " · " (plural(card.engines().len(), "engine")) " · "
                @match record["k_runs"].as_u64() {
                    Some(1) | None => "one attempt each",
                    Some(attempts) => { (attempts) " attempts each" }
                }
                @if let Some(started) = record["started_at"].as_str() { " · " (line(started, NAME)) }
            }
            @if record["completion_status"] != "completed" {
                p.notice { strong { "Not complete." } " The run ended early: it has " (rows)
                    @if let Some(expected) = expected { " of " (expected) } " attempts." }
            }
            @for notice in &card.run.notices { p.notice { strong { "Damaged." } " " (line(notice, 400)) } }
            @if !reasons.is_empty() {
                p.notice { strong { "Not for scores." } " " (reasons_in_words(&reasons)) }
            }
        }
    }
}

/// Why a run is not scored, for people.
fn reasons_in_words(reasons: &[&str]) -> String {
    let words = reasons.iter().map(|reason| match *reason {
        "suite fallback" => "The data set lets one engine stand in for another.".to_owned(),
        "debug" => "The run was made with --debug.".to_owned(),
        "driver aite" => "The run was made with --driver aite.".to_owned(),
        "partial engine set" => {
            "Scores need all four engines, or the three candidates with every baseline off.".to_owned()
        }
        other => format!("{}.", line(other, NAME)),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// `1 task`, `2 tasks`.
fn plural(number: usize, noun: &str) -> String {
    match number {
        1 => format!("1 {noun}"),
        _ => format!("{number} {noun}s"),
    }
}

/// One decimal, of a hundred; rounded so that only everything is 100 and only nothing is 0.
fn percent(success: f64) -> String {
    let shown = if success < 100.0 {
        success.min(99.9)
    } else {
        success
    };
    let shown = if success > 0.0 { shown.max(0.1) } else { shown };
    format!("{shown:.1}\u{202f}%")
}

/// A bar of what became of attempts; the numbers stand beside it in words.
fn bar(statuses: super::statuses::Statuses) -> Markup {
    let mut before = 0.0;
    let mut parts = Vec::new();
    for (status, count) in statuses.iter() {
        let width = super::statuses::percent(count, statuses.total()).unwrap_or_default();
        parts.push((status.as_str(), before, width));
        before += width;
    }
    html! {
        svg.bar viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" {
            @for (status, x, width) in parts {
                rect class=(status) x=(format!("{x:.2}")) width=(format!("{width:.2}")) height="6" {}
            }
        }
    }
}

/// A text of the record, or nothing.
fn text<'a>(of: &'a Value, path: &[&str]) -> Option<&'a str> {
    path.iter().fold(of, |value, name| &value[*name]).as_str()
}

#[cfg(test)]
mod tests;
