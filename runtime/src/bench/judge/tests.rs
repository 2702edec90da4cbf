//! Truth table A, row by row.

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

use serde_json::json;

use super::*;
use crate::bench::outcome::CheckRow;

fn alive() -> EngineAfter {
    EngineAfter {
        is_moli: false,
        exit: None,
    }
}

fn dead() -> EngineAfter {
    // Signal 11 with the core bit.
    let status = ExitStatus::from_raw(11 | 0x80);
    EngineAfter {
        is_moli: false,
        exit: Some(ProcessState::exited(ProcessKind::Engine, status)),
    }
}

fn refusal(message: &str) -> Trouble {
    Trouble::Refused {
        method: "Foo.bar".into(),
        message: message.into(),
    }
}

fn silence() -> Trouble {
    Trouble::Silent {
        detail: "task timed out: no answer".into(),
    }
}

fn disconnect() -> Trouble {
    Trouble::Disconnected {
        detail: "the browser closed the connection".into(),
    }
}

fn report(ok: bool) -> Report {
    let rows = vec![CheckRow::new("value_equals", ok, json!(3))];
    Report {
        answer: json!(3),
        grade: Grade::of(rows, || {
            Failure::new(Class::CdpSemantic, "inline assertions failed")
        }),
        counters: Counters {
            cdp_call_count: 4,
            ..Counters::default()
        },
    }
}

fn row(trouble: Trouble, engine: &EngineAfter) -> (Status, Class, Option<Origin>) {
    let outcome = judge(Err(trouble), engine);
    let failure = outcome.failure.unwrap();
    assert_eq!(outcome.grade.failure.as_ref(), Some(&failure));
    assert!(!outcome.grade.ok);
    assert_eq!(outcome.counters, Counters::default());
    (outcome.status, failure.class, failure.origin)
}

#[test]
fn every_trouble_has_its_status_class_and_origin() {
    use Class::{CdpSemantic, EngineUnsupported, Infra, ScriptError};
    let plain = |kind: io::ErrorKind| Trouble::Io(io::Error::from(kind));
    let exit_7 = ProcessState::exited(ProcessKind::Driver, ExitStatus::from_raw(7 << 8));
    let reported = |class: &str| Trouble::DriverReported {
        class: class.into(),
        message: "no".into(),
    };
    let rows = [
        (
            refusal("'Foo.bar' wasn't found"),
            Status::Unsupported,
            EngineUnsupported,
            None,
        ),
        (
            refusal("Method not found"),
            Status::Unsupported,
            EngineUnsupported,
            None,
        ),
        (
            refusal("Unsupported option"),
            Status::Unsupported,
            EngineUnsupported,
            None,
        ),
        (refusal("UnknownMethod"), Status::Fail, CdpSemantic, None),
        (
            refusal("unknown method Foo"),
            Status::Unsupported,
            EngineUnsupported,
            None,
        ),
        (refusal("Invalid parameters"), Status::Fail, CdpSemantic, None),
        (silence(), Status::Timeout, Infra, Some(Origin::TaskTimeout)),
        (
            Trouble::DriverTimedOut { seconds: 1.5 },
            Status::Timeout,
            Infra,
            Some(Origin::TaskTimeout),
        ),
        (disconnect(), Status::Crash, Infra, Some(Origin::ClientTransport)),
        (
            plain(io::ErrorKind::TimedOut),
            Status::Timeout,
            Infra,
            Some(Origin::TaskTimeout),
        ),
        (
            plain(io::ErrorKind::ConnectionRefused),
            Status::Crash,
            Infra,
            Some(Origin::ClientTransport),
        ),
        (
            plain(io::ErrorKind::BrokenPipe),
            Status::Crash,
            Infra,
            Some(Origin::ClientTransport),
        ),
        (plain(io::ErrorKind::NotFound), Status::Infra, Infra, None),
        (plain(io::ErrorKind::StorageFull), Status::Infra, Infra, None),
        (Trouble::Other("what".into()), Status::Infra, Infra, None),
        (
            Trouble::DriverExited(exit_7),
            Status::Infra,
            ScriptError,
            Some(Origin::DriverProcess),
        ),
        (
            Trouble::DriverSpokeWrongly {
                detail: "hello".into(),
            },
            Status::Infra,
            ScriptError,
            None,
        ),
        (
            reported("engine_unsupported"),
            Status::Unsupported,
            EngineUnsupported,
            None,
        ),
        (reported("cdp_semantic"), Status::Infra, ScriptError, None),
        (reported("made_up"), Status::Infra, ScriptError, None),
        (
            Trouble::NoRoute {
                detail: "none".into(),
            },
            Status::Unsupported,
            EngineUnsupported,
            Some(Origin::BindingCatalog),
        ),
    ];
    for (trouble, status, class, origin) in rows {
        let said = format!("{trouble:?}");
        assert_eq!(row(trouble, &alive()), (status, class, origin), "{said}");
    }
}

