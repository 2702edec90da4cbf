//! Success against memory: the picture that says what an engine costs and what one gets for it.

use maud::{Markup, html};
use serde_json::Value;

use super::super::Card;
use super::super::statuses::{Statuses, range};
use super::super::text::{NAME, address, line, value};
use super::percent;
use super::scatter::{self, Point};

/// Where a run keeps what its engines cost.
const FILE: &str = "resource_summary.json";
/// How it is measured.
const HOW: &str = "aite bench run --resource-profile engine --score-mode independent --k 5";

pub(super) fn section(card: &Card<'_>) -> Markup {
    html! {
        section aria-labelledby="memory" {
            h2 #memory { "Success against memory" }
            @match card.resources {
                None => p { "This run measured no memory. To see what each engine costs, run the same tasks with "
                    code { (HOW) } "; the picture stands here then." },
                Some(summary) => (measured(card, summary)),
            }
        }
    }
}

fn measured(card: &Card<'_>, summary: &Value) -> Markup {
    let points: Vec<Point> = card
        .engines()
        .into_iter()
        .filter_map(|engine| point(card, summary, engine))
        .collect();
    if points.is_empty() {
        return html! { p { "The resource summary of this run has no memory of any engine: no task passed on all of them." } };
    }
    html! {
        figure {
            (scatter::picture(&points))
            figcaption { "Higher is more success, further left is less memory. The vertical line is the range from attempt to
                attempt, the horizontal one goes to the 95th percentile. Memory is on a logarithmic scale." }
        }
        (table(&points))
        @if summary["resource_comparison_eligible"] != true { (doubts(summary)) }
        p.quiet { "From " a href=(address(FILE)) { (FILE) } ": the highest proportional set size (PSS) of an engine's processes
            during an attempt; the median over attempts that pass on every engine." }
    }
}

fn point(card: &Card<'_>, summary: &Value, engine: &str) -> Option<Point> {
    let peak = &summary["by_engine"][engine]["metrics"]["pss_peak_bytes"];
    let rows = || card.run.rows.iter().filter(|row| row["engine"] == engine);
    let success = Statuses::of(rows()).success()?;
    let mebibytes = |member: &str| Some(peak[member].as_f64()? / f64::from(1 << 20)).filter(|it| *it > 0.0);
    let median = mebibytes("median")?;
    Some(Point {
        name: line(engine, 40),
        success,
        range: range(rows()).unwrap_or((success, success)),
        memory: median,
        high: mebibytes("p95").unwrap_or(median).max(median),
    })
}

fn table(points: &[Point]) -> Markup {
    html! {
        div.wide { table {
            caption { "The same in numbers" }
            thead { tr {
                th scope="col" { "Engine" } th.number scope="col" { "Success" } th.number scope="col" { "Lowest attempt" }
                th.number scope="col" { "Highest attempt" } th.number scope="col" { "Memory, median" }
                th.number scope="col" { "95th percentile" }
            } }
            tbody { @for point in points { tr {
                th scope="row" { (point.name) } td.number { (percent(point.success)) }
                td.number { (percent(point.range.0)) } td.number { (percent(point.range.1)) }
                td.number { (scatter::mebibytes(point.memory)) } td.number { (scatter::mebibytes(point.high)) }
            } } }
        } }
    }
}

fn doubts(summary: &Value) -> Markup {
    let reasons = summary["ineligibility_reasons"].as_array();
    html! {
        p.notice { strong { "Not a comparison." } " These figures do not meet the conditions of one:" }
        ul { @for reason in reasons.into_iter().flatten() { li { (value(reason, NAME)) } } }
    }
}
