//! `verify` and `verifyNot`.

use super::attempt::Attempt;
use super::question::Question;
use super::trouble::{Mismatch, Trouble};
use super::watcher::{Watcher, unanswered};
use super::{observe, outside};

/// As many matches as a verifyNot looks at: any of them may be the one that must not be.
const ALL: u32 = 1000;

/// Waits until the condition holds.
///
/// # Errors
/// Why it does not, as it was seen last.
pub(crate) async fn verify(attempt: &mut Attempt<'_>, question: &Question) -> Result<(), Trouble> {
    match question.query(None) {
        Some(query) => observe::until(attempt, question, query, |sight| question.judge(sight))
            .await
            .map(drop),
        None => outside::until(attempt, question).await,
    }
}

/// Passes when the condition does not hold at any moment of the whole time.
///
/// # Errors
/// A mismatch at once when it holds. A page that never answered is no pass.
pub(crate) async fn verify_not(attempt: &mut Attempt<'_>, question: &Question) -> Result<(), Trouble> {
    let Some(query) = question.query(Some(ALL)) else {
        return match outside::until(attempt, question).await {
            Ok(()) => Err(held(question, question.written())),
            Err(Trouble::Cancelled) => Err(Trouble::Cancelled),
            Err(trouble) if trouble.is_final() => Err(trouble),
            Err(_) => Ok(()),
        };
    };
    let deadline = attempt.deadline.clone();
    let mut watcher = Watcher::new(attempt, query).thorough();
    let mut sight = watcher.first(attempt).await?;
    loop {
        if let Some(found) = question.judge_any(&sight)? {
            return Err(held(question, found));
        }
        sight = match watcher.next(attempt, &deadline).await {
            Ok(newer) => newer,
            Err(Trouble::OutOfTime) => match watcher.last_look(attempt).await.map_err(unanswered)? {
                Some(newer) => newer,
                None if observe::answers(attempt).await => return Ok(()),
                None => return Err(Trouble::NoAnswer),
            },
            Err(ended) => return Err(ended),
        };
    }
}

fn held(question: &Question, found: String) -> Trouble {
    Trouble::Mismatch(Mismatch {
        what: "what must not be".into(),
        expected: format!("not {}", question.written()),
        found,
    })
}
