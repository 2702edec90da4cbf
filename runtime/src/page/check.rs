//! `check` and `uncheck`: a box is clicked when it is not as wanted, and must be as wanted afterwards.

use std::time::Duration;

use super::agent::{self, Action, ActionKind, Checked, CheckedState};
use super::approach::How;
use super::ask::{AskError, ask};
use super::attempt::Attempt;
use super::click::strike;
use super::navigate;
use super::sight::Found;
use super::target::Wanted;
use super::trouble::{Mismatch, Trouble};

/// A page that keeps the state of a box itself gets so long to show it.
const SHOWING: Duration = Duration::from_secs(1);
const AGAIN: Duration = Duration::from_millis(50);

/// Brings a box into the wanted state.
///
/// # Errors
/// What stood in the way; a mismatch when the click changed nothing.
pub(crate) async fn set_checked(
    attempt: &mut Attempt<'_>,
    wanted: &Wanted,
    checked: bool,
) -> Result<(), Trouble> {
    let action = Action {
        wanted: Some(checked),
        ..Action::new(ActionKind::Check).armed(1)
    };
    let ready = strike(attempt, wanted, action, 1).await?;
    if matches!(ready.how, How::Already) {
        return Ok(());
    }
    navigate::settle(attempt.tab, attempt.deadline).await?;
    confirm(attempt, &ready.found, checked).await
}

/// Whether a box may be clicked to become as wanted, before it is.
pub(crate) fn may_be_clicked(found: &Found, checked: bool) -> Result<(), Trouble> {
    let element = || found.people();
    match found.element.facts.checked {
        None => Err(Trouble::WrongKind {
            element: element(),
            wanted: "a checkbox, a switch or a radio button",
        }),
        Some(Checked::Yes) if !checked && is_radio(found) => Err(Trouble::RadioStays { element: element() }),
        Some(_) => Ok(()),
    }
}

fn is_radio(found: &Found) -> bool {
    matches!(found.element.role.as_deref(), Some("radio" | "menuitemradio"))
}

async fn confirm(attempt: &Attempt<'_>, found: &Found, checked: bool) -> Result<(), Trouble> {
    let most = attempt.deadline.at_most(SHOWING);
    let mut last = None;
    loop {
        let asked = ask(
            attempt.tab.picture().connection(),
            &found.world,
            &agent::checked_state(found.element.node),
        );
        let answer = match (most.within(asked).await.map_err(Trouble::from), last) {
            (Ok(answer), _) => answer,
            (Err(Trouble::OutOfTime), Some(is)) => return Err(unchanged(is, checked)),
            (Err(trouble), _) => return Err(trouble),
        };
        let is = match answer {
            Ok(CheckedState::Ok { checked, .. }) => checked,
            // The click led elsewhere, or the page put another box in its place.
            Ok(_) | Err(AskError::Moved) => return Ok(()),
            Err(error) => return Err(error.in_frame(found.url.is_none())),
        };
        if (is == Checked::Yes) == checked && is != Checked::Mixed {
            return Ok(());
        }
        last = Some(is);
        match most.sleep(AGAIN).await.map_err(Trouble::from) {
            Ok(()) => {}
            Err(Trouble::OutOfTime) => return Err(unchanged(is, checked)),
            Err(trouble) => return Err(trouble),
        }
    }
}

fn unchanged(is: Checked, wanted: bool) -> Trouble {
    let said = |checked| if checked { "checked" } else { "not checked" };
    Trouble::Mismatch(Mismatch {
        what: "the state after the click".into(),
        expected: said(wanted).into(),
        found: if is == Checked::Mixed {
            "neither checked nor unchecked".into()
        } else {
            said(is == Checked::Yes).into()
        },
    })
}
