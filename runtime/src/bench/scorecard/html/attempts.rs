//! Every attempt that did not pass, with its evidence one click away.

use maud::{Markup, html};
use serde_json::Value;

use super::super::super::evidence::{Evidence, place, seen};
use super::super::super::outcome::Status;
use super::super::text::{NAME, address, line, value};
use super::super::{Card, member, unique};
use super::plural;

/// As many characters of what an engine, a page or a driver says as are shown; the files have the rest.
const SAID: usize = 400;
/// As many of what is shown before anything is opened.
const SENTENCE: usize = 180;
/// As many checks that do not hold as are shown.
const MOST_CHECKS: usize = 12;

pub(super) fn section(card: &Card<'_>) -> Markup {
    let failing = card.failing();
    if failing.is_empty() {
        return html! { section aria-labelledby="attempts" {
            h2 #attempts { "What did not pass" }
            p { "Everything passed: " (plural(card.run.rows.len(), "attempt")) "." }
        } };
    }
    html! {
        section aria-labelledby="attempts" {
            h2 #attempts { "What did not pass" }
            (filter(card, &failing))
            p #count role="status" { (plural(failing.len(), "attempt")) }
            div.wide { table #rows {
                caption { "Attempts that did not pass. What happened opens to the evidence." }
                thead { tr {
                    th scope="col" { "Task" } th scope="col" { "Engine" } th scope="col" { "Status" } th scope="col" { "What happened" }
                } }
                tbody { @for row in failing { (attempt(row, &card.evidence(row))) } }
            } }
        }
    }
}

/// Shown by the script, which is what makes it work.
fn filter(card: &Card<'_>, failing: &[&Value]) -> Markup {
    let named = |member_name: &'static str| unique(failing.iter().map(|row| member(row, member_name)));
    let there = named("status");
    let statuses = Status::ALL
        .iter()
        .map(|status| status.as_str())
        .filter(|status| there.contains(status));
    let engines = card.engines();
    html! {
        form #filter role="search" aria-label="Attempts" hidden {
            (choose("engine", "Engine", &engines))
            (choose("subset", "Subset", &named("subset_id")))
            (choose("status", "Status", &statuses.collect::<Vec<_>>()))
            label { "Text" input type="search" name="text" placeholder="task, sentence, method"; }
            button type="reset" { "Show all" }
        }
    }
}

fn choose(name: &str, title: &str, values: &[&str]) -> Markup {
    html! {
        label { (title) select name=(name) {
            option value="" { "all" }
            @for value in values { option value=(line(value, NAME)) { (line(value, NAME)) } }
        } }
    }
}

fn attempt(row: &Value, evidence: &Evidence) -> Markup {
    let status = member(row, "status");
    let happened = happened(row, evidence);
    html! {
        tr data-engine=(line(member(row, "engine"), NAME)) data-subset=(line(member(row, "subset_id"), NAME)) data-status=(status) {
            th scope="row" { (value(&row["task_id"], NAME)) br; small { (value(&row["subset_id"], NAME)) } }
            td { (value(&row["engine"], NAME)) @if row["attempt"] != 1 { br; small { "attempt " (row["attempt"]) } } }
            td { span class=(format!("badge {status}")) { (line(status, NAME)) } }
            td { details { summary { (happened) } (open(row, evidence, &happened)) } }
        }
    }
}

/// In one sentence: the check that does not hold says more than that one does not.
fn happened(row: &Value, evidence: &Evidence) -> String {
    let failed = evidence.failed_checks().next();
    if let Some(check) = failed.filter(|_| row["status"] == "fail") {
        let name = value(&check["name"], NAME);
        return match seen(check) {
            Some(saw) => line(&format!("{name}: {saw}"), SENTENCE),
            None => format!("{name} does not hold"),
        };
    }
    match row["failure"]["detail"].as_str() {
        Some(detail) if !detail.is_empty() => line(detail, SENTENCE),
        _ => "no detail".to_owned(),
    }
}

fn open(row: &Value, evidence: &Evidence, happened: &str) -> Markup {
    let failure = &row["failure"];
    html! { dl {
        (entry("class", &failure["class"]))
        @if failure["detail"].as_str() != Some(happened) { (entry("detail", &failure["detail"])) }
        (entry("origin", &failure["origin"]))
        (entry("process", &failure["process"]))
        (entry("was before the engine ended", &failure["secondary_status"]))
        (entry("because", &failure["secondary_failure"]))
        (entry("answer", &row["answer"]))
        @for check in evidence.failed_checks().take(MOST_CHECKS) {
            dt { "check " (value(&check["name"], NAME)) }
            dd { (value(&check["status"], NAME)) @if let Some(saw) = seen(check) { ": " (line(&saw, SAID)) } }
        }
        @if let Some(refusal) = &evidence.last_refusal {
            dt { "last refusal" }
            dd { (refused(refusal)) }
        }
        @for notice in &evidence.notices { dt { "damaged" } dd { (line(notice, SAID)) } }
        (entry("seed", &row["seed"]))
        (files(row, evidence))
    } }
}

/// A refusal of the protocol has a sentence and often a number.
fn refused(refusal: &Value) -> String {
    let (method, error) = (value(&refusal["method"], NAME), &refusal["error"]);
    match (error["message"].as_str(), error["code"].as_i64()) {
        (Some(message), Some(code)) => format!("{method}: {} ({code})", line(message, SAID)),
        _ => format!("{method}: {}", value(error, SAID)),
    }
}

fn entry(name: &str, said: &Value) -> Markup {
    html! { @if !said.is_null() { dt { (name) } dd { (value(said, SAID)) } } }
}

fn files(row: &Value, evidence: &Evidence) -> Markup {
    let Some(place) = place(row).filter(|_| !evidence.files.is_empty()) else {
        return html! {};
    };
    html! {
        dt { "files" }
        dd { @for name in &evidence.files {
            a href=(address(&format!("{}/{name}", place.display()))) { (line(name, NAME)) } " "
        } }
    }
}
