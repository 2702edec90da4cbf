//! What is kept is what is found anew.

use std::cell::Cell;
use std::collections::HashSet;
use std::sync::Arc;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use super::{LINES, Sections};
use crate::ide::{FileKey, FileKind, Host, summary};
use crate::lower::{Compiled, Located, NoSources, compile};
use crate::project::{Config, CustomChecks, problems, read_config};
use crate::source::Span;

const CONFIG: &str = r#"{"profiles": {"anna": {"account": "@anna"}, "ben": {"account": "@ben"}}}"#;

/// What a step has; each says something that another one may have a say in.
const LINES_OF_STEPS: [&str; 24] = [
    "step \"s\"",
    "step \"reads ${x}\"",
    "  step nameless",
    "step\t\"tab\" # comment",
    "step#no \"boundary\"",
    "  set x \"1\"",
    "  capture y css:\".b\"",
    "  click text:\"${x}\"",
    "  click text:\"${y} ${z}\"  on:ben",
    "  click text:\"Send\"",
    "  click text:\"Publish\" on:anna",
    "  verify css:\".b\" number:changed-by from:y equals:-1",
    "  verify css:\".b\" number:changed-by from:x equals:much",
    "  verify text~i:\"\"",
    "  call session-check on:ben",
    "  call nothing-like-it",
    "  goto https://shop.test/ on:ben",
    "  sleep 2s",
    "  click role:button index:2",
    "  capturr z css:\".b\"",
    "  type label:\"a\" \"not closed",
    "  clikc text:\"a\"",
    "",
    "# step \"no step\"",
];

/// What can stand at the beginning, and should not elsewhere.
const HEADERS: [&str; 10] = [
    "test \"t\"",
    "start https://shop.test/",
    "needs session anna",
    "needs session ben",
    "posts",
    "timeout 5s",
    "covers J-1",
    "needs sessoin",
    "timeout \"not closed",
    "run other.aite",
];

#[derive(Debug, Clone)]
enum Edit {
    /// Lines come, and as many as told go.
    Lines {
        at: usize,
        gone: usize,
        new: Vec<&'static str>,
    },
    /// Characters go and come.
    Characters {
        at: usize,
        gone: usize,
        new: &'static str,
    },
    /// Some of the lines are the whole text.
    Cut { from: usize, to: usize },
}

fn line() -> impl Strategy<Value = &'static str> {
    let step = prop::sample::select(LINES_OF_STEPS.as_slice());
    let header = prop::sample::select(HEADERS.as_slice());
    prop_oneof![60 => step, 1 => header]
}

/// What is typed.
const TYPED: [&str; 11] = [
    "",
    "x",
    "\n",
    "\"",
    "\r\n",
    "é",
    "👩‍🌾",
    " ",
    "#",
    "step \"s\"\n",
    "${x}",
];

fn edit() -> impl Strategy<Value = Edit> {
    let lines = (any::<usize>(), 0..4_usize, prop::collection::vec(line(), 0..6));
    let characters = (any::<usize>(), 0..6_usize, prop::sample::select(TYPED.as_slice()));
    prop_oneof![
        8 => lines.prop_map(|(at, gone, new)| Edit::Lines { at, gone, new }),
        12 => characters.prop_map(|(at, gone, new)| Edit::Characters { at, gone, new }),
        1 => (any::<usize>(), any::<usize>()).prop_map(|(from, to)| Edit::Cut { from, to }),
    ]
}

fn script() -> impl Strategy<Value = String> {
    let headers = prop::collection::vec(prop::sample::select(&HEADERS[1..8]), 0..4);
    let steps = prop::collection::vec(line(), LINES * 2..LINES * 8);
    (headers, steps).prop_map(|(headers, lines)| {
        let text = [vec!["test \"t\""], headers, vec!["step \"first\""], lines].concat();
        text.join("\n")
    })
}

fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len()))
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0)
}

fn apply(text: &str, edit: &Edit) -> String {
    match edit {
        Edit::Lines { at, gone, new } => {
            let mut lines: Vec<&str> = text.split('\n').collect();
            let at = at % lines.len();
            let end = (at + gone).min(lines.len());
            lines.splice(at..end, new.iter().copied());
            lines.join("\n")
        }
        Edit::Characters { at, gone, new } => {
            let start = floor(text, at % (text.len() + 1));
            let end = floor(text, start + gone).max(start);
            [&text[..start], new, &text[end..]].concat()
        }
        Edit::Cut { from, to } => {
            let lines: Vec<&str> = text.split('\n').collect();
            let (from, to) = (from % lines.len(), to % lines.len());
            lines[from.min(to)..=from.max(to)].join("\n")
        }
    }
}

/// Everything that is said of a program, in its order.
fn told(compiled: &Compiled, config: &Config) -> Vec<Located> {
    let mut told = compiled.diagnostics.clone();
    told.extend(problems(compiled, config, &CustomChecks::default()));
    told.sort_by_key(|found| (found.file, found.diagnostic.span.start));
    told
}

/// How many sections one text and the next have in common.
fn shared(before: &Sections, after: &Sections) -> usize {
    let known: HashSet<_> = before
        .list
        .iter()
        .map(|placed| Arc::as_ptr(&placed.section))
        .collect();
    after
        .list
        .iter()
        .filter(|placed| known.contains(&Arc::as_ptr(&placed.section)))
        .count()
}

