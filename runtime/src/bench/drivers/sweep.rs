//! Pages that a driver left open are closed, so that the next attempt finds what this one found. It decides nothing.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

use serde_json::{Value, json};

use super::Endpoint;
use super::identity::ask;

/// How often the engine is asked for its pages.
const TRIES: usize = 3;
const RECORD: &str = "target_cleanup.json";

/// The pages that are open; `None` when the engine does not say.
pub(super) async fn look(endpoint: &Endpoint) -> Option<BTreeSet<String>> {
    let websocket = endpoint.websocket.as_deref()?;
    for _ in 0..TRIES {
        if let Ok(pages) = pages(websocket).await {
            return Some(pages);
        }
    }
    None
}

/// Closes the pages that were not there before, and leaves a record in the attempt's folder.
pub(super) async fn close_new(endpoint: &Endpoint, before: Option<BTreeSet<String>>, folder: &Path) {
    let after = look(endpoint).await;
    let mut closed = Vec::new();
    let mut failed = Vec::new();
    if let (Some(websocket), Some(before), Some(after)) = (&endpoint.websocket, &before, &after) {
        for page in after.difference(before) {
            match close(websocket, page).await {
                Ok(()) => closed.push(page.clone()),
                Err(error) => failed.push(json!({"targetId": page, "error": error.to_string()})),
            }
        }
    }
    let record = json!({"before": before, "after": after, "closed": closed, "failed": failed});
    // A record that cannot be written must not decide about an engine.
    let _ = fs::write(folder.join(RECORD), format!("{record:#}\n"));
}

async fn pages(websocket: &str) -> io::Result<BTreeSet<String>> {
    let found = ask(websocket, "Target.getTargets", &json!({})).await?;
    let targets = found.get("targetInfos").and_then(Value::as_array);
    let pages = targets.into_iter().flatten().filter(|target| {
        let kind = target.get("type").and_then(Value::as_str);
        kind.is_none_or(|kind| kind == "page")
    });
    let ids = pages.filter_map(|target| target.get("targetId")?.as_str());
    Ok(ids.map(str::to_owned).collect())
}

async fn close(websocket: &str, page: &str) -> io::Result<()> {
    let params = json!({"targetId": page});
    match ask(websocket, "Target.closeTarget", &params).await {
        Ok(_) => Ok(()),
        // Once more, on another connection.
        Err(_) => ask(websocket, "Target.closeTarget", &params).await.map(drop),
    }
}
