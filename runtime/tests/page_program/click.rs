//! The guard of clicks, and closed shadow roots, with real input.

use aite_runtime::page::agent::{self, Action, ActionKind, Aim, Outcome, Prepared, Query, Target, remote};
use serde_json::{Value, json};

use crate::frame::Frame;

fn text(text: &str) -> Query {
    Query {
        target: Some(Target {
            text: Some(text.into()),
            ..Target::default()
        }),
        ..Query::default()
    }
}

async fn aim_at(frame: &Frame, query: &Query, clicks: u32) -> (f64, f64) {
    let aim: Aim = frame
        .ask(&agent::aim(query, &Action::new(ActionKind::Click).armed(clicks)))
        .await;
    match aim.prepared {
        Some(Prepared::Ready { point, .. }) => (point.x, point.y),
        other => panic!("not ready: {other:?} of {:?}", aim.answer),
    }
}

#[tokio::test]
async fn a_click_that_would_meet_something_else_meets_nothing() {
    let mut frame = Frame::open().await;
    frame
        .show("<button onclick='document.title=`clicked`'>Send</button>")
        .await;
    let (x, y) = aim_at(&frame, &text("send"), 1).await;
    let veil = "<div id=late style='position:fixed;inset:0' onpointerdown='document.title=1' onmousedown='document.title=2' \
        onmouseup='document.title=3' onclick='document.title=4'></div>";
    frame
        .run(&format!(
            "document.body.insertAdjacentHTML('beforeend', {})",
            json!(veil)
        ))
        .await;
    frame.click(x, y).await;
    let outcome = frame.ask(&agent::outcome(5000)).await;
    assert_eq!(
        outcome,
        Outcome::Missed {
            by: Some("<div#late>".into()),
            from: None
        }
    );
    assert_eq!(frame.run("document.title").await, "", "the page saw it");
    frame.click(x, y).await;
    assert_eq!(frame.run("document.title").await, "4", "the guard stayed");
    assert_eq!(frame.ask(&agent::outcome(0)).await, Outcome::None);
    frame.close().await;
}

#[tokio::test]
async fn a_double_click_arrives_whole() {
    let mut frame = Frame::open().await;
    frame
        .show("<div ondblclick='document.title=`two`'>Cell</div>")
        .await;
    let (x, y) = aim_at(&frame, &text("cell"), 2).await;
    frame.click(x, y).await;
    frame.mouse("mousePressed", x, y, 2).await;
    frame.mouse("mouseReleased", x, y, 2).await;
    assert_eq!(frame.ask(&agent::outcome(5000)).await, Outcome::Hit);
    assert_eq!(frame.run("document.title").await, "two");
    frame.close().await;
}

/// The first element with a closed shadow root: its number and that of the root, as the protocol counts.
fn closed_root(node: &Value) -> Option<(i64, i64)> {
    for root in node["shadowRoots"].as_array().into_iter().flatten() {
        if root["shadowRootType"] == "closed" {
            return Some((node["backendNodeId"].as_i64()?, root["backendNodeId"].as_i64()?));
        }
    }
    node["children"].as_array()?.iter().find_map(closed_root)
}

async fn resolve(frame: &Frame, node: i64) -> Value {
    let params = json!({"backendNodeId": node, "executionContextId": frame.context});
    json!({"objectId": frame.send("DOM.resolveNode", params).await["object"]["objectId"]})
}

#[tokio::test]
async fn a_closed_shadow_root_that_is_handed_over_is_searched_watched_and_hit() {
    let mut frame = Frame::open().await;
    frame
        .show(
            "<div id=host></div><script>host.attachShadow({mode: 'closed'}).innerHTML = \
        \"<label>Name <input></label><button onclick='document.title=`in`'>Closed</button>\"</script>",
        )
        .await;
    let before = frame.ask(&agent::look(&text("closed"))).await;
    assert_eq!(before.visible, 0);
    let known = frame.ask(&agent::census()).await.elements;
    let tree = frame
        .send("DOM.getDocument", json!({"depth": -1, "pierce": true}))
        .await;
    let (host, root) = closed_root(&tree["root"]).expect("a closed root");
    let (host, root) = (resolve(&frame, host).await, resolve(&frame, root).await);
    let watch = agent::watch(&text("closed"), Some(&before.signature), 20_000, "w");
    let (seen, adopted) = tokio::join!(frame.ask(&watch), async {
        frame.call_with(remote::ADOPT, &json!([host, root])).await
    });
    assert_eq!(adopted["state"], "adopted");
    assert_eq!(seen.visible, 1);
    assert_eq!(frame.ask(&agent::census()).await.elements, known + 3);
    let label = Query {
        target: Some(Target {
            label: Some("name".into()),
            ..Target::default()
        }),
        ..Query::default()
    };
    assert_eq!(frame.ask(&agent::look(&label)).await.visible, 1);
    let (x, y) = aim_at(&frame, &text("closed"), 1).await;
    frame.click(x, y).await;
    assert_eq!(frame.ask(&agent::outcome(5000)).await, Outcome::Hit);
    assert_eq!(frame.run("document.title").await, "in");
    frame.close().await;
}
