//! How long an ambiguous target may stay ambiguous.

use std::time::Duration;

use tokio::time::Instant;

use super::trouble::Trouble;
use crate::deadline::Deadline;

/// Waiting longer cannot tell elements apart, unless the page is still drawing (specification, "Targets").
pub(crate) const AMBIGUITY_GRACE: Duration = Duration::from_millis(1500);

/// Ends the wait for a target that has been ambiguous for long enough.
#[derive(Debug, Default)]
pub(crate) struct Patience {
    ambiguous_since: Option<Instant>,
}

impl Patience {
    /// Until when to wait after this trouble; `None` when there is no point in it.
    pub(crate) fn after(&mut self, trouble: &Trouble, deadline: &Deadline) -> Option<Deadline> {
        if trouble.is_final() || deadline.passed() {
            return None;
        }
        if !matches!(trouble, Trouble::Ambiguous { .. } | Trouble::BoxAmbiguous { .. }) {
            self.ambiguous_since = None;
            return Some(deadline.clone());
        }
        let since = *self.ambiguous_since.get_or_insert_with(Instant::now);
        let left = AMBIGUITY_GRACE
            .checked_sub(since.elapsed())
            .filter(|left| !left.is_zero())?;
        Some(deadline.at_most(left))
    }
}
