//! The connection against a peer that does what the test says.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use aite_cdp::testing::{Act, Peer, Script, answer, event, event_in, refuse};
use aite_cdp::transport::WebSocket;
use aite_cdp::{CallError, Closed, Connection, Gone, Pending, Session, SessionId};
use proptest::prelude::*;
use serde_json::{Value, json};

fn pair() -> (Connection, Peer) {
    let (pipe, peer) = Peer::pipe();
    (Connection::open(pipe), peer)
}

fn call(session: &Session, method: &str) -> Pending<Value> {
    session.call_as(method, &json!({}))
}

/// A test that hangs is a test that fails.
async fn soon<T>(future: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(20), future)
        .await
        .expect("this hangs")
}

fn attached(session: &str) -> Value {
    json!({"sessionId": session, "targetInfo": {}, "waitingForDebugger": false})
}

#[tokio::test]
async fn answers_find_their_calls_in_any_order() {
    let (connection, mut peer) = pair();
    let page = connection.session(SessionId::new("S"));
    let first = call(&connection.browser(), "A.one");
    let second = call(&page, "A.two");
    let (one, two) = (peer.receive().await.unwrap(), peer.receive().await.unwrap());
    assert_eq!((one.method.as_str(), one.session_id.as_deref()), ("A.one", None));
    assert_eq!(
        (two.method.as_str(), two.session_id.as_deref()),
        ("A.two", Some("S"))
    );
    peer.perform(&two, &[answer(json!(2))]).await;
    peer.perform(&one, &[answer(json!(1))]).await;
    assert_eq!(soon(first).await, Ok(json!(1)));
    assert_eq!(soon(second).await, Ok(json!(2)));
}

#[tokio::test]
async fn refusals_keep_what_the_browser_says() {
    let (connection, mut peer) = pair();
    let refused = call(&connection.browser(), "A.b");
    let request = peer.receive().await.unwrap();
    let error =
        json!({"id": request.id, "error": {"code": -32602, "message": "Invalid", "data": "p: string"}});
    peer.act(&Act::Say(error.to_string().into())).await;
    let error = soon(refused).await.unwrap_err();
    assert_eq!(error.to_string(), "A.b: Invalid (p: string)");
    assert_eq!(error.refusal(), Some("Invalid"));
    assert!(matches!(error, CallError::Refused { code: -32602, .. }));
}

#[tokio::test]
async fn an_unknown_session_is_one_that_is_gone() {
    let (connection, peer) = pair();
    tokio::spawn(peer.play(Script::new().on("A.b", [refuse(-32001, "Session with given id not found.")])));
    let page = connection.session(SessionId::new("S"));
    assert_eq!(
        soon(call(&page, "A.b")).await,
        Err(CallError::Gone(Gone::Detached))
    );
}

#[tokio::test]
async fn answers_that_do_not_fit_fail_alone() {
    let (connection, mut peer) = pair();
    let number: Pending<u32> = connection.browser().call_as("A.number", &json!({}));
    let nothing = call(&connection.browser(), "A.nothing");
    let request = peer.receive().await.unwrap();
    peer.perform(&request, &[answer(json!("text"))]).await;
    let request = peer.receive().await.unwrap();
    peer.act(&Act::Say(json!({"id": request.id}).to_string().into()))
        .await;
    assert!(matches!(soon(number).await, Err(CallError::BadAnswer { method, .. }) if method == "A.number"));
    assert!(matches!(soon(nothing).await, Err(CallError::BadAnswer { method, .. }) if method == "A.nothing"));
    assert_eq!(connection.closed(), None);
}

#[tokio::test]
async fn what_nobody_asked_for_does_not_matter() {
    let (connection, mut peer) = pair();
    let mut events = connection.subscribe(&["A.known"]);
    for said in [
        "{}",
        r#"{"id":99,"result":{}}"#,
        r#"{"method":"A.unknown"}"#,
        r#"{"error":{"code":1}}"#,
    ] {
        peer.act(&Act::Say(said.into())).await;
    }
    peer.act(&event("A.known", json!({"new": ["member"]}))).await;
    let known = soon(events.next()).await.unwrap();
    assert_eq!(known.parse(), Some(json!({"new": ["member"]})));
    assert_eq!(known.parse::<u32>(), None);
    assert_eq!(connection.closed(), None);
}

