//! Registries of expected answers.

use crate::guard::Rule;
use crate::import::Answers;
use crate::ir::ExpectedAnswer;
use crate::source::Span;

/// An answer that is expected less strictly, or no longer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnswerFinding {
    /// The task whose answer it is.
    pub task: String,
    /// Which rule it breaks.
    pub rule: Rule,
    /// What was expected.
    pub was: (String, Span),
    /// What is expected now.
    pub now: Option<(String, Span)>,
}

/// Every answer of `old` that `new` does not expect as strictly.
pub fn compare_answers(old: &Answers, new: &Answers) -> Vec<AnswerFinding> {
    let changed = old.iter().filter_map(|(task, was)| {
        let say = |expected: &ExpectedAnswer| format!("{task} {}", said(expected));
        let Some(now) = new.get(task) else {
            return Some(AnswerFinding {
                task: task.to_owned(),
                rule: Rule::Removed,
                was: (say(&was.expected), was.span),
                now: None,
            });
        };
        let rule = difference(&was.expected, &now.expected)?;
        Some(AnswerFinding {
            task: task.to_owned(),
            rule,
            was: (say(&was.expected), was.span),
            now: Some((say(&now.expected), now.span)),
        })
    });
    changed.collect()
}

/// What became of the answer that a scenario expects, with both in words.
pub fn expected_answer(
    was: Option<&ExpectedAnswer>,
    now: Option<&ExpectedAnswer>,
) -> Option<(Rule, String, Option<String>)> {
    let was = was?;
    let rule = now.map_or(Some(Rule::Removed), |now| difference(was, now))?;
    Some((rule, said(was), now.map(said)))
}

/// What became of an expected answer; `None` when it is expected at least as strictly.
fn difference(was: &ExpectedAnswer, now: &ExpectedAnswer) -> Option<Rule> {
    use ExpectedAnswer::{Contains, ContainsAll, Equals};
    if was == now {
        return None;
    }
    let holds = |text: &str, parts: &[String]| parts.iter().all(|part| text.contains(part.as_str()));
    match (was, now) {
        // A stricter way to expect the same.
        (Contains(part), Equals(text)) if text.contains(part.as_str()) => None,
        (ContainsAll(parts), Equals(text)) if holds(text, parts) => None,
        (Contains(part), Contains(text)) if text.contains(part.as_str()) => None,
        (ContainsAll(parts), ContainsAll(more)) if parts.iter().all(|part| more.contains(part)) => None,
        (Contains(part), ContainsAll(more)) if more.contains(part) => None,
        (Equals(text), Contains(part)) if text.contains(part.as_str()) => Some(Rule::LooserMatch),
        (Equals(text), ContainsAll(parts)) if holds(text, parts) => Some(Rule::LooserMatch),
        (Contains(text), Contains(part)) if text.contains(part.as_str()) => Some(Rule::LooserMatch),
        (ContainsAll(all), ContainsAll(some)) if some.iter().all(|part| all.contains(part)) => {
            Some(Rule::LooserMatch)
        }
        _ => Some(Rule::ExpectationChanged),
    }
}

/// `equals "12"`
fn said(expected: &ExpectedAnswer) -> String {
    match expected {
        ExpectedAnswer::Equals(text) => format!("equals {text:?}"),
        ExpectedAnswer::Contains(text) => format!("contains {text:?}"),
        ExpectedAnswer::ContainsAll(parts) => format!("contains_all {parts:?}"),
    }
}
