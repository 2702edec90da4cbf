//! The accessibility tree as the engine tells it.

use std::collections::HashMap;

use aite_compiler::ir::Target;
use serde_json::{Value, json};

use super::around::command;
use super::read::ask;
use super::stage::{Done, Failure, Stage};
use crate::deadline::Deadline;
use crate::page::{Tab, Trouble};

/// A tree deeper than this is cut: engines build it from pages of any depth.
const DEEPEST: usize = 200;

/// Roles that only hold others together.
const SILENT: [&str; 4] = ["none", "generic", "InlineTextBox", "ignored"];

/// All nodes, as the engine tells them.
pub(super) async fn tree(tab: &Tab, deadline: &Deadline) -> Done {
    Ok(nodes(tab, deadline).await?.to_string())
}

/// Which node of the document has this role and name.
pub(super) async fn identity(tab: &Tab, role: &str, name: &str, deadline: &Deadline) -> Done {
    let nodes = nodes(tab, deadline).await?;
    let called = format!("role={role}|name={name}");
    let fits = |node: &&Value| word(node, "role") == role && word(node, "name") == name;
    let node = nodes.as_array().into_iter().flatten().find(fits);
    let node = node.ok_or_else(|| Failure::Said(format!("no accessibility node {called}: not found")))?;
    match node.get("backendDOMNodeId").and_then(Value::as_i64) {
        Some(id) => Ok(format!("{called}|backendDOMNodeId={id}")),
        None => Err(Failure::Said(format!(
            "the accessibility node {called} has no backendDOMNodeId"
        ))),
    }
}

/// The tree below an element, a line a node: `- role "name"`.
pub(super) async fn snapshot(stage: &Stage<'_>, tab: &Tab, target: &Target, deadline: &Deadline) -> Done {
    let nodes = nodes(tab, deadline).await?;
    let root = backend_id(stage, tab, target, deadline).await?;
    let nodes: Vec<&Value> = nodes.as_array().into_iter().flatten().collect();
    let by_id: HashMap<&str, &Value> = nodes
        .iter()
        .filter_map(|node| Some((node.get("nodeId")?.as_str()?, *node)))
        .collect();
    let is_root = |node: &&&Value| node.get("backendDOMNodeId").and_then(Value::as_i64) == Some(root);
    let Some(root) = nodes.iter().find(is_root) else {
        return Err(Failure::Said(
            "the element is not in the accessibility tree".into(),
        ));
    };
    let mut lines = Vec::new();
    let mut open = vec![(*root, 0_usize, 0_usize)];
    while let Some((node, depth, indent)) = open.pop() {
        let is_said = !is_silent(node);
        if is_said {
            lines.push(line(node, indent));
        }
        let children = node.get("childIds").and_then(Value::as_array);
        let children = children.into_iter().flatten().rev().filter_map(Value::as_str);
        let below = children.filter_map(|id| by_id.get(id).copied());
        if depth < DEEPEST {
            open.extend(below.map(|child| (child, depth + 1, indent + usize::from(is_said))));
        }
    }
    Ok(lines.join("\n"))
}

fn is_silent(node: &Value) -> bool {
    node.get("ignored") == Some(&Value::Bool(true)) || SILENT.contains(&word(node, "role"))
}

fn line(node: &Value, indent: usize) -> String {
    let space = "  ".repeat(indent);
    match (word(node, "role"), word(node, "name")) {
        (role, "") => format!("{space}- {role}"),
        (role, name) => format!("{space}- {role} {name:?}"),
    }
}

async fn backend_id(
    stage: &Stage<'_>,
    tab: &Tab,
    target: &Target,
    deadline: &Deadline,
) -> Result<i64, Failure> {
    let css = target.css.as_ref().map(|css| stage.text(css)).unwrap_or_default();
    let root = ask(tab, "DOM.getDocument", &json!({"depth": 0}), deadline).await?;
    let root = root.pointer("/root/nodeId").cloned().unwrap_or_default();
    let found = ask(
        tab,
        "DOM.querySelector",
        &json!({"nodeId": root, "selector": css}),
        deadline,
    )
    .await?;
    let described = ask(
        tab,
        "DOM.describeNode",
        &json!({"nodeId": found.get("nodeId")}),
        deadline,
    )
    .await?;
    let id = described.pointer("/node/backendNodeId").and_then(Value::as_i64);
    id.ok_or_else(|| Failure::Said(format!("nothing matches {css}")))
}

async fn nodes(tab: &Tab, deadline: &Deadline) -> Result<Value, Trouble> {
    command(tab, "Accessibility.enable", &json!({}), deadline).await?;
    let mut tree = ask(tab, "Accessibility.getFullAXTree", &json!({}), deadline).await?;
    Ok(tree
        .get_mut("nodes")
        .map(Value::take)
        .unwrap_or_else(|| json!([])))
}

fn word<'a>(node: &'a Value, property: &str) -> &'a str {
    let value = node.get(property).and_then(|it| it.get("value"));
    value.and_then(Value::as_str).unwrap_or_default()
}
