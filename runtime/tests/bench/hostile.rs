//! A machine that does not do what a run needs: nothing that was written is lost, and what was not is said.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use aite_runtime::bench::RunError;
use serde_json::{Value, json};

use super::set::{Set, changed, question};
use super::stand_in::Script;

const PLACE: &str = "AITE_TEST_LITTLE_SPACE";
/// Files may have so many blocks of 512 bytes: enough for a run's record and for some rows, not for all.
const MOST_BLOCKS: u32 = 32;
const ATTEMPTS: u32 = 4;
const TASKS: u32 = 6;

/// The system stops a write in its middle where a file reaches its limit, as it does where a disk is full. Limits are
/// those of a process, so this test starts itself again in one of its own.
#[test]
fn where_space_ends_rows_stay_whole() {
    let place = tempfile::tempdir().expect("a folder");
    // Without this the signal of the limit would end the process before it sees the error.
    let limited = format!("trap '' XFSZ; ulimit -f {MOST_BLOCKS}; exec \"$0\" \"$@\"");
    let status = Command::new("/bin/sh")
        .args(["-c", &limited])
        .arg(std::env::current_exe().expect("this program"))
        .args(["hostile::in_little_space", "--exact", "--ignored", "--nocapture"])
        .env(PLACE, place.path())
        .status();
    assert!(status.expect("a shell").success());

    let results = fs::read_to_string(place.path().join("results.jsonl")).expect("results");
    assert!(results.ends_with('\n'), "no line is half written");
    let rows: Vec<Value> = results
        .lines()
        .map(|line| serde_json::from_str(line).expect("a whole row"))
        .collect();
    let made = u32::try_from(rows.len()).expect("a few rows");
    assert!(made > ATTEMPTS && made < ATTEMPTS * TASKS, "{made}");
    // The record of the first task does not fit. That says nothing about the engine, and the next ones were made.
    for row in &rows {
        let failure = &row["failure"];
        let verdict = json!([row["status"], failure["class"], failure["origin"]]);
        let expected = match row["task_id"] == "a" {
            true => json!(["infra", "infra", null]),
            false => json!(["pass", null, null]),
        };
        assert_eq!(verdict, expected, "{row}");
    }
}

#[tokio::test]
#[ignore = "not a test: the run that has little space"]
async fn in_little_space() {
    let Some(place) = std::env::var_os(PLACE).map(PathBuf::from) else {
        return;
    };
    let set = Set::new([("moli", Script::default())]);
    let long = json!({"method": "Probe.ask", "params": {"text": "x".repeat(64 * 1024)}, "save_as": "value"});
    let says_much = json!({"driver": {"kind": "raw_cdp", "steps": [long]}});
    let tasks = ["b", "c", "d", "e", "f"].map(question);
    let mut plan = set.plan([changed("a", &says_much)].into_iter().chain(tasks).collect());
    plan.attempts = ATTEMPTS;
    let run = set.run(&plan, "r").await;
    let said = run.ended.as_ref().map_err(ToString::to_string);
    assert!(matches!(run.ended, Err(RunError::Unwritable(_))), "{said:?}");
    assert_eq!(run.json("run_manifest.json")["completion_status"], "interrupted");
    fs::copy(run.folder.join("results.jsonl"), place.join("results.jsonl")).expect("a copy");
}
