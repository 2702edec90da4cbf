//! `click` and `doubleClick`: real mouse events on what was checked to be there.

use std::time::Duration;

use aite_cdp::browser::input::DispatchMouseEventReturns;
use aite_cdp::{CallError, Gone, Pending};
use serde::de::DeserializeOwned;

use super::agent::{self, Action, ActionKind, Ask, Outcome, Point, PressedField};
use super::approach::{How, Ready, approach};
use super::ask::{AskError, ask};
use super::attempt::Attempt;
use super::sight::Found;
use super::target::Wanted;
use super::trouble::Trouble;
use super::{explain, mouse, navigate, observe};

/// How long the page program waits for the press to arrive.
const ARRIVAL_MS: u64 = 2000;

/// Pause before a click that met something else is tried again.
const AGAIN: Duration = Duration::from_millis(50);

/// Clicks an element `times` in quick succession.
///
/// # Errors
/// What stood in the way; nothing was clicked then.
pub(crate) async fn click(attempt: &mut Attempt<'_>, wanted: &Wanted, times: u32) -> Result<(), Trouble> {
    strike(
        attempt,
        wanted,
        Action::new(ActionKind::Click).armed(times),
        times,
    )
    .await?;
    navigate::settle(attempt.tab, attempt.deadline).await
}

/// Approaches and clicks until the click met the element. An element that needs no click gets none.
pub(crate) async fn strike(
    attempt: &mut Attempt<'_>,
    wanted: &Wanted,
    action: Action,
    times: u32,
) -> Result<Ready, Trouble> {
    let mut last = None;
    loop {
        let ready = match approach(attempt, wanted, action).await {
            Ok(ready) => ready,
            Err(ended) => return Err(observe::or_last(attempt, ended, last).await),
        };
        let How::At { point, .. } = ready.how else {
            return Ok(ready);
        };
        match press_at(attempt, &ready.found, point, times).await? {
            Outcome::Hit => return Ok(ready),
            missed => last = Some(missed_it(attempt, &ready.found, missed).await?),
        }
    }
}

/// Notes what a click met instead, and gives it; an error when there is no time for another one.
pub(crate) async fn missed_it(
    attempt: &mut Attempt<'_>,
    found: &Found,
    met: Outcome,
) -> Result<Trouble, Trouble> {
    let by = match met {
        Outcome::Missed { by, from } => explain::covering(by, from),
        Outcome::Hit | Outcome::None => "something in another frame".into(),
    };
    let trouble = Trouble::Covered {
        element: found.people(),
        by,
    };
    attempt.notes.tried(explain::in_short(&trouble));
    match attempt.deadline.sleep(AGAIN).await.map_err(Trouble::from) {
        Ok(()) | Err(Trouble::OutOfTime) if attempt.deadline.passed() => Err(trouble),
        Ok(()) => Ok(trouble),
        Err(ended) => Err(ended),
    }
}

/// One click with the guard of the page program set: what it met.
pub(crate) async fn press_at(
    attempt: &Attempt<'_>,
    found: &Found,
    point: Point,
    times: u32,
) -> Result<Outcome, Trouble> {
    let met = press(attempt, found, point, times, &agent::outcome(ARRIVAL_MS)).await?;
    Ok(met.unwrap_or(Outcome::Hit))
}

/// One click with the guard set on a field: what it met, and whether keys would arrive now.
pub(crate) async fn press_field(
    attempt: &Attempt<'_>,
    found: &Found,
    point: Point,
) -> Result<PressedField, Trouble> {
    let question = agent::pressed_field(found.element.node, ARRIVAL_MS);
    let met = press(attempt, found, point, 1, &question).await?;
    Ok(met.unwrap_or(PressedField {
        met: Outcome::Hit,
        ready: None,
    }))
}

/// One click, and what the page program answers about it; `None` when the click led to another document.
async fn press<A: DeserializeOwned + Send + 'static>(
    attempt: &Attempt<'_>,
    found: &Found,
    point: Point,
    times: u32,
    question: &Ask<A>,
) -> Result<Option<A>, Trouble> {
    let session = attempt.tab.session();
    let mut sent = vec![session.call(mouse::moved(point, false))];
    for count in 1..=i64::from(times) {
        sent.push(session.call(mouse::pressed(point, count)));
        sent.push(session.call(mouse::released(point, count)));
    }
    let delivered = async {
        delivered(sent).await?;
        // Asked when all has arrived, so that the page need not wait for it.
        match ask(attempt.tab.picture().connection(), &found.world, question).await {
            Ok(outcome) => Ok(Some(outcome)),
            Err(AskError::Moved | AskError::Gone(Gone::Detached)) => Ok(None),
            Err(error) => Err(error.in_frame(true)),
        }
    };
    match attempt.deadline.within(delivered).await.map_err(Trouble::from) {
        // The page saw it and does not come back from it.
        Err(Trouble::OutOfTime) => Err(Trouble::NoAnswer),
        Err(trouble) => Err(trouble),
        Ok(outcome) => outcome,
    }
}

/// Waits until the browser has delivered events. A tab that closes on the way has seen them.
pub(crate) async fn delivered(sent: Vec<Pending<DispatchMouseEventReturns>>) -> Result<(), Trouble> {
    for answer in sent {
        match answer.await {
            Ok(_) | Err(CallError::Gone(Gone::Detached)) => {}
            Err(error) => return Err(Trouble::of_call(error)),
        }
    }
    Ok(())
}
