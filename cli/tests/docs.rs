//! The documentation is true: scripts parse, commands run, links lead somewhere.

mod house;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use house::markdown::{Block, anchors, blocks, links};
use house::project::{Project, said};
use house::{files, read, root};

const GENERATED: &str = "<!-- What follows is written by `make goldens`. -->\n";

#[test]
fn every_script_parses_or_fails_as_labelled() {
    let mut seen = 0;
    for (page, text) in pages() {
        for block in blocks(&text).iter().filter(|block| block.language() == "aite") {
            let place = format!("{}:{}", page.display(), block.line);
            let tree = parse(&whole_script(block));
            let expected = block.info.iter().skip(1).find(|label| label.starts_with('E'));
            match expected {
                None => assert_eq!(tree["ok"], true, "{place}: {tree:#}"),
                Some(code) => {
                    let errors = tree["errors"]
                        .as_array()
                        .unwrap_or_else(|| panic!("{place}: no {code}"));
                    assert!(
                        errors.iter().all(|error| error["code"] == **code),
                        "{place}: {tree:#}"
                    );
                }
            }
            seen += 1;
        }
    }
    assert!(seen > 10, "the scripts were found");
}

#[test]
fn every_command_runs_and_ends_as_stated() {
    let project = Project::of_examples();
    for (page, text) in pages() {
        let shown = blocks(&text);
        for block in shown
            .iter()
            .filter(|block| block.language() == "console" && !block.has("norun"))
        {
            let place = format!("{}:{}", page.display(), block.line);
            for (command, expected) in sessions(block) {
                let output = project.aite(command.split_whitespace().skip(1));
                let said = said(&output);
                assert_eq!(
                    output.status.code(),
                    Some(exit(block)),
                    "{place}: {command}\n{said}"
                );
                assert_shows(&said, &expected, &format!("{place}: {command}"));
            }
        }
    }
}

