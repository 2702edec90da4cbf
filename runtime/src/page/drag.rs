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
    let take = Action::new(ActionKind::Drag);
    let first = approach(attempt, wanted, take).await?;
    let target = approach(attempt, to, Action::new(ActionKind::Drop)).await?;
    // Bringing the second into view may have scrolled the first.
    let before = point(&first)?;
    let source = prepare(attempt, first.found, take).await?;
    let (from, mut onto) = (point(&source)?, point(&target)?);
    let session = attempt.tab.session().clone();
    let down = vec![
        session.call(mouse::moved(from, false)),
        session.call(mouse::pressed(from, 1)),
    ];
    attempt.deadline.within(delivered(down)).await??;
    if from != before {
        let target = prepare(attempt, target.found, Action::new(ActionKind::Drop)).await?;
        onto = point(&target)?;
    }
    let mut sent: Vec<_> = path(from, onto)
        .map(|at| session.call(mouse::moved(at, true)))
        .collect();
    sent.push(session.call(mouse::released(onto, 1)));
    attempt.deadline.within(delivered(sent)).await??;
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
