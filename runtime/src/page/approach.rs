//! From a target to an element that can be acted on, and the point where.

use std::time::Duration;

use super::agent::{self, Action, ActionKind, Field, Point, Prepared, Query, Want};
use super::ask::{AskError, ask};
use super::attempt::{Attempt, Remark};
use super::depth::Depth;
use super::explain;
use super::frames::World;
use super::patience::Patience;
use super::sight::{Found, SeenIn, Sight};
use super::target::Wanted;
use super::trouble::Trouble;
use super::watcher::{Watcher, first_look, unanswered};
use super::{geometry, label, navigate, observe};

/// Things like an overlay that goes away do not change what matches, so the element is tried again after so long.
const AGAIN: Duration = Duration::from_millis(100);

/// An element that is ready to be acted on.
#[derive(Debug)]
pub(crate) struct Ready {
    pub(crate) found: Found,
    pub(crate) how: How,
}

/// What there is to do.
#[derive(Debug)]
pub(crate) enum How {
    /// Nothing: the box is as wanted.
    Already,
    /// To point here, in CSS pixels of the main frame's viewport.
    At { point: Point, field: Option<Field> },
}

/// Waits until the target is one element that is ready for `action`.
///
/// # Errors
/// What stood in the way last, at the deadline, or at once when waiting cannot help.
pub(crate) async fn approach(
    attempt: &mut Attempt<'_>,
    wanted: &Wanted,
    action: Action,
) -> Result<Ready, Trouble> {
    let action = Action {
        index: wanted.index,
        ..action
    };
    let query = wanted.query(match action.kind {
        ActionKind::Check => vec![Want::Descriptor, Want::State],
        _ => vec![Want::Descriptor],
    });
    let mut watcher = Watcher::new(attempt, query.clone());
    let mut patience = Patience::default();
    let (mut sight, mut tried) = first(attempt, &mut watcher, wanted, &query, action).await?;
    let mut last = None;
    loop {
        let tried_now = match tried.take() {
            Some(tried) => tried,
            None => {
                navigate::parsed(attempt.tab, attempt.deadline).await?;
                try_once(attempt, &sight, wanted, action).await
            }
        };
        let trouble = match tried_now {
            Ok(ready) => {
                note_choice(attempt, &sight, wanted);
                attempt
                    .notes
                    .resolved
                    .get_or_insert_with(|| ready.found.resolved());
                return Ok(ready);
            }
            // The time ran out in the middle of a try: what the try before met is what is known.
            Err(Trouble::OutOfTime) => return Err(observe::at_the_end(attempt, &sight, &query, last).await),
            Err(trouble) => trouble,
        };
        attempt.notes.tried(explain::in_short(&trouble));
        last = Some(trouble.clone());
        let Some(until) = patience.after(&trouble, attempt.deadline) else {
            return Err(explain::in_full(attempt, &sight, &query, trouble).await);
        };
        let until = if depends_on_more(&trouble) {
            until.at_most(AGAIN)
        } else {
            until
        };
        match watcher.next(attempt, &until).await {
            Ok(newer) => sight = newer,
            Err(Trouble::OutOfTime) if attempt.deadline.passed() => {
                return Err(observe::at_the_end(attempt, &sight, &query, last).await);
            }
            Err(Trouble::OutOfTime) => {}
            Err(ended) => return Err(ended),
        }
    }
}

/// Whether what is in the way may go without the query's answer changing.
fn depends_on_more(trouble: &Trouble) -> bool {
    !matches!(
        trouble,
        Trouble::NotFound | Trouble::NoBox | Trouble::Ambiguous { .. } | Trouble::BoxAmbiguous { .. }
    )
}

/// `index:` is a warning, since it depends on the order of the page.
pub(crate) fn note_choice(attempt: &mut Attempt<'_>, sight: &Sight, wanted: &Wanted) {
    if let Some(index) = wanted.index {
        attempt.notes.remark(Remark::ChosenByIndex {
            index,
            count: sight.visible(),
        });
    }
}

