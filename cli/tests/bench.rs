//! `aite bench` on a small data set, whole and broken in each way that needs more than one file to see.

mod house;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use house::root;
use serde_json::{Value, json};

/// A copy of `fixtures/tasks/data-set`.
struct DataSet(tempfile::TempDir);

impl DataSet {
    fn copy() -> Self {
        let folder = tempfile::tempdir().unwrap();
        copy(&root().join("fixtures/tasks/data-set"), folder.path());
        Self(folder)
    }

    fn path(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    /// Changes a JSON file.
    fn edit(&self, path: &str, change: impl FnOnce(&mut Value)) -> &Self {
        let path = self.path(path);
        let mut value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        change(&mut value);
        fs::write(path, serde_json::to_string_pretty(&value).unwrap()).unwrap();
        self
    }

    fn aite(&self, args: &[&str]) -> Said {
        let output = Command::new(env!("CARGO_BIN_EXE_aite"))
            .args(args)
            .current_dir(self.0.path())
            .output()
            .unwrap();
        Said(output)
    }

    fn validate(&self, args: &[&str]) -> Said {
        self.aite(&[&["bench", "validate"], args].concat())
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copy(&entry.path(), &target),
            false => drop(fs::copy(entry.path(), target).unwrap()),
        }
    }
}

struct Said(Output);

impl Said {
    fn out(&self) -> String {
        String::from_utf8(self.0.stdout.clone()).unwrap()
    }

    fn err(&self) -> String {
        String::from_utf8(self.0.stderr.clone()).unwrap()
    }

    fn code(&self) -> i32 {
        self.0.status.code().unwrap()
    }

    /// Failed with one issue, which says this.
    #[track_caller]
    fn is_error(&self, words: &str) {
        let err = self.err();
        assert_eq!(self.code(), 1, "{err}");
        assert_eq!(
            err.lines().filter(|line| line.starts_with("ERROR: ")).count(),
            1,
            "{err}"
        );
        assert!(err.contains(words), "{err}");
    }
}

#[test]
fn a_data_set_that_is_well_is_counted() {
    let said = DataSet::copy().validate(&[]);
    assert_eq!(said.err(), "");
    assert_eq!(
        said.out(),
        "OK manifest=manifest.json tasks=8 subsets=4\n\
         l1.playwright: 2\nl1.puppeteer: 2\nl1.raw_cdp: 2\nl2.platform: 2\n"
    );
    assert_eq!(said.code(), 0);
}

#[test]
fn a_missing_field_is_one_error() {
    let set = DataSet::copy();
    set.edit("tasks/raw/cart_total_001.json", |task| {
        task.as_object_mut().unwrap().remove("grader");
    });
    set.validate(&[])
        .is_error("tasks/raw/cart_total_001.json:1:1: T002 missing required field grader");
    assert_eq!(
        set.validate(&["--task", "cart_empty_001"]).code(),
        0,
        "another task is fine"
    );
}

#[test]
fn a_task_is_there_once() {
    let set = DataSet::copy();
    set.edit("tasks/raw/cart_empty_001.json", |task| {
        task["task_id"] = "cart_total_001".into()
    });
    set.validate(&[])
        .is_error("T025 the task cart_total_001 is there twice");
}

#[test]
fn an_enabled_subset_has_tasks() {
    let set = DataSet::copy();
    set.edit("manifest.json", |manifest| {
        manifest["layers"][0]["subsets"][3]["enabled"] = true.into();
        manifest["layers"][0]["subsets"][3]["allow_empty"] = false.into();
    });
    let said = set.validate(&[]);
    said.is_error("T022 the subset l1.later has no task");
    assert!(said.err().contains("at /layers/0/subsets/3"), "{}", said.err());
    set.edit("manifest.json", |manifest| {
        manifest["layers"][0]["subsets"][3]["allow_empty"] = true.into();
    });
    assert_eq!(set.validate(&[]).code(), 0);
}

#[test]
fn every_task_that_the_server_grades_has_an_answer() {
    let set = DataSet::copy();
    set.edit("fixtures/expected_answers.json", |answers| {
        answers.as_object_mut().unwrap().remove("storage_local_001");
    });
    set.validate(&[])
        .is_error("T020 there is no expected answer for storage_local_001");
}

/// Breaks a part of a file.
type Change = fn(&mut Value);

#[test]
fn the_capability_map_has_every_task_once_and_in_a_role_that_it_can_fill() {
    let probes = "/capabilities/0/probes";
    let cases: [(&str, Change); 5] = [
        ("the task storage_local_002 is in no capability", |probes| {
            probes.as_array_mut().unwrap().pop();
        }),
        ("storage_local_001 is mapped twice", |probes| {
            let again = probes[0].clone();
            probes.as_array_mut().unwrap().push(again);
        }),
        ("cart_total_001 is no active task of the layer", |probes| {
            let other = json!({"task_id": "cart_total_001", "role": "diagnostic", "claim": "adds up"});
            probes.as_array_mut().unwrap().push(other);
        }),
        (
            "purpose.diagnostic and may only be mapped as diagnostic",
            |probes| {
                probes[1]["role"] = "semantic_probe".into();
            },
        ),
        ("no canonical semantic_probe to check against", |probes| {
            probes[0]["role"] = "driver_cross_check".into();
        }),
    ];
    for (words, change) in cases {
        let set = DataSet::copy();
        set.edit("config/capabilities.json", |map| {
            change(map.pointer_mut(probes).unwrap())
        });
        set.validate(&[]).is_error(words);
        // A narrow selection does not hide it.
        set.validate(&["--task", "cart_empty_001"]).is_error(words);
    }
    let set = DataSet::copy();
    set.edit("tasks/platform/storage_local_001.json", |task| {
        task["grader"] = json!({"kind": "inline_assertions", "checks": ["script_reported"]});
    });
    set.validate(&[])
        .is_error("is a semantic_probe and must be graded by a server_side grader");
}

