//! Looking at a page until it is as it should be.

use super::agent::Query;
use super::approach::note_choice;
use super::ask::ask;
use super::attempt::Attempt;
use super::patience::Patience;
use super::question::Question;
use super::sight::{Found, Sight};
use super::trouble::Trouble;
use super::watcher::{Watcher, unanswered};
use super::{agent, explain};

/// Looks again whenever something changes, until `judge` is content.
///
/// # Errors
/// What was in the way last, at the deadline or when waiting cannot help.
pub(crate) async fn until(
    attempt: &mut Attempt<'_>,
    question: &Question,
    query: Query,
    mut judge: impl FnMut(&Sight) -> Result<Option<Found>, Trouble>,
) -> Result<Sight, Trouble> {
    let deadline = attempt.deadline.clone();
    let mut watcher = Watcher::new(attempt, query.clone());
    if matches!(question, Question::Count(..) | Question::Gone(_)) {
        watcher = watcher.thorough();
    }
    let mut patience = Patience::default();
    let mut sight = watcher.first(attempt).await?;
    loop {
        let trouble = match judge(&sight) {
            Ok(found) => {
                held(attempt, question, &sight, found);
                return Ok(sight);
            }
            Err(trouble) => trouble,
        };
        attempt.notes.tried(explain::in_short(&trouble));
        let Some(until) = patience.after(&trouble, &deadline) else {
            return Err(explain::in_full(attempt, &sight, &query, trouble).await);
        };
        match watcher.next(attempt, &until).await {
            Ok(newer) => sight = newer,
            Err(Trouble::OutOfTime) if until.left() < deadline.left() => {}
            Err(Trouble::OutOfTime) => return Err(at_the_end(attempt, &sight, &query, Some(trouble)).await),
            Err(ended) => return Err(ended),
        }
    }
}

fn held(attempt: &mut Attempt<'_>, question: &Question, sight: &Sight, found: Option<Found>) {
    if let Some(target) = question.target() {
        note_choice(attempt, sight, target);
    }
    if let Some(found) = found {
        attempt.notes.resolved.get_or_insert_with(|| found.resolved());
    }
}

/// What to say when the time is up: what was seen last, if the page still answers at all.
pub(crate) async fn at_the_end(
    attempt: &Attempt<'_>,
    sight: &Sight,
    query: &Query,
    last: Option<Trouble>,
) -> Trouble {
    match last {
        Some(trouble) if answers(attempt).await => explain::in_full(attempt, sight, query, trouble).await,
        _ => Trouble::NoAnswer,
    }
}

/// What to say when another try did not end in time: what the try before met, if the page still answers at all.
pub(crate) async fn or_last(attempt: &Attempt<'_>, ended: Trouble, last: Option<Trouble>) -> Trouble {
    match (ended, last) {
        (Trouble::OutOfTime | Trouble::NoAnswer, Some(last)) if answers(attempt).await => last,
        (ended, _) => unanswered(ended),
    }
}

/// Whether the page answers a question at all.
pub(crate) async fn answers(attempt: &Attempt<'_>) -> bool {
    const PATIENCE: std::time::Duration = std::time::Duration::from_millis(500);
    let world = attempt
        .tab
        .read(|tab| tab.frames.main().and_then(|main| main.world.clone()));
    let Ok(Some(world)) = world else { return true };
    let asked = ask(
        attempt.tab.picture().connection(),
        &world,
        &agent::look(&Query::default()),
    );
    tokio::time::timeout(PATIENCE, asked).await.is_ok()
}
