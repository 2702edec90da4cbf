//! An engine that somebody else has started.

use aite_runtime::bench::plan::{EnginePlan, Origin, Pin, Plan};
use aite_runtime::bench::resources::Mode;
use aite_runtime::engine::{Engine, Launch, REMOTE, Served};
use serde_json::{Value, json};

use super::set::{Set, changed, question};
use super::stand_in::{Act, Script};

/// A stand-in that runs before the benchmark does and knows who it is.
async fn elsewhere(set: &Set) -> Served {
    let launch = Launch {
        profile: "default",
        layout: true,
    };
    let moli = Engine::named("moli").expect("there is a row");
    let started = Served::launch(moli, &set.engines["moli"].program, launch).await;
    started.expect("it starts")
}

fn set<const N: usize>(on: [(&str, Vec<Act>); N]) -> Set {
    let mut script = Script::new(on);
    let version = json!({"product": "StandIn/1.0", "userAgent": "StandIn", "protocolVersion": "1.3"});
    let known = script
        .on
        .insert("Browser.getVersion".into(), vec![Act::Answer(version)]);
    assert!(known.is_none(), "only here");
    Set::new([("moli", script)])
}

fn at(mut plan: Plan, address: String) -> Plan {
    plan.engines = vec![EnginePlan {
        engine: &REMOTE,
        origin: Origin::Address(address),
        pin: Pin::default(),
        layout: true,
    }];
    plan
}

#[tokio::test]
async fn an_engine_that_runs_already_is_joined_and_left_running() {
    let set = set([]);
    let engine = elsewhere(&set).await;
    let all = json!({"launch_profile": "all_resources"});
    let plan = set.plan(vec![question("a"), changed("b", &all), question("c")]);
    let mut plan = at(plan, format!("ws://{}/?token=secret", engine.authority()));
    plan.resources.mode = Mode::Engine;
    let run = set.run(&plan, "r").await;
    let rows = run.rows();
    let statuses: Vec<_> = rows.iter().map(|row| &row["status"]).collect();
    assert_eq!(statuses, ["pass", "unsupported", "pass"]);
    let refused = rows[1]["failure"].to_string();
    assert!(refused.contains("launch profile all_resources"), "{refused}");
    let first = &rows[0];
    assert_eq!(first["engine"], "remote");
    assert_eq!(first["artifact_dir"], "artifacts/L1/l1.raw_cdp/a/remote/1");
    assert_eq!(first["score_included"], false);
    let provenance = &first["engine_provenance"];
    assert_eq!(provenance["http_identity"]["Browser"], "StandIn/1.0");
    assert_eq!(provenance["binary_sha256"], Value::Null);
    assert!(
        !first.to_string().contains("secret"),
        "an address may let people in"
    );
    let reason = first["resource"]["unavailable"]["pss"]
        .as_str()
        .expect("a reason");
    assert!(reason.contains("not started here"), "{reason}");
    assert_eq!(
        run.json("run_manifest.json")["engines"]["remote"]["role"],
        "remote"
    );
    assert!(engine.answers().await, "it is somebody else's");
    assert_eq!(set.engines["moli"].starts().len(), 1);
    engine.stop().await;
}

#[tokio::test]
async fn what_becomes_of_its_process_is_not_known() {
    let set = set([("Probe.die", vec![Act::Exit(9)])]);
    let engine = elsewhere(&set).await;
    let dies = json!({"driver": {"kind": "raw_cdp", "steps": [{"method": "Probe.die", "save_as": "value"}]}});
    let plan = at(
        set.plan(vec![changed("a", &dies)]),
        format!("ws://{}", engine.authority()),
    );
    let rows = set.run(&plan, "r").await.rows();
    assert_eq!(rows[0]["status"], "crash");
    assert_eq!(rows[0]["failure"]["origin"], "client_transport");
}

#[tokio::test]
async fn nobody_there_ends_the_run_with_the_address() {
    let set = set([]);
    let engine = elsewhere(&set).await;
    let address = format!("ws://{}/", engine.authority());
    engine.stop().await;
    let plan = at(set.plan(vec![question("a")]), address.clone());
    let error = set.run(&plan, "r").await.ended.expect_err("nobody");
    assert!(error.to_string().contains(&address), "{error}");
}
