//! What wakes a watch. None of these waits for a time: a watch that is not woken runs into the end of the test.

use aite_runtime::page::agent::{self, ExactText, Query, TextMode, Want};
use serde_json::json;

use crate::frame::Frame;

const LONG_MS: u64 = 30_000;

fn text(text: &str) -> Query {
    let exact = ExactText {
        value: text.into(),
        mode: TextMode::Exact,
    };
    Query {
        exact_text: Some(exact),
        ..Query::default()
    }
}

fn css(selector: &str, want: Want) -> Query {
    let target = agent::Target {
        css: Some(selector.into()),
        ..agent::Target::default()
    };
    Query {
        target: Some(target),
        want: vec![want],
        ..Query::default()
    }
}

#[tokio::test]
async fn it_wakes_for_whatever_changes_the_answer() {
    let mut frame = Frame::open().await;
    frame.show("<p>x</p><style>.g .h {display: none}</style><div id=g class=g><b class=h>Shown</b></div><input id=i><input id=c type=checkbox>\
        <div id=s><template shadowrootmode=open><i></i></template></div><div id=z style='display:none'>Sheet</div>").await;
    for (query, script) in [
        (text("Shown"), "g.className = ''"),
        (css("#i", Want::Value), "i.value = 'q'"),
        (css("#c", Want::State), "c.indeterminate = true"),
        (
            text("deep"),
            "s.shadowRoot.querySelector('i').textContent = 'deep'",
        ),
        (text("y"), "document.querySelector('p').firstChild.data = 'y'"),
        (
            text("Sheet"),
            "const sheet = new CSSStyleSheet(); sheet.replaceSync('#z {display: block !important}'); document.adoptedStyleSheets = [sheet]",
        ),
        (
            Query {
                page: true,
                ..Query::default()
            },
            "document.title = 'new'",
        ),
        (
            text("Late"),
            "const d = document.createElement('div'); document.body.append(d); d.attachShadow({mode: 'open'}).innerHTML = '<p>Late</p>'",
        ),
        (
            text("Written"),
            "document.open(); document.write('<p>Written</p>'); document.close()",
        ),
        (
            text("More"),
            "document.body.insertAdjacentHTML('beforeend', '<p>More</p>')",
        ),
    ] {
        let before = frame.ask(&agent::look(&query)).await;
        let watch = agent::watch(&query, Some(&before.signature), LONG_MS, "w");
        let script = format!("{{ {script} }}");
        let (after, _) = tokio::join!(frame.ask(&watch), frame.run(&script));
        assert!(
            !after.unchanged && after.signature != before.signature,
            "{script}"
        );
    }
    frame.close().await;
}

#[tokio::test]
async fn it_sees_what_is_gone_again_before_the_next_frame() {
    let mut frame = Frame::open().await;
    frame.show("<p id=p>x</p>").await;
    let before = frame.ask(&agent::look(&text("Error"))).await;
    let watch = agent::watch(&text("Error"), Some(&before.signature), LONG_MS, "w");
    let flash =
        "p.textContent = 'Error'; Promise.resolve().then(() => {}).then(() => p.textContent = 'x'); null";
    let (after, _) = tokio::join!(frame.ask(&watch), frame.run(flash));
    assert_eq!(after.visible, 1);
    frame.close().await;
}

#[tokio::test]
async fn it_ends_when_it_is_over_cancelled_or_replaced() {
    let mut frame = Frame::open().await;
    frame.show("<p>x</p>").await;
    let before = frame.ask(&agent::look(&text("x"))).await;
    let short = frame
        .ask(&agent::watch(&text("x"), Some(&before.signature), 1, "w"))
        .await;
    assert!(short.unchanged && short.signature == before.signature);
    let watch = agent::watch(&text("x"), Some(&before.signature), LONG_MS, "w");
    let (first, second, _) = tokio::join!(frame.ask(&watch), frame.ask(&watch), async {
        frame.call("cancel", &[json!("w")]).await
    });
    assert!(first.cancelled && second.cancelled);
    frame.close().await;
}

#[tokio::test]
async fn it_ends_and_wakes_in_a_sandboxed_frame_without_scripts() {
    let mut frame = Frame::open().await;
    frame
        .show("<iframe id=f sandbox='allow-same-origin' srcdoc='<p>x</p>'></iframe>")
        .await;
    frame.run("new Promise((done) => f.contentDocument.readyState === 'complete' && f.contentDocument.body?.firstChild ? done() : f.onload = done)").await;
    frame.enter_child().await;
    let before = frame.ask(&agent::look(&text("y"))).await;
    let over = frame
        .ask(&agent::watch(&text("y"), Some(&before.signature), 1, "w"))
        .await;
    assert!(over.unchanged);
    let watch = agent::watch(&text("y"), Some(&before.signature), LONG_MS, "w");
    let change = "f.contentDocument.body.textContent = 'y'";
    let (after, _) = tokio::join!(frame.ask(&watch), frame.run(change));
    assert_eq!(after.visible, 1);
    frame.close().await;
}
