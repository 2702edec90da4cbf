//! Files of the machine: a task may name only what is its own, below `{artifact_dir}` and `{fixture_path}`.

use super::reader::{Fields, Reader, items};
use crate::diagnostic::{Code, Diagnostic};
use crate::json::{Json, Value};

const ROOTS: [&str; 2] = ["{artifact_dir}", "{fixture_path}"];
/// The tool writes its files itself, under a name that its step says.
const TOOL_ROOTS: [&str; 3] = ["{artifact_dir}", "{fixture_path}", "{tmp_file:"];

/// Parameters of protocol commands that hold paths.
const PARAMETERS: [&str; 3] = ["downloadPath", "files", "userDataDir"];
/// Page operations whose `path` is one.
const OPERATIONS: [&str; 3] = ["write_file", "set_input_files", "download"];
/// The check whose `path` is one.
const FILE_CHECK: &str = "file_nonempty";
/// Options of the tool's command lines that are followed by one.
const OPTIONS: [&str; 18] = [
    "--dir",
    "--directory",
    "--download-path",
    "--dest",
    "--destination",
    "-d",
    "-f",
    "--file",
    "--file-path",
    "-o",
    "--out",
    "--output",
    "--output-file",
    "--output-path",
    "--path",
    "--profile",
    "--trace",
    "--user-data-dir",
];

/// Reports every path that leads out of the task's own folders.
pub(super) fn outside(reader: &mut Reader, task: Fields<'_, '_>) {
    let Some(driver) = task.get("driver").and_then(Fields::of) else {
        return;
    };
    for step in driver.list("steps").unwrap_or_default() {
        step_paths(reader, step);
    }
    checks(reader, driver.list("checks"));
    if let Some(env) = driver.get("env").and_then(Fields::of) {
        for step in env.list("AB_STEPS").unwrap_or_default() {
            let words = Fields::of(step).and_then(|step| step.list("ab"));
            words_of_tool(reader, words.unwrap_or_default());
        }
        checks(reader, env.list("AB_CHECKS"));
    }
    let grader = task.get("grader").and_then(Fields::of);
    checks(reader, grader.and_then(|grader| grader.list("checks")));
}

fn step_paths(reader: &mut Reader, step: &Json<'_>) {
    let Some(fields) = Fields::of(step) else { return };
    let is_about_files = fields.text("op").is_some_and(|op| OPERATIONS.contains(&op));
    if let Some(path) = fields.get("path").filter(|_| is_about_files) {
        own(reader, path, &ROOTS);
    }
    let params = fields.get("params").and_then(Fields::of);
    for member in params.iter().flat_map(|params| params.members) {
        if PARAMETERS.contains(&member.key.as_ref()) {
            let paths = items(&member.value).unwrap_or(std::slice::from_ref(&member.value));
            paths.iter().for_each(|path| own(reader, path, &ROOTS));
        }
    }
}

fn checks(reader: &mut Reader, checks: Option<&[Json<'_>]>) {
    for fields in checks.unwrap_or_default().iter().filter_map(Fields::of) {
        if fields.text("kind") == Some(FILE_CHECK)
            && let Some(path) = fields.get("path")
        {
            own(reader, path, &ROOTS);
        }
        self::checks(reader, fields.list("checks"));
    }
}

/// Whatever an option says is a path, and so is a word that looks like one of this machine.
fn words_of_tool(reader: &mut Reader, words: &[Json<'_>]) {
    let mut follows_option = false;
    for word in words {
        let Some(text) = word.text() else { continue };
        let value = match text.split_once('=') {
            Some((option, value)) if OPTIONS.contains(&option) => Some(value),
            _ => follows_option.then_some(text),
        };
        let is_own = |path: &str| TOOL_ROOTS.iter().any(|root| path.starts_with(root));
        if value.is_some_and(|value| !is_own(value) || climbs(value)) || is_of_this_machine(text) {
            refuse(reader, word, text);
        }
        follows_option = OPTIONS.contains(&text);
    }
}

/// A value that is a path must be the task's own. Anything but text is somebody else's error.
fn own(reader: &mut Reader, path: &Json<'_>, roots: &[&str]) {
    let Value::String(text) = &path.value else { return };
    let root = roots.iter().find(|root| text.starts_with(**root));
    if root.is_none() || climbs(text) {
        refuse(reader, path, text);
    }
}

fn refuse(reader: &mut Reader, path: &Json<'_>, text: &str) {
    let message = format!("{text} is a path of the machine");
    let problem = Diagnostic::error(Code::T019, path.span, message);
    reader.push(problem.with_help("a file of a task begins with {artifact_dir} or {fixture_path}"));
}

fn climbs(path: &str) -> bool {
    path.split(['/', '\\']).any(|part| part == "..")
}

fn is_of_this_machine(word: &str) -> bool {
    let folders = [
        "/tmp/", "/home/", "/root/", "/Users/", "/var/", "/etc/", "/usr/", "/opt/", "~/", "../",
    ];
    let drive = {
        let mut start = word.chars();
        start.next().is_some_and(|letter| letter.is_ascii_alphabetic())
            && start.next() == Some(':')
            && matches!(start.next(), Some('\\' | '/'))
            && !word.contains("://")
    };
    drive || word.starts_with("file:") || folders.iter().any(|folder| word.starts_with(folder))
}
