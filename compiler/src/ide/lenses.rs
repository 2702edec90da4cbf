//! What stands above a test and its steps: running it, and how it went.

use super::answer::{Command, Lens};
use super::file::File;
use super::last_run::{Run, RunFailure, shown_time};
use super::project::Project;
use crate::source::{LineIndex, Span};
use crate::syntax::ast::{Step, TestLine};

/// The lenses of a script, in the order of the text.
pub(super) fn lenses(project: &Project, file: &File) -> Vec<Lens> {
    let lines = LineIndex::new(&file.text);
    let last = project.runs(&file.key.path).and_then(|runs| runs.last());
    let mut lenses = Vec::new();
    let trees = file.trees();
    if let Some(test) = trees.first().and_then(|tree| tree.parse.ast.test.as_ref()) {
        lenses.extend(of_test(file, test, &lines, last));
    }
    if let Some(run) = last {
        for tree in &trees {
            let steps = tree.parse.ast.steps.iter();
            lenses.extend(steps.filter_map(|step| of_step(file, step, tree.start, &lines, run)));
        }
    }
    lenses
}

fn of_test(file: &File, test: &TestLine, lines: &LineIndex, last: Option<&Run>) -> Vec<Lens> {
    let span = place(test.keyword, test.name.as_ref().map(|name| name.span));
    let run = |title: &str, headed: bool| Lens {
        span,
        title: title.to_owned(),
        command: Some(Command::Run {
            file: file.key.clone(),
            line: lines.line(test.keyword.start),
            headed,
        }),
    };
    let mut lenses = vec![run("Run", false), run("Run headed", true)];
    lenses.extend(last.map(|run| Lens {
        span,
        title: title(&run.status, run.duration_ms, run.failure.as_ref()),
        command: None,
    }));
    lenses
}

fn of_step(file: &File, step: &Step, start: usize, lines: &LineIndex, run: &Run) -> Option<Lens> {
    let name = step.name.as_ref()?;
    let keyword = step.keyword.behind(start);
    let line = lines.line(keyword.start);
    let ran = run.step(&file.key.path, line, &name.value)?;
    Some(Lens {
        span: place(keyword, Some(name.span.behind(start))),
        title: title(&ran.status, ran.duration_ms, ran.failure()),
        command: None,
    })
}

fn place(keyword: Span, name: Option<Span>) -> Span {
    name.map_or(keyword, |name| keyword.join(name))
}

/// `✓ passed in 1.2 s`, `✗ failed after 10 s: not-found`
fn title(status: &str, millis: u64, failure: Option<&RunFailure>) -> String {
    let time = shown_time(millis);
    match (status, failure) {
        ("passed" | "passed-after-retry", _) => format!("✓ {} in {time}", status.replace('-', " ")),
        (_, Some(failure)) => format!("✗ {status} after {time}: {}", failure.reason),
        ("failed" | "error", None) => format!("✗ {status} after {time}"),
        (other, None) => format!("– {other}"),
    }
}
