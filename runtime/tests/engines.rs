//! Engines that can do less than Chrome: what they can do works, and what they cannot is red and says so.

#[path = "e2e/site.rs"]
mod site;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use aite_cdp::Exchange;
use aite_cdp::testing::{Act, Listening, Peer, Request};
use aite_compiler::lower::{SourceError, Sources, compile};
use aite_runtime::deadline::Canceller;
use aite_runtime::engine::{Engine, Launch, Name, Search, Served};
use aite_runtime::report::{Event, RunStore};
use aite_runtime::run::{Browsers, Job, Settings, execute};
use aite_runtime::verdict::{Failure, Reason, Status};
use serde_json::{Value, json};

const PAGE: &str = "<!doctype html><title>Shop</title><label>Name <input></label>
    <button onclick=\"document.querySelector('p').textContent = 'Hello ' + document.querySelector('input').value\">Greet</button>
    <p></p><a href=\"/next.html\">Next</a>";
const NEXT: &str = "<!doctype html><title>Next</title><h1>The next page</h1>";

/// What an engine refuses, with the number and the sentence.
type Refusals = &'static [(&'static str, i64, &'static str)];

struct NoIncludes;

impl Sources for NoIncludes {
    fn read(&self, _: &str) -> Result<Arc<str>, SourceError> {
        Err(SourceError::NotFound)
    }
}

/// Runs a script on a Chromium that refuses commands, and never brings programs into documents that are there already.
async fn run(steps: &str, refusals: Refusals) -> (Status, Option<Failure>) {
    let (listener, port) = site::listen();
    site::serve(
        [("index.html", PAGE), ("next.html", NEXT)]
            .map(|(name, text)| (name.into(), text.into()))
            .into(),
        listener,
    );
    let chrome = Engine::named("chrome").expect("there is a row");
    let found = Search::default()
        .find()
        .expect("a Chromium is needed for this test");
    let launch = Launch {
        profile: "default",
        layout: true,
    };
    let served = Served::launch(chrome, &found.path, launch)
        .await
        .expect("it starts");
    let upstream = served
        .identity()
        .websocket()
        .expect("it has an address")
        .to_owned();
    let listening = Peer::listen().await.expect("a port");
    let address = listening.address.clone();
    let lesser = tokio::spawn(stand_between(listening, upstream, refusals));
    let script = format!("test \"t\"\n  start http://localhost:{port}/\n  step \"s\"\n{steps}");
    let compiled = compile("scripts/x.aite", Arc::from(script), &NoIncludes);
    assert!(!compiled.has_errors(), "{:?}", compiled.diagnostics);
    let results = tempfile::tempdir().expect("a folder");
    let store = RunStore::create(results.path(), "x.aite").expect("a results folder");
    let job = Job {
        program: &compiled.program,
        origins: &compiled.origins,
        sources: &compiled.texts,
        store: &store,
    };
    let mut browsers = Browsers::new(Settings {
        engine: Name::Remote(address),
        ..Settings::default()
    });
    let mut failure = None;
    let (_canceller, stop) = Canceller::new();
    let mut keep = |event: Event| match event {
        Event::CommandFinished(end) => failure = failure.take().or(end.failure),
        Event::RunFinished(end) => failure = failure.take().or(end.failure),
        _ => {}
    };
    let status = execute(job, &mut browsers, &mut keep, &stop).await;
    browsers.close().await;
    served.stop().await;
    lesser.abort();
    (status, failure)
}

/// Hands messages on in both directions until one side is gone.
async fn stand_between(listening: Listening, upstream: String, refusals: Refusals) {
    let mut client = listening.accept().await.expect("a client");
    let mut engine = Exchange::connect(&upstream).await.expect("the engine");
    let mut ids: HashMap<u64, u64> = HashMap::new();
    loop {
        tokio::select! {
            request = client.receive() => {
                let Some(mut request) = request else { return };
                if let Some((_, code, message)) = refusals.iter().find(|(method, ..)| *method == request.method) {
                    client.perform(&request, &[Act::Refuse(*code, (*message).into())]).await;
                    continue;
                }
                only_new_documents(&mut request);
                let session = request.session_id.as_deref();
                let Ok(id) = engine.send(&request.method, Some(&request.params), session).await else { return };
                ids.insert(id, request.id);
            }
            frame = engine.next() => {
                let Ok(Some(frame)) = frame else { return };
                let raw = |raw: Option<Box<serde_json::value::RawValue>>| -> Option<Value> {
                    serde_json::from_str(raw?.get()).ok()
                };
                let mut message = json!({});
                let members = [("params", raw(frame.params)), ("result", raw(frame.result)), ("error", raw(frame.error))];
                for (name, value) in members {
                    if let Some(value) = value {
                        message[name] = value;
                    }
                }
                if let Some(id) = frame.id.and_then(|id| ids.remove(&id)) {
                    message["id"] = json!(id);
                }
                if let Some(method) = frame.method {
                    message["method"] = json!(method);
                }
                if let Some(session) = frame.session {
                    message["sessionId"] = json!(session);
                }
                client.act(&Act::Say(message.to_string().into_bytes())).await;
            }
        }
    }
}

fn only_new_documents(request: &mut Request) {
    if request.method == "Page.addScriptToEvaluateOnNewDocument"
        && let Some(params) = request.params.as_object_mut()
    {
        params.remove("runImmediately");
    }
}

#[tokio::test]
async fn what_an_engine_can_do_works() {
    let steps = "    type label:\"Name\" \"Ada\"\n    click role:button name:\"Greet\"\n    verify text:\"Hello Ada\"\n    \
        click text:\"Next\"\n    verify title:\"Next\"\n    verify role:heading name:\"The next page\"\n";
    let refusals: Refusals = &[
        (
            "DOMSnapshot.captureSnapshot",
            -32_601,
            "'DOMSnapshot.captureSnapshot' wasn't found",
        ),
        ("Emulation.setFocusEmulationEnabled", -31_998, "UnknownMethod"),
        (
            "Page.captureScreenshot",
            -32_601,
            "'Page.captureScreenshot' wasn't found",
        ),
    ];
    let (status, failure) = soon(run(steps, refusals)).await;
    assert!(
        matches!(status, Status::Passed | Status::PassedAfterRetry),
        "{failure:?}"
    );
}

#[tokio::test]
async fn what_it_cannot_do_is_red_and_says_so() {
    let cases: [(&str, Refusals, &str); 3] = [
        (
            "    click text:\"Next\"\n    verify title:\"Next\"\n",
            &[(
                "Input.dispatchMouseEvent",
                -32_601,
                "'Input.dispatchMouseEvent' wasn't found",
            )],
            "the engine cannot do this: it has no Input.dispatchMouseEvent",
        ),
        (
            "    press Enter\n    verify title:\"Shop\"\n",
            &[("Input.dispatchKeyEvent", -32_000, "method not implemented")],
            "the engine cannot do this: it has no Input.dispatchKeyEvent",
        ),
        (
            "    verify title:\"Shop\"\n",
            &[("Target.createTarget", -32_000, "TargetAlreadyLoaded")],
            "the engine refuses Target.createTarget: TargetAlreadyLoaded",
        ),
    ];
    for (steps, refusals, message) in cases {
        let (status, failure) = soon(run(steps, refusals)).await;
        let failure = failure.expect(message);
        assert_eq!(
            (status, failure.reason),
            (Status::Failed, Reason::Refused),
            "{failure:?}"
        );
        assert_eq!(failure.message, message);
    }
}

/// Nothing here waits for long.
async fn soon<T>(what: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(120), what)
        .await
        .expect("in time")
}
