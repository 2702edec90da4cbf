//! The IR as JSON: what `aite ir` prints, and its schema.

#![allow(clippy::disallowed_methods, reason = "tests read fixtures")]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{env, fs};

use aite_compiler::ir::{
    ArtifactProfile, Await, Baseline, Check, Command, Comparison, Document, Driver, DriverKind, Endpoint,
    Grader, Kind, LaunchProfile, Millis, Number, Op, OpKind, Outcome, PageOp, Program, ProtocolOp, Reading,
    RouteAction, Save, SaveFrom, Scene, SessionRef, Setup, Step, Target, Task, Text, WaitState,
};
use aite_compiler::lower::{Compiled, SourceError, Sources, compile};
use aite_compiler::project::read_config;
use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

struct Folder(PathBuf);

impl Sources for Folder {
    fn read(&self, path: &str) -> Result<Arc<str>, SourceError> {
        let text = fs::read_to_string(self.0.join(path)).map_err(|_| SourceError::NotFound)?;
        Ok(Arc::from(text))
    }
}

fn forms() -> Compiled {
    let folder = root().join("fixtures/ir");
    let text = fs::read_to_string(folder.join("forms.aite")).unwrap();
    let compiled = compile("forms.aite", Arc::from(text), &Folder(folder));
    assert!(!compiled.has_errors(), "{:?}", compiled.diagnostics);
    compiled
}

fn json(compiled: &Compiled) -> Value {
    serde_json::to_value(Document::new(&compiled.program, &compiled.origins)).unwrap()
}

fn schema(name: &str) -> jsonschema::Validator {
    let text = fs::read_to_string(root().join("docs/schema").join(name)).unwrap();
    jsonschema::validator_for(&serde_json::from_str(&text).unwrap()).unwrap()
}

/// Rewritten by `UPDATE_GOLDENS=1 cargo test`.
#[test]
fn every_form_has_its_json() {
    let path = root().join("fixtures/ir/forms.json");
    let found = serde_json::to_string_pretty(&json(&forms())).unwrap() + "\n";
    if env::var_os("UPDATE_GOLDENS").is_some() {
        fs::write(&path, &found).unwrap();
    }
    assert_eq!(found, fs::read_to_string(&path).unwrap());
}

#[test]
fn the_schema_knows_every_form() {
    let errors: Vec<String> = schema("ir.schema.json")
        .iter_errors(&json(&forms()))
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert_eq!(errors, [""; 0]);
}

#[test]
fn the_schema_refuses_what_is_no_program() {
    let schema = schema("ir.schema.json");
    let good = json(&forms());
    for (pointer, value) in [
        ("/format", Value::from(2)),
        ("/program/name", Value::Null),
        ("/program/steps/0/ops/0/op", Value::from("pag")),
        ("/program/steps/0/ops/2/with/times", Value::from("twice")),
        (
            "/program/steps/0/ops/2/with/target",
            serde_json::json!({"txt": "Send"}),
        ),
        ("/program/steps/1/ops/0/with/polarity", Value::from("hope")),
        ("/program/steps/1/ops/0/with/condition/kind", Value::from("exist")),
        ("/origins/ops/0/line", Value::from(0)),
    ] {
        let mut bad = good.clone();
        *bad.pointer_mut(pointer).unwrap() = value;
        assert!(!schema.is_valid(&bad), "{pointer}");
    }
}

#[test]
fn a_layout_does_not_change_the_program() {
    let compiled = forms();
    let flat: String = compiled.texts[0]
        .lines()
        .map(|line| format!("{}\r\n\r\n", line.trim()))
        .collect();
    let other = compile("forms.aite", Arc::from(flat), &Folder(root().join("fixtures/ir")));
    assert_eq!(compiled.program, other.program);
    assert_ne!(compiled.origins, other.origins);
}

/// The schema and the reader agree about what a configuration is.
#[test]
fn the_schema_of_the_configuration_agrees_with_the_reader() {
    let schema = schema("config.schema.json");
    let full = fs::read_to_string(root().join("fixtures/project/full.config.json")).unwrap();
    for text in [
        full.as_str(),
        "{}",
        "[]",
        r#"{"profile": {}}"#,
        r#"{"profiles": {"a": {"acount": "x"}}}"#,
        r#"{"profiles": {"a": {"account": " "}}}"#,
        r#"{"engine": "crome"}"#,
        r#"{"engine": "ws://127.0.0.1:9222/x"}"#,
        r#"{"engines": {"crome": {}}}"#,
        r#"{"engines": {"chrome": {"sha256": "12"}}}"#,
        r#"{"timeout": 10}"#,
        r#"{"timeout": "10"}"#,
        r#"{"timeout": "1.5s"}"#,
        r#"{"origins": {"https://a.test": "http://localhost:3000"}}"#,
        r#"{"origins": {"a.test": "http://localhost:3000"}}"#,
        r#"{"origins": {"https://a.test": "http://localhost/path"}}"#,
        r#"{"secrets": {"K": {}}}"#,
        r#"{"secrets": {"K": {"env": "K"}}}"#,
        r#"{"webServer": {"command": "x"}}"#,
        r#"{"webServer": {"command": "x", "url": "http://localhost:1/"}}"#,
        r#"{"webServer": {"command": "x", "url": "localhost"}}"#,
    ] {
        let value: Value = serde_json::from_str(text).unwrap();
        let problems = read_config(text).1;
        assert_eq!(
            schema.is_valid(&value),
            problems.is_empty(),
            "{text}: {problems:?}"
        );
    }
}

