//! From a point in a frame to the point in the tab's viewport where the mouse has to go.

use std::future::Future;

use aite_cdp::CallError;
use aite_cdp::browser::dom::{GetFrameOwnerParams, ResolveNodeParams};
use aite_cdp::browser::page::FrameId as CdpFrameId;
use aite_cdp::js::runtime::ExecutionContextId;

use super::agent::{self, FrameHit, OwnerBox, Point, remote};
use super::ask::{Argument, AskError, ask, call};
use super::attempt::Attempt;
use super::explain;
use super::frames::World;
use super::sight::Found;
use super::trouble::Trouble;

/// The point in the main frame's viewport.
///
/// # Errors
/// [`Trouble::Covered`], [`Trouble::Outside`] or [`Trouble::Hidden`] when a frame around it is in the way.
pub(crate) async fn to_main(attempt: &Attempt<'_>, found: &Found, point: Point) -> Result<Point, Trouble> {
    let mut point = point;
    for (frame, around) in ancestry(attempt, &found.frame)? {
        point = through_owner(attempt, found, &frame, &around, point).await?;
    }
    Ok(point)
}

/// Each frame from the inside out, with the world of the frame around it.
fn ancestry(attempt: &Attempt<'_>, frame: &str) -> Result<Vec<(String, World)>, Trouble> {
    attempt.tab.read(|tab| {
        let mut steps = Vec::new();
        let mut at = tab.frames.get(frame);
        while let Some(frame) = at {
            let Some(parent) = frame.parent.as_deref().and_then(|parent| tab.frames.get(parent)) else {
                break;
            };
            let Some(world) = parent.world.clone() else { break };
            steps.push((frame.id.clone(), world));
            at = Some(parent);
        }
        steps
    })
}

async fn through_owner(
    attempt: &Attempt<'_>,
    found: &Found,
    frame: &str,
    around: &World,
    point: Point,
) -> Result<Point, Trouble> {
    let connection = attempt.tab.picture().connection();
    let node = owner(attempt, frame, around).await?;
    let owner_box = answered(attempt, ask(connection, around, &agent::owner_box(node))).await?;
    let OwnerBox::Ok {
        x,
        y,
        width,
        height,
        scale_x,
        scale_y,
        visible,
    } = owner_box
    else {
        return Err(Trouble::NotFound);
    };
    let element = found.people();
    if !visible {
        return Err(Trouble::Hidden {
            element,
            why: "the frame around it is hidden".into(),
        });
    }
    let outer = Point {
        x: x + point.x * scale_x,
        y: y + point.y * scale_y,
    };
    // An engine without real layout draws frames of any size, and content that does not fit into them.
    let beyond = |at: f64, from: f64, length: f64| at < from - 1.0 || at > from + length + 1.0;
    if beyond(outer.x, x, width) || beyond(outer.y, y, height) {
        return Err(Trouble::NoPlace { element });
    }
    match answered(attempt, ask(connection, around, &agent::frame_at(node, outer))).await? {
        FrameHit::Hit => Ok(outer),
        FrameHit::Covered { by, from } => Err(Trouble::Covered {
            element,
            by: explain::covering(by, from),
        }),
        FrameHit::Outside => Err(Trouble::Outside { element }),
        FrameHit::Detached => Err(Trouble::NotFound),
    }
}

async fn answered<A>(
    attempt: &Attempt<'_>,
    asked: impl Future<Output = Result<A, AskError>>,
) -> Result<A, Trouble> {
    attempt
        .deadline
        .within(asked)
        .await?
        .map_err(|error| error.in_frame(false))
}

/// Whether a person sees the frame, as far as the frames around it say.
pub(crate) async fn is_shown(attempt: &Attempt<'_>, frame: &str) -> Result<bool, Trouble> {
    let connection = attempt.tab.picture().connection();
    for (frame, around) in ancestry(attempt, frame)? {
        let node = match owner(attempt, &frame, &around).await {
            // Gone since: the next look will tell.
            Err(Trouble::NotFound) => return Ok(true),
            node => node?,
        };
        let owner_box = answered(attempt, ask(connection, &around, &agent::owner_box(node))).await;
        if let Ok(OwnerBox::Ok { visible: false, .. }) = owner_box {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The frame element, registered in the world around it.
async fn owner(attempt: &Attempt<'_>, frame: &str, around: &World) -> Result<agent::Node, Trouble> {
    let connection = attempt.tab.picture().connection();
    let session = connection.session(around.session.clone());
    // A refusal means that it was there a moment ago: the next look will tell.
    let gone = |error: CallError| match error.is_lacking() {
        true => Trouble::of_call(error),
        false => Trouble::NotFound,
    };
    let owner = session.call(GetFrameOwnerParams::new(CdpFrameId::new(frame)));
    let owner = attempt.deadline.within(owner).await?.map_err(gone)?;
    let resolve = ResolveNodeParams {
        backend_node_id: Some(owner.backend_node_id),
        execution_context_id: Some(ExecutionContextId::new(around.context)),
        ..Default::default()
    };
    let resolved = attempt
        .deadline
        .within(session.call(resolve))
        .await?
        .map_err(gone)?;
    let object: String = resolved
        .object
        .object_id
        .map(Into::into)
        .ok_or(Trouble::NotFound)?;
    answered(
        attempt,
        call(
            connection,
            around,
            remote::REGISTER,
            &[Argument::Object { object_id: &object }],
        ),
    )
    .await
}
