//! Expected answers that an untouched file gives and that a changed registry now gives otherwise: of several files the
//! last one counts, and every registry counts before a scenario.

use std::collections::HashSet;

use aite_compiler::guard::compare_answers;
use aite_compiler::import::{self, Answers, SCENARIO_END};

use super::compare::in_bulk;
use super::finding::Found;
use super::tree::{MAX_SCRIPT, script, shown};
use crate::git::{Answer, Bulk, Entry, Git, GitError, Kind};

/// What each file of the base expects for the tasks that `given` names anew and expects less strictly. `changed` are
/// files that are compared by themselves.
pub(super) fn answers(
    git: &Git,
    base: &str,
    changed: &HashSet<&[u8]>,
    given: &Answers,
) -> Result<Vec<Found>, GitError> {
    if given.is_empty() {
        return Ok(Vec::new());
    }
    let mut files = git.files(base, b"")?;
    files.retain(|entry| may_expect(entry) && !changed.contains(entry.path.as_slice()));
    let mut bulk = Bulk::ask(git, files.iter().filter_map(in_bulk).collect(), MAX_SCRIPT)?;
    let mut found = Vec::new();
    for entry in files.iter().filter(|entry| in_bulk(entry).is_some()) {
        let answer = bulk.answer()?;
        if !matches!(answer, Answer::TooLarge(_))
            && let Some(read) = script(&entry.path, answer)?
        {
            found.extend(overruled(&shown(&entry.path), &read.text, given));
        }
    }
    Ok(found)
}

fn may_expect(entry: &Entry) -> bool {
    let path = shown(&entry.path);
    entry.kind == Kind::File && (import::is_registry(&path) || path.ends_with(SCENARIO_END))
}

fn overruled(file: &str, text: &str, given: &Answers) -> Vec<Found> {
    let findings = compare_answers(&expected(file, text), given).into_iter();
    // A task that is not given anew keeps its answer.
    let again = findings.filter_map(|finding| Some((finding.rule, finding.was.0, finding.now?.0)));
    again
        .map(|(rule, was, now)| Found {
            file: file.to_owned(),
            line: 1,
            rule,
            was: format!("expected answer {was}"),
            now: Some(format!("expected answer {now}, in another registry")),
            new_file: Some(file.to_owned()),
            new_line: Some(1),
            included: None,
        })
        .collect()
}

fn expected(file: &str, text: &str) -> Answers {
    if import::is_registry(file) {
        return import::answers(text).0;
    }
    let mut answers = Answers::default();
    if let Some(scenario) = import::scenario(file, text).0
        && let Some(expected) = &scenario.expected
    {
        for driver in &scenario.drivers {
            answers.add(&scenario.task_id(*driver), expected.clone());
        }
    }
    answers
}
