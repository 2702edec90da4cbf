//! A card an engine: how much of what it was asked it can do.

use maud::{Markup, html};
use serde_json::Value;

use super::super::statuses::{Statuses, beside_chrome, range};
use super::super::text::{NAME, choice, line};
use super::super::{Card, member};
use super::{bar, percent, text};

pub(super) fn section(card: &Card<'_>, rows: &[&Value]) -> Markup {
    html! {
        section aria-labelledby="engines" {
            h2 #engines { "Success" }
            (cards(card, rows))
        }
    }
}

/// What became of `rows` on every engine.
pub(super) fn cards(card: &Card<'_>, rows: &[&Value]) -> Markup {
    html! { ul.engines { @for engine in card.engines() { li { (of(card, rows, engine)) } } } }
}

fn of(card: &Card<'_>, all: &[&Value], engine: &str) -> Markup {
    let rows = || all.iter().copied().filter(|row| row["engine"] == engine);
    let statuses = Statuses::of(rows());
    let beside = (engine != "chrome").then(|| beside_chrome(all, engine)).flatten();
    html! {
        h3 { (line(engine, NAME)) }
        p.version { (version(card, engine).unwrap_or_else(|| "version not known".into())) }
        @match statuses.success() {
            Some(success) => p.rate { (percent(success)) },
            None => p.rate { "–" },
        }
        p { (statuses.passed()) " of " (statuses.total()) " attempts pass"
            @if let Some((low, high)) = range(rows()).filter(|(low, high)| low < high) {
                ", " (percent(low)) " to " (percent(high)) " from attempt to attempt"
            }
        }
        (bar(statuses))
        ul.statuses {
            @for (status, count) in statuses.iter() {
                li class=(status.as_str()) {
                    @if status.as_str() == "pass" { (count) " pass" }
                    @else {
                        a href=(choice(&[("engine", engine), ("status", status.as_str())])) {
                            (count) " " (status.as_str())
                        }
                    }
                }
            }
        }
        @if let Some((both, chrome)) = beside {
            p.beside { "Passes " strong { (both) " of " (chrome) } " that Chrome passes." }
        }
    }
}

/// What the engine says it is, or what its pin says.
fn version(card: &Card<'_>, engine: &str) -> Option<String> {
    let rows = card.run.rows.iter().filter(|row| row["engine"] == engine);
    let identity = |row: &Value| {
        let product = text(row, &["engine_provenance", "http_identity", "Browser"])?;
        Some(line(product, NAME))
    };
    let mut said = rows.filter_map(identity);
    said.next().or_else(|| {
        let pinned = member(&card.run.record["engines"][engine], "version");
        (!pinned.is_empty()).then(|| line(pinned, NAME))
    })
}
