//! Folders, projects and files that change on disk.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::{Client, all_capabilities, uri};

const RUNS_OTHER: &str = "test \"t\"\n  step \"s\"\n    run scripts/other.aite\n    verify text:\"A\"\n";
const GOOD: &str = "test \"o\"\n  step \"s\"\n    click text:\"A\"\n";
const BAD: &str = "test \"o\"\n  step \"s\"\n    clik text:\"A\"\n";

struct Project {
    _folder: TempDir,
    root: PathBuf,
}

impl Project {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let project = Self {
            _folder: folder,
            root,
        };
        for (path, text) in files {
            project.write(path, text);
        }
        project
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn uri(&self, path: &str) -> String {
        uri(&self.root.join(path))
    }
}

/// Says that files changed on disk.
fn changed(client: &mut Client, uris: &[String]) {
    let changes: Vec<Value> = uris.iter().map(|uri| json!({"uri": uri, "type": 2})).collect();
    client.tell("workspace/didChangeWatchedFiles", json!({"changes": changes}));
}

/// Waits until the codes of a document are these.
fn codes(client: &mut Client, uri: &str, wanted: &[&str]) {
    client.hear("textDocument/publishDiagnostics", |params| {
        let found = params["diagnostics"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it["code"].as_str().unwrap());
        params["uri"] == uri && found.eq(wanted.iter().copied())
    });
}

#[test]
fn nothing_that_was_on_disk_is_remembered_too_long() {
    let project = Project::new(&[("aite.config.json", "{}"), ("scripts/a.aite", RUNS_OTHER)]);
    let mut client = Client::in_folder(&project.root);
    let registered = client.hear("client/registerCapability", |_| true);
    assert_eq!(
        registered["registrations"][0]["method"],
        "workspace/didChangeWatchedFiles"
    );
    let (a, other) = (project.uri("scripts/a.aite"), project.uri("scripts/other.aite"));
    client.open(&a, RUNS_OTHER);
    codes(&mut client, &a, &["E003"]);
    // Created, changed, deleted.
    project.write("scripts/other.aite", GOOD);
    changed(&mut client, std::slice::from_ref(&other));
    codes(&mut client, &a, &[]);
    project.write("scripts/other.aite", BAD);
    changed(&mut client, std::slice::from_ref(&other));
    codes(&mut client, &a, &["E002"]);
    // Open in the editor, it is what the editor says; closed, what is on disk.
    client.open(&other, GOOD);
    codes(&mut client, &a, &[]);
    client.close(&other);
    codes(&mut client, &a, &["E002"]);
    fs::remove_file(project.root.join("scripts/other.aite")).unwrap();
    changed(&mut client, &[other]);
    codes(&mut client, &a, &["E003"]);
    client.finish();
}

#[test]
fn the_configuration_and_the_checks_are_followed() {
    let script = "test \"t\"\n  needs session mei\n  step \"s\"\n    call total\n    verify text:\"A\"\n";
    let project = Project::new(&[("aite.config.json", "{}"), ("scripts/a.aite", script)]);
    let mut client = Client::in_folder(&project.root);
    let a = project.uri("scripts/a.aite");
    client.open(&a, script);
    codes(&mut client, &a, &["E006", "E011"]);
    project.write("aite.config.json", "{ \"profiles\": { \"mei\": {} } }");
    changed(&mut client, &[project.uri("aite.config.json")]);
    codes(&mut client, &a, &["E011"]);
    project.write("scripts/checks/total.ts", "export default async () => true;\n");
    changed(&mut client, &[project.uri("scripts/checks/total.ts")]);
    codes(&mut client, &a, &["W007"]);
    let command = json!({"command": "aite.allowCheck", "arguments": [{"project": project.root}]});
    let answer = client.ask("workspace/executeCommand", command).unwrap();
    assert_eq!(answer["exitCode"], 0, "{answer}");
    codes(&mut client, &a, &[]);
    project.write("scripts/checks/total.ts", "export default async () => false;\n");
    changed(&mut client, &[project.uri("scripts/checks/total.ts")]);
    codes(&mut client, &a, &["W007"]);
    // A mistake in the configuration is told although nobody has it open.
    project.write("aite.config.json", "{ \"profils\": {} }");
    changed(&mut client, &[project.uri("aite.config.json")]);
    codes(&mut client, &project.uri("aite.config.json"), &["C002"]);
    client.finish();
}