type Tried = Option<Result<Ready, Trouble>>;

/// The first look: one message on a page of one frame, what the watcher sees otherwise.
async fn first(
    attempt: &mut Attempt<'_>,
    watcher: &mut Watcher,
    wanted: &Wanted,
    query: &Query,
    action: Action,
) -> Result<(Sight, Tried), Trouble> {
    navigate::parsed(attempt.tab, attempt.deadline).await?;
    match at_once(attempt, wanted, query, action).await {
        Ok(Some((sight, tried))) => return Ok((sight, Some(tried))),
        Ok(None) => {}
        Err(trouble) => return Err(unanswered(trouble)),
    }
    let sight = watcher.first(attempt).await?;
    Ok((sight, None))
}

async fn at_once(
    attempt: &mut Attempt<'_>,
    wanted: &Wanted,
    query: &Query,
    action: Action,
) -> Result<Option<(Sight, Result<Ready, Trouble>)>, Trouble> {
    let Some((frame, world)) = only_frame(attempt)? else {
        return Ok(None);
    };
    let patient = first_look(attempt.deadline);
    let asked = ask(
        attempt.tab.picture().connection(),
        &world,
        &agent::aim(query, &action),
    );
    let depth = Depth::ask(
        attempt.tab.picture(),
        std::iter::once((frame.clone(), world.clone())),
    );
    let aim = match patient.within(asked).await? {
        Ok(aim) => aim,
        Err(AskError::Moved) => {
            attempt.notes.retries += 1;
            attempt.notes.tried("the page navigated; asked again");
            return Ok(None);
        }
        Err(error) => return Err(error.in_frame(true)),
    };
    if let Some(detail) = aim.detail {
        return Err(Trouble::Internal { detail });
    }
    // What is in a closed root may be a second match.
    if !patient.within(depth.opened(&frame)).await??.is_empty() {
        return Ok(None);
    }
    let seen = SeenIn {
        frame,
        world,
        url: None,
        answer: aim.answer,
    };
    let found = aim.chosen.map(|chosen| seen.found(&chosen));
    let sight = Sight { frames: vec![seen] };
    let tried = match (found, aim.prepared) {
        (Some(found), Some(prepared)) if action.wanted.is_none() => ready(attempt, found, prepared).await,
        _ => try_once(attempt, &sight, wanted, action).await,
    };
    Ok(Some((sight, tried)))
}

fn only_frame(attempt: &Attempt<'_>) -> Result<Option<(String, World)>, Trouble> {
    attempt.tab.read(|tab| {
        let main = tab.frames.main().filter(|_| tab.frames.len() == 1)?;
        Some((main.id.clone(), main.world.clone()?))
    })
}

async fn try_once(
    attempt: &mut Attempt<'_>,
    sight: &Sight,
    wanted: &Wanted,
    action: Action,
) -> Result<Ready, Trouble> {
    match action.wanted {
        Some(checked) => label::try_box(attempt, sight, wanted, action, checked).await,
        None => prepare(attempt, sight.only(wanted)?, action).await,
    }
}

/// Makes an element ready that was found before.
pub(crate) async fn prepare(
    attempt: &mut Attempt<'_>,
    found: Found,
    action: Action,
) -> Result<Ready, Trouble> {
    let question = agent::prepare(found.element.node, &action);
    let asked = ask(attempt.tab.picture().connection(), &found.world, &question);
    match attempt.deadline.within(asked).await? {
        Ok(prepared) => ready(attempt, found, prepared).await,
        Err(error) => Err(error.in_frame(found.url.is_none())),
    }
}

async fn ready(attempt: &mut Attempt<'_>, found: Found, prepared: Prepared) -> Result<Ready, Trouble> {
    let how = match prepared {
        Prepared::Already => How::Already,
        Prepared::Ready { point, field, .. } => {
            let point = geometry::to_main(attempt, &found, point).await?;
            How::At { point, field }
        }
        in_the_way => return Err(explain::in_the_way(&found, in_the_way)),
    };
    Ok(Ready { found, how })
}
