//! Boxes that are reached through their label: `check` on a box that a person does not see or cannot hit.

use super::agent::{self, Action, BoxTarget, Checked};
use super::approach::{How, Ready, prepare};
use super::ask::ask;
use super::attempt::Attempt;
use super::check::may_be_clicked;
use super::sight::{Found, Sight};
use super::target::Wanted;
use super::trouble::Trouble;

/// Makes a box ready to be clicked, or its label where the box itself is not to be seen or hit.
pub(super) async fn try_box(
    attempt: &mut Attempt<'_>,
    sight: &Sight,
    wanted: &Wanted,
    action: Action,
    checked: bool,
) -> Result<Ready, Trouble> {
    let found = sight
        .only(wanted)
        .or_else(|trouble| hidden_box(sight).ok_or(trouble))?;
    if found.element.facts.checked == Some(if checked { Checked::Yes } else { Checked::No }) {
        return Ok(Ready {
            found,
            how: How::Already,
        });
    }
    may_be_clicked(&found, checked)?;
    let asked = ask(
        attempt.tab.picture().connection(),
        &found.world,
        &agent::box_target(found.element.node),
    );
    let target = attempt
        .deadline
        .within(asked)
        .await?
        .map_err(|error| error.in_frame(found.url.is_none()))?;
    let node = match target {
        BoxTarget::Ok { node } => node,
        BoxTarget::Hidden { .. } | BoxTarget::Detached => found.element.node,
    };
    let mut clicked = found.clone();
    clicked.element.node = node;
    let action = Action {
        wanted: None,
        index: None,
        ..action
    };
    let ready = prepare(attempt, clicked, action).await?;
    Ok(Ready {
        found,
        how: ready.how,
    })
}

/// The one hidden match that has a visible label.
fn hidden_box(sight: &Sight) -> Option<Found> {
    let mut boxes = sight.hidden().filter(|found| found.element.proxy.is_some());
    let only = boxes.next()?;
    (sight.visible() == 0 && boxes.next().is_none()).then_some(only)
}
