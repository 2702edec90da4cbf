//! Which claim of the new task stands for which of the old one.

use super::claim::{Claim, Demand};
use super::say;
use crate::guard::{Finding, Rule, Sight};
use crate::ir::Comparison;

/// Everything of `old` that nothing in `new` stands for.
pub(super) fn lost(old: &[Claim], new: &[Claim]) -> Vec<Finding> {
    let mut spare: Vec<&Claim> = new.iter().collect();
    let equal = take(old.iter().collect(), &mut spare, |old, new| {
        old.demand == new.demand
    });
    let stricter = take(equal, &mut spare, |old, new| stands_for(&new.demand, &old.demand));
    let mut findings = Vec::new();
    for claim in stricter {
        let near = spare
            .iter()
            .enumerate()
            .filter_map(|(at, other)| Some((difference(&claim.demand, &other.demand)?, at)))
            .max_by_key(|(rule, _)| closeness(*rule));
        let now = near.map(|(_, at)| spare.remove(at));
        findings.push(Finding {
            rule: near.map_or(Rule::Removed, |(rule, _)| rule),
            was: sight(claim),
            now: now.map(sight),
        });
    }
    findings
}

/// What is left of `old` when each has taken a counterpart out of `spare`.
fn take<'a>(
    old: Vec<&'a Claim>,
    spare: &mut Vec<&'a Claim>,
    fits: impl Fn(&Claim, &Claim) -> bool,
) -> Vec<&'a Claim> {
    let found = |claim: &&Claim| match spare.iter().position(|new| fits(claim, new)) {
        Some(at) => {
            spare.remove(at);
            false
        }
        None => true,
    };
    let mut left = old;
    let mut found = found;
    left.retain(|claim| found(claim));
    left
}

fn sight(claim: &Claim) -> Sight {
    Sight {
        at: claim.at,
        text: match &claim.demand {
            Demand::Event { time, .. } => format!("{} within {}", claim.text, crate::guard::duration(*time)),
            _ => say::shortened(&claim.text),
        },
    }
}

/// Whether `new` lets through nothing that `old` would have stopped.
fn stands_for(new: &Demand, old: &Demand) -> bool {
    match (old, new) {
        (
            Demand::Check {
                kind,
                about,
                source,
                comparison,
            },
            Demand::Check {
                kind: new_kind,
                about: new_about,
                source: new_source,
                comparison: new_comparison,
            },
        ) => {
            let same = (kind, about, source) == (new_kind, new_about, new_source);
            same && is_within(new_comparison, comparison)
        }
        (
            Demand::Event {
                event,
                matching,
                session,
                time,
            },
            Demand::Event {
                event: new_event,
                matching: new_matching,
                session: new_session,
                time: new_time,
            },
        ) => {
            let same = (event, matching) == (new_event, new_matching);
            same && new_time <= time && (session == new_session || session.is_null())
        }
        _ => false,
    }
}

/// Whether a range lies within another one.
fn is_within(new: &Comparison, old: &Comparison) -> bool {
    let (
        Comparison::Range { min, max },
        Comparison::Range {
            min: new_min,
            max: new_max,
        },
    ) = (old, new)
    else {
        return match (old, new) {
            (Comparison::Range { min, max }, Comparison::Expected(value)) => {
                value.as_u64().is_some_and(|value| {
                    min.is_none_or(|min| value >= min) && max.is_none_or(|max| value <= max)
                })
            }
            _ => false,
        };
    };
    let above = min.is_none_or(|min| new_min.is_some_and(|new| new >= min));
    let below = max.is_none_or(|max| new_max.is_some_and(|new| new <= max));
    above && below
}

/// What became of a claim, when the other one could be what is left of it.
fn difference(old: &Demand, new: &Demand) -> Option<Rule> {
    match (old, new) {
        (
            Demand::Check {
                kind,
                about,
                source,
                comparison,
            },
            Demand::Check {
                kind: new_kind,
                about: new_about,
                source: new_source,
                comparison: new_comparison,
            },
        ) => {
            let same_place = (about, source) == (new_about, new_source);
            match (kind == new_kind, same_place, comparison == new_comparison) {
                (true, true, false) if is_within(comparison, new_comparison) => Some(Rule::LooserMatch),
                (true, true, _) => Some(Rule::ExpectationChanged),
                (false, true, _) if is_looser(kind, new_kind) => Some(Rule::LooserMatch),
                (false, true, _) => Some(Rule::KindChanged),
                (true, false, true) if source != new_source => Some(Rule::CaptureChanged),
                (true, false, true) => Some(Rule::TargetChanged),
                _ => None,
            }
        }
        (Demand::Answer(_), Demand::Answer(_)) => Some(Rule::CaptureChanged),
        (
            Demand::Event {
                event,
                matching,
                time,
                ..
            },
            Demand::Event {
                event: new_event,
                matching: new_matching,
                time: new_time,
                ..
            },
        ) if event == new_event => Some(match () {
            () if matching != new_matching => Rule::ExpectationChanged,
            () if new_time > time => Rule::MoreTime,
            () => Rule::TargetChanged,
        }),
        _ => None,
    }
}

/// Kinds that accept more than others when they look at the same thing.
fn is_looser(old: &str, new: &str) -> bool {
    let loose = ["truthy", "contains", "one_of"];
    let is_loose = |kind: &str| loose.iter().any(|end| kind.ends_with(end));
    !is_loose(old) && is_loose(new)
}

/// The less a rule says, the nearer the two claims are.
fn closeness(rule: Rule) -> usize {
    let rules = [
        Rule::TargetChanged,
        Rule::CaptureChanged,
        Rule::KindChanged,
        Rule::ExpectationChanged,
        Rule::LooserMatch,
        Rule::MoreTime,
    ];
    rules.iter().position(|known| *known == rule).unwrap_or_default()
}
