//! Steps that read a fact of the page.

use aite_compiler::ir::{Number, Reading, Target};
use serde::Deserialize;
use serde_json::{Value, json};

use super::stage::{Done, Failure, Stage};
use super::{accessibility, around, saved};
use crate::deadline::Deadline;
use crate::page::{self, Notes, Tab, Trouble};

const TEXT_CONTENT: &str = "(element) => element.textContent";
const INNER_TEXT: &str = "(element) => element.innerText";
const VALUE: &str = "(element) => element.value";
const ATTRIBUTE: &str = "(element, name) => element.getAttribute(name)";
const IS_CHECKED: &str = "(element) => Boolean(element.checked)";
const IS_ENABLED: &str = "(element) => !element.matches(':disabled')";
const CONTENT: &str =
    "() => (document.doctype ? new XMLSerializer().serializeToString(document.doctype) : '')
    + document.documentElement.outerHTML";

/// The element that is read, when it is one.
pub(super) fn target(reading: &Reading) -> Option<&Target> {
    match reading {
        Reading::TextContent { target }
        | Reading::InnerText { target }
        | Reading::Visible { target }
        | Reading::Enabled { target }
        | Reading::InputValue { target }
        | Reading::Attribute { target, .. }
        | Reading::Checked { target }
        | Reading::Count { target }
        | Reading::ComputedStyle { target, .. }
        | Reading::AriaSnapshot { target } => Some(target),
        _ => None,
    }
}

/// Reads a fact.
pub(super) async fn read(stage: &mut Stage<'_>, reading: &Reading, deadline: &Deadline) -> Done {
    let tab = match reading {
        Reading::Version => return of_browser(stage, deadline).await.map(|it| it.product),
        Reading::UserAgent => return of_browser(stage, deadline).await.map(|it| it.user_agent),
        _ => stage.tab(deadline).await?,
    };
    match reading {
        Reading::TextContent { target } => {
            element(stage, &tab, target, TEXT_CONTENT, Value::Null, deadline).await
        }
        Reading::InnerText { target } => {
            element(stage, &tab, target, INNER_TEXT, Value::Null, deadline).await
        }
        Reading::InputValue { target } => element(stage, &tab, target, VALUE, Value::Null, deadline).await,
        Reading::Attribute { target, name } => {
            element(stage, &tab, target, ATTRIBUTE, json!(name), deadline).await
        }
        Reading::Checked { target } => element(stage, &tab, target, IS_CHECKED, Value::Null, deadline).await,
        Reading::Enabled { target } => element(stage, &tab, target, IS_ENABLED, Value::Null, deadline).await,
        Reading::Count { target } => Ok(count(stage, &tab, target, deadline).await?.0.to_string()),
        Reading::Visible { target } => Ok((count(stage, &tab, target, deadline).await?.1 > 0).to_string()),
        Reading::ComputedStyle {
            target,
            min_properties,
            required,
        } => style(stage, &tab, target, (min_properties, required), deadline).await,
        Reading::Title => document(&tab, "() => document.title", deadline).await,
        Reading::Content => document(&tab, CONTENT, deadline).await,
        Reading::Url => Ok(tab.url()),
        Reading::Cookies { url } => around::cookies(&tab, &stage.text(url), deadline).await,
        Reading::Console => Ok(stage.journal.console().to_string()),
        Reading::Requests => Ok(stage.journal.requests().to_string()),
        Reading::Dialogs => Ok(around::dialogs(stage, &tab).to_string()),
        Reading::AccessibilityTree => accessibility::tree(&tab, deadline).await,
        Reading::AriaSnapshot { target } => accessibility::snapshot(stage, &tab, target, deadline).await,
        Reading::AccessibilityIdentity {
            role,
            name,
            compare_to,
        } => {
            let found = accessibility::identity(&tab, &stage.text(role), &stage.text(name), deadline).await?;
            let Some(earlier) = compare_to else {
                return Ok(found);
            };
            let before = stage
                .record
                .saved
                .get(earlier)
                .map_or("undefined", String::as_str);
            Ok(match before == found {
                true => format!("stable|{found}"),
                false => format!("changed|before={before}|after={found}"),
            })
        }
        Reading::Version | Reading::UserAgent => {
            Err(Failure::Said("the browser says this, not a page".into()))
        }
    }
}

