//! The cases of `fixtures/run/*.json` through `aite run`, on a real Chromium.

use std::collections::BTreeMap;
use std::fs;
use std::net::{Ipv4Addr, Ipv6Addr, TcpListener};
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Mutex;
use std::thread;

use serde::Deserialize;
use serde_json::Value;

/// Browsers at the same time; the machines that run this have few cores.
const TOGETHER: usize = 2;

#[derive(Deserialize)]
struct Case {
    name: String,
    pages: BTreeMap<String, String>,
    script: String,
    expect: Expect,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expect {
    exit: i32,
    reason: Option<String>,
    line: Option<u64>,
    #[serde(default)]
    says: Vec<String>,
    #[serde(default)]
    warns: Vec<String>,
    max_ms: Option<u64>,
    min_ms: Option<u64>,
}

#[test]
fn every_case_of_running() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/run");
    let mut cases: Vec<Case> = Vec::new();
    for file in ["cases.json", "more.json"] {
        let text = fs::read_to_string(folder.join(file)).unwrap();
        cases.extend(serde_json::from_str::<Vec<Case>>(&text).unwrap());
    }
    if let Ok(part) = std::env::var("AITE_CASE") {
        cases.retain(|case| case.name.contains(&part));
    }
    assert!(!cases.is_empty());
    let queue = Mutex::new(cases.into_iter());
    let wrong = Mutex::new(BTreeMap::new());
    thread::scope(|scope| {
        for _ in 0..TOGETHER {
            scope.spawn(|| {
                while let Some(case) = { queue.lock().unwrap().next() } {
                    if let Err(why) = run(&case) {
                        wrong.lock().unwrap().insert(case.name.clone(), why);
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    let told: Vec<String> = wrong
        .iter()
        .map(|(name, why)| format!("== {name}\n{why}"))
        .collect();
    assert!(
        wrong.is_empty(),
        "{} cases differ:\n{}",
        wrong.len(),
        told.join("\n")
    );
}

fn run(case: &Case) -> Result<(), String> {
    let folder = tempfile::tempdir().unwrap();
    let (port, down) = (free_port(), free_port());
    let fill = |text: &str| {
        text.replace("{PORT}", &port.to_string())
            .replace("{DOWN}", &down.to_string())
    };
    for (name, page) in &case.pages {
        let file = folder.path().join("site").join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, fill(page)).unwrap();
    }
    fs::create_dir_all(folder.path().join("site")).unwrap();
    fs::create_dir_all(folder.path().join("scripts")).unwrap();
    fs::write(folder.path().join("scripts/x.aite"), fill(&case.script)).unwrap();
    fs::write(folder.path().join("aite.config.json"), "{}").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_aite"))
        .args(["run", "scripts/x.aite", "--serve", "site", "--results", "out"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    judge(&case.expect, folder.path(), &output, &fill)
        .map_err(|why| format!("{why}\n{}", String::from_utf8_lossy(&output.stdout)))
}

/// A port that is free on both loopback addresses. Another test may take it before we do; that is rare, and loud.
fn free_port() -> u16 {
    loop {
        let v4 = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = v4.local_addr().unwrap().port();
        if TcpListener::bind((Ipv6Addr::LOCALHOST, port)).is_ok() {
            return port;
        }
    }
}

fn judge(
    expect: &Expect,
    folder: &Path,
    output: &Output,
    fill: &dyn Fn(&str) -> String,
) -> Result<(), String> {
    let exit = output.status.code();
    ensure(exit == Some(expect.exit), || {
        format!(
            "exit code {exit:?}, not {}\n{}",
            expect.exit,
            String::from_utf8_lossy(&output.stderr)
        )
    })?;
    for stream in [&output.stdout, &output.stderr] {
        ensure(!stream.contains(&0x1b), || {
            "an escape sequence on the terminal".to_owned()
        })?;
    }
    if expect.exit == 2 {
        return Ok(());
    }
    let run = run_json(folder)?;
    let failure = first_failure(&run);
    let said = failure.as_ref().map(Value::to_string).unwrap_or_default();
    if let Some(reason) = &expect.reason {
        let found = failure.as_ref().map(|failure| &failure["reason"]);
        ensure(found.is_some_and(|found| found == reason), || {
            format!("reason {found:?}, not {reason}: {said}")
        })?;
    }
    if let Some(line) = expect.line {
        let found = failure.as_ref().map(|failure| &failure["line"]);
        ensure(found.is_some_and(|found| *found == line), || {
            format!("line {found:?}, not {line}: {said}")
        })?;
    }
    for text in &expect.says {
        let text = fill(text);
        ensure(says(failure.as_ref(), &text), || {
            format!("{text} is not said in {said}")
        })?;
    }
    for text in &expect.warns {
        let text = fill(text);
        ensure(
            warnings(&run).iter().any(|warning| warning.contains(&text)),
            || format!("no warning about {text}: {:?}", warnings(&run)),
        )?;
    }
    let took = run["durationMs"].as_u64().unwrap_or_default();
    ensure(expect.max_ms.is_none_or(|max| took <= max), || {
        format!("{took} ms are too many")
    })?;
    ensure(expect.min_ms.is_none_or(|min| took >= min), || {
        format!("{took} ms are too few")
    })
}

fn ensure(holds: bool, why: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(why()) }
}

fn run_json(folder: &Path) -> Result<Value, String> {
    let runs = fs::read_dir(folder.join("out")).map_err(|error| format!("no results: {error}"))?;
    let mut files = runs
        .map(|run| run.unwrap().path().join("run.json"))
        .filter(|file| file.is_file());
    let file = files.next().ok_or("no run.json")?;
    let text = fs::read_to_string(file).map_err(|error| error.to_string())?;
    serde_json::from_str(&text).map_err(|error| error.to_string())
}

/// The failure of the first command that failed.
fn first_failure(run: &Value) -> Option<Value> {
    let steps = run["steps"].as_array()?;
    let mut commands = steps
        .iter()
        .filter_map(|step| step["commands"].as_array())
        .flatten();
    commands
        .find_map(|command| command.get("failure"))
        .or_else(|| run.get("failure"))
        .cloned()
}

/// Each string stands in the failure; one written in quotes is its `expected` or `found`.
fn says(failure: Option<&Value>, text: &str) -> bool {
    let Some(failure) = failure else {
        return false;
    };
    match text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
        Some(inner) => ["expected", "found"]
            .iter()
            .any(|field| failure[field].as_str().is_some_and(|value| value == inner)),
        None => failure.to_string().contains(text),
    }
}

fn warnings(run: &Value) -> Vec<String> {
    let mut all: Vec<&Value> = run["warnings"].as_array().into_iter().flatten().collect();
    let steps = run["steps"].as_array().into_iter().flatten();
    let commands = steps.filter_map(|step| step["commands"].as_array()).flatten();
    all.extend(
        commands
            .filter_map(|command| command["warnings"].as_array())
            .flatten(),
    );
    all.iter().map(|warning| warning.to_string()).collect()
}
