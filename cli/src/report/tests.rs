//! Reports of hand-written event logs: `fixtures/cli/report/*.jsonl`.

use std::fs;
use std::path::Path;
use std::time::Duration;

use aite_runtime::report::{Counts, Event, RunJson};
use aite_runtime::verdict::Status;

use super::list::List;
use super::*;

const PLAIN: Style = Style {
    color: false,
    unicode: true,
    live: false,
};

fn report(log: &str, style: Style) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../fixtures/cli/report")
        .join(log);
    let text = fs::read_to_string(&path).unwrap();
    let events: Vec<Event> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let run = RunJson::replay(&events).unwrap();
    let counts = Counts {
        passed: usize::from(run.status == Status::Passed),
        passed_after_retry: usize::from(run.status == Status::PassedAfterRetry),
        failed: usize::from(run.status == Status::Failed),
        interrupted: usize::from(run.status == Status::Interrupted),
        error: usize::from(run.status == Status::Error),
        ..Counts::default()
    };
    let mut out = Vec::new();
    let mut list = List::new(&mut out, style);
    list.script(ScriptTexts::default(), "results/run");
    events.iter().for_each(|event| list.event(event));
    list.finish(
        counts,
        Duration::from_millis(run.duration_ms),
        "results/suite.json",
    );
    drop(list);
    String::from_utf8(out).unwrap()
}

#[test]
fn a_green_run() {
    insta::assert_snapshot!(report("green.jsonl", PLAIN));
}

#[test]
fn a_mismatch() {
    insta::assert_snapshot!(report("mismatch.jsonl", PLAIN));
}

#[test]
fn an_ambiguous_target() {
    insta::assert_snapshot!(report("ambiguous.jsonl", PLAIN));
}

#[test]
fn a_browser_that_does_not_start() {
    insta::assert_snapshot!(report("no-browser.jsonl", PLAIN));
}

#[test]
fn a_hostile_page() {
    for style in [
        PLAIN,
        Style {
            unicode: false,
            ..PLAIN
        },
    ] {
        let shown = report("hostile.jsonl", style);
        let steers = |c: char| c.is_control() && c != '\n' || ('\u{202a}'..='\u{202e}').contains(&c);
        assert!(!shown.chars().any(steers), "{shown:?}");
        assert!(style.unicode || shown.is_ascii(), "{shown:?}");
        assert!(shown.len() < 20_000, "{} bytes", shown.len());
    }
    insta::assert_snapshot!(report("hostile.jsonl", PLAIN));
}
