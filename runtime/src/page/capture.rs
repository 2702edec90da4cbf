//! `capture`: the text of an element, or the value of a field.

use super::agent::Want;
use super::attempt::Attempt;
use super::observe;
use super::question::Question;
use super::target::Wanted;
use super::trouble::Trouble;

/// Waits until the element is visible, and reads it.
///
/// # Errors
/// Why there is no such element.
pub(crate) async fn capture(attempt: &mut Attempt<'_>, wanted: &Wanted) -> Result<String, Trouble> {
    let query = wanted.query(vec![Want::Descriptor, Want::Text, Want::Value]);
    let question = Question::Exists(wanted.clone());
    let sight = observe::until(attempt, &question, query, |sight| question.judge(sight)).await?;
    let facts = sight.only(wanted)?.element.facts;
    Ok(facts.value.or(facts.text).unwrap_or_default())
}
