//! `wait`: the same conditions, but running out of time is a timeout and proves nothing.

use super::attempt::Attempt;
use super::question::Question;
use super::sight::{Found, Sight};
use super::trouble::{Mismatch, Trouble};
use super::{explain, observe, outside};

/// Waits until the condition holds.
///
/// # Errors
/// [`Trouble::TimedOut`] with what was seen last, or what ends every wait.
pub(crate) async fn wait(attempt: &mut Attempt<'_>, question: &Question) -> Result<(), Trouble> {
    let waited = match (question, question.query(None)) {
        (Question::TextChanges(_), Some(query)) => {
            let mut before = None;
            observe::until(attempt, question, query, |sight| {
                changed(question, sight, &mut before)
            })
            .await
            .map(drop)
        }
        (_, Some(query)) => observe::until(attempt, question, query, |sight| question.judge(sight))
            .await
            .map(drop),
        (_, None) => outside::until(attempt, question).await,
    };
    waited.map_err(timed_out)
}

/// Whether the text is another than when the wait began. An element that was not there had none.
fn changed(
    question: &Question,
    sight: &Sight,
    before: &mut Option<Option<String>>,
) -> Result<Option<Found>, Trouble> {
    let found = question.judge(sight);
    let text = |found: &Found| found.element.facts.text.clone().unwrap_or_default();
    let first = before.get_or_insert_with(|| found.as_ref().ok().and_then(Option::as_ref).map(text));
    let Some(found) = found? else { return Ok(None) };
    let now = text(&found);
    if first.as_deref() == Some(now.as_str()) {
        return Err(Trouble::Mismatch(Mismatch {
            what: "the text".into(),
            expected: "another text".into(),
            found: now,
        }));
    }
    Ok(Some(found))
}

fn timed_out(trouble: Trouble) -> Trouble {
    match trouble {
        Trouble::Ambiguous { .. } | Trouble::BoxAmbiguous { .. } => trouble,
        trouble if trouble.is_final() => trouble,
        trouble @ Trouble::TimedOut { .. } => trouble,
        trouble => Trouble::TimedOut {
            saw: explain::in_short(&trouble),
        },
    }
}