#[test]
fn generated_tasks_are_what_their_scenario_says() {
    let file = "tasks/playwright/sc_cart_add__pw.json";
    let set = DataSet::copy();
    set.edit(file, |task| {
        task["driver"]["steps"][2]["selector"] = "#other".into()
    });
    set.validate(&[])
        .is_error("is not what tasks/scenarios/cart_add.scenario.json says: another step 2");

    let set = DataSet::copy();
    fs::remove_file(set.path(file)).unwrap();
    set.validate(&[])
        .is_error("the generated task sc_cart_add__pw is missing");

    let set = DataSet::copy();
    set.edit("fixtures/scenarios/expected_answers.fragment.json", |answers| {
        answers["sc_cart_add__pw"]["expected"] = "2".into();
    });
    set.validate(&[]).is_error("the registry expects another answer");

    let set = DataSet::copy();
    set.edit(file, |task| task["task_id"] = "sc_cart_gone__pw".into());
    set.edit("fixtures/scenarios/expected_answers.fragment.json", |answers| {
        answers["sc_cart_gone__pw"] = json!({"mode": "equals", "expected": "1"});
    });
    let said = set.validate(&[]);
    assert!(
        said.err()
            .contains("generated from tasks/scenarios/cart_add.scenario.json, which has no such task")
    );
}

#[test]
fn a_driver_that_does_not_perform_a_scenario_has_a_reason() {
    let set = DataSet::copy();
    set.edit("tasks/scenarios/cart_clear.scenario.json", |scenario| {
        scenario["driver_skips"]["rod"] = " ".into();
    });
    set.validate(&[])
        .is_error("T023 the skip of rod needs a written reason");
}

#[test]
fn selections_are_alternatives_of_one_option_and_all_of_several() {
    let set = DataSet::copy();
    let list = |args: &[&str]| {
        let said = set.aite(&[&["bench", "list", "tasks", "--json"], args].concat());
        assert_eq!(said.code(), 0, "{}", said.err());
        let rows: Value = serde_json::from_str(&said.out()).unwrap();
        let ids = rows
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["task_id"].as_str().unwrap().to_owned());
        ids.collect::<Vec<_>>()
    };
    assert_eq!(list(&["--layer", "L1"]).len(), 6);
    assert_eq!(list(&["--tag", "purpose.smoke"]), ["cart_empty_001"]);
    assert_eq!(
        list(&["--tag", "purpose.smoke", "--subset", "l1.playwright"]),
        [""; 0]
    );
    assert_eq!(
        list(&["--task", "cart_total_001", "--task", "cart_empty_001"]),
        ["cart_empty_001", "cart_total_001"]
    );
    assert_eq!(
        list(&["--subset", "l1.puppeteer", "--subset", "l1.raw_cdp"]),
        [
            "sc_cart_add__pp",
            "sc_cart_clear__pp",
            "cart_empty_001",
            "cart_total_001"
        ],
        "subsets are in the order in which they were named"
    );
    for (option, wrong, meant) in [
        ("--layer", "L3", "did you mean L1?"),
        ("--subset", "l1.raw_cpd", "did you mean l1.raw_cdp?"),
        ("--task", "cart_total_01", "did you mean cart_total_001?"),
    ] {
        let said = set.aite(&["bench", "list", "tasks", option, wrong]);
        assert_eq!(said.code(), 2);
        assert!(said.err().contains(meant), "{}", said.err());
    }
}

#[test]
fn a_scenario_without_files_is_a_task_for_every_command() {
    let set = DataSet::copy();
    let planned = set.aite(&[
        "bench",
        "run",
        "--dry-run",
        "--task",
        "sc_cart_clear__pw",
        "--k",
        "2",
    ]);
    assert_eq!(planned.code(), 0, "{}", planned.err());
    let plan: Value = serde_json::from_str(&planned.out()).unwrap();
    assert_eq!(
        plan["tasks"][0]["path"],
        "tasks/scenarios/cart_clear.scenario.json"
    );
    assert_eq!(plan["tasks"][0]["driver"], "framework_playwright");
    assert_eq!(plan["expected_result_rows"], 2);

    set.edit("tasks/scenarios/cart_clear.scenario.json", |scenario| {
        scenario["drivers"] = json!(["puppeteer"]);
    });
    let refused = set.aite(&["bench", "run", "--dry-run", "--task", "sc_cart_clear__pp"]);
    assert_eq!(refused.code(), 1, "what validation refuses is not run");
    assert!(
        refused
            .err()
            .contains("playwright is not in drivers, and driver_skips gives no reason"),
        "{}",
        refused.err()
    );
}

