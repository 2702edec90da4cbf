//! Frames that nobody sees: what is visible inside them is not visible on the page.

use super::agent::{Answer, Hidden, HiddenWhy};
use super::attempt::Attempt;
use super::geometry;
use super::sight::Sight;
use super::trouble::Trouble;
use crate::deadline::Deadline;

/// Counts the matches of unseen frames as hidden; how many frames that were.
pub(super) async fn hide(
    attempt: &Attempt<'_>,
    sight: &mut Sight,
    until: &Deadline,
) -> Result<usize, Trouble> {
    let mut concealed = 0;
    for seen in sight
        .frames
        .iter_mut()
        .filter(|seen| seen.url.is_some() && seen.answer.visible > 0)
    {
        if !until.within(geometry::is_shown(attempt, &seen.frame)).await?? {
            conceal(&mut seen.answer);
            concealed += 1;
        }
    }
    Ok(concealed)
}

fn conceal(answer: &mut Answer) {
    answer.hidden += answer.visible;
    answer.visible = 0;
    for mut element in std::mem::take(&mut answer.matches) {
        element.visible = false;
        element.hidden = Some(Hidden {
            why: HiddenWhy::Visibility,
            by: "the frame around it".into(),
        });
        answer.hidden_matches.push(element);
    }
}
