//! Every question of the protocol, asked of the real binary: `fixtures/lsp/*.txt` show the source and the answer together.
//!
//! A case has a line `=== NAME`, its files, each behind a line `--- file PATH`, the question behind `--- ask METHOD`, and the
//! answer, which `UPDATE_GOLDENS=1` writes. `<|>` is the cursor, `<[` and `]>` are the ends of a range, both in the file
//! that is open. Positions are shown as `line:character`, from 0.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use crate::client::{Client, all_capabilities, uri};
use crate::questions;

const CURSOR: &str = "<|>";
const RANGE: [&str; 2] = ["<[", "]>"];

#[test]
fn answers_are_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/lsp");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let mut wrong = Vec::new();
    let mut asked = Vec::new();
    for file in &files {
        let written = fs::read_to_string(file).unwrap();
        let cases = Case::all(&written);
        asked.extend(cases.iter().map(|case| case.method.clone()));
        let answered: String = cases.iter().map(Case::answered).collect();
        if answered != written {
            if std::env::var_os("UPDATE_GOLDENS").is_some() {
                fs::write(file, &answered).unwrap();
            } else {
                wrong.push(difference(file, &written, &answered));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for method in questions::all().chain(["textDocument/publishDiagnostics"]) {
        assert!(
            asked.iter().any(|asked| asked == method),
            "{method} has no golden"
        );
    }
}

struct Case {
    name: String,
    files: Vec<(String, String)>,
    method: String,
    argument: String,
}

impl Case {
    fn all(written: &str) -> Vec<Self> {
        let parts = written.split("=== ").skip(1);
        parts.map(Self::read).collect()
    }

    fn read(part: &str) -> Self {
        let mut blocks = part.split("--- ");
        let name = blocks.next().unwrap().trim().to_owned();
        let mut case = Self {
            name,
            files: Vec::new(),
            method: String::new(),
            argument: String::new(),
        };
        for block in blocks {
            let (head, body) = block.split_once('\n').unwrap_or((block, ""));
            match head.split_once(' ') {
                Some(("file", path)) => case.files.push((path.to_owned(), body.to_owned())),
                Some(("ask", question)) => {
                    let (method, argument) = question.split_once(' ').unwrap_or((question, ""));
                    (case.method, case.argument) = (method.to_owned(), argument.to_owned());
                }
                _ if head == "answer" => {}
                _ => panic!("{}: {head} is no part of a case", case.name),
            }
        }
        case
    }

    /// The case with the answer that is given now.
    fn answered(&self) -> String {
        let mut shown = format!("=== {}\n", self.name);
        for (path, text) in &self.files {
            write!(shown, "--- file {path}\n{text}").unwrap();
        }
        let question = format!("{} {}", self.method, self.argument);
        write!(
            shown,
            "--- ask {}\n--- answer\n{}\n",
            question.trim_end(),
            self.answer()
        )
        .unwrap();
        shown
    }

    fn answer(&self) -> String {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        // The file with a marker, else the last one.
        let (mut open, mut found) = (None, false);
        for (path, text) in &self.files {
            let marked = text.contains(CURSOR) || text.contains(RANGE[0]);
            let plain = text
                .replace(CURSOR, "")
                .replace(RANGE[0], "")
                .replace(RANGE[1], "")
                .replace("␍", "\r");
            fs::create_dir_all(root.join(path).parent().unwrap()).unwrap();
            fs::write(root.join(path), &plain).unwrap();
            if marked || !found {
                open = Some((path, text.replace("␍", "\r"), plain));
                found = marked;
            }
        }
        let (path, marked, plain) = open.expect("a case has a file");
        let mut capabilities = all_capabilities();
        if self.method.ends_with("/diagnostic") {
            capabilities["textDocument"]["diagnostic"] = json!({"relatedInformation": true});
        }
        let mut client = Client::with(&root, &capabilities);
        let name = uri(&root.join(path));
        let document = json!({"uri": name, "languageId": "aite", "version": 1, "text": plain});
        client.tell("textDocument/didOpen", json!({"textDocument": document}));
        let answer = match self.method.as_str() {
            "textDocument/publishDiagnostics" => Ok(client.diagnostics(&name, 1)),
            method => {
                // The results are read beside everything else.
                if self.files.iter().any(|(path, _)| path.ends_with("run.json")) {
                    client.hear("workspace/codeLens/refresh", |_| true);
                }
                client.ask(method, self.params(&name, &marked))
            }
        };
        let legend = client.server["capabilities"]["semanticTokensProvider"]["legend"].take();
        client.finish();
        let answer = answer.unwrap_or_else(|error| json!({"error": error}));
        let answer = match self.method.as_str() {
            "textDocument/completion" => completions(&answer),
            "textDocument/semanticTokens/full" | "textDocument/semanticTokens/range" => {
                tokens(&answer, &plain, &legend)
            }
            _ => pretty(&short(answer)),
        };
        answer
            .replace(&uri(&root), "file:///project")
            .replace(root.to_str().unwrap(), "/project")
    }

    fn params(&self, uri: &str, marked: &str) -> Value {
        let position = place(marked, CURSOR);
        let range = place(marked, RANGE[0]).map(|start| {
            let rest = marked.replace(RANGE[0], "");
            json!({"start": start, "end": place(&rest, RANGE[1])})
        });
        let whole = json!({"start": {"line": 0, "character": 0}, "end": {"line": 9999, "character": 0}});
        let here = position.clone().map(|at| json!({"start": at, "end": at}));
        let range = range.or(here).unwrap_or(whole);
        json!({
            "textDocument": {"uri": uri},
            "position": position,
            "positions": [position],
            "range": range,
            "options": {"tabSize": 4, "insertSpaces": false},
            "ch": "\n",
            "newName": self.argument,
            "query": self.argument,
            "previousResultIds": [],
            "context": context(&self.method),
        })
    }
}

fn context(method: &str) -> Value {
    match method {
        "textDocument/codeAction" => json!({"diagnostics": []}),
        "textDocument/references" => json!({"includeDeclaration": true}),
        "textDocument/signatureHelp" => json!({"triggerKind": 1, "isRetrigger": false}),
        _ => Value::Null,
    }
}

/// Where a marker stands, in UTF-16.
fn place(marked: &str, marker: &str) -> Option<Value> {
    let before = &marked[..marked.find(marker)?];
    let line = before.rsplit('\n').next().unwrap_or_default();
    let line = line.replace(RANGE[0], "").replace(CURSOR, "");
    Some(json!({"line": before.matches('\n').count(), "character": line.encode_utf16().count()}))
}

/// The same with positions and ranges as people write them.
fn short(value: Value) -> Value {
    match value {
        Value::Array(items) => Value::Array(items.into_iter().map(short).collect()),
        Value::Object(members) => {
            if let (Some(line), Some(character), 2) =
                (members.get("line"), members.get("character"), members.len())
            {
                return Value::String(format!("{line}:{character}"));
            }
            let members: Map<String, Value> = members
                .into_iter()
                .map(|(name, value)| (name, short(value)))
                .collect();
            match (members.get("start"), members.get("end"), members.len()) {
                (Some(Value::String(start)), Some(Value::String(end)), 2) => {
                    Value::String(format!("{start}-{end}"))
                }
                _ => Value::Object(members),
            }
        }
        other => other,
    }
}

/// JSON with short values on one line.
fn pretty(value: &Value) -> String {
    let line = value.to_string();
    let fits = line.chars().count() <= 110;
    let indent = |text: String| text.replace('\n', "\n  ");
    match value {
        Value::Array(items) if !fits => {
            let items: Vec<String> = items.iter().map(|item| indent(pretty(item))).collect();
            format!("[\n  {}\n]", items.join(",\n  "))
        }
        Value::Object(members) if !fits => {
            let members: Vec<String> = members
                .iter()
                .map(|(name, value)| format!("\"{name}\": {}", indent(pretty(value))))
                .collect();
            format!("{{\n  {}\n}}", members.join(",\n  "))
        }
        _ => line,
    }
}

/// One line a completion: what is shown, what it is, and what is written where; below it what is said about it.
fn completions(answer: &Value) -> String {
    let mut items: Vec<&Value> = answer.as_array().into_iter().flatten().collect();
    items.sort_by_key(|item| item["sortText"].as_str().unwrap_or_default().to_owned());
    let lines = items.iter().map(|item| {
        let edit = short(item["textEdit"].clone());
        let snippet = match item["insertTextFormat"] == 2 {
            true => ", snippet",
            false => "",
        };
        let docs = item["documentation"]["value"].as_str().unwrap_or_default();
        let docs: String = docs
            .lines()
            .filter(|line| !line.is_empty())
            .map(|line| format!("\n    {line}"))
            .collect();
        format!(
            "{} (kind {}{snippet}) {} {} ← {}{docs}",
            item["label"].as_str().unwrap_or_default(),
            item["kind"],
            item["detail"].as_str().unwrap_or_default(),
            edit["range"].as_str().unwrap_or_default(),
            edit["newText"],
        )
    });
    lines.collect::<Vec<String>>().join("\n")
}

/// One line a token: where it is, what it is, and its text.
fn tokens(answer: &Value, text: &str, legend: &Value) -> String {
    let data: Vec<usize> = answer["data"]
        .as_array()
        .into_iter()
        .flatten()
        .map(number)
        .collect();
    let lines: Vec<&str> = text.split('\n').collect();
    let (mut line, mut column) = (0, 0);
    let shown = data.chunks(5).map(|token| {
        let &[down, right, length, class, modifiers] = token else {
            panic!("tokens have five numbers");
        };
        column = if down == 0 { column + right } else { right };
        line += down;
        let units: Vec<u16> = lines[line].encode_utf16().skip(column).take(length).collect();
        let class = legend["tokenTypes"][class].as_str().unwrap_or_default();
        let definition = if modifiers == 1 { " definition" } else { "" };
        format!(
            "{line}:{column} {class}{definition} {}",
            String::from_utf16(&units).unwrap()
        )
    });
    shown.collect::<Vec<String>>().join("\n")
}

fn number(value: &Value) -> usize {
    value
        .as_u64()
        .and_then(|number| number.try_into().ok())
        .expect("a number")
}

fn difference(file: &Path, written: &str, answered: &str) -> String {
    let first = written
        .lines()
        .zip(answered.lines())
        .position(|(a, b)| a != b)
        .unwrap_or(0);
    let lines = |text: &str| {
        text.lines()
            .skip(first.saturating_sub(2))
            .take(8)
            .collect::<Vec<_>>()
            .join("\n")
    };
    format!(
        "{} line {}: written\n{}\nanswered\n{}\n(UPDATE_GOLDENS=1 accepts the answers)",
        file.display(),
        first + 1,
        lines(written),
        lines(answered)
    )
}
