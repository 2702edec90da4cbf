//! The page of a small run, and of one whose names and answers want to be more than text.

use std::fs;

use serde_json::{Value, json};

use super::super::super::{recorded::Recorded, scores};
use super::*;

const HOSTILE: &str = "</script><script>alert(1)</script>\"'><img src=x onerror=alert(2)>\u{202e}";

fn row(task: &str, engine: &str, attempt: u64, status: &str) -> Value {
    let failure = match status {
        "pass" => Value::Null,
        _ => json!({"class": "cdp_semantic", "detail": format!("{task} went wrong")}),
    };
    json!({
        "run_id": "r", "layer": "L1", "subset_id": "l1.raw_cdp", "task_id": task, "engine": engine, "attempt": attempt,
        "status": status, "failure": failure, "answer": null, "seed": "0123",
        "artifact_dir": format!("artifacts/L1/l1.raw_cdp/{task}/{engine}/{attempt}"),
    })
}

fn run(rows: Vec<Value>) -> Recorded {
    let record = json!({
        "run_id": "r", "bench_id": "small", "bench_version": "1", "harness_version": "0.1.0", "score_mode": "independent",
        "selected_engines": ["chrome", "moli"], "k_runs": 2, "expected_result_rows": rows.len(),
        "completion_status": "completed", "started_at": "2026-12-01T00:00:00Z",
        "engines": {"moli": {"role": "native_candidate", "binary": "<system>/moli", "sha256_12": "0123456789ab"}},
    });
    Recorded {
        record,
        rows,
        notices: Vec::new(),
    }
}

fn small() -> Recorded {
    run(vec![
        row("a", "chrome", 1, "pass"),
        row("a", "moli", 1, "pass"),
        row("b", "chrome", 1, "pass"),
        row("b", "moli", 1, "fail"),
        row("a", "moli", 2, "unsupported"),
    ])
}

fn page_of(run: &Recorded, folder: &std::path::Path, resources: Option<&Value>) -> String {
    let scores = scores::of(&run.record, &run.rows);
    page(&Card {
        folder,
        run,
        scores: &scores,
        resources,
        host: None,
    })
}

#[test]
fn the_page_says_what_the_run_was() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("artifacts/L1/l1.raw_cdp/b/moli/1");
    fs::create_dir_all(&place).unwrap();
    fs::write(place.join("run.json"), "{}").unwrap();
    let checks = json!({"checks": [{"name": "value_equals", "status": "fail", "evidence": "saw 2"}]});
    fs::write(place.join("grader.json"), checks.to_string()).unwrap();
    let refusal = json!({"method": "Probe.ask", "error": {"message": "no", "code": -32000}});
    fs::write(place.join("cdp.jsonl"), format!("{refusal}\n")).unwrap();
    let page = page_of(&small(), folder.path(), None);
    for expected in [
        "<p class=\"rate\">33.3\u{202f}%</p>",
        "Passes <strong>1 of 2</strong> that Chrome passes.",
        "<dt>check value_equals</dt><dd>fail: saw 2</dd>",
        "<dt>last refusal</dt><dd>Probe.ask: no (-32000)</dd>",
        "<a href=\"artifacts/L1/l1.raw_cdp/b/moli/1/grader.json\">grader.json</a>",
        "<dt>damaged</dt><dd>the attempt's folder is missing</dd>",
        "<a href=\"#engine=moli&amp;status=fail\">1 fail</a>",
        "This run measured no memory.",
    ] {
        assert!(page.contains(expected), "{expected} is not in\n{page}");
    }
    assert_eq!(page, page_of(&small(), folder.path(), None), "the same bytes");
}

#[test]
fn what_our_own_runtime_did_stands_apart() {
    let folder = tempfile::tempdir().unwrap();
    let mut ours = row("c", "moli", 1, "pass");
    ours["driver"] = json!("aite");
    let of_tasks = "<h2 id=\"engines\">";
    let mixed = small();
    let without = page_of(&mixed, folder.path(), None);
    assert!(!without.contains("Driver aite"));
    let mut rows = mixed.rows;
    rows.push(ours.clone());
    let page = page_of(&run(rows), folder.path(), None);
    let (apart, rest) = page
        .split_once("<h2 id=\"own-runtime\">Driver aite</h2>")
        .unwrap();
    assert!(
        apart.contains(of_tasks) && apart.contains("1 of 3 attempts pass"),
        "{apart}"
    );
    assert!(rest.contains("<p>1 of 1 attempts pass</p>"), "{rest}");
    let mut alone = run(vec![ours]);
    alone.record["chrome_baseline_policy"] = json!({"ineligibility_reasons": ["driver aite"]});
    let alone = page_of(&alone, folder.path(), None);
    assert!(!alone.contains(of_tasks) && alone.contains("Driver aite"));
    assert!(alone.contains("The run was made with --driver aite."), "{alone}");
}