#[test]
fn every_link_leads_somewhere() {
    for (page, text) in pages() {
        for link in links(&text) {
            if link.contains("://") || link.starts_with("mailto:") {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let folder = page.parent().unwrap_or(Path::new(""));
            let target = if file.is_empty() {
                page.clone()
            } else {
                folder.join(file)
            };
            assert!(
                root().join(&target).exists(),
                "{}: {link} leads nowhere",
                page.display()
            );
            if !anchor.is_empty() {
                let there = anchors(&read(&target)).iter().any(|heading| heading == anchor);
                assert!(there, "{}: {link} has no such heading", page.display());
            }
        }
    }
}

#[test]
fn the_book_has_every_page() {
    let summary = read(Path::new("docs/SUMMARY.md"));
    for page in files("docs", &["md"]) {
        let path = page
            .strip_prefix("docs")
            .expect("a page of docs")
            .to_string_lossy()
            .into_owned();
        assert!(
            path == "SUMMARY.md" || summary.contains(&format!("({path})")),
            "docs/SUMMARY.md does not list {path}"
        );
    }
}

#[test]
fn commands_are_as_the_help_says() {
    assert_generated("docs/commands.md", &reference());
}

#[test]
fn the_grammar_is_the_one_of_the_book() {
    let grammar = read(Path::new("grammar/aite.ebnf"));
    assert_generated("docs/grammar.md", &format!("\n```ebnf\n{grammar}```\n"));
}

/// What follows the mark on a page is this; written there when goldens are rewritten.
fn assert_generated(page: &str, generated: &str) {
    let text = read(Path::new(page));
    let (written, _) = text
        .split_once(GENERATED)
        .unwrap_or_else(|| panic!("{page} has no line {GENERATED}"));
    let current = format!("{written}{GENERATED}{generated}");
    if std::env::var_os("UPDATE_GOLDENS").is_some() {
        fs::write(root().join(page), current).expect("a page that can be written");
    } else {
        assert_eq!(text, current, "{page} is not current: make goldens");
    }
}

/// The pages for people; the pages of the codes have tests of their own, except for their links.
fn pages() -> Vec<(PathBuf, String)> {
    let mut pages = files("docs", &["md"]);
    pages.extend(
        [
            "README.md",
            "CONTRIBUTING.md",
            "CHANGELOG.md",
            "grammar/README.md",
        ]
        .map(PathBuf::from),
    );
    pages.retain(|page| !page.starts_with("docs/errors"));
    pages
        .into_iter()
        .map(|page| (page.clone(), read(&page)))
        .collect()
}

/// What is shown is often a few lines of a script.
fn whole_script(block: &Block) -> String {
    let body = &block.body;
    let mut lines = body
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    match lines.next().and_then(|line| line.split_whitespace().next()) {
        Some("test") if body.contains("step \"") => body.clone(),
        Some("test") => format!("{body}step \"s\"\nclick text:\"x\"\n"),
        Some("step") => format!("test \"t\"\n{body}"),
        _ if block.has("headers") => format!("test \"t\"\n{body}step \"s\"\nclick text:\"x\"\n"),
        _ => format!("test \"t\"\nstep \"s\"\n{body}"),
    }
}

fn parse(script: &str) -> serde_json::Value {
    let mut child = Command::new(env!("CARGO_BIN_EXE_aite"))
        .args(["parse", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("aite starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(script.as_bytes()).expect("aite reads");
    drop(stdin);
    let output = child.wait_with_output().expect("aite ends");
    serde_json::from_slice(&output.stdout).expect("aite parse prints JSON")
}

/// The `$ aite …` lines of a block, each with the lines that it is said to print.
fn sessions(block: &Block) -> Vec<(String, Vec<String>)> {
    let mut sessions: Vec<(String, Vec<String>)> = Vec::new();
    for line in block.body.lines() {
        if let Some(command) = line.strip_prefix("$ ") {
            sessions.push((command.to_owned(), Vec::new()));
        } else if let Some((_, output)) = sessions.last_mut() {
            output.push(line.to_owned());
        }
    }
    sessions.retain(|(command, _)| command.starts_with("aite "));
    sessions
}

fn exit(block: &Block) -> i32 {
    let label = block.info.iter().find_map(|part| part.strip_prefix("exit="));
    label.map_or(0, |code| code.parse().expect("exit= and a number"))
}

/// Each line that is shown was printed, in this order.
fn assert_shows(said: &str, shown: &[String], place: &str) {
    let mut printed = said.lines();
    for line in shown.iter().filter(|line| !matches!(line.trim(), "" | "…")) {
        assert!(
            printed.any(|other| same(line, other)),
            "{place} does not print\n{line}\nbut\n{said}"
        );
    }
}

/// Word for word; of a word with a number, which is another one in every run, only what stands before it counts.
fn same(shown: &str, printed: &str) -> bool {
    let fixed = |word: &str| match word.find(|c: char| c.is_ascii_digit()) {
        Some(at) => format!("{}0", &word[..at]),
        None => word.to_owned(),
    };
    shown
        .split_whitespace()
        .map(fixed)
        .eq(printed.split_whitespace().map(fixed))
}

/// The help of every command.
fn reference() -> String {
    let overview = help(&[]);
    let listed = overview
        .lines()
        .skip_while(|line| !line.starts_with("Commands:"))
        .skip(1);
    let names: Vec<_> = listed
        .take_while(|line| !line.is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert!(names.contains(&"run"), "the commands were found in\n{overview}");
    let mut page = format!("\n```text\n{}```\n", overview);
    for name in names {
        page.push_str(&format!("\n## aite {name}\n\n```text\n{}```\n", help(&[name])));
    }
    page
}

fn help(command: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_aite"))
        .args(command)
        .arg("--help")
        .env("COLUMNS", "100")
        .output()
        .expect("aite starts");
    assert!(output.status.success(), "{command:?} has a help");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines()
        .map(|line| format!("{}\n", line.trim_end()))
        .collect()
}