/// What the sections say is what is found anew; answers whether they say it without the whole text.
fn agrees(sections: &Sections, text: &Arc<str>, config: &Config) -> Result<bool, TestCaseError> {
    prop_assert_eq!(sections.start_of(0), 0);
    prop_assert!(sections.list.is_sorted_by(|a, b| a.start < b.start));
    prop_assert_eq!(&sections.names(), &summary::of_script(text, false));
    let kept = sections.compiled("a.aite");
    if let Some(kept) = &kept {
        let anew = compile("a.aite", Arc::clone(text), &NoSources);
        prop_assert_eq!(told(kept, config), told(&anew, config), "{}", text);
        prop_assert_eq!(&kept.origins.sessions, &anew.origins.sessions);
    }
    Ok(kept.is_some())
}

/// A script that somebody has open, and the same where it is only on disk and so is read as a whole.
struct Both {
    open: Host,
    on_disk: Host,
    file: FileKey,
}

impl Both {
    fn new() -> Self {
        let (mut open, mut on_disk) = (Host::new(), Host::new());
        let projects = [&mut open, &mut on_disk].map(|host| {
            let project = host.add_project();
            let config = FileKey::new(project, "aite.config.json");
            host.set_disk(&config, FileKind::Config, Ok(Arc::from(CONFIG)));
            project
        });
        assert_eq!(projects[0], projects[1]);
        let file = FileKey::new(projects[0], "a.aite");
        for host in [&mut open, &mut on_disk] {
            host.set_runs(&file, vec![Arc::from(RUN)]);
        }
        Self { open, on_disk, file }
    }

    fn write(&mut self, text: &Arc<str>) {
        self.open.open(&self.file, FileKind::Script, Arc::clone(text));
        self.on_disk
            .set_disk(&self.file, FileKind::Script, Ok(Arc::clone(text)));
    }

    fn agree(&self, text: &str, offset: usize) -> Result<(), TestCaseError> {
        let kept = answers(&self.open, &self.file, offset);
        let anew = answers(&self.on_disk, &self.file, offset);
        for (kept, anew) in kept.into_iter().zip(anew) {
            prop_assert_eq!(kept, anew, "at {} in {}", offset, text);
        }
        Ok(())
    }
}

const RUN: &str =
    r#"{"status": "passed", "steps": [{"name": "s", "file": "a.aite", "line": 9, "status": "passed"}]}"#;

fn answers(host: &Host, file: &FileKey, offset: usize) -> [String; 13] {
    let analysis = host.snapshot();
    let range = Span::new(offset / 2, offset);
    [
        format!("findings {:#?}", analysis.findings(file)),
        format!("folds {:#?}", analysis.folds(file)),
        format!("symbols {:#?}", analysis.symbols(file)),
        format!("lenses {:#?}", analysis.lenses(file)),
        format!("links {:#?}", analysis.links(file)),
        format!("hints {:#?}", analysis.hints(file, range)),
        format!("tokens {:#?}", analysis.tokens(file, range)),
        format!("completions {:#?}", analysis.completions(file, offset)),
        format!("hover {:#?}", analysis.hover(file, offset)),
        format!("signatures {:#?}", analysis.signatures(file, offset)),
        format!("selection {:#?}", analysis.selection(file, offset)),
        format!("definition {:#?}", analysis.definition(file, offset)),
        format!("actions {:#?}", analysis.actions(file, range)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn every_question_is_answered_as_if_nothing_was_kept(
        script in script(),
        edits in prop::collection::vec((edit(), any::<usize>()), 4..12),
    ) {
        let mut both = Both::new();
        let mut text: Arc<str> = script.into();
        for (edit, offset) in &edits {
            text = apply(&text, edit).into();
            both.write(&text);
            both.agree(&text, floor(&text, offset % (text.len() + 1)))?;
        }
    }
}

#[test]
fn ten_thousand_edits_leave_what_a_fresh_reading_finds() {
    let (config, _) = read_config(CONFIG);
    let (made, kept, alone) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let count = |counter: &Cell<usize>, one: bool| counter.set(counter.get() + usize::from(one));
    let mut runner = TestRunner::new(ProptestConfig {
        failure_persistence: None,
        cases: 500,
        ..ProptestConfig::default()
    });
    let edits = prop::collection::vec(edit(), 10..32);
    let outcome = runner.run(&(script(), edits), |(script, edits)| {
        let mut text: Arc<str> = script.into();
        let mut sections = Sections::new(Arc::clone(&text));
        agrees(&sections, &text, &config)?;
        for edit in &edits {
            text = apply(&text, edit).into();
            let edited = sections.edited(Arc::clone(&text));
            count(&made, true);
            count(&kept, shared(&sections, &edited) > 0);
            count(&alone, agrees(&edited, &text, &config)?);
            sections = edited;
        }
        Ok(())
    });
    outcome.unwrap();
    // The test is about something: most edits keep sections, and many texts need no whole reading.
    let (made, kept, alone) = (made.get(), kept.get(), alone.get());
    assert!(
        made >= 5_000 && kept * 2 > made && alone * 3 > made,
        "{made}, {kept}, {alone}"
    );
}