async fn element(
    stage: &Stage<'_>,
    tab: &Tab,
    target: &Target,
    function: &str,
    value: Value,
    deadline: &Deadline,
) -> Done {
    let mut notes = Notes::default();
    let mut attempt = stage.attempt(tab, deadline, &mut notes);
    let found = page::attached(&mut attempt, &stage.first(target)).await?;
    let told: Value = page::tell(&attempt, &found, function, &value).await?;
    Ok(saved::text(&told))
}

async fn count(
    stage: &Stage<'_>,
    tab: &Tab,
    target: &Target,
    deadline: &Deadline,
) -> Result<(u64, u64), Trouble> {
    let mut notes = Notes::default();
    page::count(
        &mut stage.attempt(tab, deadline, &mut notes),
        &stage.first(target),
    )
    .await
}

/// Asks the document itself, where the page's scripts can have changed nothing.
async fn document(tab: &Tab, function: &str, deadline: &Deadline) -> Done {
    let told: Value = page::ask_document(tab, function, deadline).await?;
    Ok(saved::text(&told))
}

async fn of_browser(stage: &Stage<'_>, deadline: &Deadline) -> Result<Version, Failure> {
    let browser = stage.context.picture().connection().browser();
    let asked = browser.call_as::<_, Version>("Browser.getVersion", &json!({}));
    let version = deadline.within(asked).await.map_err(Trouble::from)?;
    Ok(version.map_err(Trouble::of_call)?)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Version {
    product: String,
    #[serde(default)]
    user_agent: String,
}

/// Whether the computed style has so many properties, and these.
async fn style(
    stage: &Stage<'_>,
    tab: &Tab,
    target: &Target,
    (least, required): (&Number, &[String]),
    deadline: &Deadline,
) -> Done {
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
    let node = found.get("nodeId").and_then(Value::as_i64).unwrap_or_default();
    if node == 0 {
        return Err(Failure::Said(format!("nothing matches {css}")));
    }
    around::command(tab, "CSS.enable", &json!({}), deadline).await?;
    let style = ask(
        tab,
        "CSS.getComputedStyleForNode",
        &json!({"nodeId": node}),
        deadline,
    )
    .await?;
    let properties = style.get("computedStyle").and_then(Value::as_array);
    let pairs = properties.into_iter().flatten().filter_map(|property| {
        let member = |name: &str| property.get(name).and_then(Value::as_str);
        Some((member("name")?, member("value")?))
    });
    let values: std::collections::HashMap<&str, &str> = pairs.collect();
    let is_complete = least
        .to_string()
        .parse()
        .is_ok_and(|least: f64| values.len() as f64 >= least)
        && required
            .iter()
            .all(|name| values.get(name.as_str()).is_some_and(|it| !it.is_empty()));
    let verdict = if is_complete {
        "breadth-ok"
    } else {
        "breadth-insufficient"
    };
    let mut shown = vec![verdict.to_owned(), format!("count={}", values.len())];
    let value = |name: &String| values.get(name.as_str()).copied().unwrap_or("<missing>");
    shown.extend(required.iter().map(|name| format!("{name}={}", value(name))));
    Ok(shown.join("|"))
}

/// Sends a command for its answer.
pub(super) async fn ask(
    tab: &Tab,
    method: &str,
    params: &Value,
    deadline: &Deadline,
) -> Result<Value, Trouble> {
    let asked = tab.session().call_as::<_, Value>(method, params);
    deadline.within(asked).await?.map_err(Trouble::of_call)
}
