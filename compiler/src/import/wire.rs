//! The way back: what a driver program is told, in the words of the task file that it came from.
//!
//! A name that `fill` knows is replaced in every text; the others stay, for the program itself to fill in.

use serde_json::{Map, Value, json};

use super::page::HOLES;
use crate::ir::{
    Check, Comparison, Grader, Kind, Op, OpKind, Outcome, PageOp, Piece, Program, Reading, RouteAction,
    Setup, TabOp, Target, Task, Text, WaitState,
};

/// The value of a name such as `artifact_dir`, when it is known.
pub type Fill<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Nothing is filled in: the texts are as in the file.
pub const AS_WRITTEN: Fill<'static> = &|_| None;

/// The steps of a program as its driver reads them. Protocol steps are not told to anybody and are left out.
pub fn steps(program: &Program, fill: Fill<'_>) -> Value {
    let is_tool = has_tool_steps(program);
    let ops = program.ops();
    ops.filter_map(|op| {
        if is_tool {
            tool_step(op, fill)
        } else {
            page_step(op, fill)
        }
    })
    .collect()
}

/// The checks that the driver makes.
pub fn checks(program: &Program, fill: Fill<'_>) -> Value {
    let checks = task(program).map(|task| match &task.grader {
        Grader::Inline { checks } | Grader::Server { checks, .. } => checks.as_slice(),
    });
    let written = checks.unwrap_or_default().iter().map(check);
    written.map(|check| filled(check, fill)).collect()
}

/// The variables of a node probe, by name, those that hold steps and checks among them.
pub fn environment(program: &Program, fill: Fill<'_>) -> Vec<(String, String)> {
    let Some(Setup::Probe { env, .. }) = task(program).map(|task| &task.driver.setup) else {
        return Vec::new();
    };
    let mut variables = env.clone();
    if has_tool_steps(program) {
        variables.push(("AB_STEPS".to_owned(), steps(program, AS_WRITTEN)));
        variables.push(("AB_CHECKS".to_owned(), checks(program, AS_WRITTEN)));
    }
    let text = |value: Value| match filled(value, fill) {
        Value::String(text) => text,
        value => value.to_string(),
    };
    variables
        .into_iter()
        .map(|(name, value)| (name, text(value)))
        .collect()
}

/// Every text of a value with its names filled in; keys stay.
pub fn filled(value: Value, fill: Fill<'_>) -> Value {
    match value {
        Value::String(text) => Value::String(filled_text(text, fill)),
        Value::Array(items) => items.into_iter().map(|item| filled(item, fill)).collect(),
        Value::Object(fields) => {
            let fields = fields.into_iter().map(|(key, value)| (key, filled(value, fill)));
            Value::Object(fields.collect())
        }
        value => value,
    }
}

fn filled_text(mut text: String, fill: Fill<'_>) -> String {
    for name in HOLES {
        let hole = format!("{{{name}}}");
        if text.contains(&hole)
            && let Some(value) = fill(name)
        {
            text = text.replace(&hole, &value);
        }
    }
    text
}

/// A text with its holes filled in, or as they were written.
pub fn text(text: &Text, fill: Fill<'_>) -> String {
    let pieces = text.pieces().iter().map(|piece| match piece {
        Piece::Literal(literal) => literal.to_string(),
        Piece::Variable(name) => fill(name).unwrap_or_else(|| format!("{{{name}}}")),
    });
    pieces.collect()
}

fn task(program: &Program) -> Option<&Task> {
    match &program.kind {
        Kind::Task(task) => Some(task),
        Kind::Script => None,
    }
}

/// A node probe with steps of its own is one of the tool.
fn has_tool_steps(program: &Program) -> bool {
    let setup = task(program).map(|task| &task.driver.setup);
    matches!(setup, Some(Setup::Probe { .. })) && program.ops().next().is_some()
}

fn page_step(op: &Op, fill: Fill<'_>) -> Option<Value> {
    let (name, mut fields) = page_op(op, fill)?;
    fields.insert("op".to_owned(), name.into());
    common(&mut fields, op, "optional");
    Some(Value::Object(fields))
}

fn tool_step(op: &Op, fill: Fill<'_>) -> Option<Value> {
    let mut fields = match &op.kind {
        OpKind::Page(PageOp::Tool { words }) => {
            let words: Value = words.iter().map(|word| text(word, fill)).collect();
            fields_of(json!({ "ab": words }))
        }
        OpKind::Page(PageOp::Evaluate { expression, .. }) => {
            fields_of(json!({ "eval": text(expression, fill) }))
        }
        OpKind::Page(PageOp::Other { fields, .. }) => return Some(filled(fields.clone(), fill)),
        OpKind::Sleep { time } => fields_of(json!({ "sleep_ms": time })),
        _ => return None,
    };
    common(&mut fields, op, "ignore_error");
    Some(Value::Object(fields))
}

