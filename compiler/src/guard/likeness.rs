//! What became of a lost assertion: the likest one among those that stand for nothing else.

use std::collections::{HashMap, HashSet, VecDeque};

use super::assertion::Assertion;
use super::fill;
use super::matching::Lost;
use super::rule::Rule;
use super::say;
use super::strictness::{Anonymous, Identity, accepts_no_more, has_no_easier_time, same_exact_text};
use crate::ir::{Condition, Polarity};

/// What two assertions must share to be taken for before and after; the closest likeness first.
const LIKENESSES: [fn(&Assertion) -> String; 5] = [
    // The same thing, less strictly.
    |it| format!("{:?}", Identity::of(it)),
    // The same condition elsewhere: another box, another profile.
    |it| format!("{:?} {:?}", it.polarity, Identity::of(it).condition),
    // Another expectation of the same element.
    |it| {
        let condition = &Identity::of(it).condition;
        format!(
            "{:?} {} {}",
            it.polarity,
            kind(condition),
            say::subject(condition)
        )
    },
    // The same expectation of another element.
    |it| {
        let condition = &Identity::of(it).condition;
        format!(
            "{:?} {} {}",
            it.polarity,
            kind(condition),
            say::expectation(condition)
        )
    },
    // Another kind of look at the same thing.
    |it| looked_at(&Identity::of(it).condition),
];

/// Pairs each lost assertion with what it most likely became; `spare` may hold waits, which are like a verify in
/// the last way alone.
pub(super) fn explain<'a>(lost: Vec<&'a Assertion>, spare: &[&'a Assertion]) -> Vec<Lost<'a>> {
    let mut explained: Vec<Lost<'a>> = lost.into_iter().map(|was| Lost { was, now: None }).collect();
    let mut used: HashSet<usize> = HashSet::new();
    for likeness in LIKENESSES {
        let mut by_likeness: HashMap<String, VecDeque<&'a Assertion>> = HashMap::new();
        for candidate in spare.iter().filter(|candidate| !used.contains(&candidate.op)) {
            by_likeness
                .entry(likeness(candidate))
                .or_default()
                .push_back(candidate);
        }
        for lost in explained.iter_mut().filter(|lost| lost.now.is_none()) {
            lost.now = by_likeness
                .get_mut(&likeness(lost.was))
                .and_then(VecDeque::pop_front);
            used.extend(lost.now.map(|now| now.op));
        }
    }
    explained
}

/// The heaviest difference between a lost assertion and what it became.
pub(super) fn difference(was: &Assertion, now: &Assertion) -> Rule {
    let (old, new) = (Identity::of(was), Identity::of(now));
    if old.polarity != new.polarity || kind(&old.condition) != kind(&new.condition) {
        return Rule::KindChanged;
    }
    if old.condition != new.condition {
        let anonymous = |identity: &Identity| fill::condition(&identity.condition, &Anonymous);
        if anonymous(&old) == anonymous(&new) {
            return Rule::CaptureChanged;
        }
        if say::subject(&old.condition) != say::subject(&new.condition) {
            return Rule::TargetChanged;
        }
    }
    if old.within != new.within {
        return Rule::WithinChanged;
    }
    if old.profile != new.profile {
        return Rule::ProfileChanged;
    }
    if old.condition != new.condition {
        return Rule::ExpectationChanged;
    }
    strictness_difference(was, now)
}

/// The same thing is checked, only less strictly.
fn strictness_difference(was: &Assertion, now: &Assertion) -> Rule {
    let watches = was.polarity == Polarity::VerifyNot;
    if !same_exact_text(&now.condition, &was.condition) {
        Rule::ExpectationChanged
    } else if !accepts_no_more(now, was) {
        if watches {
            Rule::NarrowerMatch
        } else {
            Rule::LooserMatch
        }
    } else if !has_no_easier_time(now, was) {
        if watches { Rule::LessTime } else { Rule::MoreTime }
    } else {
        Rule::CaptureMoved
    }
}

/// The form, as the specification names it.
fn kind(condition: &Condition) -> &'static str {
    match condition {
        Condition::Exists { .. } => "exists",
        Condition::Text { .. } => "text",
        Condition::TargetText { .. } => "targetText",
        Condition::Value { .. } => "value",
        Condition::State { .. } => "state",
        Condition::Count { .. } => "count",
        Condition::Url { .. } => "url",
        Condition::Title { .. } => "title",
        Condition::NumberChange { .. } => "numberChange",
        Condition::Attr { .. } => "attr",
        Condition::Download { .. } => "download",
        Condition::Gone { .. } => "gone",
        Condition::TextChanges { .. } => "textChanges",
        Condition::NetworkIdle => "networkIdle",
    }
}

/// The element, or what is expected where there is none. `text:"X"` names an element in a wait and a text in a
/// verify, and both are one thing to look at.
fn looked_at(condition: &Condition) -> String {
    let subject = say::subject(condition);
    if subject.is_empty() {
        say::expectation(condition)
    } else {
        subject
    }
}