#[test]
fn memory_is_a_picture_when_it_was_measured() {
    let folder = tempfile::tempdir().unwrap();
    let peak =
        |median: u64| json!({"metrics": {"pss_peak_bytes": {"n": 2, "median": median, "p95": median * 2}}});
    let summary = json!({
        "resource_comparison_eligible": false, "ineligibility_reasons": ["one & only"],
        "by_engine": {"chrome": peak(300 << 20), "moli": peak(40 << 20)},
    });
    let page = page_of(&small(), folder.path(), Some(&summary));
    assert_eq!(page.matches("<circle").count(), 2);
    for expected in [
        "<td class=\"number\">300\u{202f}MiB</td>",
        "Not a comparison.",
        "<li>one &amp; only</li>",
    ] {
        assert!(page.contains(expected), "{expected} is not in\n{page}");
    }
    let empty = page_of(
        &small(),
        folder.path(),
        Some(&json!({"by_engine": {"chrome": null}})),
    );
    assert!(empty.contains("has no memory of any engine"));
}

#[test]
fn whatever_a_run_says_stays_text() {
    let folder = tempfile::tempdir().unwrap();
    let mut hostile = row(HOSTILE, HOSTILE, 1, "fail");
    for member in ["subset_id", "layer", "seed", "answer", "artifact_dir"] {
        hostile[member] = json!(HOSTILE);
    }
    hostile["failure"] =
        json!({"class": HOSTILE, "detail": HOSTILE, "origin": HOSTILE, "process": {HOSTILE: HOSTILE}});
    hostile["engine_provenance"] = json!({"http_identity": {"Browser": HOSTILE}});
    let mut outside = row("outside", "moli", 1, "fail");
    outside["artifact_dir"] = json!("javascript:alert(3)");
    fs::create_dir(folder.path().join("javascript:alert(3)")).unwrap();
    fs::write(folder.path().join("javascript:alert(3)").join("run.json"), "{}").unwrap();
    let mut run = run(vec![hostile, outside]);
    for member in [
        "run_id",
        "bench_id",
        "bench_version",
        "seed",
        "started_at",
        "completion_status",
    ] {
        run.record[member] = json!(HOSTILE);
    }
    run.record["engines"][HOSTILE] = json!({"role": HOSTILE, "binary": HOSTILE, "sha256_12": HOSTILE});
    run.record["chrome_baseline_policy"] = json!({"ineligibility_reasons": [HOSTILE]});
    run.notices.push(HOSTILE.into());
    let summary = json!({"ineligibility_reasons": [HOSTILE],
        "by_engine": {HOSTILE: {"metrics": {"pss_peak_bytes": {"median": 1e8}}}}});
    let page = page_of(&run, folder.path(), Some(&summary));
    assert_eq!(page.matches("<script").count(), 1, "the page's own");
    assert_eq!(page.matches("</script").count(), 1);
    assert!(!page.contains("<img"));
    assert!(!page.contains('\u{202e}'), "nothing reorders a line");
    assert!(!page.contains("href=\"javascript:"));
    assert!(
        page.contains("href=\"javascript%3Aalert%283%29/run.json\""),
        "it is a folder of the run"
    );
    let outside = ["http://", "https://", "url(", "@import"];
    assert!(
        outside.iter().all(|it| !page.contains(it)),
        "nothing is loaded from elsewhere"
    );
}

#[test]
fn the_policy_knows_the_style_and_the_script_that_are_there() {
    let folder = tempfile::tempdir().unwrap();
    let page = page_of(&small(), folder.path(), None);
    for (open, close) in [("<style>", "</style>"), ("<script>", "</script>")] {
        let (_, after) = page.split_once(open).unwrap();
        let (text, _) = after.split_once(close).unwrap();
        let hash = STANDARD.encode(Sha256::digest(text));
        assert!(page.contains(&format!("'sha256-{hash}'")), "{open}");
    }
    assert!(page.contains("default-src 'none'"));
}

#[test]
fn only_everything_is_a_hundred() {
    assert_eq!(percent(100.0), "100.0\u{202f}%");
    assert_eq!(percent(99.99), "99.9\u{202f}%");
    assert_eq!(percent(0.01), "0.1\u{202f}%");
    assert_eq!(percent(0.0), "0.0\u{202f}%");
}
