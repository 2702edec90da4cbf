//! Documents while they are edited.

use std::path::Path;

use serde_json::{Value, json};

use crate::client::{Client, all_capabilities};
use crate::questions;

const NOWHERE: &str = "/nonexistent";

fn range(start: (usize, usize), end: (usize, usize)) -> Value {
    let position = |(line, character): (usize, usize)| json!({"line": line, "character": character});
    json!({"start": position(start), "end": position(end)})
}

#[test]
fn places_are_the_same_in_every_unit() {
    let text = "# 😀\r\ntest \"t\"\r\n  step \"s\"\r\n    verify text:\"😀e\u{301}é\" nope:\"1\"\r\n";
    // Where `nope` stands, and where its diagnostic is told.
    for (unit, start) in [("utf-8", 28), ("utf-16", 24), ("utf-32", 23)] {
        let mut capabilities = all_capabilities();
        capabilities["general"]["positionEncodings"] = json!([unit]);
        let mut client = Client::with(Path::new(NOWHERE), &capabilities);
        assert_eq!(client.server["capabilities"]["positionEncoding"], unit);
        client.open("untitled:a", text);
        let there = range((3, start), (3, start + 4));
        assert_eq!(client.diagnostics("untitled:a", 1)[0]["range"], there, "{unit}");
        // An edit at that place removes it.
        let edit = json!([{"range": range((3, start), (3, start + 8)), "text": ""}]);
        client.change("untitled:a", 2, edit);
        assert_eq!(client.diagnostics("untitled:a", 2), json!([]), "{unit}");
        client.finish();
    }
}

#[test]
fn changes_of_one_message_come_one_after_another() {
    let mut client = Client::in_folder(Path::new(NOWHERE));
    client.open("untitled:a", "test \"t\"\n  step \"s\"\n    vrfy text:\"A\"\n");
    client.diagnostics("untitled:a", 1);
    let changes = json!([
        {"range": range((1, 0), (1, 0)), "text": "  # a line\n"},
        {"range": range((3, 4), (3, 8)), "text": "ver"},
        {"range": range((3, 7), (3, 7)), "text": "ify"},
    ]);
    client.change("untitled:a", 2, changes);
    assert_eq!(client.diagnostics("untitled:a", 2), json!([]));
    client.finish();
}

#[test]
fn after_an_impossible_change_only_the_full_text_helps() {
    let mut client = Client::in_folder(Path::new(NOWHERE));
    client.open("untitled:a", "test \"t\"\n  step \"s\"\n    clik text:\"A\"\n");
    assert_ne!(client.diagnostics("untitled:a", 1), json!([]));
    client.change(
        "untitled:a",
        2,
        json!([{"range": range((9, 0), (9, 1)), "text": "x"}]),
    );
    assert_eq!(
        client.diagnostics("untitled:a", 2),
        json!([]),
        "nothing is said of a text that is not known"
    );
    client.hear("window/logMessage", |params| params["type"] == 2);
    let ask = json!({"textDocument": {"uri": "untitled:a"}});
    assert_eq!(
        client.ask("textDocument/documentSymbol", ask.clone()),
        Ok(Value::Null)
    );
    client.change(
        "untitled:a",
        3,
        json!([{"range": range((0, 0), (0, 0)), "text": "x"}]),
    );
    assert_eq!(client.diagnostics("untitled:a", 3), json!([]));
    client.change("untitled:a", 4, json!([{"no": "change"}]));
    client.change(
        "untitled:a",
        5,
        json!([{"text": "test \"t\"\n  step \"s\"\n    clik text:\"B\"\n"}]),
    );
    assert_eq!(client.diagnostics("untitled:a", 5)[0]["code"], "E002");
    assert_eq!(
        client.ask("textDocument/documentSymbol", ask).unwrap()[0]["name"],
        "t"
    );
    client.finish();
}

#[test]
fn what_is_published_is_never_older_than_what_was() {
    let mut client = Client::in_folder(Path::new(NOWHERE));
    client.open("untitled:a", "test \"t\"\n  step \"s\"\n    clik text:\"A\"\n");
    for version in 2..=200 {
        client.change(
            "untitled:a",
            version,
            json!([{"range": range((0, 6), (0, 6)), "text": "x"}]),
        );
    }
    assert_eq!(client.diagnostics("untitled:a", 200)[0]["code"], "E002");
    let published = client.everything_so_far();
    let versions = published
        .iter()
        .filter_map(|message| message["params"]["version"].as_i64());
    let versions: Vec<i64> = versions.collect();
    assert!(versions.is_sorted(), "{versions:?}");
    client.close("untitled:a");
    let cleared = client.hear("textDocument/publishDiagnostics", |params| {
        params.get("version").is_none_or(Value::is_null)
    });
    assert_eq!(cleared["diagnostics"], json!([]));
    client.finish();
}

