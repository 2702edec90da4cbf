//! Steps of the agent-browser tool's own tasks: its command lines, page expressions, pauses.

use super::page::HOLES;
use super::reader::{Fields, Reader};
use super::shape::{Shape, with_holes};
use crate::diagnostic::{Code, Diagnostic};
use crate::ir::{Millis, Op, OpKind, Outcome, PageOp};
use crate::json::Json;

/// One step, and what it is called.
pub(super) fn step(reader: &mut Reader, json: &Json<'_>) -> (Op, String) {
    let fields = Fields::of(json);
    match fields.and_then(typed) {
        Some(step) => step,
        None => {
            let message = "a step of the tool says ab, eval or sleep_ms and nothing unknown";
            reader.push(Diagnostic::warning(Code::T026, json.span, message));
            let kept = PageOp::Other {
                name: "tool".to_owned(),
                fields: json.plain(),
            };
            (Op::new(OpKind::Page(kept)), "tool".to_owned())
        }
    }
}

fn typed(fields: Fields<'_, '_>) -> Option<(Op, String)> {
    let mut shape = Shape::new(fields, &HOLES);
    let (kind, verb) = if shape.has("ab") {
        let words = shape.strings("ab")?;
        let verb = words.first().cloned().unwrap_or_default();
        let words = words.iter().map(|word| with_holes(word, &HOLES));
        (
            OpKind::Page(PageOp::Tool {
                words: words.collect(),
            }),
            verb,
        )
    } else if shape.has("eval") {
        let expression = shape.text("eval")?;
        (
            OpKind::Page(PageOp::Evaluate {
                expression,
                frame: None,
            }),
            "eval".to_owned(),
        )
    } else {
        let time = Millis(shape.count("sleep_ms")?);
        (OpKind::Sleep { time }, "sleep_ms".to_owned())
    };
    let alias = shape.maybe("save_as", Shape::name)?;
    let timeout = shape.maybe("timeout_ms", Shape::count)?.map(Millis);
    let ignored = shape.maybe("ignore_error", Shape::bool)?.unwrap_or_default();
    let fails = shape.maybe("expect_fail", Shape::bool)?.unwrap_or_default();
    let outcome = match (fails, ignored) {
        (true, true) => return None,
        (true, false) => Outcome::ExpectFailure,
        (false, true) => Outcome::Optional,
        (false, false) => Outcome::Recorded,
    };
    let op = Op {
        kind,
        profile: None,
        alias,
        timeout,
        outcome,
    };
    shape.is_empty().then_some((op, verb))
}
