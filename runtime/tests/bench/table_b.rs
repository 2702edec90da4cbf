//! Truth table B from end to end: what a run leaves on the disk.

use std::fs;
use std::path::Path;

use aite_runtime::bench::{Ended, RunError, canonical, report};
use aite_runtime::deadline::Canceller;
use serde_json::{Value, json};

use super::set::{Set, question, read_json};
use super::stand_in::{Act, Script};

/// Every file below a folder, from there.
fn files(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next).expect("a folder").flatten() {
            match entry.file_type().expect("a type").is_dir() {
                true => open.push(entry.path()),
                false => found.push(entry.path()),
            }
        }
    }
    let relative =
        |path: &std::path::PathBuf| path.strip_prefix(folder).expect("inside").display().to_string();
    let mut names: Vec<_> = found.iter().map(relative).collect();
    names.sort();
    names
}

#[tokio::test]
async fn every_attempt_leaves_its_files_and_its_row() {
    let refuses = Script::new([("Probe.ask", vec![Act::Refuse("no".into())])]);
    let set = Set::new([("moli", Script::default()), ("lightpanda", refuses)]);
    let mut plan = set.plan(vec![question("a"), question("b")]);
    plan.attempts = 2;
    let run = set.run(&plan, "r").await;
    assert_eq!(run.ended.as_ref().ok(), Some(&Ended::Completed));
    let rows = run.rows();
    assert_eq!(rows.len(), 8);
    let order: Vec<_> = rows
        .iter()
        .map(|row| format!("{}{}{}", row["task_id"], row["attempt"], row["engine"]))
        .collect();
    assert_eq!(
        order[..3],
        ["\"a\"1\"moli\"", "\"a\"1\"lightpanda\"", "\"a\"2\"moli\""]
    );
    for row in &rows {
        let place = run.folder.join(row["artifact_dir"].as_str().expect("a path"));
        let expected = ["cdp.jsonl", "grader.json", "run.json", "stderr.log", "stdout.log"];
        assert_eq!(files(&place), expected);
        assert_eq!(
            read_json(&place.join("run.json")),
            *row,
            "the file and the line are the same"
        );
    }
    assert_eq!(
        files(&run.folder)
            .iter()
            .filter(|name| name.contains(".tmp-"))
            .count(),
        0
    );
    let record = run.json("run_manifest.json");
    assert_eq!(
        (&record["completion_status"], &record["completed_result_rows"]),
        (&json!("completed"), &json!(8))
    );
}

#[tokio::test]
async fn nothing_is_ever_overwritten() {
    let set = Set::new([("moli", Script::default())]);
    let plan = set.plan(vec![question("a")]);
    let run = set.run(&plan, "r").await;
    let before = fs::read(run.folder.join("results.jsonl")).expect("results");
    let (_canceller, cancellation) = Canceller::new();
    let again = aite_runtime::bench::run(&plan, "r", &run.folder, &mut |_| {}, &cancellation).await;
    assert!(matches!(again, Err(RunError::Unwritable(_))), "{again:?}");
    assert_eq!(
        fs::read(run.folder.join("results.jsonl")).expect("results"),
        before
    );
}

#[tokio::test]
async fn an_attempt_in_the_way_ends_the_run_and_keeps_what_was_made() {
    let set = Set::new([("moli", Script::default())]);
    let plan = set.plan(vec![question("a"), question("b")]);
    let (_canceller, cancellation) = Canceller::new();
    let folder = set.folder.path().join("r");
    let taken = folder.join("artifacts/L1/l1.raw_cdp/b/moli/1");
    let run = set
        .run_until(&plan, "r", &cancellation, |_| {
            fs::create_dir_all(&taken).expect("a folder")
        })
        .await;
    assert!(
        matches!(&run.ended, Err(RunError::Unwritable(why)) if why.contains("exists already")),
        "{:?}",
        run.ended
    );
    assert_eq!(run.rows().len(), 1);
    assert_eq!(run.json("run_manifest.json")["completion_status"], "interrupted");
}

#[tokio::test]
async fn a_run_that_is_told_to_end_says_so_and_leaves_no_draft() {
    let silent = Script::new([("Probe.wait", vec![])]);
    let set = Set::new([("moli", silent)]);
    let waits =
        json!({"driver": {"kind": "raw_cdp", "steps": [{"method": "Probe.wait", "save_as": "value"}]}});
    let plan = set.plan(vec![question("a"), super::set::changed("b", &waits)]);
    let (canceller, cancellation) = Canceller::new();
    let run = set
        .run_until(&plan, "r", &cancellation, |_| canceller.cancel())
        .await;
    assert_eq!(run.ended.as_ref().ok(), Some(&Ended::Interrupted));
    assert_eq!(run.rows().len(), 1);
    let record = run.json("run_manifest.json");
    assert_eq!(
        (&record["completion_status"], &record["completed_result_rows"]),
        (&json!("interrupted"), &json!(1))
    );
    assert_eq!(
        files(&run.folder)
            .iter()
            .filter(|name| name.contains(".tmp-"))
            .count(),
        0
    );
}

#[tokio::test]
async fn two_runs_with_one_seed_have_the_same_scores() {
    let wrong = Script::new([("Probe.ask", vec![Act::Answer(json!({}))])]);
    let set = Set::new([("moli", Script::default()), ("obscura", wrong)]);
    let mut plan = set.plan(vec![question("a"), question("b"), question("c")]);
    plan.jobs = 2;
    let mut made = Vec::new();
    for id in ["first", "second"] {
        let run = set.run(&plan, id).await;
        assert_eq!(
            run.ended.as_ref().ok(),
            Some(&Ended::Completed),
            "{:?}",
            run.ended
        );
        let mut all = report::report(&run.folder).expect("scores").scores;
        all["run_id"] = Value::Null;
        let mut seeds: Vec<_> = run.rows().iter().map(|row| row["seed"].to_string()).collect();
        seeds.sort();
        made.push((canonical::pretty(&all), seeds));
    }
    assert_eq!(made[0], made[1]);
}
