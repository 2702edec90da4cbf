//! The text of an element for a check that a script calls.

use super::agent::Want;
use super::attempt::Attempt;
use super::observe;
use super::question::Question;
use super::target::Wanted;
use super::trouble::Trouble;

/// Waits until the element is visible, and reads its text; with `blocks`, one line a block.
///
/// # Errors
/// Why there is no such element.
pub(crate) async fn read(
    attempt: &mut Attempt<'_>,
    wanted: &Wanted,
    blocks: bool,
) -> Result<String, Trouble> {
    let text = if blocks { Want::Blocks } else { Want::Text };
    let query = wanted.query(vec![Want::Descriptor, text, Want::Value]);
    let question = Question::Exists(wanted.clone());
    let sight = observe::until(attempt, &question, query, |sight| question.judge(sight)).await?;
    let facts = sight.only(wanted)?.element.facts;
    Ok(facts
        .text
        .filter(|text| !text.is_empty())
        .or(facts.value)
        .unwrap_or_default())
}
