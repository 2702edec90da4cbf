use std::fs;
use std::os::unix::fs::symlink;

use super::*;
use crate::verdict::{Failure, Reason, Status, Warning};

fn start() -> Event {
    let step = |step, line| StepStart {
        step,
        name: format!("step {step}"),
        file: "scripts/a.aite".into(),
        line,
    };
    Event::RunStarted(Box::new(RunStart {
        run_id: "20261130T201500.123Z-a-ab12".into(),
        file: "scripts/a.aite".into(),
        name: "send".into(),
        covers: vec!["J-09".into()],
        started_at: "2026-11-30T20:15:00.123Z".into(),
        profiles: vec![],
        steps: vec![step(0, 3), step(1, 6)],
    }))
}

fn command(step: Option<usize>, verb: &str, line: u32) -> Event {
    Event::CommandStarted(CommandStart {
        step,
        command: 0,
        verb: verb.into(),
        file: "scripts/a.aite".into(),
        line,
        source: format!("{verb} text:\"Send\""),
        profile: None,
        started_ms: 12,
    })
}

fn ended(step: Option<usize>, status: Status, failure: Option<Failure>) -> Event {
    Event::CommandFinished(Box::new(CommandEnd {
        step,
        command: 0,
        status,
        duration_ms: 34,
        retries: u32::from(status == Status::PassedAfterRetry),
        resolved: None,
        failure,
        screenshot: None,
    }))
}

fn warning(message: &str) -> Warning {
    Warning {
        file: "scripts/a.aite".into(),
        line: 2,
        message: message.into(),
    }
}

fn failed_run() -> Vec<Event> {
    let failure = Failure {
        reason: Reason::NotFound,
        message: "nothing matches text:\"Send\"".into(),
        file: "scripts/a.aite".into(),
        line: 4,
        expected: None,
        found: None,
        candidates: vec![],
        covered_by: None,
        screenshot: Some("shots/001-failed.png".into()),
        log: vec!["looked 3 x".into()],
    };
    let step = |step, status| {
        Event::StepFinished(StepEnd {
            step,
            status,
            duration_ms: 40,
        })
    };
    vec![
        start(),
        Event::Warned(warning("this test has no verify command")),
        Event::EngineReady(Engine {
            name: "chrome".into(),
            product: "Chrome/156".into(),
            transport: "pipe".into(),
            profile: None,
        }),
        command(None, "start", 2),
        ended(None, Status::PassedAfterRetry, None),
        Event::StepStarted(StepStart {
            step: 0,
            name: "step 0".into(),
            file: "scripts/a.aite".into(),
            line: 3,
        }),
        command(Some(0), "click", 4),
        Event::Warned(warning("index")),
        ended(Some(0), Status::Failed, Some(failure)),
        step(0, Status::Failed),
        step(1, Status::Skipped),
        Event::RunFinished(Box::new(RunEnd {
            status: Status::Failed,
            duration_ms: 99,
            failure: None,
        })),
    ]
}

#[test]
fn a_failed_run_as_json() {
    let run = RunJson::replay(&failed_run()).unwrap();
    insta::assert_snapshot!(String::from_utf8(run.to_bytes()).unwrap());
}

#[test]
fn after_any_death_the_file_is_valid_and_says_interrupted() {
    let events = failed_run();
    for end in 1..events.len() {
        let run = RunJson::replay(&events[..end]).unwrap();
        assert_eq!(run.status, Status::Interrupted, "after {end} events");
        assert!(serde_json::from_slice::<serde_json::Value>(&run.to_bytes()).is_ok());
    }
}

#[test]
fn replaying_the_stored_events_gives_the_stored_run_byte_for_byte() {
    let dir = tempfile::tempdir().unwrap();
    let mut recorder = Recorder::new(dir.path());
    failed_run().iter().for_each(|event| recorder.event(event));
    assert_eq!(recorder.trouble(), None);

    let log = fs::read_to_string(dir.path().join("events.jsonl")).unwrap();
    let events: Vec<Event> = log
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(events, failed_run());
    let replayed = RunJson::replay(&events).unwrap().to_bytes();
    assert_eq!(replayed, fs::read(dir.path().join("run.json")).unwrap());
}

#[test]
fn the_run_is_on_disk_from_the_first_moment() {
    let dir = tempfile::tempdir().unwrap();
    Recorder::new(dir.path()).event(&start());
    let run: serde_json::Value =
        serde_json::from_slice(&fs::read(dir.path().join("run.json")).unwrap()).unwrap();
    assert_eq!(run["status"], "interrupted");
    assert_eq!(run["steps"][1]["status"], "skipped");
}

#[test]
fn a_full_disk_costs_the_files_and_not_the_verdict() {
    let dir = tempfile::tempdir().unwrap();
    symlink("/dev/full", dir.path().join("events.jsonl")).unwrap();
    symlink("/dev/full", dir.path().join("run.json.tmp")).unwrap();
    let mut recorder = Recorder::new(dir.path());
    failed_run().iter().for_each(|event| recorder.event(event));
    assert_eq!(recorder.run().unwrap().status, Status::Failed);
    let trouble = recorder.trouble().unwrap();
    assert!(
        trouble.contains("events.jsonl") && trouble.contains("the verdict stands"),
        "{trouble}"
    );
    // The disk had room again: the run is whole.
    assert!(dir.path().join("run.json").is_file());
}

#[test]
fn a_suite_is_valid_from_the_first_moment_and_counts() {
    let dir = tempfile::tempdir().unwrap();
    let mut suite = Suite::create(&dir.path().join("new"), Some("nightly".into())).unwrap();
    let read = |suite: &Suite| -> serde_json::Value {
        serde_json::from_slice(&fs::read(suite.path()).unwrap()).unwrap()
    };
    assert_eq!(read(&suite)["status"], "interrupted");
    let run = RunJson::replay(&failed_run()).unwrap();
    suite.add(SuiteRun::from(&run)).unwrap();
    suite.finish(None).unwrap();
    let json = read(&suite);
    assert_eq!(json["status"], "failed");
    assert_eq!(json["counts"]["failed"], 1);
    assert_eq!(json["runs"][0]["runId"], run.run_id);
    assert_eq!(json["label"], "nightly");
}