#[test]
fn a_project_can_begin_and_end_while_its_files_are_open() {
    let project = Project::new(&[
        ("inner/scripts/a.aite", RUNS_OTHER),
        ("inner/scripts/other.aite", GOOD),
    ]);
    let mut client = Client::in_folder(&project.root);
    let a = project.uri("inner/scripts/a.aite");
    client.open(&a, RUNS_OTHER);
    codes(&mut client, &a, &["E003"]);
    project.write("inner/aite.config.json", "{}");
    changed(&mut client, &[project.uri("inner/aite.config.json")]);
    codes(&mut client, &a, &[]);
    fs::remove_file(project.root.join("inner/aite.config.json")).unwrap();
    changed(&mut client, &[project.uri("inner/aite.config.json")]);
    codes(&mut client, &a, &["E003"]);
    client.finish();
}

#[test]
fn several_folders_are_several_projects() {
    let first = Project::new(&[("aite.config.json", "{}"), ("scripts/other.aite", GOOD)]);
    let second = Project::new(&[("aite.config.json", "{}"), ("scripts/b.aite", GOOD)]);
    let mut client = Client::in_folder(&first.root);
    let names = |client: &mut Client| {
        let symbols = client.ask("workspace/symbol", json!({"query": "o"})).unwrap();
        let symbols = symbols.as_array().unwrap().clone();
        symbols
            .iter()
            .map(|symbol| symbol["location"]["uri"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(&mut client), [first.uri("scripts/other.aite")]);
    let folder = |project: &Project| json!({"uri": uri(&project.root), "name": "x"});
    let event = json!({"added": [folder(&second)], "removed": []});
    client.tell("workspace/didChangeWorkspaceFolders", json!({"event": event}));
    assert_eq!(
        names(&mut client),
        [first.uri("scripts/other.aite"), second.uri("scripts/b.aite")]
    );
    // What is in one project is not in the other.
    let b = second.uri("scripts/b.aite");
    client.open(&b, RUNS_OTHER);
    codes(&mut client, &b, &["E003"]);
    let event = json!({"added": [], "removed": [folder(&first)]});
    client.tell("workspace/didChangeWorkspaceFolders", json!({"event": event}));
    let left = names(&mut client);
    assert!(!left.contains(&first.uri("scripts/other.aite")), "{left:?}");
    client.finish();
}

/// A window of one file, a project in a project, a project above the folder that is open: clients watch their folders.
#[test]
fn a_project_outside_the_folders_is_followed_too() {
    let run = json!({"file": "scripts/a.aite", "status": "passed", "durationMs": 5, "steps": []});
    let files = [("aite.config.json", "{}"), ("scripts/a.aite", RUNS_OTHER)];
    for watches in [true, false] {
        let folder = Project::new(&[("aite.config.json", "{}")]);
        let elsewhere = Project::new(&files);
        elsewhere.write("results/1/run.json", &run.to_string());
        let mut capabilities = all_capabilities();
        if !watches {
            capabilities["workspace"]["didChangeWatchedFiles"] = json!(null);
        }
        let mut client = Client::with(&folder.root, &capabilities);
        let a = elsewhere.uri("scripts/a.aite");
        client.open(&a, RUNS_OTHER);
        codes(&mut client, &a, &["E003"]);
        elsewhere.write("scripts/other.aite", GOOD);
        codes(&mut client, &a, &[]);
        elsewhere.write("aite.config.json", "{ \"profils\": {} }");
        codes(&mut client, &elsewhere.uri("aite.config.json"), &["C002"]);
        // The last run was read behind everything else, when exactly nobody says.
        let lenses = json!({"textDocument": {"uri": a}});
        let mut answers = (0..10_000).map(|_| client.ask("textDocument/codeLens", lenses.clone()).unwrap());
        assert!(answers.any(|lenses| lenses.to_string().contains("passed in 5 ms")));
        client.finish();
    }
}

/// The files in which a symbol has `o` in its name.
fn known(client: &mut Client) -> Vec<String> {
    let symbols = client.ask("workspace/symbol", json!({"query": "o"})).unwrap();
    let symbols = symbols.as_array().unwrap().iter();
    let uris = symbols.map(|symbol| symbol["location"]["uri"].as_str().unwrap().to_owned());
    let mut uris: Vec<String> = uris.collect();
    uris.sort();
    uris
}

#[test]
fn projects_in_a_project_are_known_before_a_file_of_them_is_open() {
    for watches in [true, false] {
        let project = Project::new(&[
            ("aite.config.json", "{}"),
            ("scripts/a.aite", GOOD),
            ("inner/aite.config.json", "{}"),
            ("inner/b.aite", GOOD),
            ("inner/most/aite.config.json", "{}"),
            ("inner/most/c.aite", GOOD),
        ]);
        let mut capabilities = all_capabilities();
        if !watches {
            capabilities["workspace"]["didChangeWatchedFiles"] = json!(null);
        }
        let mut client = Client::with(&project.root, &capabilities);
        let mut expected = ["inner/b.aite", "inner/most/c.aite", "scripts/a.aite"]
            .map(|path| project.uri(path))
            .to_vec();
        assert_eq!(known(&mut client), expected);
        // One that comes later.
        project.write("late/d.aite", GOOD);
        project.write("late/aite.config.json", "{}");
        if watches {
            changed(&mut client, &[project.uri("late/aite.config.json")]);
        }
        expected.insert(2, project.uri("late/d.aite"));
        // When the server sees it by itself nobody says.
        let tries = if watches { 1 } else { 100_000 };
        assert!((0..tries).any(|_| known(&mut client) == expected), "{watches}");
        client.finish();
    }
}

#[test]
fn a_folder_is_no_project_until_something_is_in_it() {
    let folder = Project::new(&[("notes.json", "{}")]);
    let mut client = Client::in_folder(&folder.root);
    assert_eq!(known(&mut client), [""; 0]);
    folder.write("a.aite", GOOD);
    changed(&mut client, &[folder.uri("a.aite")]);
    assert_eq!(known(&mut client), [folder.uri("a.aite")]);
    client.finish();
}

#[test]
fn tasks_of_a_data_set_are_judged_before_they_are_open_and_other_json_never() {
    let fixture = |path: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../fixtures/tasks")
            .join(path);
        fs::read_to_string(path).unwrap()
    };
    let (manifest, bad) = (fixture("data-set/manifest.json"), fixture("bad/driver-kind.json"));
    let project = Project::new(&[
        ("bench/tasks/raw/bad.json", &bad),
        ("bench/tasks/notes.json", "[1, 2"),
        ("bench/manifest.json", &manifest),
        ("elsewhere/bad.json", &bad),
        ("elsewhere/manifest.json", "{ \"name\": \"a web app\" }"),
    ]);
    let mut capabilities = all_capabilities();
    capabilities["textDocument"]["diagnostic"] = json!({});
    let mut client = Client::with(&project.root, &capabilities);
    let judged = |client: &mut Client| {
        let report = client.ask("workspace/diagnostic", json!({"previousResultIds": []}));
        let items = report.unwrap()["items"].as_array().unwrap().clone();
        let wrong = items
            .iter()
            .filter(|item| item["items"].as_array().is_some_and(|items| !items.is_empty()));
        wrong
            .map(|item| item["uri"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    let task = project.uri("bench/tasks/raw/bad.json");
    assert_eq!(judged(&mut client), [task.as_str()]);
    // JSON that is somebody else's is passed over when it is open too.
    let notes = project.uri("bench/tasks/notes.json");
    let document = json!({"uri": notes, "languageId": "json", "version": 1, "text": "[1, 2"});
    client.tell("textDocument/didOpen", json!({"textDocument": document}));
    assert_eq!(judged(&mut client), [task.as_str()]);
    client.close(&notes);
    fs::remove_file(project.root.join("bench/tasks/raw/bad.json")).unwrap();
    changed(&mut client, &[task]);
    assert_eq!(judged(&mut client), [""; 0]);
    client.finish();
}

#[test]
fn mistakes_of_a_configuration_are_said_before_anything_is_open() {
    let project = Project::new(&[("aite.config.json", "{ \"profils\": {} }")]);
    let mut client = Client::in_folder(&project.root);
    codes(&mut client, &project.uri("aite.config.json"), &["C002"]);
    client.finish();
}

#[test]
fn clients_that_watch_nothing_are_served_too() {
    let project = Project::new(&[("aite.config.json", "{}"), ("scripts/a.aite", RUNS_OTHER)]);
    let mut capabilities = all_capabilities();
    capabilities["workspace"]["didChangeWatchedFiles"] = json!(null);
    let mut client = Client::with(&project.root, &capabilities);
    let a = project.uri("scripts/a.aite");
    client.open(&a, RUNS_OTHER);
    codes(&mut client, &a, &["E003"]);
    project.write("scripts/other.aite", GOOD);
    // The server looks itself, in folders that are new too.
    codes(&mut client, &a, &[]);
    project.write("scripts/other.aite", BAD);
    codes(&mut client, &a, &["E002"]);
    fs::remove_file(project.root.join("scripts/other.aite")).unwrap();
    codes(&mut client, &a, &["E003"]);
    let deep = RUNS_OTHER.replace("scripts/other", "scripts/deep/er/b");
    client.change(&a, 2, json!([{"text": deep}]));
    codes(&mut client, &a, &["E003"]);
    project.write("scripts/deep/er/b.aite", GOOD);
    codes(&mut client, &a, &[]);
    project.write("aite.config.json", "{ \"profils\": {} }");
    codes(&mut client, &project.uri("aite.config.json"), &["C002"]);
    client.finish();
}

#[test]
fn a_client_that_asks_for_diagnostics_is_sent_none() {
    let project = Project::new(&[("aite.config.json", "{}"), ("scripts/a.aite", BAD)]);
    let mut capabilities = all_capabilities();
    capabilities["textDocument"]["diagnostic"] = json!({});
    capabilities["workspace"]["diagnostics"] = json!({"refreshSupport": true});
    let mut client = Client::with(&project.root, &capabilities);
    let a = project.uri("scripts/a.aite");
    client.open(&a, BAD);
    let mut params = json!({"textDocument": {"uri": a}});
    let report = client.ask("textDocument/diagnostic", params.clone()).unwrap();
    assert_eq!(
        (&report["kind"], &report["items"][0]["code"]),
        (&json!("full"), &json!("E002"))
    );
    params["previousResultId"] = report["resultId"].clone();
    let report = client.ask("textDocument/diagnostic", params).unwrap();
    assert_eq!(report["kind"], "unchanged");
    project.write("scripts/other.aite", GOOD);
    changed(&mut client, &[project.uri("scripts/other.aite")]);
    client.hear("workspace/diagnostic/refresh", |_| true);
    let said = client.everything_so_far();
    assert!(
        said.iter()
            .all(|message| message["method"] != "textDocument/publishDiagnostics"),
        "{said:?}"
    );
    client.finish();
}

/// Files that are deleted, and documents that were files nowhere: what was said of them is taken back.
#[test]
fn a_client_that_asks_of_the_workspace_hears_that_a_file_is_gone() {
    let project = Project::new(&[("aite.config.json", "{}"), ("scripts/a.aite", BAD)]);
    let mut capabilities = all_capabilities();
    capabilities["textDocument"]["diagnostic"] = json!({});
    let mut client = Client::with(&project.root, &capabilities);
    let (on_disk, unsaved) = (project.uri("scripts/a.aite"), project.uri("scripts/unsaved.aite"));
    client.open(&unsaved, BAD);
    // What the client shows of them, by its own rules: a full report replaces what there was.
    let mut previous = json!([]);
    let mut shown = |client: &mut Client| {
        let params = json!({"previousResultIds": previous});
        let reports = client.ask("workspace/diagnostic", params).unwrap()["items"].take();
        let ids = reports.as_array().unwrap().iter();
        let ids = ids.map(|report| json!({"uri": report["uri"], "value": report["resultId"]}));
        previous = ids.collect();
        [&on_disk, &unsaved].map(|uri| {
            let mut reports = reports.as_array().unwrap().iter();
            let report = reports.rfind(|report| report["uri"] == **uri)?;
            Some((
                report["kind"].as_str()?.to_owned(),
                report["items"].as_array().map(Vec::len),
            ))
        })
    };
    let full = |found| Some(("full".to_owned(), Some(found)));
    let unchanged = || Some(("unchanged".to_owned(), None));
    assert_eq!(shown(&mut client), [full(1), full(1)]);
    client.close(&unsaved);
    assert_eq!(shown(&mut client), [unchanged(), full(0)]);
    fs::remove_file(project.root.join("scripts/a.aite")).unwrap();
    changed(&mut client, &[project.uri("scripts/a.aite")]);
    assert_eq!(shown(&mut client), [full(0), unchanged()]);
    client.finish();
}

/// Clients ask of the workspace again and again: who knows everything waits for news, and for nothing else.
#[test]
fn a_client_that_knows_everything_of_the_workspace_waits_for_news() {
    let project = Project::new(&[("aite.config.json", "{}"), ("scripts/a.aite", GOOD)]);
    let mut capabilities = all_capabilities();
    capabilities["textDocument"]["diagnostic"] = json!({});
    let mut client = Client::with(&project.root, &capabilities);
    let script = project.uri("scripts/a.aite");
    client.open(&script, GOOD);
    let first = client.ask("workspace/diagnostic", json!({"previousResultIds": []}));
    let first = first.unwrap()["items"].take();
    let known = first.as_array().unwrap().iter();
    let known: Value = known
        .map(|report| json!({"uri": report["uri"], "value": report["resultId"]}))
        .collect();
    let held = client.begin("workspace/diagnostic", json!({"previousResultIds": known}));
    let cancelled = client.begin("workspace/diagnostic", json!({"previousResultIds": known}));
    client.tell("$/cancelRequest", json!({"id": cancelled}));
    assert_eq!(client.answer(cancelled).unwrap_err()["code"], -32800);
    // An edit that changes nothing of what there is to say is no news.
    client.change(&script, 2, json!([{"text": format!("{GOOD}\n")}]));
    client.change(&script, 3, json!([{"text": BAD}]));
    let news = client.answer(held).unwrap()["items"].take();
    let news = news
        .as_array()
        .unwrap()
        .iter()
        .find(|report| report["uri"] == *script);
    assert_eq!(news.unwrap()["items"].as_array().map(Vec::len), Some(1));
    // Nothing is left unanswered in the end.
    client.change(&script, 4, json!([{"text": GOOD}]));
    let last = client.begin("workspace/diagnostic", json!({"previousResultIds": known}));
    client.ask("shutdown", Value::Null).unwrap();
    assert_eq!(client.answer(last).unwrap_err()["code"], -32800);
    client.tell("exit", Value::Null);
    assert_eq!(client.ended().code(), Some(0));
}

#[test]
fn a_code_leads_to_its_page() {
    let mut capabilities = all_capabilities();
    capabilities["textDocument"]["publishDiagnostics"]["codeDescriptionSupport"] = json!(true);
    let mut client = Client::with(Path::new("/nonexistent"), &capabilities);
    client.open("untitled:a", BAD);
    let page = client.diagnostics("untitled:a", 1)[0]["codeDescription"]["href"].take();
    let path = page.as_str().unwrap().strip_prefix("file://").unwrap();
    assert!(fs::read_to_string(path).unwrap().starts_with("# E002"), "{path}");
    client.finish();
}