#[test]
fn a_subset_can_name_the_scenarios_that_it_takes() {
    let set = DataSet::copy();
    let moved = "more/cart_clear.scenario.json";
    fs::create_dir(set.path("more")).unwrap();
    fs::rename(
        set.path("tasks/scenarios/cart_clear.scenario.json"),
        set.path(moved),
    )
    .unwrap();
    set.edit("manifest.json", |manifest| {
        manifest["layers"][0]["subsets"][2]["task_glob"] = "more/*.scenario.json".into();
    });
    let said = set.aite(&["bench", "list", "tasks", "--subset", "l1.puppeteer"]);
    assert_eq!(
        said.out(),
        "L1  l1.puppeteer  sc_cart_clear__pp\n",
        "{}",
        said.err()
    );
}

#[test]
fn lists_are_stable_and_complete() {
    let set = DataSet::copy();
    let once = set.aite(&["bench", "list", "tasks", "--json"]).out();
    assert_eq!(once, set.aite(&["bench", "list", "tasks", "--json"]).out());
    let rows: Vec<Value> = serde_json::from_str(&once).unwrap();
    for field in [
        "layer",
        "subset_id",
        "task_id",
        "task_version",
        "path",
        "description",
        "features",
        "tags",
        "scene",
        "driver",
        "grader",
        "chrome_gate",
        "launch_profile",
        "artifact_profile",
    ] {
        assert!(rows.iter().all(|row| !row[field].is_null()), "{field}");
    }
    let subsets = set.aite(&["bench", "list", "subsets"]).out();
    assert!(subsets.starts_with("L1  l1.raw_cdp  raw_cdp  2\n"), "{subsets}");
}

#[test]
fn coverage_counts_what_tasks_look_at_and_names_what_they_do_not() {
    let set = DataSet::copy();
    let coverage = |args: &[&str]| {
        let said = set.aite(&[&["bench", "coverage"], args].concat());
        assert_eq!(said.code(), 0, "{}", said.err());
        said.out()
    };
    insta::assert_snapshot!("coverage", coverage(&[]));
    insta::assert_snapshot!("coverage_json", coverage(&["--json"]));
    set.edit("tasks/raw/cart_empty_001.json", |task| {
        task["features"] = json!([])
    });
    let protocol = json!({"version": {"major": "1", "minor": "3"}, "domains": [{"domain": "Runtime",
        "commands": [{"name": "evaluate"}, {"name": "enable"}, {"name": "terminate"}],
        "events": [{"name": "consoleAPICalled"}, {"name": "bindingCalled", "experimental": true}]}]});
    fs::write(set.path("protocol.json"), protocol.to_string()).unwrap();
    let waivers = json!({"waivers": {"Runtime.terminate": {"reason": "it ends the page"}}});
    fs::write(set.path("config/cdp_waivers.json"), waivers.to_string()).unwrap();
    let part = [
        "--subset",
        "l1.raw_cdp",
        "--by",
        "feature",
        "--protocol",
        "protocol.json",
    ];
    insta::assert_snapshot!("coverage_of_a_part", coverage(&part));
    fs::write(set.path("protocol.json"), "{\n  \"domains\": 1}").unwrap();
    let said = set.aite(&["bench", "coverage", "--protocol", "protocol.json"]);
    assert_eq!(said.code(), 2);
    assert!(
        said.err()
            .contains("protocol.json:2:14: this is not the protocol as DevTools describes it"),
        "{}",
        said.err()
    );
}

#[test]
fn no_manifest_is_said_with_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let set = DataSet(folder);
    let said = set.validate(&[]);
    assert_eq!(said.code(), 3);
    assert!(said.err().contains("--manifest"), "{}", said.err());
}

#[test]
fn check_and_ir_know_the_files_of_a_data_set() {
    let set = DataSet::copy();
    let task = "tasks/raw/cart_total_001.json";
    let whole = [
        task,
        "manifest.json",
        "tasks/scenarios/cart_add.scenario.json",
        "fixtures/expected_answers.json",
    ];
    let said = set.aite(&[&["check"], &whole[..]].concat());
    assert_eq!(said.code(), 0, "{}{}", said.out(), said.err());
    let program: Value = serde_json::from_str(&set.aite(&["ir", task]).out()).unwrap();
    assert_eq!(program["program"]["name"], "cart_total_001");
    assert_eq!(program["origins"]["ops"][0]["pointer"], "/driver/steps/0");

    set.edit(task, |task| task["layer"] = "L2".into());
    let said = set.aite(&["check", task, "--format", "json"]);
    assert_eq!(said.code(), 1);
    let report: Value = serde_json::from_str(&said.out()).unwrap();
    assert_eq!(report["diagnostics"][0]["code"], "T004");
    assert_eq!(report["diagnostics"][0]["pointer"], "/layer");
    assert_eq!(set.aite(&["ir", task]).code(), 1);
}