#[tokio::test]
async fn observers_see_an_event_before_a_later_answer() {
    let (connection, mut peer) = pair();
    let seen = Arc::new(Mutex::new(0));
    let count = Arc::clone(&seen);
    connection.observe(move |_| *count.lock().unwrap() += 1);
    let waiting = call(&connection.browser(), "A.b");
    let request = peer.receive().await.unwrap();
    let acts: Vec<Act> = (0..1000)
        .map(|n| event("A.event", json!(n)))
        .chain([answer(json!({}))])
        .collect();
    tokio::spawn(async move { peer.perform(&request, &acts).await });
    soon(waiting).await.unwrap();
    assert_eq!(*seen.lock().unwrap(), 1000);
}

#[tokio::test]
async fn a_consumer_that_does_not_read_holds_nobody_up() {
    let (connection, mut peer) = pair();
    let mut events = connection.subscribe(&["A.event"]);
    let waiting = call(&connection.browser(), "A.b");
    let request = peer.receive().await.unwrap();
    let acts: Vec<Act> = (0..1000)
        .map(|n| event("A.event", json!(n)))
        .chain([answer(json!({}))])
        .collect();
    tokio::spawn(async move { peer.perform(&request, &acts).await });
    soon(waiting).await.unwrap();
    for expected in 0..1000 {
        assert_eq!(soon(events.next()).await.unwrap().parse(), Some(expected));
    }
}

#[tokio::test]
async fn observers_may_send_and_go_with_the_connection() {
    let (connection, mut peer) = pair();
    let held = Arc::new(());
    let (answering, witness) = (connection.clone(), Arc::downgrade(&held));
    connection.observe(move |_| {
        let _held = &held;
        drop(call(&answering.browser(), "A.reaction"));
    });
    peer.act(&event("A.event", json!({}))).await;
    assert_eq!(soon(peer.receive()).await.unwrap().method, "A.reaction");
    connection.close();
    soon(async {
        while witness.upgrade().is_some() {
            tokio::task::yield_now().await;
        }
    })
    .await;
}

#[tokio::test]
async fn a_detached_session_fails_its_calls_and_those_inside_it() {
    let (connection, mut peer) = pair();
    let tell = [
        event("Target.attachedToTarget", attached("TAB")),
        event_in("TAB", "Target.attachedToTarget", attached("FRAME")),
    ];
    for act in &tell {
        peer.act(act).await;
    }
    let [tab, frame, other] = ["TAB", "FRAME", "OTHER"].map(|id| connection.session(SessionId::new(id)));
    let calls = [call(&tab, "A.b"), call(&frame, "A.b")];
    let unaffected = call(&other, "A.b");
    let gone = tokio::spawn({
        let frame = frame.clone();
        async move { frame.until_gone().await }
    });
    peer.receive().await.unwrap();
    peer.receive().await.unwrap();
    let last = peer.receive().await.unwrap();
    peer.perform(
        &last,
        &[
            event("Target.detachedFromTarget", json!({"sessionId": "TAB"})),
            answer(json!({})),
        ],
    )
    .await;
    for call in calls {
        assert_eq!(soon(call).await, Err(CallError::Gone(Gone::Detached)));
    }
    assert_eq!(soon(gone).await.unwrap(), Gone::Detached);
    assert_eq!(soon(unaffected).await, Ok(json!({})));
    assert_eq!(
        soon(call(&tab, "A.late")).await,
        Err(CallError::Gone(Gone::Detached))
    );
    peer.act(&event("Target.attachedToTarget", attached("TAB"))).await;
    drop(call(&other, "A.b"));
    let request = peer.receive().await.unwrap();
    let order = call(&other, "A.c");
    peer.perform(&request, &[answer(json!({}))]).await;
    let request = peer.receive().await.unwrap();
    peer.perform(&request, &[answer(json!({}))]).await;
    soon(order).await.unwrap();
    assert_eq!(
        tab.gone(),
        None,
        "an engine that gives a name again gives a new session"
    );
}

