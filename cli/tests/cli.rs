//! What commands print and how they end, as goldens.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/cli")
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_aite"));
    command
        .args(arguments)
        .current_dir(folder)
        .env_clear()
        .env("PATH", "/usr/bin:/bin");
    command
}

fn aite(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = command(folder, arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that reads nothing may be gone already.
    drop(child.stdin.take().unwrap().write_all(input.as_bytes()));
    child.wait_with_output().unwrap()
}

fn golden(folder: &str, arguments: &[&str], input: &str) -> String {
    shown(arguments, &aite(&fixtures().join(folder), arguments, input))
}

fn shown(arguments: &[&str], output: &Output) -> String {
    format!(
        "$ aite {}\nexit code {}\n--- stdout\n{}--- stderr\n{}",
        arguments.join(" "),
        output.status.code().unwrap_or(-1),
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

/// One snapshot a case: its name, the project, the arguments, standard input.
macro_rules! goldens {
    ($($name:ident: $folder:literal $arguments:expr, $input:expr;)*) => {
        $(#[test]
        fn $name() {
            insta::assert_snapshot!(golden($folder, &$arguments, $input));
        })*
    };
}

goldens! {
    check_fancy: "check" ["check", "scripts/pay"], "";
    check_project_short: "check" ["check", "--format", "short"], "";
    check_includes: "check" ["check", "scripts/includes.aite"], "";
    check_fine: "check" ["check", "scripts/fine.aite"], "";
    check_warnings_denied: "check" ["check", "--deny-warnings", "scripts/warned.aite"], "";
    check_not_utf8: "check" ["check", "shared/latin.aite"], "";
    check_nothing_there: "check" ["check", "scripts/none.aite"], "";
    check_folder_without_scripts: "report" ["check", "."], "";
    check_other_file: "check" ["check", "aite.config.json"], "";
    check_json: "check" ["check", "--format", "json", "scripts/warned.aite"], "";
    check_another_project: "check" ["check", "another"], "";
    config_with_mistakes: "broken-config" ["check"], "";
    parse_stdin: "check" ["parse", "-"], "test \"t\"\n  step \"s\"\n    click text:\"A\"\n";
    parse_errors: "check" ["parse", "-"], "tset \"t\"\n";
    parse_missing: "check" ["parse", "none.aite"], "";
    fmt_check: "check" ["fmt", "--check"], "";
    fmt_stdin: "check" ["fmt", "-"], "test   \"t\"\nstep \"s\"\n click   text:\"A\"   # note\n";
    ir_errors: "check" ["ir", "scripts/pay/send.aite"], "";
    explain_all: "check" ["explain"], "";
    explain_one: "check" ["explain", "e005"], "";
    explain_unknown: "check" ["explain", "E05"], "";
    run_refuses_errors: "check" ["run", "scripts/pay/send.aite"], "";
    run_refuses_an_unchecked_session: "check" ["run", "shared/unchecked.aite"], "";
    check_unchecked_session: "check" ["check", "--format", "short", "shared/unchecked.aite"], "";
    run_refuses_later_options: "check" ["run", "-j", "4"], "";
    run_refuses_a_wrong_line: "check" ["run", "scripts/fine.aite:99"], "";
    run_refuses_an_unknown_engine: "check" ["run", "scripts/fine.aite", "--engine", "firefox"], "";
    run_without_a_browser: "check" ["run", "scripts/fine.aite", "--browser", "/nonexistent"], "";
    run_wrong_timeout: "check" ["run", "--timeout", "soon"], "";
    run_unknown_option: "check" ["run", "--serv", "x"], "";
    later_command: "check" ["suite", "list", "--json"], "";
    unknown_command: "check" ["chekc"], "";
    help_short: "check" ["-h"], "";
    help_run: "check" ["run", "--help"], "";
}

#[test]
fn completions_name_what_is_there_and_nothing_else() {
    for shell in ["bash", "zsh", "fish"] {
        let output = aite(&fixtures(), &["completions", shell], "");
        let script = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && script.contains("check"), "{shell}");
        for hidden in ["workers", "last-failed", "suite"] {
            assert!(!script.contains(hidden), "{shell} offers {hidden}");
        }
    }
}

#[test]
fn a_folder_without_a_project_says_what_to_do() {
    let temp = tempfile::tempdir().unwrap();
    insta::assert_snapshot!(shown(&["check"], &aite(temp.path(), &["check"], "")));
}

#[test]
fn fixes_are_made_and_said() {
    let temp = tempfile::tempdir().unwrap();
    let file = temp.path().join("a.aite");
    fs::write(
        &file,
        "test \"t\"\n  step \"s\"\n    clik text:\"Send\"\n    verify title:\"Home\n",
    )
    .unwrap();
    let output = aite(temp.path(), &["check", "--fix", "a.aite"], "");
    assert!(output.status.success(), "{}", shown(&[], &output));
    assert!(String::from_utf8_lossy(&output.stderr).contains("fixed 2 problems in 1 file"));
    let fixed = fs::read_to_string(&file).unwrap();
    assert_eq!(
        fixed,
        "test \"t\"\n  step \"s\"\n    click text:\"Send\"\n    verify title:\"Home\"\n"
    );
}

#[test]
fn a_new_project_is_made_once_and_is_well() {
    let temp = tempfile::tempdir().unwrap();
    let first = aite(temp.path(), &["init", "shop"], "");
    insta::assert_snapshot!(shown(&["init", "shop"], &first));
    let shop = temp.path().join("shop");
    fs::write(shop.join("aite.config.json"), "{}").unwrap();
    let again = aite(&shop, &["init"], "");
    assert!(String::from_utf8_lossy(&again.stdout).contains("exists  aite.config.json"));
    assert_eq!(fs::read_to_string(shop.join("aite.config.json")).unwrap(), "{}");
    for arguments in [["check", "--deny-warnings"], ["fmt", "--check"]] {
        let output = aite(&shop, &arguments, "");
        assert!(output.status.success(), "{}", shown(&arguments, &output));
    }
}

#[test]
fn a_reader_that_leaves_ends_it_quietly() {
    let temp = tempfile::tempdir().unwrap();
    fs::write(temp.path().join("a.aite"), "x\n".repeat(200_000)).unwrap();
    let mut child = command(temp.path(), &["check", "--format", "short", "a.aite"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(141));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn a_file_of_errors_is_cut_short_on_a_terminal() {
    let temp = tempfile::tempdir().unwrap();
    fs::write(temp.path().join("a.aite"), "x\n".repeat(100_000)).unwrap();
    let output = aite(temp.path(), &["check", "a.aite"], "");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("… and 99,9"), "{}", &text[text.len() - 300..]);
    assert!(text.len() < 100_000);
}

#[test]
fn colour_is_asked_for() {
    let colored = |arguments: &[&str], environment: &[(&str, &str)]| {
        let output = command(&fixtures().join("check"), arguments)
            .envs(environment.iter().copied())
            .output()
            .unwrap();
        output.stdout.contains(&0x1b)
    };
    let check = ["check", "scripts/warned.aite"];
    let always = ["check", "scripts/warned.aite", "--color", "always"];
    assert!(!colored(&check, &[]), "a pipe has no colours");
    assert!(colored(&check, &[("CLICOLOR_FORCE", "1")]));
    assert!(!colored(&check, &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
    assert!(colored(&always, &[("NO_COLOR", "1")]));
}