/// What any step may carry.
fn common(fields: &mut Map<String, Value>, op: &Op, optional: &str) {
    if let Some(name) = &op.alias {
        fields.insert("save_as".to_owned(), name.as_str().into());
    }
    if let Some(time) = op.timeout {
        fields.insert("timeout_ms".to_owned(), json!(time));
    }
    let flag = match op.outcome {
        Outcome::Optional => Some(optional),
        Outcome::ExpectFailure => Some("expect_fail"),
        Outcome::Required | Outcome::ExpectUnsupported | Outcome::Recorded => None,
    };
    if let Some(flag) = flag {
        fields.insert(flag.to_owned(), true.into());
    }
}

fn fields_of(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

fn page_op<'o>(op: &'o Op, fill: Fill<'_>) -> Option<(&'o str, Map<String, Value>)> {
    let page = match &op.kind {
        OpKind::Tab(TabOp::Open) => return Some(("new_page", Map::new())),
        OpKind::Tab(TabOp::Close) => return Some(("close_page", Map::new())),
        OpKind::Sleep { time } => return Some(("wait_ms", fields_of(json!({ "ms": time })))),
        OpKind::Page(page) => page,
        _ => return None,
    };
    if let PageOp::Other { name, fields } = page {
        return Some((name, fields_of(filled(fields.clone(), fill))));
    }
    let say = |value: &Text| text(value, fill);
    let css = |target: &Target| target.css.as_ref().map_or_else(String::new, say);
    let (name, fields) = match page {
        PageOp::Goto { url } => ("goto", json!({ "url": say(url) })),
        PageOp::Reload => ("reload", json!({})),
        PageOp::Back => ("go_back", json!({})),
        PageOp::Forward => ("go_forward", json!({})),
        PageOp::Click { target, times: 1 } => ("click", json!({ "selector": css(target) })),
        PageOp::Click { target, times } => ("click", json!({ "selector": css(target), "times": times })),
        PageOp::Fill { target, value } => ("fill", json!({ "selector": css(target), "value": say(value) })),
        PageOp::Keyboard { target: None, text } => ("keyboard_type", json!({ "text": say(text) })),
        PageOp::Keyboard {
            target: Some(target),
            text,
        } => ("type", json!({ "selector": css(target), "text": say(text) })),
        PageOp::Press { key, target: None } => ("press", json!({ "key": say(key) })),
        PageOp::Press {
            key,
            target: Some(target),
        } => ("press", json!({ "key": say(key), "selector": css(target) })),
        PageOp::SetChecked { target, checked } => {
            let name = if *checked { "check" } else { "uncheck" };
            (name, json!({ "selector": css(target) }))
        }
        PageOp::Select { target, option } => (
            "select_option",
            json!({ "selector": css(target), "value": say(option) }),
        ),
        PageOp::Focus { target } => ("focus", json!({ "selector": css(target) })),
        PageOp::Hover { target } => ("hover", json!({ "selector": css(target) })),
        PageOp::Evaluate {
            expression,
            frame: None,
        } => ("evaluate", json!({ "expression": say(expression) })),
        PageOp::Evaluate {
            expression,
            frame: Some(frame),
        } => (
            "frame_evaluate",
            json!({ "expression": say(expression), "url_contains": say(frame) }),
        ),
        PageOp::WaitForFunction { expression } => {
            ("wait_for_function", json!({ "expression": say(expression) }))
        }
        PageOp::WaitForSelector { target, state: None } => {
            ("wait_for_selector", json!({ "selector": css(target) }))
        }
        PageOp::WaitForSelector {
            target,
            state: Some(state),
        } => (
            "wait_for_selector",
            json!({ "selector": css(target), "state": wait_state(*state) }),
        ),
        PageOp::Read(reading) => self::reading(reading, fill),
        page => around(page, fill)?,
    };
    Some((name, fields_of(fields)))
}

fn wait_state(state: WaitState) -> &'static str {
    match state {
        WaitState::Attached => "attached",
        WaitState::Detached => "detached",
        WaitState::Visible => "visible",
        WaitState::Hidden => "hidden",
    }
}

