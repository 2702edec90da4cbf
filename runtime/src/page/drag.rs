//! `drag`: the button goes down on one element, the pointer moves in small steps, the button comes up on another.

use super::agent::{Action, ActionKind, Point};
use super::approach::{How, Ready, approach, prepare};
use super::attempt::Attempt;
use super::click::delivered;
use super::target::Wanted;
use super::trouble::Trouble;
use super::{mouse, navigate};

/// Small enough for pages that start to drag only after some pixels, and for those that follow the pointer.
const STEPS: u32 = 12;

/// Drags one element onto another.
///
/// # Errors
/// What stood in the way of either; nothing was pressed then.
pub(crate) async fn drag(attempt: &mut Attempt<'_>, wanted: &Wanted, to: &Wanted) -> Result<(), Trouble> {
    let (take, put) = (Action::new(ActionKind::Drag), Action::new(ActionKind::Drop));
    let source = approach(attempt, wanted, take).await?;
    attempt.notes.about = Some(to.to_string());
    let target = approach(attempt, to, put).await?;
    attempt.notes.about = None;
    // Bringing one of them into view may have scrolled the other away.
    let from = point(&prepare(attempt, source.found, take).await?)?;
    let session = attempt.tab.session().clone();
    let down = vec![
        session.call(mouse::moved(from, false)),
        session.call(mouse::pressed(from, 1)),
    ];
    attempt.deadline.within(delivered(down)).await??;
    let onto = match prepare(attempt, target.found, put).await {
        Ok(ready) => point(&ready)?,
        Err(trouble) => {
            session.post(mouse::released(from, 1));
            return Err(trouble);
        }
    };
    // One after the other: the browser makes one move of those that are sent together.
    for at in path(from, onto) {
        attempt
            .deadline
            .within(delivered(vec![session.call(mouse::moved(at, true))]))
            .await??;
    }
    attempt
        .deadline
        .within(delivered(vec![session.call(mouse::released(onto, 1))]))
        .await??;
    navigate::settle(attempt.tab, attempt.deadline).await
}

fn point(ready: &Ready) -> Result<Point, Trouble> {
    match ready.how {
        How::At { point, .. } => Ok(point),
        How::Already => Err(Trouble::Internal {
            detail: "an element to drag without a point".into(),
        }),
    }
}

fn path(from: Point, to: Point) -> impl Iterator<Item = Point> {
    (1..=STEPS).map(move |step| {
        let part = f64::from(step) / f64::from(STEPS);
        Point {
            x: from.x + (to.x - from.x) * part,
            y: from.y + (to.y - from.y) * part,
        }
    })
}