#[test]
fn only_refusals_of_moli_that_are_not_about_support_are_work_items() {
    let moli = EngineAfter {
        is_moli: true,
        exit: None,
    };
    let is_item =
        |trouble, engine: &EngineAfter| judge(Err(trouble), engine).failure.unwrap().kernel_workitem;
    assert!(is_item(refusal("Invalid parameters"), &moli));
    assert!(!is_item(refusal("Invalid parameters"), &alive()));
    assert!(!is_item(refusal("Method not found"), &moli));
    assert!(!is_item(silence(), &moli));
}

#[test]
fn a_lost_connection_is_the_engines_only_when_its_end_was_seen() {
    for trouble in [disconnect(), silence(), Trouble::DriverTimedOut { seconds: 2.0 }] {
        let outcome = judge(Err(trouble), &dead());
        let failure = outcome.failure.unwrap();
        assert_eq!(
            (outcome.status, failure.class, failure.origin),
            (Status::Crash, Class::Infra, Some(Origin::EngineProcess))
        );
        let process = serde_json::to_value(failure.process).unwrap();
        let expected = json!({
            "kind": "engine", "state": "exited", "returncode": -11, "signal": 11,
            "signal_name": "SIGSEGV", "core_dumped": true,
        });
        assert_eq!(process, expected);
        assert_eq!(outcome.secondary, None, "it is the primary failure already");
    }
}

#[test]
fn what_is_not_known_of_a_process_is_null() {
    let failure = judge(Err(disconnect()), &alive()).failure.unwrap();
    let process = serde_json::to_value(failure.process).unwrap();
    let expected = json!({
        "kind": "engine", "state": "running", "returncode": null, "signal": null,
        "signal_name": null, "core_dumped": null,
    });
    assert_eq!(process, expected);
    let timed_out = judge(Err(Trouble::DriverTimedOut { seconds: 1.0 }), &alive())
        .failure
        .unwrap();
    let process = timed_out.process.unwrap();
    assert_eq!(
        (process.kind, process.state),
        (ProcessKind::Driver, Life::TimedOut)
    );
}

#[test]
fn graded_attempts_pass_or_fail() {
    let passed = judge(Ok(report(true)), &alive());
    assert_eq!((passed.status, passed.failure), (Status::Pass, None));
    let failed = judge(Ok(report(false)), &alive());
    assert_eq!(failed.status, Status::Fail);
    assert_eq!(failed.failure.unwrap().class, Class::CdpSemantic);
    assert_eq!(
        failed.counters.cdp_call_count, 4,
        "a wrong answer keeps its counters"
    );
    assert_eq!(failed.answer, json!(3));
}

#[test]
fn no_checks_are_a_failing_check() {
    let grade = Grade::of(Vec::new(), || Failure::new(Class::CdpSemantic, "x"));
    assert!(!grade.ok);
    assert_eq!(grade.checks[0].name, "checks_declared");
}

#[test]
fn the_engines_end_outweighs_a_pass() {
    let outcome = judge(Ok(report(true)), &dead());
    let failure = outcome.failure.unwrap();
    assert_eq!(outcome.status, Status::Crash);
    assert_eq!(failure.origin, Some(Origin::EngineProcess));
    assert_eq!(
        failure.detail,
        "engine process exited while attempt reported pass"
    );
    assert_eq!((outcome.grade.ok, outcome.grade.failure), (false, Some(failure)));
    let secondary = outcome.secondary.unwrap();
    assert_eq!((secondary.status, secondary.failure), (Status::Pass, None));
}

#[test]
fn the_engines_end_outweighs_the_drivers_failure_and_keeps_it() {
    let exit_1 = ProcessState::exited(ProcessKind::Driver, ExitStatus::from_raw(1 << 8));
    let reported = Trouble::DriverReported {
        class: "engine_unsupported".into(),
        message: "no such thing".into(),
    };
    for (trouble, status, driver) in [
        (Trouble::DriverExited(exit_1.clone()), Status::Infra, Some(exit_1)),
        (reported, Status::Unsupported, None),
    ] {
        let outcome = judge(Err(trouble), &dead());
        assert_eq!(outcome.failure.unwrap().origin, Some(Origin::EngineProcess));
        let secondary = outcome.secondary.unwrap();
        assert_eq!(secondary.status, status);
        assert_eq!(secondary.failure.unwrap().process, driver);
    }
}

#[test]
fn a_class_is_known_by_the_name_that_files_write() {
    for class in [
        Class::EngineUnsupported,
        Class::CdpSemantic,
        Class::Observability,
        Class::ScriptError,
        Class::Infra,
    ] {
        assert_eq!(Class::named(json!(class).as_str().unwrap()), class);
    }
    assert_eq!(Class::named("made up"), Class::Infra);
}
