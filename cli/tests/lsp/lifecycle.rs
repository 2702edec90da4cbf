//! How sessions begin, go wrong and end.

use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::client::{Client, uri};

const SCRIPT: &str = "test \"t\"\n  step \"s\"\n    clik text:\"A\"\n";

#[test]
fn a_session_begins_and_ends_in_order() {
    let mut client = Client::start();
    let early = client.ask("textDocument/hover", json!({})).unwrap_err();
    assert_eq!(early["code"], -32002);
    client.tell("textDocument/didOpen", json!({"ignored": true}));
    let answer = client.ask("initialize", json!({"capabilities": {}})).unwrap();
    assert_eq!(answer["capabilities"]["positionEncoding"], "utf-16");
    assert_eq!(answer["serverInfo"]["name"], "aite");
    assert_eq!(
        client.ask("initialize", json!({"capabilities": {}})).unwrap_err()["code"],
        -32600
    );
    assert_eq!(client.ask("no/such", json!({})).unwrap_err()["code"], -32601);
    assert_eq!(client.ask("$/no", json!({})).unwrap_err()["code"], -32601);
    client.tell("initialized", json!({}));
    assert_eq!(client.ask("shutdown", Value::Null), Ok(Value::Null));
    assert_eq!(
        client.ask("workspace/symbol", json!({"query": ""})).unwrap_err()["code"],
        -32600
    );
    // The input stays open: `exit` alone is enough.
    client.tell("exit", Value::Null);
    assert_eq!(client.ended().code(), Some(0));
}

#[test]
fn leaving_without_a_word_is_seen_in_the_exit_code() {
    let mut client = Client::in_folder(&std::env::temp_dir().join("none"));
    client.tell("exit", Value::Null);
    assert_eq!(client.ended().code(), Some(1));
    let mut client = Client::start();
    client.hang_up();
    assert_eq!(client.ended().code(), Some(1));
}

#[test]
fn the_last_answer_is_written_before_the_end() {
    let mut client = Client::in_folder(&std::env::temp_dir().join("none"));
    let id = client.begin("shutdown", Value::Null);
    client.tell("exit", Value::Null);
    assert_eq!(client.answer(id), Ok(Value::Null));
    assert_eq!(client.ended().code(), Some(0));
}

#[test]
fn the_server_goes_with_the_process_of_its_client() {
    let mut owner = Command::new("sleep")
        .arg("1000")
        .stdin(Stdio::null())
        .spawn()
        .unwrap();
    let mut client = Client::start();
    let params = json!({"processId": owner.id(), "capabilities": {}});
    client.ask("initialize", params).unwrap();
    owner.kill().unwrap();
    owner.wait().unwrap();
    // The input is still open.
    assert_eq!(client.ended().code(), Some(1));
}

#[test]
fn a_client_that_cannot_be_seen_from_here_is_served() {
    for process in [i32::MAX, 0, -1, i32::MIN] {
        let mut client = Client::start();
        let params = json!({"processId": process, "capabilities": {}});
        client.ask("initialize", params).unwrap();
        client.finish();
    }
}

#[test]
fn noise_between_messages_is_answered_and_survived() {
    let mut client = Client::in_folder(&std::env::temp_dir().join("none"));
    for noise in [
        "Content-Length: 3\r\n\r\n{{{",
        "Content-Length: 99999999999999999999\r\n\r\n",
        "Content-Length: 4611686018427387904\r\n\r\n",
        "what is this\r\n\r\n",
    ] {
        client.send_bytes(noise.as_bytes());
        let error = client.wait("an error without an id", |message| {
            message.get("id") == Some(&Value::Null) && message.get("error").is_some()
        });
        assert_eq!(error["error"]["code"], -32700, "{noise}");
    }
    client.send_bytes(b"Content-Length: 2\r\n\r\n{}");
    let error = client.wait("an error without an id", |message| {
        message["id"].is_null() && message.get("error").is_some()
    });
    assert_eq!(error["error"]["code"], -32600);
    client.open("untitled:a", SCRIPT);
    assert_eq!(client.diagnostics("untitled:a", 1)[0]["code"], "E002");
    client.finish();
}

