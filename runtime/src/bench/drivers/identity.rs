//! Who the engine is, asked twice: over HTTP when it started, and over the protocol.

use std::io;
use std::time::Duration;

use aite_cdp::Exchange;
use serde_json::{Value, json};
use tokio::time::timeout;

use super::{Endpoint, Toolbox};
use crate::engine::Served;

const ANSWERS_WITHIN: Duration = Duration::from_secs(5);

/// Where and who the engine is. What it says over the protocol is asked once for each of its processes.
pub(super) async fn endpoint(engine: &Served, toolbox: &Toolbox) -> Endpoint {
    let identity = engine.identity();
    let process = engine.process_id();
    let known = process.and_then(|process| toolbox.live_product(process));
    let live = match (known, identity.websocket()) {
        (Some(known), _) => Some(known),
        (None, Some(websocket)) => {
            let product = product(websocket).await.ok();
            if let (Some(process), Some(product)) = (process, &product) {
                toolbox.remember_live_product(process, product);
            }
            product
        }
        (None, None) => None,
    };
    Endpoint {
        name: engine.engine().name.to_owned(),
        port: engine.port(),
        websocket: identity.websocket().map(str::to_owned),
        product: identity.product().to_owned(),
        user_agent: identity.user_agent().to_owned(),
        live_product: live.unwrap_or_else(|| identity.product().to_owned()),
    }
}

async fn product(websocket: &str) -> io::Result<String> {
    let version = ask(websocket, "Browser.getVersion", &json!({})).await?;
    let product = version.get("product").and_then(Value::as_str);
    product
        .map(str::to_owned)
        .ok_or_else(|| io::Error::other("the engine does not say what it is"))
}

/// One command on a connection of its own, which is closed again.
pub(super) async fn ask(websocket: &str, method: &str, params: &Value) -> io::Result<Value> {
    let asked = async {
        let mut exchange = Exchange::connect(websocket).await?;
        let answer = answer(&mut exchange, method, params).await;
        exchange.close().await;
        answer
    };
    timeout(ANSWERS_WITHIN, asked).await?
}

async fn answer(exchange: &mut Exchange, method: &str, params: &Value) -> io::Result<Value> {
    let id = exchange.send(method, Some(params), None).await?;
    while let Some(frame) = exchange.next().await? {
        if frame.id != Some(id) {
            continue;
        }
        return match (frame.result, frame.error) {
            (_, Some(error)) => Err(io::Error::other(format!("{method}: {error}"))),
            (Some(result), None) => Ok(serde_json::from_str(result.get())?),
            (None, None) => Ok(Value::Null),
        };
    }
    Err(io::ErrorKind::UnexpectedEof.into())
}
