//! Which assertion of the new program stands for which of the old one.
//!
//! First everything is matched that needs no words: equals, then counterparts that are stricter. What is left of
//! the old program is lost; what is left of the new one explains what became of it.

use std::collections::HashMap;

use super::assertion::{Assertion, Assertions};
use super::likeness;
use super::rule::Rule;
use super::strictness::{Identity, Narrowness, covers};
use crate::ir::Polarity;

/// So many counterparts are looked at for one assertion among those of one identity. More would only be found in
/// a script that repeats one verify thousands of times with different times, where an assertion may then count
/// as lost although it is not: never the other way round.
const LOOK: usize = 64;

/// An assertion of the old program that nothing in the new one stands for.
pub(super) struct Lost<'a> {
    pub(super) was: &'a Assertion,
    /// What is nearest to it among what stands for nothing else.
    pub(super) now: Option<&'a Assertion>,
}

impl Lost<'_> {
    /// The heaviest difference.
    pub(super) fn rule(&self) -> Rule {
        self.now
            .map_or(Rule::Removed, |now| likeness::difference(self.was, now))
    }
}

/// Everything of `old` that nothing in `new` stands for, in order.
pub(super) fn lost<'a>(before: &'a Assertions<'_>, after: &'a Assertions<'_>) -> Vec<Lost<'a>> {
    let (old, new) = without_equals(&before.verifies, &after.verifies);
    if old.is_empty() {
        return Vec::new();
    }
    let mut groups: HashMap<Identity, Group<'a>> = HashMap::new();
    for assertion in old {
        groups
            .entry(Identity::of(assertion))
            .or_default()
            .old
            .push(assertion);
    }
    let mut spare = Vec::new();
    for assertion in new {
        match groups.get_mut(&Identity::of(assertion)) {
            Some(group) => group.new.push(assertion),
            None => spare.push(assertion),
        }
    }
    let mut lost = Vec::new();
    for group in groups.into_values() {
        group.settle(&mut lost, &mut spare);
    }
    lost.sort_by_key(|assertion| assertion.op);
    spare.sort_by_key(|assertion| assertion.op);
    spare.extend(without_equals(&before.waits, &after.waits).1);
    likeness::explain(lost, &spare)
}

/// What is left of both sides when everything equal has been matched. Matching equals first costs nothing:
/// whatever one of them could stand for, its equal can.
fn without_equals<'a>(
    old: &'a [Assertion],
    new: &'a [Assertion],
) -> (Vec<&'a Assertion>, Vec<&'a Assertion>) {
    let mut counts: HashMap<Equal<'a>, usize> = HashMap::new();
    for assertion in new {
        *counts.entry(Equal(assertion)).or_default() += 1;
    }
    let mut taken: HashMap<Equal<'a>, usize> = HashMap::new();
    let old_left = old.iter().filter(|assertion| {
        let Some(count) = counts.get_mut(&Equal(assertion)).filter(|count| **count > 0) else {
            return true;
        };
        *count -= 1;
        *taken.entry(Equal(assertion)).or_default() += 1;
        false
    });
    let old_left = old_left.collect();
    let new_left = new.iter().filter(|assertion| {
        let Some(count) = taken.get_mut(&Equal(assertion)).filter(|count| **count > 0) else {
            return true;
        };
        *count -= 1;
        false
    });
    (old_left, new_left.collect())
}

/// An assertion without its place.
#[derive(Clone, Copy)]
struct Equal<'a>(&'a Assertion);

impl Equal<'_> {
    fn parts(&self) -> impl std::hash::Hash + PartialEq {
        let Assertion {
            op: _,
            polarity,
            condition,
            within,
            profile,
            time,
            vacuous,
        } = self.0;
        (polarity, condition, within, profile, time, vacuous)
    }
}

impl PartialEq for Equal<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.parts() == other.parts()
    }
}

impl Eq for Equal<'_> {}

impl std::hash::Hash for Equal<'_> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.parts().hash(state);
    }
}

/// What both sides have of one identity.
#[derive(Default)]
struct Group<'a> {
    old: Vec<&'a Assertion>,
    new: Vec<&'a Assertion>,
}

impl<'a> Group<'a> {
    /// Finds a counterpart for as many as possible. Old assertions come in the order of their time, the most
    /// demanding first, so that every counterpart that is in time for one is in time for all that follow; of
    /// those the least narrow one that will do is taken, which leaves the best for the rest.
    fn settle(mut self, lost: &mut Vec<&'a Assertion>, spare: &mut Vec<&'a Assertion>) {
        self.old.sort_by_key(|assertion| ease(assertion));
        self.new.sort_by_key(|assertion| ease(assertion));
        let mut coming = self.new.into_iter().peekable();
        let mut pool: Vec<&'a Assertion> = Vec::new();
        for old in self.old {
            while let Some(new) = coming.next_if(|new| ease(new) <= ease(old)) {
                pool.push(new);
            }
            let fitting = pool.iter().enumerate().rev().take(LOOK);
            let best = fitting
                .filter(|(_, new)| covers(new, old))
                .min_by_key(|(_, new)| width(new));
            match best.map(|(at, _)| at) {
                Some(at) => drop(pool.remove(at)),
                None => lost.push(old),
            }
        }
        spare.extend(pool);
        spare.extend(coming);
    }
}

/// How easy the time makes it: a long one for a verify, a short one for a verifyNot.
fn ease(assertion: &Assertion) -> u64 {
    match assertion.polarity {
        Polarity::Verify | Polarity::Wait => assertion.time.0,
        Polarity::VerifyNot => u64::MAX - assertion.time.0,
    }
}

/// Orders conditions of one identity from the one that demands least.
fn width(assertion: &Assertion) -> (Narrowness, std::cmp::Reverse<Narrowness>) {
    let narrowness = Narrowness::of(&assertion.condition);
    let level = Narrowness::default();
    match assertion.polarity {
        Polarity::Verify | Polarity::Wait => (narrowness, std::cmp::Reverse(level)),
        Polarity::VerifyNot => (level, std::cmp::Reverse(narrowness)),
    }
}