#[test]
fn parameters_of_the_wrong_shape_are_errors_of_their_request_alone() {
    let mut client = Client::in_folder(&std::env::temp_dir().join("none"));
    let error = client.ask("textDocument/documentSymbol", json!([1])).unwrap_err();
    assert_eq!(error["code"], -32602);
    client.tell("textDocument/didOpen", json!({"textDocument": 7}));
    client.tell(
        "textDocument/didClose",
        json!({"textDocument": {"uri": "untitled:none"}}),
    );
    client.change("untitled:none", 3, json!([{"text": ""}]));
    client.finish();
}

#[test]
fn an_id_in_use_is_refused_and_the_first_request_is_answered() {
    let mut client = Client::in_folder(&std::env::temp_dir().join("none"));
    let ask = json!({"jsonrpc": "2.0", "id": "same", "method": "workspace/symbol", "params": {"query": ""}});
    for _ in 0..20 {
        client.send(&ask);
    }
    let mut good = 0;
    for _ in 0..20 {
        let answer = client.wait("an answer", |message| message["id"] == "same");
        good += usize::from(answer.get("result").is_some());
    }
    assert!(good >= 1);
    client.finish();
}

#[test]
fn a_cancelled_request_is_answered_at_once() {
    let mut client = Client::in_folder(&std::env::temp_dir().join("none"));
    let long = "test \"t\"\n  step \"s\"\n".to_owned() + &"    click text:\"A\"\n".repeat(20_000);
    client.open("untitled:long", &long);
    let params =
        json!({"textDocument": {"uri": "untitled:long"}, "options": {"tabSize": 2, "insertSpaces": true}});
    let ids: Vec<i64> = (0..20)
        .map(|_| client.begin("textDocument/formatting", params.clone()))
        .collect();
    for id in &ids {
        client.tell("$/cancelRequest", json!({"id": id}));
    }
    let cancelled = ids.iter().filter(|id| match client.answer(**id) {
        Ok(_) => false,
        Err(error) => {
            assert_eq!(error["code"], -32800);
            true
        }
    });
    assert!(cancelled.count() > 0);
    client.tell("$/cancelRequest", json!({"id": 12_345}));
    client.tell("$/cancelRequest", json!({"id": null}));
    client.finish();
}

#[test]
fn files_in_no_project_are_served() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("loose.aite");
    let mut client = Client::start();
    client.ask("initialize", json!({"capabilities": {}})).unwrap();
    for (name, lenses) in [
        (uri(&file), 2),
        // There is nothing that could be run.
        ("untitled:Untitled-1".to_owned(), 0),
        ("vscode-vfs://github/o/r/a.aite".to_owned(), 0),
    ] {
        client.open(&name, SCRIPT);
        assert_eq!(client.diagnostics(&name, 1)[0]["code"], "E002", "{name}");
        let answer = client.ask("textDocument/codeLens", json!({"textDocument": {"uri": name}}));
        assert_eq!(answer.unwrap().as_array().map(Vec::len), Some(lenses), "{name}");
    }
    // Another language in an editor that asks everybody.
    let other = json!({"uri": "file:///x.md", "languageId": "markdown", "version": 1, "text": SCRIPT});
    client.tell("textDocument/didOpen", json!({"textDocument": other}));
    let symbols = json!({"textDocument": {"uri": "file:///x.md"}});
    assert_eq!(
        client.ask("textDocument/documentSymbol", symbols),
        Ok(Value::Null)
    );
    // What was a script and is none any more has no mistakes left.
    let renamed = "file:///x.txt";
    client.open(renamed, SCRIPT);
    assert_eq!(client.diagnostics(renamed, 1)[0]["code"], "E002");
    let markdown = json!({"uri": renamed, "languageId": "markdown", "version": 2, "text": SCRIPT});
    client.tell("textDocument/didOpen", json!({"textDocument": markdown}));
    client.hear("textDocument/publishDiagnostics", |params| {
        params["uri"] == renamed && params["diagnostics"] == json!([])
    });
    client.finish();
}
