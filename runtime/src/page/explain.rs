//! From states of the page program to troubles, and what is added to a trouble before it is reported.

use std::time::Duration;

use super::agent::{self, DisabledWhy, Hidden, HiddenWhy, Prepared, Query};
use super::ask::ask;
use super::attempt::Attempt;
use super::near;
use super::sight::{Found, Sight, describe};
use super::target::written;
use super::trouble::Trouble;
use crate::verdict::Candidate;

/// How long the page is asked for rewrites of an ambiguous target: they are a help, not the verdict.
const REWRITES: Duration = Duration::from_millis(500);

/// More candidates than this are not listed.
const MOST_CANDIDATES: usize = 10;

/// What keeps an element from being acted on.
pub(crate) fn in_the_way(found: &Found, prepared: Prepared) -> Trouble {
    let element = found.people();
    match prepared {
        Prepared::Detached | Prepared::Ready { .. } | Prepared::Already => Trouble::NotFound,
        Prepared::Hidden { why, by } => Trouble::Hidden {
            element,
            why: why_hidden(&Hidden { why, by }, &found.element.element),
        },
        Prepared::Disabled { why, by } => Trouble::Disabled {
            element,
            why: why_disabled(why, &by),
        },
        Prepared::Readonly { .. } => Trouble::ReadOnly { element },
        Prepared::NotEditable { .. } => Trouble::NotEditable { element },
        Prepared::Covered { by, from, .. } => Trouble::Covered {
            element,
            by: covering(by, from),
        },
        Prepared::Moving => Trouble::Moving { element },
        Prepared::Outside => Trouble::Outside { element },
        Prepared::Error { detail } => Trouble::Internal { detail },
    }
}

/// What lies over an element, with the larger thing it belongs to.
pub(crate) fn covering(by: Option<String>, from: Option<String>) -> String {
    match (by, from) {
        (Some(by), Some(from)) => format!("{by} in {from}"),
        (Some(by), None) => by,
        (None, _) => "something outside the page".into(),
    }
}

/// Why an element is not seen, for people.
pub(crate) fn why_hidden(hidden: &Hidden, element: &str) -> String {
    let around = if hidden.by == element {
        String::new()
    } else {
        format!(" of {}", hidden.by)
    };
    match hidden.why {
        HiddenWhy::Display => format!("display: none{around}"),
        HiddenWhy::Visibility => format!("visibility: hidden{around}"),
        HiddenWhy::NoBox => "it has no size".into(),
        HiddenWhy::Details => format!("{} is closed", hidden.by),
        HiddenWhy::ContentVisibility => format!("content-visibility: hidden{around}"),
        HiddenWhy::ClosedList => format!("it is an option of the closed list {}", hidden.by),
        HiddenWhy::Unslotted => format!("{} shows its own content instead", hidden.by),
    }
}

fn why_disabled(why: DisabledWhy, by: &str) -> String {
    match why {
        DisabledWhy::Own => "it has the attribute disabled".into(),
        DisabledWhy::Inherited => format!("{by} around it is disabled"),
        DisabledWhy::Aria => format!("{by} has aria-disabled"),
    }
}

/// A line for the log of what was tried.
pub(crate) fn in_short(trouble: &Trouble) -> String {
    match trouble {
        Trouble::NotFound => "nothing matches".into(),
        Trouble::NearMiss { instead } => format!("nothing matches; there is {instead}"),
        Trouble::NoBox => "the box of within: is not there".into(),
        Trouble::BoxAmbiguous { .. } => "several boxes for within:".into(),
        Trouble::Ambiguous { count, .. } => format!("{count} elements match"),
        Trouble::IndexBeyond { count, .. } => format!("only {count} match"),
        Trouble::Hidden { element, why } => format!("{element} is not visible: {why}"),
        Trouble::Covered { element, by } => format!("{element} is covered by {by}"),
        Trouble::Moving { element } => format!("{element} moves"),
        Trouble::Outside { element } => format!("{element} cannot be scrolled into view"),
        Trouble::Disabled { element, why } => format!("{element} is disabled: {why}"),
        Trouble::ReadOnly { element } => format!("{element} is read-only"),
        Trouble::NotEditable { element } => format!("{element} takes no typing"),
        Trouble::Mismatch(mismatch) => {
            format!(
                "{} is \"{}\"",
                mismatch.what,
                super::sight::shortened(&mismatch.found, 100)
            )
        }
        Trouble::NoOption { .. } => "no such option".into(),
        Trouble::OptionDisabled { option } => format!("the option {option} is disabled"),
        Trouble::Lacking { .. }
        | Trouble::NoPlace { .. }
        | Trouble::Declined { .. }
        | Trouble::Strange { .. } => "the engine cannot do it".into(),
        _ => "not yet".into(),
    }
}

/// The trouble as it is reported: candidates with a rewrite each, or what is there instead.
pub(crate) async fn in_full(
    attempt: &Attempt<'_>,
    sight: &Sight,
    query: &Query,
    trouble: Trouble,
) -> Trouble {
    match trouble {
        Trouble::NotFound => near::nearest(attempt, sight, query)
            .await
            .map_or(Trouble::NotFound, |instead| Trouble::NearMiss { instead }),
        Trouble::Ambiguous { count, .. } => Trouble::Ambiguous {
            count,
            candidates: candidates(attempt, sight).await,
        },
        trouble => trouble,
    }
}

async fn candidates(attempt: &Attempt<'_>, sight: &Sight) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    for seen in &sight.frames {
        let matches: Vec<_> = seen
            .answer
            .matches
            .iter()
            .take(MOST_CANDIDATES - candidates.len())
            .collect();
        if matches.is_empty() {
            continue;
        }
        let nodes: Vec<agent::Node> = matches.iter().map(|element| element.node).collect();
        let asked = ask(
            attempt.tab.picture().connection(),
            &seen.world,
            &agent::unique(&nodes),
        );
        let rewrites = match tokio::time::timeout(REWRITES, asked).await {
            Ok(Ok(rewrites)) => rewrites,
            _ => Vec::new(),
        };
        candidates.extend(matches.iter().map(|element| {
            let target = rewrites.iter().find(|unique| unique.node == element.node);
            Candidate {
                element: describe(element),
                rewrite: target.and_then(|unique| unique.target.as_ref()).map(written),
            }
        }));
    }
    candidates
}
