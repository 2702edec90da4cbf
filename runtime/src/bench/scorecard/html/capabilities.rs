//! What of the web platform an engine has: a verdict a capability, from all of its probes.

use maud::{Markup, html};
use serde_json::Value;

use super::super::Card;
use super::super::text::{NAME, line, value};
use super::percent;

pub(super) fn section(card: &Card<'_>) -> Markup {
    let semantic = &card.scores["layers"]["L2"]["semantic_correctness"];
    let touched = |capability: &&(&String, &Value)| {
        capability.1["by_engine"]
            .as_object()
            .is_some_and(|it| !it.is_empty())
    };
    let listed = semantic["capabilities"].as_object();
    let capabilities: Vec<_> = listed.into_iter().flatten().filter(|it| touched(&it)).collect();
    if capabilities.is_empty() {
        return html! {};
    }
    let engines = card.engines();
    html! {
        section aria-labelledby="capabilities" {
            h2 #capabilities { "Capabilities of the web platform" }
            p { "A capability passes when every one of its probes does. Cross-checks and diagnostics do not count." }
            (totals(&semantic["by_engine"], &engines))
            details open[capabilities.len() <= 20] {
                summary { (capabilities.len()) " capabilities, one by one" }
                div.wide { table.verdicts {
                    caption { "The verdict of each capability on each engine" }
                    thead { tr {
                        th scope="col" { "Capability" } th scope="col" { "Category" }
                        @for engine in &engines { th scope="col" { (line(engine, NAME)) } }
                    } }
                    tbody { @for (id, capability) in capabilities { tr {
                        th scope="row" { (value(&capability["title"], NAME)) br; small { (line(id, NAME)) } }
                        td { (value(&capability["category"], NAME)) }
                        @for engine in &engines { (verdict(&capability["by_engine"][*engine])) }
                    } } }
                } }
            }
        }
    }
}

fn totals(by_engine: &Value, engines: &[&str]) -> Markup {
    html! {
        div.wide { table {
            caption { "Capabilities that pass, by engine" }
            thead { tr {
                th scope="col" { "Engine" } th.number scope="col" { "Pass" } th.number scope="col" { "Of" }
                th.number scope="col" { "Success" } th.number scope="col" { "No verdict" }
            } }
            tbody { @for engine in engines { @let own = &by_engine[*engine]; @if own.is_object() { tr {
                th scope="row" { (line(engine, NAME)) }
                td.number { (own["pass"]) } td.number { (own["total"]) }
                td.number { (percent(own["pass_rate"].as_f64().unwrap_or_default() * 100.0)) }
                td.number { (own["missing"]) }
            } } } }
        } }
    }
}

/// Every attempt is a verdict of its own.
fn verdict(own: &Value) -> Markup {
    let number = |member: &str| own[member].as_u64().unwrap_or_default();
    let (pass, total) = (number("pass"), number("total"));
    let (class, word) = match (pass, total) {
        (_, 0) => ("none", "no verdict".to_owned()),
        (0, _) => ("fail", "fail".to_owned()),
        (pass, total) if pass == total => ("pass", "pass".to_owned()),
        (pass, total) => ("mixed", format!("{pass} of {total} pass")),
    };
    html! { td class=(class) { (word) } }
}
