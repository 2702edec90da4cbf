//! Roles and names of every element of `fixtures/pages/aria/*.html`, compared with the browser's accessibility tree.
//!
//! Where the two differ, `differences.json` beside the pages says so, and its `why` is explained in the README there.
//! `UPDATE_GOLDENS=1` writes the list anew, with an empty `why` for what is new.

use std::collections::{BTreeMap, HashMap};
use std::{env, fs};

use aite_runtime::page::agent::Described;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::frame::{Frame, pages};

/// One difference; roles the browser keeps to itself are in brackets.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Difference {
    element: String,
    ours: String,
    browser: String,
    why: String,
}

/// Every element of the page, those in open shadow roots after their tree.
const ALL: &str = "() => { const all = []; const query = Document.prototype.querySelectorAll; \
    const shadow = Object.getOwnPropertyDescriptor(Element.prototype, 'shadowRoot').get; \
    const go = (list) => { for (const it of list) { all.push(it); const root = shadow.call(it); if (root) go(root.querySelectorAll('*')); } }; \
    go(query.call(document, '*')); return all; }";

fn written(role: &str, name: &str) -> String {
    if name.is_empty() {
        role.to_owned()
    } else {
        format!("{role} {name:?}")
    }
}

/// As ours are written: white space collapsed, the browser's word for images and absence changed into ARIA's.
fn of_browser(node: &Value) -> String {
    let role = node["role"]["value"].as_str().unwrap_or_default();
    let name = aite_runtime::page::agent::normalise(node["name"]["value"].as_str().unwrap_or_default());
    if node["role"]["type"] == "internalRole" {
        return written(&format!("[{role}]"), &name);
    }
    written(if role == "image" { "img" } else { role }, &name)
}

fn of_ours(described: &Described) -> Option<String> {
    let silent = described.role == "none" || (described.role == "generic" && described.name.is_empty());
    (described.exposed == Some(true) && !silent).then(|| written(&described.role, &described.name))
}

/// Whether the two say the same: what has no role of ARIA's here may have any inner one there.
fn agree(ours: Option<&str>, browser: Option<&str>) -> bool {
    match (ours, browser) {
        (None, None) => true,
        (None, Some(browser)) => browser.starts_with('[') || browser == "generic" || browser == "none",
        (Some(ours), Some(browser)) => {
            ours == browser || (ours.starts_with("generic") && browser.starts_with('['))
        }
        (Some(ours), None) => ours.starts_with("generic"),
    }
}

async fn tree_of(frame: &Frame) -> HashMap<i64, String> {
    let tree = frame.send("Accessibility.getFullAXTree", json!({})).await;
    let nodes = tree["nodes"].as_array().expect("nodes").iter();
    let seen = nodes.filter(|node| node["ignored"] == false);
    seen.filter_map(|node| Some((node["backendDOMNodeId"].as_i64()?, of_browser(node))))
        .collect()
}

async fn compare(frame: &Frame) -> (usize, Vec<Difference>) {
    let tree = tree_of(frame).await;
    let all = json!({"functionDeclaration": ALL, "executionContextId": frame.context});
    let list = frame.send("Runtime.callFunctionOn", all).await["result"]["objectId"].clone();
    let properties = json!({"objectId": list, "ownProperties": true});
    let properties = frame.send("Runtime.getProperties", properties).await;
    let mut found = Vec::new();
    let mut count = 0;
    for property in properties["result"].as_array().expect("properties") {
        let Some(object) = property["value"]["objectId"]
            .as_str()
            .filter(|_| property["enumerable"] == true)
        else {
            continue;
        };
        count += 1;
        let node = frame.send("DOM.describeNode", json!({"objectId": object})).await;
        let describe = "(element) => aite.describe(aite.register(element))";
        let ours = frame.call_with(describe, &json!([{"objectId": object}])).await;
        let described: Described = serde_json::from_value(ours).expect("a description");
        let ours = of_ours(&described);
        let browser = node["node"]["backendNodeId"]
            .as_i64()
            .and_then(|node| tree.get(&node))
            .cloned();
        if !agree(ours.as_deref(), browser.as_deref()) {
            let absent = || "absent".to_owned();
            found.push(Difference {
                element: described.element,
                ours: ours.unwrap_or_else(absent),
                browser: browser.unwrap_or_else(absent),
                why: String::new(),
            });
        }
    }
    (count, found)
}

/// Takes over the reasons of the known differences.
fn explain(found: &mut [Difference], known: &[Difference]) {
    for it in found {
        let same = known
            .iter()
            .find(|old| old.element == it.element && old.ours == it.ours && old.browser == it.browser);
        it.why = same.map(|old| old.why.clone()).unwrap_or_default();
    }
}

#[tokio::test]
async fn every_difference_from_the_browser_is_explained() {
    let folder = pages().join("aria");
    let list = folder.join("differences.json");
    let known: BTreeMap<String, Vec<Difference>> = fs::read(&list)
        .ok()
        .map(|text| serde_json::from_slice(&text).expect("a list"))
        .unwrap_or_default();
    let mut frame = Frame::open().await;
    let mut now = BTreeMap::new();
    let mut count = 0;
    let mut files: Vec<_> = fs::read_dir(&folder)
        .expect("the pages")
        .flatten()
        .map(|file| file.path())
        .collect();
    files.sort();
    for file in files
        .iter()
        .filter(|file| file.extension().is_some_and(|it| it == "html"))
    {
        let name = file
            .file_name()
            .and_then(|name| name.to_str())
            .expect("a name")
            .to_owned();
        frame.show(&fs::read_to_string(file).expect("a page")).await;
        let (elements, mut differences) = compare(&frame).await;
        count += elements;
        explain(&mut differences, known.get(&name).map_or(&[], Vec::as_slice));
        if !differences.is_empty() {
            now.insert(name, differences);
        }
    }
    frame.close().await;
    assert!(count > 800, "only {count} elements were compared");
    if env::var_os("UPDATE_GOLDENS").is_some() {
        fs::write(&list, format!("{:#}\n", json!(now))).expect("written");
        return;
    }
    assert_eq!(
        now,
        known,
        "rewrite {} with UPDATE_GOLDENS=1 and explain what is new",
        list.display()
    );
    let reasons = fs::read_to_string(folder.join("README.md")).expect("the explanations");
    for difference in now.values().flatten() {
        assert!(
            !difference.why.is_empty() && reasons.contains(&format!("**{}**", difference.why)),
            "not explained: {difference:?}"
        );
    }
}
