//! Every subset of every layer on every engine.

use maud::{Markup, html};
use serde_json::Value;

use super::super::statuses::Statuses;
use super::super::text::{NAME, choice, line};
use super::super::{Card, member, unique};
use super::{bar, percent};

pub(super) fn section(card: &Card<'_>, rows: &[&Value]) -> Markup {
    html! {
        section aria-labelledby="subsets" {
            h2 #subsets { "Layers and subsets" }
            (matrix(card, rows))
        }
    }
}

/// How many of `rows` pass, by subset and engine.
pub(super) fn matrix(card: &Card<'_>, rows: &[&Value]) -> Markup {
    let engines = card.engines();
    html! {
        div.wide { table.matrix {
            caption { "How many attempts pass, of all of them. A number leads to what does not." }
            thead { tr {
                th scope="col" { "Subset" }
                @for engine in &engines { th.number scope="col" { (line(engine, NAME)) } }
            } }
            @for layer in unique(rows.iter().map(|row| member(row, "layer"))) {
                tbody { (of_layer(rows, layer, &engines)) }
            }
        } }
    }
}

fn of_layer(all: &[&Value], layer: &str, engines: &[&str]) -> Markup {
    let rows = || all.iter().copied().filter(|row| row["layer"] == layer);
    let count = |engine: &str, subset: Option<&str>| {
        let own = rows().filter(|row| row["engine"] == engine);
        Statuses::of(own.filter(|row| subset.is_none_or(|subset| row["subset_id"] == subset)))
    };
    html! {
        tr.layer {
            th scope="row" { (line(layer, NAME)) }
            @for engine in engines { td.number { (cell(count(engine, None), &[("engine", engine)])) } }
        }
        @for subset in unique(rows().map(|row| member(row, "subset_id"))) {
            tr {
                th scope="row" { (line(subset, NAME)) }
                @for engine in engines {
                    td.number { (cell(count(engine, Some(subset)), &[("engine", engine), ("subset", subset)])) }
                }
            }
        }
    }
}

fn cell(statuses: Statuses, chosen: &[(&str, &str)]) -> Markup {
    let Some(success) = statuses.success() else {
        return html! { span.quiet { "–" } };
    };
    let count = format!("{}/{}", statuses.passed(), statuses.total());
    html! {
        strong { (percent(success)) } " "
        @if statuses.passed() == statuses.total() { span.quiet { (count) } }
        @else { a href=(choice(chosen)) { (count) } }
        (bar(statuses))
    }
}
