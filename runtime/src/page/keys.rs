//! The keyboard and the pointer without a click: focus, keys behind what is there, hovering.

use super::agent::{self, Action, ActionKind, Focus, Point};
use super::approach::{How, approach};
use super::ask::ask;
use super::attached::attached;
use super::attempt::Attempt;
use super::target::Wanted;
use super::trouble::Trouble;
use super::typing::type_over;
use super::{mouse, navigate};

/// Gives an element the keyboard.
///
/// # Errors
/// When it is not there, or does not take it.
pub(crate) async fn focus(attempt: &mut Attempt<'_>, wanted: &Wanted) -> Result<(), Trouble> {
    let found = attached(attempt, wanted).await?;
    let question = agent::focus(found.element.node);
    let asked = ask(attempt.tab.picture().connection(), &found.world, &question);
    let focused = attempt.deadline.within(asked).await?;
    match focused.map_err(|error| error.in_frame(found.url.is_none()))? {
        Focus::Focused => Ok(()),
        Focus::Detached => Err(Trouble::NotFound),
        _ => Err(Trouble::WrongKind {
            element: found.people(),
            wanted: "something that can have the keyboard",
        }),
    }
}

/// Types where the keyboard is, behind what is there.
///
/// # Errors
/// What becomes of the tab.
pub(crate) async fn type_keys(attempt: &Attempt<'_>, text: &str) -> Result<(), Trouble> {
    if !text.is_empty() {
        type_over(attempt, text, None).await?;
    }
    navigate::settle(attempt.tab, attempt.deadline).await
}

/// Brings the pointer over an element.
///
/// # Errors
/// What stood in the way.
pub(crate) async fn hover(attempt: &mut Attempt<'_>, wanted: &Wanted) -> Result<(), Trouble> {
    // As before letting go of something over it: it must be seen and met, and need not be enabled.
    let ready = approach(attempt, wanted, Action::new(ActionKind::Drop)).await?;
    let How::At { point, .. } = ready.how else {
        return Ok(());
    };
    move_to(attempt, point).await
}

async fn move_to(attempt: &Attempt<'_>, point: Point) -> Result<(), Trouble> {
    let moved = mouse::moved(point, false);
    attempt.tab.call(attempt.deadline, moved).await.map(drop)
}
