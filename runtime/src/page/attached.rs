//! Elements that are in the document, whether a person sees them or not. Scripts have no word for that; tasks do.

use aite_compiler::ir::WaitState;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::agent::Query;
use super::ask::{Argument, call};
use super::attempt::Attempt;
use super::sight::{Found, Sight};
use super::target::Wanted;
use super::trouble::Trouble;
use super::watcher::Watcher;

/// Waits until what is wanted is in this state.
///
/// # Errors
/// Why it is not, at the deadline.
pub(crate) async fn wait_for(
    attempt: &mut Attempt<'_>,
    wanted: &Wanted,
    state: WaitState,
) -> Result<(), Trouble> {
    let is_so = |sight: &Sight| match state {
        WaitState::Attached => any(sight).is_some(),
        WaitState::Detached => any(sight).is_none(),
        WaitState::Visible => sight.visible() > 0,
        WaitState::Hidden => sight.visible() == 0,
    };
    until(attempt, wanted, |sight| is_so(sight).then_some(())).await
}

/// Waits until the element is in the document; the first of several, those that are seen before those that are not.
///
/// # Errors
/// [`Trouble::NotFound`] at the deadline.
pub(crate) async fn attached(attempt: &mut Attempt<'_>, wanted: &Wanted) -> Result<Found, Trouble> {
    until(attempt, wanted, any).await
}

/// How many elements match now, and how many of them a person sees.
///
/// # Errors
/// What becomes of the tab, or a selector that is none.
pub(crate) async fn count(attempt: &mut Attempt<'_>, wanted: &Wanted) -> Result<(u64, u64), Trouble> {
    let mut watcher = Watcher::new(attempt, query(wanted)).thorough();
    let sight = watcher.first(attempt).await?;
    sight.check_query()?;
    let sum = |of: fn(&super::agent::Answer) -> u64| sight.frames.iter().map(|seen| of(&seen.answer)).sum();
    let (visible, hidden): (u64, u64) = (sum(|answer| answer.visible), sum(|answer| answer.hidden));
    Ok((visible + hidden, visible))
}

/// Asks an element something, as a function that gets it and a value: `(element, value) => …`.
///
/// # Errors
/// When it is no longer there.
pub(crate) async fn tell<A: DeserializeOwned>(
    attempt: &Attempt<'_>,
    found: &Found,
    function: &str,
    value: &Value,
) -> Result<A, Trouble> {
    let declaration = format!("(node, value) => ({function})(aite.element(node), value)");
    let node = json!(found.element.node);
    let arguments = [Argument::Value { value: &node }, Argument::Value { value }];
    let asked = call(
        attempt.tab.picture().connection(),
        &found.world,
        &declaration,
        &arguments,
    );
    let answer = attempt.deadline.within(asked).await?;
    answer.map_err(|error| error.in_frame(found.url.is_none()))
}

async fn until<T>(
    attempt: &mut Attempt<'_>,
    wanted: &Wanted,
    mut judge: impl FnMut(&Sight) -> Option<T>,
) -> Result<T, Trouble> {
    let deadline = attempt.deadline.clone();
    let mut watcher = Watcher::new(attempt, query(wanted));
    let mut sight = watcher.first(attempt).await?;
    loop {
        sight.check_query()?;
        if let Some(judged) = judge(&sight) {
            return Ok(judged);
        }
        sight = match watcher.next(attempt, &deadline).await {
            Ok(newer) => newer,
            Err(Trouble::OutOfTime) => {
                return Err(match any(&sight) {
                    Some(_) => sight.absence(),
                    None => Trouble::NotFound,
                });
            }
            Err(ended) => return Err(ended),
        };
    }
}

fn query(wanted: &Wanted) -> Query {
    wanted.query(Vec::new())
}

fn any(sight: &Sight) -> Option<Found> {
    sight.matches().next().or_else(|| sight.hidden().next())
}
