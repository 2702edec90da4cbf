//! One page with the program in it.

use std::path::{Path, PathBuf};

use aite_cdp::Session;
use aite_runtime::engine::Browser;
use aite_runtime::page::agent::{Ask, PROGRAM, WORLD};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::support::{launch, open_page, soon};

/// The folder of the pages.
pub(crate) fn pages() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/pages")
}

/// A page and the browser that shows it.
pub(crate) struct Frame {
    browser: Browser,
    pub(crate) session: Session,
    frame: String,
    pub(crate) context: u64,
}

impl Frame {
    pub(crate) async fn open() -> Self {
        let browser = launch().await;
        let session = open_page(&browser).await;
        let mut frame = Self {
            browser,
            session,
            frame: String::new(),
            context: 0,
        };
        for enable in ["Page.enable", "DOM.enable", "Runtime.enable"] {
            frame.send(enable, json!({})).await;
        }
        let program = json!({"source": PROGRAM, "worldName": WORLD, "runImmediately": true});
        frame.send("Page.addScriptToEvaluateOnNewDocument", program).await;
        let tree = frame.send("Page.getFrameTree", json!({})).await;
        frame.frame = tree["frameTree"]["frame"]["id"]
            .as_str()
            .expect("a frame")
            .to_owned();
        frame.find_world().await;
        frame
    }

    pub(crate) async fn close(self) {
        self.browser.close().await;
    }

    pub(crate) async fn send(&self, method: &'static str, params: Value) -> Value {
        soon(self.session.call_as(method, &params))
            .await
            .unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    async fn find_world(&mut self) {
        let world = json!({"frameId": self.frame, "worldName": WORLD});
        let made = self.send("Page.createIsolatedWorld", world).await;
        self.context = made["executionContextId"].as_u64().expect("a context");
    }

    /// Asks the first child frame from now on.
    pub(crate) async fn enter_child(&mut self) {
        let tree = self.send("Page.getFrameTree", json!({})).await;
        let child = tree["frameTree"]["childFrames"][0]["frame"]["id"].as_str();
        self.frame = child.expect("a child frame").to_owned();
        self.find_world().await;
    }

    /// Goes to an address and waits until it has loaded.
    pub(crate) async fn goto(&mut self, url: &str) {
        let mut loaded = self.browser.connection().subscribe(&["Page.loadEventFired"]);
        self.send("Page.navigate", json!({"url": url})).await;
        soon(loaded.next()).await.expect("it loads");
        self.find_world().await;
    }

    /// Shows a document; its scripts run.
    pub(crate) async fn show(&mut self, html: &str) {
        self.goto("about:blank").await;
        self.run(&format!(
            "document.open(); document.write({}); document.close()",
            json!(html)
        ))
        .await;
    }

    /// Runs a script of the page's own.
    pub(crate) async fn run(&self, script: &str) -> Value {
        let params = json!({"expression": script, "returnByValue": true, "awaitPromise": true});
        let answer = self.send("Runtime.evaluate", params).await;
        assert!(answer.get("exceptionDetails").is_none(), "{script}: {answer}");
        answer["result"]["value"].clone()
    }

    /// Calls a function of the program.
    pub(crate) async fn call(&self, function: &str, arguments: &[Value]) -> Value {
        let arguments: Vec<_> = arguments.iter().map(|value| json!({"value": value})).collect();
        self.call_with(
            &format!("(...a) => aite.{function}(...a)"),
            &Value::from(arguments),
        )
        .await
    }

    pub(crate) async fn call_with(&self, declaration: &str, arguments: &Value) -> Value {
        let params = json!({"functionDeclaration": declaration, "executionContextId": self.context,
            "arguments": arguments, "returnByValue": true, "awaitPromise": true});
        let answer = self.send("Runtime.callFunctionOn", params).await;
        assert!(
            answer.get("exceptionDetails").is_none(),
            "{declaration}: {answer}"
        );
        answer["result"]["value"].clone()
    }

    /// Asks through the typed face.
    pub(crate) async fn ask<A: DeserializeOwned>(&self, ask: &Ask<A>) -> A {
        let value = self.call(ask.function(), ask.arguments()).await;
        ask.read(value.clone())
            .unwrap_or_else(|error| panic!("{error}: {value}"))
    }

    pub(crate) async fn mouse(&self, kind: &str, x: f64, y: f64, clicks: u32) {
        let button = if kind == "mouseMoved" { "none" } else { "left" };
        let params = json!({"type": kind, "x": x, "y": y, "button": button, "clickCount": clicks});
        self.send("Input.dispatchMouseEvent", params).await;
    }

    pub(crate) async fn click(&self, x: f64, y: f64) {
        self.mouse("mouseMoved", x, y, 0).await;
        self.mouse("mousePressed", x, y, 1).await;
        self.mouse("mouseReleased", x, y, 1).await;
    }
}
