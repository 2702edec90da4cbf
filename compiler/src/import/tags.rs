//! Features and tags.

use super::reader::{Fields, Reader, items};
use crate::diagnostic::{Code, Diagnostic};
use crate::json::Json;

/// What is in front of a tag's dot.
const NAMESPACES: [&str; 4] = ["version", "purpose", "coverage", "family"];
const VERSIONS: [&str; 4] = ["version.v0_1", "version.v0_2", "version.v0_3", "version.v0_4"];
/// Tasks with this tag need no version.
const DEMO: &str = "purpose.demo";

/// Spellings of features that were merged into others.
const RETIRED: [&str; 9] = [
    "web.url_search_params",
    "web.dom.parser",
    "web.dom.domparser",
    "web.dom.treewalker",
    "web.storage.cookie",
    "web.intersection_observer",
    "web.css.cssom.constructable",
    "web.css.selectors.case_insensitive_attr",
    "cdp.moli.inspect_everything.nonexistent",
];
/// How a feature goes wrong is no part of its name.
const RETIRED_ENDS: [&str; 3] = [".invalid_params", ".deprecated", ".nonexistent"];
/// Pictures and paper are out of scope.
const OUT_OF_SCOPE: [&str; 8] = [
    "cdp.page.capture_screenshot",
    "cdp.page.print_to_pdf",
    "fw.playwright.page.screenshot",
    "fw.playwright.page.pdf",
    "fw.puppeteer.page.screenshot",
    "fw.puppeteer.page.pdf",
    "tool.agent_browser.screenshot",
    "tool.agent_browser.pdf",
];

/// `features`
pub(super) fn features(reader: &mut Reader, fields: Fields<'_, '_>) -> Vec<String> {
    let list = string_list(reader, fields, "features");
    for (json, feature) in &list {
        let is_retired =
            RETIRED.contains(&feature.as_str()) || RETIRED_ENDS.iter().any(|end| feature.ends_with(end));
        if is_retired {
            let message = format!("feature {feature} is a retired spelling");
            let help = "use the canonical name; an error mode belongs into tags and checks";
            reader.push(Diagnostic::error(Code::T006, json.span, message).with_help(help));
        }
        if OUT_OF_SCOPE.contains(&feature.as_str()) {
            let message = format!("feature {feature} is out of scope: pictures and paper are not compared");
            reader.error(Code::T018, json.span, message);
        }
    }
    list.into_iter().map(|(_, feature)| feature).collect()
}

/// `tags`
pub(super) fn tags(reader: &mut Reader, fields: Fields<'_, '_>) -> Vec<String> {
    let list = string_list(reader, fields, "tags");
    let mut versions = 0;
    for (json, tag) in &list {
        let namespace = tag.split('.').next().unwrap_or_default();
        if !NAMESPACES.contains(&namespace) {
            let message = format!("tag {tag} has the unknown namespace {namespace}");
            let help = format!(
                "a tag begins with one of {}",
                NAMESPACES.map(|name| format!("{name}.")).join(", ")
            );
            reader.push(Diagnostic::error(Code::T007, json.span, message).with_help(help));
        }
        if namespace == "version" {
            versions += 1;
            if !VERSIONS.contains(&tag.as_str()) {
                let message = format!("tag {tag} is no version of the data set");
                let help = format!("versions are {}", VERSIONS.join(", "));
                reader.push(Diagnostic::error(Code::T007, json.span, message).with_help(help));
            }
            if versions > 1 {
                reader.error(Code::T007, json.span, "a task has one version tag");
            }
        }
    }
    let list: Vec<String> = list.into_iter().map(|(_, tag)| tag).collect();
    let needs_version = versions == 0 && !list.iter().any(|tag| tag == DEMO);
    if let Some(json) = fields
        .get("tags")
        .filter(|json| needs_version && items(json).is_some())
    {
        let message = "tags need a version tag such as version.v0_1";
        reader.push(
            Diagnostic::error(Code::T007, json.span, message)
                .with_help(format!("only a task with {DEMO} needs none")),
        );
    }
    list
}

/// `extra_tags` of a scenario; family and version follow from elsewhere.
pub(super) fn extra(reader: &mut Reader, fields: Fields<'_, '_>) -> Vec<String> {
    if !fields.has("extra_tags") {
        return Vec::new();
    }
    let list = string_list(reader, fields, "extra_tags");
    for (json, tag) in &list {
        if !["family.", "purpose."].iter().any(|start| tag.starts_with(start)) {
            let message = format!("extra tag {tag} is neither a family nor a purpose");
            reader.error(Code::T007, json.span, message);
        }
    }
    list.into_iter().map(|(_, tag)| tag).collect()
}

/// The strings of a list with their places.
pub(super) fn string_list<'j, 't>(
    reader: &mut Reader,
    fields: Fields<'j, 't>,
    key: &'static str,
) -> Vec<(&'j Json<'t>, String)> {
    let Some(json) = reader.required(fields, key) else {
        return Vec::new();
    };
    let texts = items(json).map(|list| list.iter().map(|item| Some((item, item.text()?.to_owned()))));
    let list = texts.and_then(Iterator::collect::<Option<Vec<_>>>);
    if list.is_none() {
        reader.error(Code::T006, json.span, format!("{key} must be a string list"));
    }
    list.unwrap_or_default()
}
