//! A short fuzz run of the message loop with fixed seeds: sessions whose messages are mixed, broken and cut, in process.
//! `fuzz/run` goes on from a recorded session, led by the code that an input reaches.

use std::io::Cursor;
use std::panic;
use std::sync::atomic::{AtomicUsize, Ordering};

use aite_compiler::project::CheckFolder;
use aite_lsp::{Settings, serve};
use serde_json::{Value, json};

const SESSIONS: u64 = 150;
const MESSAGES: usize = 40;

#[test]
fn whatever_arrives_is_survived() {
    static PANICS: AtomicUsize = AtomicUsize::new(0);
    let usual = panic::take_hook();
    // A panic of any thread counts, one that is caught too.
    panic::set_hook(Box::new(move |info| {
        PANICS.fetch_add(1, Ordering::Relaxed);
        usual(info);
    }));
    for seed in 1..=SESSIONS {
        let input = session(&mut Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        let settings = Settings {
            program: None,
            version: "0",
            read_checks: |_| CheckFolder::default(),
        };
        serve(Cursor::new(input), tokio::io::sink, settings).unwrap();
        assert_eq!(PANICS.load(Ordering::Relaxed), 0, "seed {seed}");
    }
}

/// The bytes of a session.
fn session(random: &mut Random) -> Vec<u8> {
    let messages = messages();
    let mut input = frame(&messages[0]);
    for number in 0..MESSAGES {
        let mut message = random.of(&messages).clone();
        if message.get("id").is_some() {
            message["id"] = json!(number / 2);
        }
        for _ in 0..random.below(3) {
            spoil(&mut message, random);
        }
        let mut bytes = frame(&message);
        if random.below(10) == 0 {
            let at = random.below(bytes.len());
            bytes[at] = *random.of(b"\0\xff{}\":\r\n09");
        }
        input.extend(bytes);
    }
    for last in ["shutdown", "exit"] {
        let id = (last == "shutdown").then_some(1_000);
        input.extend(frame(&json!({"jsonrpc": "2.0", "id": id, "method": last})));
    }
    input.truncate(input.len() - random.below(3) * 7);
    input
}

fn frame(message: &Value) -> Vec<u8> {
    let body = message.to_string();
    format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

/// Changes one value somewhere.
fn spoil(value: &mut Value, random: &mut Random) {
    match value {
        Value::Object(members) if !members.is_empty() && random.below(6) > 0 => {
            let at = random.below(members.len());
            if let Some((_, member)) = members.iter_mut().nth(at) {
                spoil(member, random);
            }
        }
        Value::Array(items) if !items.is_empty() && random.below(6) > 0 => {
            let at = random.below(items.len());
            spoil(&mut items[at], random);
        }
        Value::Number(_) => *value = json!(random.of(&[-1_i64, 0, 1, 2, 3, 9, 4_000_000_000, i64::MAX])),
        Value::String(_) => {
            *value = json!(random.of(&[
                "",
                "untitled:b",
                "\u{1f600}\r",
                "x:%",
                "file:///nonexistent/x.aite"
            ]))
        }
        other => {
            *other = random
                .of(&[
                    Value::Null,
                    json!([]),
                    json!({}),
                    json!(7),
                    json!("s"),
                    json!(true),
                ])
                .clone()
        }
    }
}

/// What a session is made of.
fn messages() -> Vec<Value> {
    const SCRIPT: &str = "test \"t\"\r\n  needs session qian\n  step \"s\"\n    set a \"\u{1f600}e\u{301}\"\n    clik text:\"${a}\" css:\".x\"\n    run scripts/none.aite\n    verify text:\"${b\n";
    const QUESTIONS: [&str; 20] = [
        "codeAction",
        "codeLens",
        "completion",
        "definition",
        "diagnostic",
        "documentHighlight",
        "documentLink",
        "documentSymbol",
        "foldingRange",
        "formatting",
        "hover",
        "inlayHint",
        "onTypeFormatting",
        "prepareRename",
        "rangeFormatting",
        "references",
        "rename",
        "selectionRange",
        "semanticTokens/range",
        "signatureHelp",
    ];
    let place = json!({"line": 4, "character": 22});
    let range = json!({"start": {"line": 1, "character": 2}, "end": place});
    let mut messages = vec![
        json!({"id": 0, "method": "initialize", "params": {"capabilities": {"general": {"positionEncodings": ["utf-8"]}}, "workspaceFolders": [{"uri": "file:///nonexistent", "name": "n"}]}}),
        json!({"method": "initialized", "params": {}}),
        json!({"method": "$/cancelRequest", "params": {"id": 3}}),
        json!({"id": 0, "method": "workspace/symbol", "params": {"query": "s"}}),
        json!({"id": 0, "method": "workspace/diagnostic", "params": {"previousResultIds": []}}),
        json!({"id": 0, "method": "workspace/executeCommand", "params": {"command": "aite.run", "arguments": [{"script": "/nonexistent"}]}}),
        json!({"method": "workspace/didChangeWatchedFiles", "params": {"changes": [{"uri": "file:///nonexistent/aite.config.json", "type": 1}]}}),
        json!({"method": "workspace/didChangeWorkspaceFolders", "params": {"event": {"added": [{"uri": "file:///nonexistent/b", "name": "b"}], "removed": []}}}),
        json!({"id": 0, "result": null}),
    ];
    for _ in 0..6 {
        messages.extend([
            json!({"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "untitled:a", "languageId": "aite", "version": 1, "text": SCRIPT}}}),
            json!({"method": "textDocument/didChange", "params": {"textDocument": {"uri": "untitled:a", "version": 2}, "contentChanges": [{"range": range, "text": "\n\u{1f600}"}, {"range": {"start": place, "end": place}, "text": "\""}]}}),
            json!({"method": "textDocument/didChange", "params": {"textDocument": {"uri": "untitled:a", "version": 3}, "contentChanges": [{"text": SCRIPT}]}}),
        ]);
    }
    messages
        .push(json!({"method": "textDocument/didClose", "params": {"textDocument": {"uri": "untitled:a"}}}));
    for question in QUESTIONS {
        messages.push(json!({"id": 0, "method": format!("textDocument/{question}"), "params": {
            "textDocument": {"uri": "untitled:a"}, "position": place, "positions": [place], "range": range, "ch": "\n", "newName": "b",
            "options": {"tabSize": 2, "insertSpaces": true},
            "context": {"includeDeclaration": true, "diagnostics": [], "triggerKind": 1, "isRetrigger": false},
        }}));
    }
    for message in &mut messages {
        message["jsonrpc"] = json!("2.0");
    }
    messages
}

/// Xorshift: the same numbers on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit as u64).unwrap()
    }

    fn of<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}
