//! Custom checks: which may run, what they do in a run on a real Chromium, and the guard of their folder.

use std::fs;
use std::net::{Ipv4Addr, Ipv6Addr, TcpListener};
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

struct Project(TempDir);

impl Project {
    fn new() -> Self {
        let project = Self(tempfile::tempdir().unwrap());
        project.write("aite.config.json", "{}");
        project
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn write(&self, name: &str, text: &str) {
        let file = self.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    fn check(&self, name: &str, text: &str) {
        self.write(&format!("scripts/checks/{name}"), text);
    }

    fn script(&self, port: u16, steps: &str) {
        let text = format!("test \"x\"\n  start http://localhost:{port}/\n  step \"s\"\n{steps}");
        self.write("scripts/x.aite", &text);
    }

    fn aite(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_aite"))
            .args(arguments)
            .current_dir(self.path())
            .env_remove("CI_MERGE_REQUEST_LABELS")
            .env_remove("GITHUB_EVENT_PATH")
            .output()
            .unwrap()
    }

    fn git(&self, arguments: &[&str]) {
        let done = Command::new("git")
            .args(["-c", "user.name=a", "-c", "user.email=a@b.test"])
            .args(arguments)
            .current_dir(self.path())
            .output()
            .unwrap();
        assert!(done.status.success(), "{done:?}");
    }

    fn run_json(&self) -> Value {
        let results = fs::read_dir(self.path().join("results")).unwrap();
        let mut runs = results.map(|entry| entry.unwrap().path().join("run.json"));
        let run = runs.find(|run| run.is_file()).unwrap();
        serde_json::from_str(&fs::read_to_string(run).unwrap()).unwrap()
    }
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn code(output: &Output) -> Option<i32> {
    output.status.code()
}

fn free_port() -> u16 {
    loop {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        if TcpListener::bind((Ipv6Addr::LOCALHOST, port)).is_ok() {
            return port;
        }
    }
}

#[test]
fn a_check_that_nobody_read_is_refused_before_a_browser_starts() {
    let project = Project::new();
    project.script(9, "    call total 5\n    verify text:\"x\"\n");
    let refused = |says: &str| {
        let output = project.aite(&["run", "--browser", "/nonexistent"]);
        assert_eq!(code(&output), Some(2), "{says}: {output:?}");
        assert!(errors(&output).contains(says), "{says}: {}", errors(&output));
        assert!(!project.path().join("results").exists());
    };
    refused("unknown check \"total\": the built-in checks are session-check, balance-at-least\n");
    project.check("total.ts", "export default () => true;");
    refused("the check total may not run: there is no scripts/checks/allowlist.json");
    assert_eq!(code(&project.aite(&["checks", "allow"])), Some(0));
    let listed = fs::read(project.path().join("scripts/checks/allowlist.json")).unwrap();
    assert_eq!(code(&project.aite(&["checks", "allow"])), Some(0));
    assert_eq!(
        listed,
        fs::read(project.path().join("scripts/checks/allowlist.json")).unwrap()
    );
    project.check("total.ts", "export default () => false;");
    refused("the check total may not run: it was changed after it was listed");
    project.check("allowlist.json", "{\"format\":1,\"checks\":{}}");
    refused("the check total may not run: it is not listed in scripts/checks/allowlist.json");
    project.check("allowlist.json", "[]");
    refused("the check total may not run: scripts/checks/allowlist.json cannot be used");
    project.script(9, "    call totl\n");
    refused(
        "unknown check \"totl\": the built-in checks are session-check, balance-at-least; those of scripts/checks are total\n",
    );
    let output = project.aite(&["check", "--format", "short"]);
    assert_eq!(code(&output), Some(1));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        said.contains("scripts/x.aite:4: unknown check \"totl\""),
        "{said}"
    );
    // The grammar knows no checks.
    assert_eq!(code(&project.aite(&["parse", "scripts/x.aite"])), Some(0));
}

#[test]
fn a_check_that_would_be_refused_is_a_warning_before() {
    use std::os::unix::fs::symlink;
    let project = Project::new();
    project.script(9, "    call total 5\n    verify text:\"x\"\n");
    project.check("total.ts", "export default () => true;");
    let warned = |says: &str| {
        let output = project.aite(&["check", "--format", "short"]);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(code(&output), Some(0), "{said}");
        let line = format!("scripts/x.aite:4: the check total may not run: {says}");
        assert!(said.contains(&line), "{line}\n{said}");
        let denied = project.aite(&["check", "--deny-warnings"]);
        assert_eq!(code(&denied), Some(1));
    };
    warned("there is no scripts/checks/allowlist.json");
    project.aite(&["checks", "allow"]);
    let output = project.aite(&["check", "--deny-warnings"]);
    assert_eq!(code(&output), Some(0), "{output:?}");
    project.check("total.ts", "export default () => false;");
    warned("it was changed after it was listed");
    let folder = project.path().join("scripts/checks");
    fs::rename(folder.join("total.ts"), project.path().join("total.ts")).unwrap();
    symlink("../../total.ts", folder.join("total.ts")).unwrap();
    warned("it is a symbolic link");
    project.check(
        "allowlist.json",
        "{\"format\":1,\"checks\":{\"total.ts\":\"0\",\"total.ts\":\"1\"}}",
    );
    warned("scripts/checks/allowlist.json cannot be used: total.ts is listed twice");
    fs::rename(&folder, project.path().join("real")).unwrap();
    symlink("../real", &folder).unwrap();
    warned("scripts/checks is a symbolic link");
}

#[test]
fn checks_run_on_a_page() {
    let project = Project::new();
    let port = free_port();
    project.write(
        "site/index.html",
        "<!doctype html><meta charset=utf-8><p>Signed in as <b>@qian</b></p><p>Balance</p><p class=balance>1,204 MB</p>",
    );
    project.check(
        "whole.ts",
        r#"import { equal, number, type CheckContext } from "aite";
export default async ({ args, vars, read, url }: CheckContext): Promise<void> => {
  equal(await read({ css: "body" }, { blocks: true }), "Signed in as @qian\nBalance\n1,204 MB");
  equal(await read('css:"body"'), "Signed in as @qian Balance 1,204 MB");
  equal(number(vars.before ?? ""), Number(args[0]));
  console.log(await url());
};"#,
    );
    project.check(
        "crash.ts",
        "type A = 1;\nexport default async (context: unknown) => {\n  await null;\n  nope();\n};\n",
    );
    project.check("slow.ts", "export default () => { for (;;); }");
    project.check(
        "gone.ts",
        "export default ({ read }: any) => read({ css: '.gone' });",
    );
    project.aite(&["checks", "allow"]);
    for (steps, exit, says) in [
        (
            "    capture before css:\".balance\"\n    call whole 1204\n",
            0,
            vec![],
        ),
        (
            "    capture before css:\".balance\"\n    call whole 1\n",
            1,
            vec!["\"mismatch\"", "two values are not equal"],
        ),
        ("    call session-check qian\n", 0, vec![]),
        (
            "    call session-check buster\n",
            1,
            vec![
                "\"wrong-session\"",
                "Wrong account: the page shows qian",
                "should be buster",
                "docs/runbook-sessions.md",
            ],
        ),
        ("    call balance-at-least 1204\n", 0, vec![]),
        (
            "    call balance-at-least 1300 timeout:1s\n",
            1,
            vec!["\"pre-state\"", "is 1204, 96 short of the 1300"],
        ),
        (
            "    call crash\n",
            1,
            vec![
                "\"internal\"",
                "the check crashed at scripts/checks/crash.ts:4:3: ReferenceError: nope is not defined",
            ],
        ),
        (
            "    call slow timeout:1s\n",
            1,
            vec!["\"timeout\"", "scripts/checks/slow.ts"],
        ),
        (
            "    call gone timeout:1s\n",
            1,
            vec!["\"internal\"", "nothing matches css:\\\".gone\\\""],
        ),
    ] {
        project.script(port, steps);
        drop(fs::remove_dir_all(project.path().join("results")));
        let output = project.aite(&["run", "--serve", "site"]);
        assert_eq!(code(&output), Some(exit), "{steps}: {output:?}");
        let run = project.run_json();
        let failure = run.get("failure").map(Value::to_string).unwrap_or_default();
        for words in says {
            assert!(failure.contains(words), "{words}: {failure}");
        }
        if steps.contains("whole 1204") {
            let command = &run["steps"][1]["commands"][1];
            assert_eq!(
                command["log"],
                serde_json::json!([format!("http://localhost:{port}/")])
            );
            let confinement = command["confinement"].as_object().unwrap();
            assert!(
                confinement.values().all(|in_force| in_force == true),
                "{confinement:?}"
            );
        }
    }
}

#[test]
fn a_machine_that_cannot_shut_a_check_off_runs_it_only_when_told_to() {
    let project = Project::new();
    let port = free_port();
    project.write("site/index.html", "<p>here</p>");
    project.check("fine.ts", "export default () => true;");
    project.aite(&["checks", "allow"]);
    project.script(port, "    call fine\n    verify text:\"here\"\n");
    let run = |config: &str, exit| {
        project.write("aite.config.json", config);
        drop(fs::remove_dir_all(project.path().join("results")));
        let on_an_old_kernel = || {
            aite_checks::pretend_an_old_kernel().unwrap();
            project.aite(&["run", "--serve", "site"])
        };
        let output = std::thread::scope(|scope| scope.spawn(on_an_old_kernel).join().unwrap());
        assert_eq!(code(&output), Some(exit), "{output:?}");
        project.run_json()["steps"][1]["commands"][0].clone()
    };
    for config in ["{}", r#"{"checks": {"allowUnsandboxed": false}}"#] {
        let call = run(config, 1);
        assert_eq!(call["failure"]["reason"], "refused");
        let message = call["failure"]["message"].as_str().unwrap();
        assert!(
            message.contains("no Landlock, no seccomp;") && message.contains("allowUnsandboxed"),
            "{message}"
        );
    }
    let call = run(r#"{"checks": {"allowUnsandboxed": true}}"#, 0);
    let in_force =
        serde_json::json!({"landlock": false, "seccomp": false, "unprivileged": true, "limits": true});
    assert_eq!(call["confinement"], in_force);
}

#[test]
fn a_change_of_the_checks_needs_a_person() {
    let project = Project::new();
    project.check("a.ts", "export default () => {};");
    project.write("scripts/x.aite", "test \"x\"\n");
    project.git(&["init", "-q", "-b", "main"]);
    project.git(&["add", "."]);
    project.git(&["commit", "-qm", "one"]);
    project.git(&["checkout", "-qb", "mr"]);
    project.write("scripts/x.aite", "test \"y\"\n");
    project.git(&["commit", "-qam", "two"]);
    let guard = |more: &[&str]| {
        let output = project.aite(&[&["checks", "guard", "--base", "main"], more].concat());
        (
            code(&output),
            String::from_utf8_lossy(&output.stdout).into_owned(),
        )
    };
    assert_eq!(
        guard(&[]),
        (Some(0), "nothing in scripts/checks changed\n".to_owned())
    );
    project.check("b.txt", "");
    assert_eq!(guard(&[]).0, Some(0));
    let (exit, said) = guard(&["--worktree"]);
    assert!(
        exit == Some(1) && said.contains("added    scripts/checks/b.txt"),
        "{said}"
    );
    project.git(&["add", "."]);
    project.git(&["mv", "scripts/checks/a.ts", "scripts/checks/c.ts"]);
    project.git(&["commit", "-qm", "three"]);
    let (exit, said) = guard(&[]);
    assert_eq!(exit, Some(1), "{said}");
    assert!(
        said.contains("renamed  scripts/checks/a.ts to scripts/checks/c.ts"),
        "{said}"
    );
    assert!(said.contains("checks-reviewed"), "{said}");
    let (exit, said) = guard(&["--label", "checks-reviewed"]);
    assert!(exit == Some(0) && said.contains("allowed by the label"), "{said}");
    assert_eq!(guard(&["--label", "other"]).0, Some(1));
    // Where checks may run is guarded like the checks; the rest of a configuration is not.
    project.git(&["checkout", "-q", "main"]);
    project.git(&["checkout", "-qb", "released"]);
    project.write(
        "sub/aite.config.json",
        r#"{"checks": {"allowUnsandboxed": true}}"#,
    );
    project.write("aite.config.json", r#"{"timeout": "5s"}"#);
    project.git(&["add", "."]);
    let (exit, said) = guard(&["--worktree"]);
    assert!(
        exit == Some(1) && said.starts_with("released sub/aite.config.json: allowUnsandboxed\n1 change"),
        "{said}"
    );
    project.git(&["commit", "-qm", "four"]);
    assert_eq!(guard(&[]).0, Some(1));
    project.git(&["branch", "-f", "main"]);
    project.write(
        "sub/aite.config.json",
        r#"{"checks": {"allowUnsandboxed": false}}"#,
    );
    assert_eq!(guard(&["--worktree"]).0, Some(0));
    let output = project.aite(&["checks", "guard", "--base", "nope"]);
    assert_eq!(code(&output), Some(3));
    assert_eq!(code(&project.aite(&["checks", "guard"])), Some(2));
}