/// Every question before, between and behind edits: one answer each, and the server is well.
#[test]
fn questions_in_every_order_around_edits() {
    let params = json!({
        "textDocument": {"uri": "untitled:a"},
        "position": {"line": 2, "character": 7},
        "positions": [{"line": 2, "character": 7}],
        "range": range((0, 0), (9, 0)),
        "options": {"tabSize": 2, "insertSpaces": true},
        "ch": "\n",
        "newName": "b",
        "context": {"includeDeclaration": true, "diagnostics": [], "triggerKind": 1, "isRetrigger": false},
    });
    let mut client = Client::in_folder(Path::new(NOWHERE));
    let mut asked = Vec::new();
    let ask_all = |client: &mut Client, asked: &mut Vec<i64>| {
        asked.extend(questions::of_documents().map(|method| client.begin(method, params.clone())));
    };
    ask_all(&mut client, &mut asked);
    client.open(
        "untitled:a",
        "test \"t\"\n  step \"s\"\n    set a \"1\"\n    verify text:\"${a}\"\n",
    );
    ask_all(&mut client, &mut asked);
    for version in 2..12 {
        let edit = json!([{"range": range((2, 10), (2, 10)), "text": "x"}]);
        client.change("untitled:a", version, edit);
        ask_all(&mut client, &mut asked);
        let last = asked[asked.len() - 7];
        client.tell("$/cancelRequest", json!({"id": last}));
    }
    client.close("untitled:a");
    ask_all(&mut client, &mut asked);
    let mut good = 0;
    for id in asked {
        match client.answer(id) {
            Ok(_) => good += 1,
            Err(error) => {
                let code = error["code"].as_i64().unwrap();
                assert!([-32800, -32801, -32802, -32803].contains(&code), "{error}");
            }
        }
    }
    assert!(good >= questions::of_documents().count(), "{good}");
    client.finish();
}

/// Edits of random places end in the diagnostics of a document that is opened with the same text.
#[test]
fn edits_end_in_the_diagnostics_of_the_text() {
    edit_at_random("test \"t\"\n  step \"s\"\n    click text:\"A\"\n");
}

#[test]
fn edits_of_a_long_text_end_in_its_diagnostics() {
    let step = "  step \"s\"\n    set x \"1\"\n    click text:\"${x}\"\n    call session-check\n";
    edit_at_random(&format!("test \"t\"\n{}", step.repeat(300)));
}

fn edit_at_random(text: &str) {
    const PIECES: [&str; 12] = [
        "",
        "x",
        "\n",
        "\r\n",
        "\"",
        " ",
        "😀",
        "e\u{301}",
        "clik",
        "step \"s\"\n",
        "    verify text:\"a\"\n",
        "${",
    ];
    let mut client = Client::in_folder(Path::new(NOWHERE));
    let mut text: Vec<char> = text.chars().collect();
    client.open("untitled:a", &text.iter().collect::<String>());
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        usize::try_from(seed % below as u64).unwrap()
    };
    let mut version = 1;
    for round in 0..60 {
        for _ in 0..5 {
            let start = random(text.len() + 1);
            let end = (start + random(4)).min(text.len());
            // Clients never part a `\r` from its `\n`.
            let half = |at: usize| at > 0 && text.get(at) == Some(&'\n') && text[at - 1] == '\r';
            let (start, end) = (start - usize::from(half(start)), end + usize::from(half(end)));
            let piece = PIECES[random(PIECES.len())];
            let edit = json!([{"range": range(position(&text, start), position(&text, end)), "text": piece}]);
            version += 1;
            client.change("untitled:a", version, edit);
            text.splice(start..end, piece.chars());
        }
        let fresh = format!("untitled:fresh{round}");
        client.open(&fresh, &text.iter().collect::<String>());
        let expected = client.diagnostics(&fresh, 1);
        assert_eq!(client.diagnostics("untitled:a", version), expected);
        client.close(&fresh);
    }
    client.finish();
}

/// Line and UTF-16 column of a character, counted in the plainest way.
fn position(text: &[char], at: usize) -> (usize, usize) {
    let (mut line, mut column) = (0, 0);
    for (index, character) in text[..at].iter().enumerate() {
        let ends_line = *character == '\n' || *character == '\r' && text.get(index + 1) != Some(&'\n');
        match ends_line {
            true => (line, column) = (line + 1, 0),
            false => column += character.len_utf16(),
        }
    }
    (line, column)
}