#[tokio::test]
async fn a_crash_is_the_reason_that_stays() {
    let (connection, mut peer) = pair();
    let page = connection.session(SessionId::new("S"));
    let waiting = call(&page, "A.b");
    let request = peer.receive().await.unwrap();
    let crash = event_in("S", "Inspector.targetCrashed", json!({}));
    let detach = event("Target.detachedFromTarget", json!({"sessionId": "S"}));
    peer.perform(&request, &[crash, detach]).await;
    assert_eq!(soon(waiting).await, Err(CallError::Gone(Gone::Crashed)));
    assert_eq!(soon(page.until_gone()).await, Gone::Crashed);
    assert_eq!(
        soon(call(&page, "A.late")).await,
        Err(CallError::Gone(Gone::Crashed))
    );
}

#[tokio::test]
async fn every_way_to_end_fails_every_call_with_its_reason() {
    type Case = (&'static str, Vec<Act>, fn(&Closed) -> bool);
    let cases: [Case; 5] = [
        ("gone", vec![Act::Die], |closed| *closed == Closed::ByPeer),
        (
            "cut",
            vec![Act::Cut(br#"{"id":1,"res"#.to_vec())],
            |closed| matches!(closed, Closed::Broken(why) if why.contains("middle of a message")),
        ),
        (
            "no JSON",
            vec![Act::Say(b"DevTools says no".to_vec())],
            |closed| matches!(closed, Closed::Broken(why) if why.contains("not understood")),
        ),
        (
            "no UTF-8",
            vec![Act::Say(b"{\"method\":\"A.\xff\"}".to_vec())],
            |closed| matches!(closed, Closed::Broken(why) if why.contains("not understood")),
        ),
        ("nothing", vec![Act::Say(Vec::new())], |closed| {
            matches!(closed, Closed::Broken(_))
        }),
    ];
    for (name, acts, fits) in cases {
        let (connection, mut peer) = pair();
        let mut events = connection.subscribe(&["A.event"]);
        let page = connection.session(SessionId::new("S"));
        let calls = [call(&connection.browser(), "A.b"), call(&page, "A.b")];
        let request = peer.receive().await.unwrap();
        peer.perform(&request, &acts).await;
        let closed = soon(connection.until_closed()).await;
        assert!(fits(&closed), "{name}: {closed:?}");
        for call in calls {
            assert_eq!(
                soon(call).await,
                Err(CallError::Gone(Gone::Closed(closed.clone()))),
                "{name}"
            );
        }
        assert!(soon(events.next()).await.is_none(), "{name}");
        assert_eq!(
            soon(page.until_gone()).await,
            Gone::Closed(closed.clone()),
            "{name}"
        );
        assert_eq!(
            soon(call(&page, "A.late")).await,
            Err(CallError::Gone(Gone::Closed(closed))),
            "{name}"
        );
        assert!(
            soon(connection.subscribe(&["A.event"]).next()).await.is_none(),
            "{name}"
        );
    }
}

#[tokio::test]
async fn closing_it_fails_every_call() {
    let (connection, mut peer) = pair();
    let waiting = call(&connection.browser(), "A.b");
    peer.receive().await.unwrap();
    connection.close();
    assert_eq!(
        soon(waiting).await,
        Err(CallError::Gone(Gone::Closed(Closed::ByUs)))
    );
    assert!(soon(peer.receive()).await.is_none(), "the peer sees the end");
}

#[tokio::test]
async fn what_was_said_before_the_end_is_heard() {
    let (connection, mut peer) = pair();
    let waiting = call(&connection.browser(), "A.b");
    let request = peer.receive().await.unwrap();
    peer.perform(&request, &[answer(json!("last words")), Act::Die])
        .await;
    // Cannot be written any more, which must not drop what is still to be read.
    let late = call(&connection.browser(), "A.c");
    assert_eq!(soon(waiting).await, Ok(json!("last words")));
    assert_eq!(
        soon(late).await,
        Err(CallError::Gone(Gone::Closed(Closed::ByPeer)))
    );
}

#[tokio::test]
async fn a_message_may_be_huge() {
    let (connection, peer) = pair();
    let text = "x".repeat(100 << 20);
    tokio::spawn(peer.play(Script::new().on("A.b", [answer(json!(text))])));
    let received: String = soon(connection.browser().call_as("A.b", &json!({})))
        .await
        .unwrap();
    assert_eq!(received.len(), text.len());
}

#[tokio::test]
async fn half_a_character_spoils_no_answer() {
    let (connection, mut peer) = pair();
    let waiting = call(&connection.browser(), "A.b");
    let request = peer.receive().await.unwrap();
    peer.act(&Act::Say(
        format!(r#"{{"id":{},"result":{{"title":"a\ud83d"}}}}"#, request.id).into(),
    ))
    .await;
    assert_eq!(soon(waiting).await, Ok(json!({"title": "a\u{fffd}"})));
}

#[tokio::test]
async fn a_websocket_carries_the_same() {
    let listening = Peer::listen().await.unwrap();
    let address = listening.address.clone();
    let (socket, peer) = tokio::join!(WebSocket::connect(&address), listening.accept());
    let (connection, mut peer) = (Connection::open(socket.unwrap()), peer.unwrap());
    assert_eq!(connection.transport(), "websocket");
    let waiting = call(&connection.browser(), "A.b");
    let request = soon(peer.receive()).await.unwrap();
    peer.perform(&request, &[answer(json!("x".repeat(20 << 20)))])
        .await;
    assert_eq!(
        soon(waiting).await.unwrap().as_str().map(str::len),
        Some(20 << 20)
    );
    let waiting = call(&connection.browser(), "A.c");
    soon(peer.receive()).await.unwrap();
    peer.act(&Act::Cut(b"{".to_vec())).await;
    let closed = soon(connection.until_closed()).await;
    assert!(matches!(closed, Closed::Broken(_)), "{closed:?}");
    assert_eq!(soon(waiting).await, Err(CallError::Gone(Gone::Closed(closed))));
}

#[tokio::test]
async fn addresses_that_are_none_are_refused() {
    for (address, expected) in [
        ("http://127.0.0.1:1", "ws://"),
        ("ws://127.0.0.1:1", "refused"),
        ("", "ws://"),
    ] {
        let error = soon(WebSocket::connect(address)).await.unwrap_err();
        assert!(error.to_string().contains(expected), "{address}: {error}");
    }
}

/// Pieces of messages, joined at random.
fn hostile_message() -> impl Strategy<Value = Vec<u8>> {
    let pieces = [
        r#"{"id":1"#,
        r#","result":{}"#,
        r#","method":"A.b""#,
        r#","sessionId":"S""#,
        "}",
        "{",
        "\\ud83d",
        "\\u",
        "\\",
        "null",
        "[[[[",
        r#""params":{"sessionId":3}"#,
        r#","method":"Target.attachedToTarget""#,
        "\u{e9}",
    ];
    let known = proptest::sample::select(pieces.to_vec()).prop_map(|piece| piece.as_bytes().to_vec());
    let any = proptest::collection::vec(1_u8..=255, 0..8);
    proptest::collection::vec(prop_oneof![3 => known, 1 => any], 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]
    #[test]
    fn any_message_is_survived(messages in proptest::collection::vec(hostile_message(), 1..6)) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let (connection, mut peer) = pair();
            let waiting = call(&connection.browser(), "A.b");
            peer.receive().await.unwrap();
            for message in messages {
                peer.act(&Act::Say(message)).await;
            }
            drop(peer);
            soon(connection.until_closed()).await;
            let _ = soon(waiting).await;
        });
    }
}
