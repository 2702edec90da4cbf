//! Steps of framework and adapter tasks and of scenarios: page operations.

use super::reader::{Fields, Reader};
use super::shape::Shape;
use super::task::shown;
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::ir::{Millis, Number, Op, OpKind, Outcome, PageOp, Reading, RouteAction, TabOp, WaitState};
use crate::json::Json;

/// What drivers fill in.
pub(super) const HOLES: [&str; 7] = [
    "fixture_url",
    "fixture_origin",
    "fixture_host",
    "fixture_base_url",
    "artifact_dir",
    "seed",
    "session",
];

/// Pictures and paper are out of scope.
const OUT_OF_SCOPE: [&str; 2] = ["screenshot", "pdf"];

/// Every operation.
const OPERATIONS: [&str; 51] = [
    "new_page",
    "close_page",
    "goto",
    "reload",
    "go_back",
    "go_forward",
    "click",
    "fill",
    "type",
    "press",
    "keyboard_type",
    "check",
    "uncheck",
    "select_option",
    "focus",
    "hover",
    "evaluate",
    "frame_evaluate",
    "wait_for_function",
    "wait_for_selector",
    "wait_ms",
    "text_content",
    "inner_text",
    "get_attribute",
    "input_value",
    "count",
    "is_visible",
    "is_checked",
    "is_enabled",
    "title",
    "url",
    "content",
    "user_agent",
    "version",
    "route_fulfill",
    "route_abort",
    "set_extra_headers",
    "record_requests",
    "get_recorded_requests",
    "get_console",
    "on_dialog",
    "get_dialogs",
    "write_file",
    "set_input_files",
    "download",
    "set_cookie",
    "get_cookies",
    "ax_snapshot",
    "ax_node_identity",
    "computed_style_breadth",
    "aria_snapshot",
];

/// One step, and what it is called.
pub(super) fn step(reader: &mut Reader, json: &Json<'_>) -> Option<(Op, String)> {
    let fields = reader.as_object("a step", json)?;
    let written = reader.required(fields, "op")?;
    let Some(name) = written.text().filter(|name| is_known(reader, written, name)) else {
        if written.text().is_none() {
            reader.wrong_type("op", "a string", written);
        }
        return None;
    };
    let op = typed(name, fields).unwrap_or_else(|| Op {
        outcome: Outcome::Recorded,
        ..Op::new(OpKind::Page(PageOp::Other {
            name: name.to_owned(),
            fields: json.plain(),
        }))
    });
    if matches!(op.kind, OpKind::Page(PageOp::Other { .. })) {
        let message =
            format!("the fields of {name} are not those that drivers know, so each decides what they mean");
        reader.push(Diagnostic::warning(Code::T026, fields.opening, message));
    }
    Some((op, name.to_owned()))
}

fn is_known(reader: &mut Reader, json: &Json<'_>, name: &str) -> bool {
    if OUT_OF_SCOPE.contains(&name) {
        let message = format!("{name} is out of scope: pictures and paper are not compared");
        reader.error(Code::T018, json.span, message);
        return false;
    }
    if OPERATIONS.contains(&name) {
        return true;
    }
    let problem = Diagnostic::error(
        Code::T017,
        json.span,
        format!("unknown operation {}", shown(json)),
    );
    reader.push(match nearest(name, OPERATIONS) {
        Some(meant) => problem.with_meant(&format!("\"{meant}\""), json.span),
        None => problem.with_help(format!("operations are {}", OPERATIONS.join(", "))),
    });
    false
}

/// The operation when all its fields are known; what is not typed is kept whole by the caller.
fn typed(name: &str, fields: Fields<'_, '_>) -> Option<Op> {
    let mut shape = Shape::new(fields, &HOLES);
    shape.json("op");
    let alias = shape.maybe("save_as", Shape::name)?;
    let timeout = shape.maybe("timeout_ms", Shape::count)?.map(Millis);
    let optional = shape.maybe("optional", Shape::bool)?.unwrap_or_default();
    let fails = shape.maybe("expect_fail", Shape::bool)?.unwrap_or_default();
    let outcome = match (fails, optional) {
        (true, true) => return None,
        (true, false) => Outcome::ExpectFailure,
        (false, true) => Outcome::Optional,
        (false, false) => Outcome::Recorded,
    };
    let kind = act(name, &mut shape).or_else(|| read(name, &mut shape).map(read_op))?;
    shape.is_empty().then(|| Op {
        kind,
        profile: None,
        alias,
        timeout,
        outcome,
    })
}

fn read_op(reading: Reading) -> OpKind {
    OpKind::Page(PageOp::Read(reading))
}