fn around(page: &PageOp, fill: Fill<'_>) -> Option<(&'static str, Value)> {
    let say = |value: &Text| text(value, fill);
    let css = |target: &Target| target.css.as_ref().map_or_else(String::new, say);
    Some(match page {
        PageOp::Route {
            pattern,
            action:
                RouteAction::Fulfill {
                    status,
                    content_type,
                    body,
                },
        } => (
            "route_fulfill",
            json!({
                "pattern": say(pattern), "status": status, "content_type": say(content_type), "body": say(body),
            }),
        ),
        PageOp::Route {
            pattern,
            action: RouteAction::Abort,
        } => ("route_abort", json!({ "pattern": say(pattern) })),
        PageOp::OnDialog { accept, text } => {
            let mut fields = json!({ "action": if *accept { "accept" } else { "dismiss" } });
            if let (Some(text), Some(fields)) = (text, fields.as_object_mut()) {
                fields.insert("text".to_owned(), say(text).into());
            }
            ("on_dialog", fields)
        }
        PageOp::ExtraHeaders { headers } => {
            let headers = headers
                .iter()
                .map(|(name, value)| (name.clone(), say(value).into()));
            (
                "set_extra_headers",
                json!({ "headers": headers.collect::<Map<_, _>>() }),
            )
        }
        PageOp::SetCookie { name, value, url } => (
            "set_cookie",
            json!({ "name": say(name), "value": say(value), "url": say(url) }),
        ),
        PageOp::RecordRequests => ("record_requests", json!({})),
        PageOp::WriteFile { path, content } => (
            "write_file",
            json!({ "path": say(path), "content": say(content) }),
        ),
        PageOp::Upload { target, path } => (
            "set_input_files",
            json!({ "selector": css(target), "path": say(path) }),
        ),
        PageOp::Download { target, path } => {
            ("download", json!({ "selector": css(target), "path": say(path) }))
        }
        _ => return None,
    })
}

fn reading(reading: &Reading, fill: Fill<'_>) -> (&'static str, Value) {
    let say = |value: &Text| text(value, fill);
    let of = |target: &Target| json!({ "selector": target.css.as_ref().map_or_else(String::new, say) });
    match reading {
        Reading::TextContent { target } => ("text_content", of(target)),
        Reading::InnerText { target } => ("inner_text", of(target)),
        Reading::InputValue { target } => ("input_value", of(target)),
        Reading::Visible { target } => ("is_visible", of(target)),
        Reading::Enabled { target } => ("is_enabled", of(target)),
        Reading::Checked { target } => ("is_checked", of(target)),
        Reading::Count { target } => ("count", of(target)),
        Reading::Attribute { target, name } => {
            let mut fields = fields_of(of(target));
            fields.insert("name".to_owned(), name.as_str().into());
            ("get_attribute", Value::Object(fields))
        }
        Reading::ComputedStyle {
            target,
            min_properties,
            required,
        } => {
            let mut fields = fields_of(of(target));
            fields.insert("min_property_count".to_owned(), json!(min_properties));
            fields.insert("required_properties".to_owned(), json!(required));
            ("computed_style_breadth", Value::Object(fields))
        }
        Reading::Title => ("title", json!({})),
        Reading::Url => ("url", json!({})),
        Reading::Content => ("content", json!({})),
        Reading::UserAgent => ("user_agent", json!({})),
        Reading::Version => ("version", json!({})),
        Reading::Cookies { url } => ("get_cookies", json!({ "url": say(url) })),
        Reading::Console => ("get_console", json!({})),
        Reading::Dialogs => ("get_dialogs", json!({})),
        Reading::Requests => ("get_recorded_requests", json!({})),
        Reading::AccessibilityTree => ("ax_snapshot", json!({})),
        Reading::AriaSnapshot { target } => ("aria_snapshot", of(target)),
        Reading::AccessibilityIdentity {
            role,
            name,
            compare_to,
        } => {
            let mut fields = fields_of(json!({ "role": say(role), "name": say(name) }));
            if let Some(earlier) = compare_to {
                fields.insert("compare_to".to_owned(), earlier.as_str().into());
            }
            ("ax_node_identity", Value::Object(fields))
        }
    }
}

/// A check as its driver reads it.
pub fn check(check: &Check) -> Value {
    let mut fields = match &check.comparison {
        Comparison::None => Map::new(),
        Comparison::Fields(fields) => fields_of(fields.clone()),
        Comparison::Expected(expected) => fields_of(json!({ "expected": expected })),
        Comparison::Range { min, max } => {
            let ends = [("min", min), ("max", max)].into_iter();
            let said = ends.filter_map(|(key, end)| Some((key.to_owned(), json!((*end)?))));
            said.collect()
        }
        Comparison::Member {
            matching,
            path,
            expected,
        } => fields_of(json!({ "match": matching, "contains_path": path, "expected": expected })),
        Comparison::AnyOf(checks) => {
            fields_of(json!({ "checks": checks.iter().map(self::check).collect::<Value>() }))
        }
    };
    fields.insert("kind".to_owned(), check.kind.as_str().into());
    for (key, value) in [
        ("label", &check.label),
        ("name", &check.subject),
        ("path", &check.path),
        ("method", &check.method),
    ] {
        if let Some(value) = value {
            fields.insert(key.to_owned(), value.as_str().into());
        }
    }
    if let Some(step) = check.step {
        fields.insert("step".to_owned(), step.into());
    }
    Value::Object(fields)
}
