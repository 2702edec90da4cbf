//! Steps that do something on the page.

use std::time::Duration;

use aite_compiler::ir::{PageOp, Text, WaitState};

use super::saved;
use super::stage::{Done, Failure, Stage};
use crate::deadline::Deadline;
use crate::page::{self, Evaluated, Notes, Trouble};

/// Between two evaluations of an expression that is waited for. Nothing tells when the value of an expression changes,
/// so this is the one thing that is asked again and again.
const AGAIN: Duration = Duration::from_millis(25);

/// Does such a step; `None` for one that is not done on the page.
pub(super) async fn act(stage: &mut Stage<'_>, op: &PageOp, deadline: &Deadline) -> Option<Done> {
    Some(match op {
        PageOp::Goto { url } => goto(stage, url, deadline).await,
        PageOp::Reload => reload(stage, deadline).await,
        PageOp::Back => travel(stage, -1, deadline).await,
        PageOp::Forward => travel(stage, 1, deadline).await,
        PageOp::Evaluate { expression, frame } => evaluate(stage, expression, frame.as_ref(), deadline).await,
        PageOp::WaitForFunction { expression } => wait_for_function(stage, expression, deadline).await,
        PageOp::Click { .. }
        | PageOp::Fill { .. }
        | PageOp::Focus { .. }
        | PageOp::Hover { .. }
        | PageOp::Keyboard { .. }
        | PageOp::Press { .. }
        | PageOp::Select { .. }
        | PageOp::SetChecked { .. }
        | PageOp::WaitForSelector { .. } => on_element(stage, op, deadline).await,
        _ => return None,
    })
}

async fn on_element(stage: &mut Stage<'_>, op: &PageOp, deadline: &Deadline) -> Done {
    let tab = stage.tab(deadline).await?;
    let stage = &*stage;
    let mut notes = Notes::default();
    let mut attempt = stage.attempt(&tab, deadline, &mut notes);
    Ok(match op {
        PageOp::Click { target, times } => {
            for _ in 0..*times {
                page::click(&mut attempt, &stage.first(target), 1).await?;
            }
            format!("clicked x{times}")
        }
        PageOp::Fill { target, value } => {
            page::type_text(&mut attempt, &stage.first(target), &stage.text(value)).await?;
            "filled".into()
        }
        PageOp::Focus { target } => {
            page::focus(&mut attempt, &stage.first(target)).await?;
            "focused".into()
        }
        PageOp::Hover { target } => {
            page::hover(&mut attempt, &stage.first(target)).await?;
            "hovered".into()
        }
        PageOp::Keyboard { target, text } => {
            if let Some(target) = target {
                page::focus(&mut attempt, &stage.first(target)).await?;
            }
            page::type_keys(&attempt, &stage.text(text)).await?;
            "typed".into()
        }
        PageOp::Press { key, target } => {
            if let Some(target) = target {
                page::focus(&mut attempt, &stage.first(target)).await?;
            }
            let key = stage.text(key);
            page::press(&attempt, &key).await?;
            format!("pressed {key}")
        }
        PageOp::Select { target, option } => {
            let option = stage.text(option);
            page::select(&mut attempt, &stage.first(target), &option).await?;
            serde_json::json!([option]).to_string()
        }
        PageOp::SetChecked { target, checked } => {
            page::set_checked(&mut attempt, &stage.first(target), *checked).await?;
            if *checked { "checked" } else { "unchecked" }.into()
        }
        PageOp::WaitForSelector { target, state } => {
            let state = state.unwrap_or(WaitState::Visible);
            page::wait_for(&mut attempt, &stage.first(target), state).await?;
            "selector_ready".into()
        }
        _ => return Err(Failure::Said("this step needs no element".into())),
    })
}

async fn goto(stage: &mut Stage<'_>, url: &Text, deadline: &Deadline) -> Done {
    let tab = stage.tab(deadline).await?;
    stage.journal.forget_status(tab.id());
    page::open(&tab, &stage.text(url), deadline).await?;
    Ok(status(stage, tab.id()))
}

async fn reload(stage: &mut Stage<'_>, deadline: &Deadline) -> Done {
    let tab = stage.tab(deadline).await?;
    stage.journal.forget_status(tab.id());
    page::reload(&tab, deadline).await?;
    Ok(status(stage, tab.id()))
}

/// What the server answered to the document; pages that no server sends have no status.
fn status(stage: &Stage<'_>, frame: &str) -> String {
    let status = stage.journal.status(frame);
    status.map_or_else(|| "no_response".into(), |status| status.to_string())
}

async fn travel(stage: &mut Stage<'_>, by: i64, deadline: &Deadline) -> Done {
    let tab = stage.tab(deadline).await?;
    let is_there = page::travel(&tab, by, deadline).await?;
    Ok(if is_there { "ok" } else { "no_history" }.into())
}

async fn evaluate(
    stage: &mut Stage<'_>,
    expression: &Text,
    frame: Option<&Text>,
    deadline: &Deadline,
) -> Done {
    let tab = stage.tab(deadline).await?;
    let (expression, frame) = (stage.text(expression), frame.map(|part| stage.text(part)));
    let evaluated = page::evaluate(&tab, frame.as_deref(), &expression, deadline).await;
    let evaluated = match (evaluated, &frame) {
        (Err(Trouble::NotFound), Some(part)) => {
            return Err(Failure::Said(format!("no frame has {part:?} in its address")));
        }
        (evaluated, _) => evaluated?,
    };
    saved::evaluated(evaluated).map_err(Failure::Said)
}

async fn wait_for_function(stage: &mut Stage<'_>, expression: &Text, deadline: &Deadline) -> Done {
    let tab = stage.tab(deadline).await?;
    // Made a truth value in the page: what it gives otherwise may be anything.
    let expression = format!("Promise.resolve({}).then(Boolean)", stage.text(expression));
    loop {
        let evaluated = page::evaluate(&tab, None, &expression, deadline).await;
        let waited = match evaluated {
            Ok(Evaluated::Value(value)) if value == true => return Ok("predicate_true".into()),
            Ok(Evaluated::Threw(error)) => return Err(Failure::Said(error)),
            Ok(_) => deadline.sleep(AGAIN).await.map_err(Trouble::from),
            Err(trouble) => Err(trouble),
        };
        match waited {
            Ok(()) => {}
            Err(Trouble::OutOfTime) => {
                return Err(Failure::Said("the expression did not become true in time".into()));
            }
            Err(trouble) => return Err(trouble.into()),
        }
    }
}
