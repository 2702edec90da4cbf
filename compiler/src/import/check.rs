//! One check of a grader or of a driver.

use super::reader::{Fields, Reader};
use super::shape::Shape;
use crate::diagnostic::{Code, Diagnostic};
use crate::ir::{Check, Comparison};
use crate::json::{Json, Value};

/// The kinds that graders of protocol tasks know.
const PROTOCOL_KINDS: [&str; 16] = [
    "no_error",
    "value_equals",
    "value_type",
    "value_truthy",
    "value_contains",
    "eval_no_exception",
    "eval_has_exception",
    "event_observed",
    "unsupported_observed",
    "saved_path_equals",
    "saved_path_truthy",
    "saved_path_contains",
    "saved_path_one_of",
    "array_length",
    "array_contains",
    "array_match_contains",
];
const BODY_TEXT: &str = "saved_body_text_equals";

/// A check that is an object.
pub(super) fn check(reader: &mut Reader, json: &Json<'_>) -> Option<Check> {
    let fields = reader.as_object("a check", json)?;
    let kind = reader.required_text(fields, "kind");
    (!kind.is_empty()).then(|| Check {
        label: fields.text("label").map(str::to_owned),
        subject: fields.text("name").map(str::to_owned),
        path: fields.text("path").map(str::to_owned),
        method: fields.text("method").map(str::to_owned),
        step: fields.get("step").and_then(Json::count),
        comparison: comparison(reader, fields),
        kind,
    })
}

/// A check of a protocol task, which may be one of the old names.
pub(super) fn protocol_check(reader: &mut Reader, json: &Json<'_>) -> Option<Check> {
    let Some(name) = json.text() else {
        let check = check(reader, json)?;
        warn_of_unknown_kind(reader, json, &check.kind);
        return Some(check);
    };
    let (kind, expected) = match name {
        "value_equals_3" => ("value_equals", 3.into()),
        "result_type_number" => ("value_type", "number".into()),
        unknown => {
            warn_of_unknown_kind(reader, json, unknown);
            (unknown, serde_json::Value::Null)
        }
    };
    Some(Check {
        kind: kind.to_owned(),
        label: Some(name.to_owned()),
        subject: None,
        path: None,
        method: None,
        step: None,
        comparison: Comparison::Expected(expected),
    })
}

fn warn_of_unknown_kind(reader: &mut Reader, json: &Json<'_>, kind: &str) {
    if kind == BODY_TEXT || PROTOCOL_KINDS.contains(&kind) {
        return;
    }
    let at = Fields::of(json)
        .and_then(|fields| fields.get("kind"))
        .unwrap_or(json);
    let warning = Diagnostic::warning(
        Code::T027,
        at.span,
        format!("no check is called {kind}, so it always fails"),
    );
    let known = PROTOCOL_KINDS.into_iter().chain([BODY_TEXT]);
    reader.push(match crate::diagnostic::nearest(kind, known) {
        Some(meant) => warning.with_meant(&format!("\"{meant}\""), at.span),
        None => warning,
    });
}

fn comparison(reader: &mut Reader, fields: Fields<'_, '_>) -> Comparison {
    let mut shape = Shape::new(fields, &[]);
    for (key, fits) in [
        ("kind", true),
        ("label", fields.text("label").is_some()),
        ("name", fields.text("name").is_some()),
        ("path", fields.text("path").is_some() || is_null(fields, "path")),
        ("method", fields.text("method").is_some()),
        ("step", fields.get("step").and_then(Json::count).is_some()),
    ] {
        if fits {
            shape.json(key);
        }
    }
    if shape.is_empty() {
        return Comparison::None;
    }
    let typed = any_of(reader, &mut shape).or_else(|| plain(&mut shape));
    match typed.filter(|_| shape.is_empty()) {
        Some(comparison) => comparison,
        None => Comparison::Fields(left(fields)),
    }
}

fn is_null(fields: Fields<'_, '_>, key: &str) -> bool {
    matches!(fields.get(key).map(|json| &json.value), Some(Value::Null))
}

fn any_of(reader: &mut Reader, shape: &mut Shape<'_, '_>) -> Option<Comparison> {
    if !shape.has("checks") {
        return None;
    }
    let list = super::reader::items(shape.json("checks")?)?;
    let checks: Option<Vec<Check>> = list.iter().map(|json| check(reader, json)).collect();
    checks.map(Comparison::AnyOf)
}

fn plain(shape: &mut Shape<'_, '_>) -> Option<Comparison> {
    if shape.has("match") || shape.has("contains_path") {
        return Some(Comparison::Member {
            matching: shape.json("match")?.plain(),
            path: shape.name("contains_path")?,
            expected: shape.json("expected")?.plain(),
        });
    }
    if shape.has("expected") {
        return Some(Comparison::Expected(shape.json("expected")?.plain()));
    }
    Some(Comparison::Range {
        min: shape.maybe("min", Shape::count)?,
        max: shape.maybe("max", Shape::count)?,
    })
}

/// What no other part of a check says.
fn left(fields: Fields<'_, '_>) -> serde_json::Value {
    let said = |key: &str| match key {
        "kind" => true,
        "label" | "name" | "path" | "method" => fields.text(key).is_some(),
        "step" => fields.get(key).and_then(Json::count).is_some(),
        _ => false,
    };
    let left = fields.members.iter().filter(|member| !said(&member.key));
    left.map(|member| (member.key.to_string(), member.value.plain()))
        .collect()
}