/// A task that has one of everything that only tasks say.
fn task() -> Program {
    let text = |text: &str| Text::literal(text);
    let target = || Target {
        css: Some(text("#a")),
        ..Target::default()
    };
    let save = |from| {
        vec![Save {
            name: "x".into(),
            from,
        }]
    };
    let readings = [
        Reading::TextContent { target: target() },
        Reading::Attribute {
            target: target(),
            name: "href".into(),
        },
        Reading::ComputedStyle {
            target: target(),
            min_properties: Number::parse("100").unwrap(),
            required: vec!["color".into()],
        },
        Reading::InnerText { target: target() },
        Reading::Visible { target: target() },
        Reading::Enabled { target: target() },
        Reading::Title,
        Reading::Cookies {
            url: text("https://a.test/"),
        },
        Reading::AccessibilityIdentity {
            role: text("button"),
            name: text("Go"),
            compare_to: Some("x".into()),
        },
    ];
    let mut pages = vec![
        PageOp::Reload,
        PageOp::Fill {
            target: target(),
            value: text("v"),
        },
        PageOp::Evaluate {
            expression: text("1"),
            frame: Some(text("/f")),
        },
        PageOp::WaitForSelector {
            target: target(),
            state: Some(WaitState::Attached),
        },
        PageOp::Route {
            pattern: text("**/x"),
            action: RouteAction::Fulfill {
                status: 200,
                content_type: text("text/plain"),
                body: text("b"),
            },
        },
        PageOp::Route {
            pattern: text("**/y"),
            action: RouteAction::Abort,
        },
        PageOp::OnDialog {
            accept: true,
            text: None,
        },
        PageOp::ExtraHeaders {
            headers: vec![("a".into(), text("b"))],
        },
        PageOp::RecordRequests,
        PageOp::Keyboard {
            target: Some(target()),
            text: text("a"),
        },
        PageOp::Hover { target: target() },
        PageOp::Tool {
            words: vec![text("open")],
        },
        PageOp::Other {
            name: "odd".into(),
            fields: serde_json::json!({"a": [1]}),
        },
    ];
    pages.extend(readings.map(PageOp::Read));
    let protocol = [
        ProtocolOp::Command(Command {
            method: "Page.navigate".into(),
            params: Some(serde_json::json!({"url": "about:blank"})),
            session: Some(SessionRef::Saved("s".into())),
            save: save(SaveFrom::Result),
        }),
        ProtocolOp::Await(Await {
            event: "Page.loadEventFired".into(),
            matching: None,
            session: Some(SessionRef::Page),
            timeout: Millis(1000),
            save: save(SaveFrom::Session),
        }),
    ];
    let kinds = pages
        .into_iter()
        .map(OpKind::Page)
        .chain(protocol.map(OpKind::Protocol));
    let check = |comparison| Check {
        kind: "equals".into(),
        label: Some("a row".into()),
        subject: Some("x".into()),
        path: None,
        method: Some("Page.loadEventFired".into()),
        step: Some(1),
        comparison,
    };
    Program {
        name: "task".into(),
        kind: Kind::Task(Box::new(Task {
            version: 1,
            layer: "L1".into(),
            subset: "l1.agent_browser_tool".into(),
            title: "A title".into(),
            description: "What it finds out".into(),
            features: vec!["tool.open".into()],
            tags: vec!["version.v0_1".into()],
            scene: Scene::Fixture {
                url: text("/shop"),
                id: Some("shop".into()),
            },
            driver: Driver {
                kind: DriverKind::NodeProbe,
                setup: Setup::Probe {
                    script: "probe.js".into(),
                    env: vec![("A".into(), serde_json::json!({"b": 1}))],
                },
            },
            declared: vec!["answer_matches".into()],
            baseline: Some(Baseline::BestEffort),
            launch_profile: LaunchProfile::AllResources,
            artifact_profile: ArtifactProfile::L1Standard,
            task_time: Millis(10_000),
            hard_kill: Millis(45_000),
            grader: Grader::Server {
                endpoint: Endpoint("/grade".into()),
                checks: vec![
                    check(Comparison::None),
                    check(Comparison::Expected(Value::from(1))),
                    check(Comparison::AnyOf(vec![check(Comparison::Fields(Value::Null))])),
                    check(Comparison::Range {
                        min: Some(1),
                        max: None,
                    }),
                    check(Comparison::Member {
                        matching: serde_json::json!({"a": 1}),
                        path: "b".into(),
                        expected: Value::from("c"),
                    }),
                ],
            },
        })),
        steps: vec![Step {
            intent: String::new(),
            ops: kinds
                .map(|kind| Op {
                    outcome: Outcome::Recorded,
                    ..Op::new(kind)
                })
                .collect(),
        }],
        ..forms().program
    }
}

#[test]
fn the_schema_knows_what_tasks_say() {
    let document = serde_json::to_value(Document::new(&task(), &forms().origins)).unwrap();
    let errors: Vec<String> = schema("ir.schema.json")
        .iter_errors(&document)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert_eq!(errors, [""; 0]);
}
