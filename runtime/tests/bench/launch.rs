//! How engines are started, kept, replaced and stopped.

use aite_runtime::engine::{Name, Options, Search, StartError, look_for, start};
use serde_json::json;

use super::set::{Set, changed, question};
use super::stand_in::{Act, Script};

fn behind_the_port(arguments: &[String]) -> Vec<&str> {
    let port = arguments.iter().position(|it| it == "--port").expect("a port");
    arguments[port + 2..].iter().map(String::as_str).collect()
}

#[tokio::test]
async fn one_process_serves_all_tasks_until_another_profile_is_needed() {
    let set = Set::new([("moli", Script::default()), ("obscura", Script::default())]);
    let all = json!({"launch_profile": "all_resources"});
    let plan = set.plan(vec![
        question("a"),
        question("b"),
        changed("c", &all),
        changed("d", &all),
        question("e"),
    ]);
    let run = set.run(&plan, "r").await;
    let moli = set.engines["moli"].starts();
    let arguments: Vec<_> = moli
        .iter()
        .map(|start| behind_the_port(&start.arguments))
        .collect();
    let expected = [vec!["--layout"], vec!["--layout", "--resource"], vec!["--layout"]];
    assert_eq!(arguments, expected);
    let obscura = set.engines["obscura"].starts();
    assert_eq!(obscura.len(), 1, "no profile changes its command line");
    assert_eq!(
        behind_the_port(&obscura[0].arguments),
        ["--allow-private-network"]
    );
    assert!(
        moli.iter().chain(&obscura).all(|start| !start.beside_another),
        "two never run together"
    );
    assert_eq!(moli[0].arguments[..3], ["serve", "--host", "127.0.0.1"]);
    let rows = run.rows();
    let contexts: Vec<_> = rows
        .iter()
        .filter(|row| row["engine"] == "moli")
        .map(|row| {
            json!([
                row["run_context"]["browser_generation"],
                row["run_context"]["prev_task_id"]
            ])
        })
        .collect();
    let expected = [
        json!([1, null]),
        json!([1, "a"]),
        json!([2, null]),
        json!([2, "c"]),
        json!([3, null]),
    ];
    assert_eq!(contexts, expected);
    let launched = &rows[4]["engine_provenance"];
    assert_eq!(launched["serve_args"], json!(["--layout", "--resource"]));
    assert_eq!(launched["binary"], "moli/engine", "no path of this machine");
}

#[tokio::test]
async fn layout_is_switched_off_for_a_whole_run() {
    let set = Set::new([("moli", Script::default()), ("obscura", Script::default())]);
    let all = json!({"launch_profile": "all_resources"});
    let mut plan = set.plan(vec![question("a"), changed("b", &all)]);
    plan.engines.iter_mut().for_each(|engine| engine.layout = false);
    let run = set.run(&plan, "r").await;
    let moli = set.engines["moli"].starts();
    let arguments: Vec<_> = moli
        .iter()
        .map(|start| behind_the_port(&start.arguments))
        .collect();
    assert_eq!(arguments, [vec![], vec!["--resource"]]);
    let manifest = run.json("run_manifest.json");
    assert_eq!(manifest["engines"]["moli"]["layout"], "off");
    assert_eq!(manifest["engines"]["obscura"].get("layout"), None);
}

#[tokio::test]
async fn an_engine_that_died_is_started_again() {
    let set = Set::new([("moli", Script::new([("Probe.die", vec![Act::Exit(9)])]))]);
    let dies = json!({"driver": {"kind": "raw_cdp", "steps": [{"method": "Probe.die", "save_as": "value"}]}});
    let plan = set.plan(vec![changed("a", &dies), question("b")]);
    let rows = set.run(&plan, "r").await.rows();
    assert_eq!([&rows[0]["status"], &rows[1]["status"]], ["crash", "pass"]);
    assert_eq!(rows[0]["failure"]["process"]["returncode"], 9);
    assert_eq!(rows[1]["run_context"]["browser_generation"], 2);
}

#[tokio::test]
async fn a_port_that_somebody_took_is_not_the_end() {
    let script = Script {
        refused_starts: 2,
        ..Script::default()
    };
    let set = Set::new([("lightpanda", script)]);
    let rows = set.run(&set.plan(vec![question("a")]), "r").await.rows();
    assert_eq!(rows[0]["status"], "pass");
    let ports: Vec<_> = set.engines["lightpanda"]
        .starts()
        .iter()
        .map(|it| it.arguments[4].clone())
        .collect();
    assert_eq!(ports.len(), 3);
}

#[tokio::test]
async fn an_engine_that_does_not_come_up_ends_the_run_with_what_it_said() {
    let script = Script {
        refused_starts: 9,
        ..Script::default()
    };
    let set = Set::new([("lightpanda", script)]);
    let run = set.run(&set.plan(vec![question("a")]), "r").await;
    let error = run.ended.expect_err("no engine");
    assert!(error.to_string().contains("ended before it was ready"), "{error}");
    assert!(run.folder.join("run_manifest.json").exists());
}

#[tokio::test]
async fn workers_have_engines_of_their_own() {
    let set = Set::new([("moli", Script::default())]);
    let mut plan = set.plan(["a", "b", "c", "d"].map(question).into());
    plan.jobs = 2;
    let rows = set.run(&plan, "r").await.rows();
    assert_eq!(rows.len(), 4);
    assert!(rows.iter().all(|row| row["status"] == "pass"));
    assert_eq!(set.engines["moli"].starts().len(), 2);
}

#[tokio::test]
async fn no_proxy_stands_between_an_engine_and_its_pages() {
    let set = Set::new([("lightpanda", Script::default())]);
    set.run(&set.plan(vec![question("a")]), "r").await;
    let start = &set.engines["lightpanda"].starts()[0];
    let proxies = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "WS_PROXY"];
    let inherited = start
        .environment
        .iter()
        .filter(|name| proxies.contains(&name.to_uppercase().as_str()));
    assert_eq!(inherited.count(), 0);
    assert!(
        start
            .environment
            .iter()
            .any(|name| name == "LIGHTPANDA_DISABLE_TELEMETRY")
    );
}

#[tokio::test]
async fn scripts_have_engines_of_their_own() {
    for (name, behind) in [
        ("moli", vec!["--layout", "--resource"]),
        ("obscura", vec!["--allow-private-network"]),
    ] {
        let set = Set::new([(name, Script::default())]);
        let search = Search {
            option: Some(set.engines[name].program.clone()),
            configured: None,
        };
        let engine: Name = name.parse().expect("a name");
        look_for(&engine, &search).expect("it is there");
        let browser = start(&engine, &search, &Options::default())
            .await
            .expect("it starts");
        assert_eq!(
            (browser.name(), browser.connection().transport()),
            (name, "websocket")
        );
        let scratch = browser.scratch().expect("a folder").to_owned();
        browser.close().await;
        assert!(!scratch.exists(), "nothing is left of it");
        let starts = set.engines[name].starts();
        assert_eq!(starts.len(), 1);
        assert_eq!(behind_the_port(&starts[0].arguments), behind);
    }
    let nowhere = Search {
        option: Some("/no/such/engine".into()),
        configured: None,
    };
    let missing = look_for(&Name::Lightpanda, &nowhere);
    assert!(matches!(missing, Err(StartError::Unusable { .. })), "{missing:?}");
}