fn act(name: &str, shape: &mut Shape<'_, '_>) -> Option<OpKind> {
    Some(OpKind::Page(match name {
        "new_page" => return Some(OpKind::Tab(TabOp::Open)),
        "close_page" => return Some(OpKind::Tab(TabOp::Close)),
        "wait_ms" => {
            let time = Millis(shape.count("ms")?);
            return Some(OpKind::Sleep { time });
        }
        "goto" => PageOp::Goto {
            url: shape.text("url")?,
        },
        "reload" => PageOp::Reload,
        "go_back" => PageOp::Back,
        "go_forward" => PageOp::Forward,
        "click" => PageOp::Click {
            target: shape.target()?,
            times: u32::try_from(shape.maybe("times", Shape::count)?.unwrap_or(1)).ok()?,
        },
        "fill" => PageOp::Fill {
            target: shape.target()?,
            value: shape.text("value")?,
        },
        "type" => PageOp::Keyboard {
            target: Some(shape.target()?),
            text: shape.text("text")?,
        },
        "keyboard_type" => PageOp::Keyboard {
            target: None,
            text: shape.text("text")?,
        },
        "press" => PageOp::Press {
            key: shape.text("key")?,
            target: shape.maybe("selector", |shape, _| shape.target())?,
        },
        "check" | "uncheck" => PageOp::SetChecked {
            target: shape.target()?,
            checked: name == "check",
        },
        "select_option" => PageOp::Select {
            target: shape.target()?,
            option: shape.text("value")?,
        },
        "focus" => PageOp::Focus {
            target: shape.target()?,
        },
        "hover" => PageOp::Hover {
            target: shape.target()?,
        },
        "evaluate" => PageOp::Evaluate {
            expression: shape.text("expression")?,
            frame: None,
        },
        "frame_evaluate" => PageOp::Evaluate {
            expression: shape.text("expression")?,
            frame: Some(shape.text("url_contains")?),
        },
        "wait_for_function" => PageOp::WaitForFunction {
            expression: shape.text("expression")?,
        },
        "wait_for_selector" => PageOp::WaitForSelector {
            target: shape.target()?,
            state: shape.maybe("state", wait_state)?,
        },
        _ => return around(name, shape).map(OpKind::Page),
    }))
}

/// What happens around the page: network, dialogs, cookies, files.
fn around(name: &str, shape: &mut Shape<'_, '_>) -> Option<PageOp> {
    Some(match name {
        "route_fulfill" => PageOp::Route {
            pattern: shape.text("pattern")?,
            action: RouteAction::Fulfill {
                status: u16::try_from(shape.count("status")?).ok()?,
                content_type: shape.text("content_type")?,
                body: shape.text("body")?,
            },
        },
        "route_abort" => PageOp::Route {
            pattern: shape.text("pattern")?,
            action: RouteAction::Abort,
        },
        "set_extra_headers" => PageOp::ExtraHeaders {
            headers: shape.texts("headers")?,
        },
        "record_requests" => PageOp::RecordRequests,
        "on_dialog" => PageOp::OnDialog {
            accept: match shape.name("action")?.as_str() {
                "accept" => true,
                "dismiss" => false,
                _ => return None,
            },
            text: shape.maybe("text", Shape::text)?,
        },
        "set_cookie" => PageOp::SetCookie {
            name: shape.text("name")?,
            value: shape.text("value")?,
            url: shape.text("url")?,
        },
        "write_file" => PageOp::WriteFile {
            path: shape.text("path")?,
            content: shape.text("content")?,
        },
        "set_input_files" => PageOp::Upload {
            target: shape.target()?,
            path: shape.text("path")?,
        },
        "download" => PageOp::Download {
            target: shape.target()?,
            path: shape.text("path")?,
        },
        _ => return None,
    })
}

fn read(name: &str, shape: &mut Shape<'_, '_>) -> Option<Reading> {
    Some(match name {
        "text_content" => Reading::TextContent {
            target: shape.target()?,
        },
        "inner_text" => Reading::InnerText {
            target: shape.target()?,
        },
        "get_attribute" => Reading::Attribute {
            target: shape.target()?,
            name: shape.name("name")?,
        },
        "input_value" => Reading::InputValue {
            target: shape.target()?,
        },
        "count" => Reading::Count {
            target: shape.target()?,
        },
        "is_visible" => Reading::Visible {
            target: shape.target()?,
        },
        "is_checked" => Reading::Checked {
            target: shape.target()?,
        },
        "is_enabled" => Reading::Enabled {
            target: shape.target()?,
        },
        "computed_style_breadth" => Reading::ComputedStyle {
            target: shape.target()?,
            min_properties: shape
                .maybe("min_property_count", Shape::number)?
                .or(Number::parse("100"))?,
            required: shape
                .maybe("required_properties", Shape::strings)?
                .unwrap_or_else(|| {
                    ["display", "visibility", "opacity", "pointer-events"]
                        .map(str::to_owned)
                        .to_vec()
                }),
        },
        "title" => Reading::Title,
        "url" => Reading::Url,
        "content" => Reading::Content,
        "user_agent" => Reading::UserAgent,
        "version" => Reading::Version,
        "get_cookies" => Reading::Cookies {
            url: shape.text("url")?,
        },
        "get_console" => Reading::Console,
        "get_dialogs" => Reading::Dialogs,
        "get_recorded_requests" => Reading::Requests,
        "ax_snapshot" => Reading::AccessibilityTree,
        "aria_snapshot" => Reading::AriaSnapshot {
            target: shape.target()?,
        },
        "ax_node_identity" => Reading::AccessibilityIdentity {
            role: shape.text("role")?,
            name: shape.text("name")?,
            compare_to: shape.maybe("compare_to", Shape::name)?,
        },
        _ => return None,
    })
}

fn wait_state(shape: &mut Shape<'_, '_>, key: &'static str) -> Option<WaitState> {
    Some(match shape.name(key)?.as_str() {
        "attached" => WaitState::Attached,
        "detached" => WaitState::Detached,
        "visible" => WaitState::Visible,
        "hidden" => WaitState::Hidden,
        _ => return None,
    })
}
