//! What holds for every text: no query panics at any place, and every answer lies in the text.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use aite_compiler::diagnostic::Code;
use aite_compiler::format::format;
use aite_compiler::ide::{Analysis, Change, FileKey, FileKind, Host, WorkspaceEdit};
use aite_compiler::source::Span;
use proptest::prelude::*;

use crate::answers::apply;

fn examples() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut texts = Vec::new();
    for folder in [
        "scripts/wallet",
        "scripts/pay",
        "scripts/shop",
        "scripts/tabs",
        "scripts/forms",
        "fixtures/ir",
    ] {
        let Ok(entries) = fs::read_dir(root.join(folder)) else {
            continue;
        };
        for entry in entries {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|ending| ending == "aite") {
                texts.push(fs::read_to_string(path).unwrap());
            }
        }
    }
    assert!(texts.len() > 4);
    texts.sort();
    texts
}

/// What is put into a text, or over a part of it.
const PIECES: [&str; 24] = [
    "\"",
    "#",
    "${",
    "}",
    "${x}",
    ":",
    "\n",
    "\r\n",
    " ",
    "é",
    "👩‍🌾",
    "e\u{301}",
    "\u{feff}",
    "\\",
    "step \"s\"\n",
    "set x \"1\"\n",
    "run b.aite\n",
    "on:",
    "text:",
    "verify ",
    "call ",
    "to:",
    "needs session ",
    "covers J-1 ",
];

#[derive(Debug, Clone)]
struct Mutation {
    at: usize,
    remove: usize,
    insert: usize,
}

fn mutation() -> impl Strategy<Value = Mutation> {
    (any::<usize>(), 0_usize..12, 0..PIECES.len()).prop_map(|(at, remove, insert)| Mutation {
        at,
        remove,
        insert,
    })
}

fn mutate(text: &mut String, mutation: &Mutation) {
    let boundary = |at: usize, text: &str| {
        (0..=at.min(text.len()))
            .rev()
            .find(|at| text.is_char_boundary(*at))
            .unwrap()
    };
    let start = boundary(mutation.at % (text.len() + 1), text);
    let end = boundary(start + mutation.remove, text).max(start);
    text.replace_range(start..end, PIECES[mutation.insert]);
}

const OTHER: &str =
    "test \"b\"\nneeds session anna\nstep \"s\"\nclick text:\"${x}\"\nrun a.aite\nset x \"2\"\n";
const CONFIG: &str = "{\"profiles\": {\"anna\": {\"account\": \"@a\"}}}";

fn world(text: &str) -> (Analysis, FileKey) {
    let mut host = Host::new();
    let project = host.add_project();
    let file = FileKey::new(project, "a.aite");
    host.open(&file, FileKind::Script, Arc::from(text));
    host.set_disk(
        &FileKey::new(project, "b.aite"),
        FileKind::Script,
        Ok(Arc::from(OTHER)),
    );
    let config = FileKey::new(project, "aite.config.json");
    host.set_disk(&config, FileKind::Config, Ok(Arc::from(CONFIG)));
    host.set_runs(&file, vec![Arc::from(RUN)]);
    (host.snapshot(), file)
}

/// What is found in a project after a change of its files.
fn codes_after(analysis: &Analysis, file: &FileKey, edit: &WorkspaceEdit) -> Vec<Code> {
    let mut host = Host::new();
    let project = host.add_project();
    let mut keys = Vec::new();
    for known in analysis.files(file.project) {
        let changes = edit.files.iter().find(|(changed, _)| *changed == known);
        let text = analysis.text(&known).unwrap();
        let text = changes.map_or_else(|| text.to_string(), |(_, edits)| apply(&text, edits));
        let key = FileKey::new(project, known.path);
        host.open(&key, FileKind::of(&key.path).unwrap(), Arc::from(text));
        keys.push(key);
    }
    let renamed = host.snapshot();
    let found = keys.iter().flat_map(|key| renamed.findings(key));
    // A name in a comment of another script counts as a use of the variable, and comments are nobody's to change.
    let mut codes: Vec<Code> = found
        .map(|found| found.code)
        .filter(|code| *code != Code::W004)
        .collect();
    codes.sort();
    codes
}

const RUN: &str = r##"{"status": "failed", "steps": [{"name": "s", "file": "a.aite", "line": 3, "status": "failed",
    "commands": [{"file": "a.aite", "line": 4, "source": "click  text:\"Send\"", "status": "failed",
    "resolved": {"role": "button", "name": "Se\"nd $1", "css": "#a"},
    "failure": {"reason": "ambiguous", "candidates": [{"element": "<b>", "rewrite": "text:\"Send\" index:1"}]}}]}]}"##;

fn inside(text: &str, span: Span) -> Result<(), TestCaseError> {
    prop_assert!(
        text.get(span.start..span.end).is_some(),
        "{span:?} is not in the text"
    );
    Ok(())
}

fn ask_everything(
    analysis: &Analysis,
    file: &FileKey,
    text: &str,
    offset: usize,
) -> Result<(), TestCaseError> {
    for entry in analysis.completions(file, offset) {
        inside(text, entry.replace)?;
    }
    if let Some(hover) = analysis.hover(file, offset) {
        inside(text, hover.span)?;
    }
    for place in analysis
        .definition(file, offset)
        .into_iter()
        .chain(analysis.references(file, offset))
    {
        inside(&analysis.text(&place.file).unwrap_or_default(), place.span)?;
    }
    if let Some(span) = analysis.rename_place(file, offset) {
        inside(text, span)?;
        if let Ok(edit) = analysis.rename(file, offset, "other-1") {
            for (file, edits) in &edit.files {
                apply(&analysis.text(file).unwrap(), edits);
            }
        }
    }
    let chain = analysis.selection(file, offset);
    for pair in chain.windows(2) {
        prop_assert!(
            pair[1].start <= pair[0].start && pair[0].end <= pair[1].end,
            "{chain:?}"
        );
    }
    for found in analysis
        .signatures(file, offset)
        .into_iter()
        .flat_map(|found| found.forms)
    {
        for part in &found.parameters {
            inside(&found.label, part.span)?;
        }
    }
    apply(text, &analysis.format_after_newline(file, offset));
    for action in analysis.actions(file, Span::at(offset)) {
        if let Change::Edit(edit) = action.change {
            for (file, edits) in &edit.files {
                apply(&analysis.text(file).unwrap(), edits);
            }
        }
    }
    Ok(())
}

fn ask_whole(analysis: &Analysis, file: &FileKey, text: &str) -> Result<(), TestCaseError> {
    let whole = Span::new(0, text.len());
    for found in analysis.findings(file) {
        inside(text, found.span)?;
    }
    let mut last = 0;
    for token in analysis.tokens(file, whole) {
        prop_assert!(token.span.start >= last, "tokens overlap at {}", token.span.start);
        prop_assert!(!text[token.span.start..token.span.end].contains('\n'));
        last = token.span.end;
    }
    for hint in analysis.hints(file, whole) {
        inside(text, Span::at(hint.at))?;
    }
    for lens in analysis.lenses(file) {
        inside(text, lens.span)?;
    }
    for link in analysis.links(file) {
        inside(text, link.span)?;
    }
    for fold in analysis.folds(file) {
        inside(text, fold.span)?;
    }
    for symbol in analysis.symbols(file) {
        inside(text, symbol.span)?;
    }
    let formatted = apply(text, &analysis.format(file)).replace("\r\n", "\n");
    prop_assert_eq!(formatted, format(text, &aite_compiler::parse(text)));
    Ok(())
}

proptest! {
    // What fails is kept as a test of its own, not in a file beside the source.
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn every_question_has_an_answer_inside_the_text(
        example in prop::sample::select(examples()),
        mutations in prop::collection::vec(mutation(), 0..6),
        offsets in prop::collection::vec(any::<usize>(), 12),
    ) {
        let mut text = example;
        for mutation in &mutations {
            mutate(&mut text, mutation);
        }
        let (analysis, file) = world(&text);
        ask_whole(&analysis, &file, &text)?;
        for offset in offsets {
            // Places behind the text, and inside characters, are places too.
            ask_everything(&analysis, &file, &text, offset % (text.len() + 3))?;
        }
        ask_everything(&analysis, &file, &text, usize::MAX)?;
    }

    #[test]
    fn a_new_name_changes_nothing_but_the_name(
        example in prop::sample::select(examples()),
        mutations in prop::collection::vec(mutation(), 0..6),
        offset in any::<usize>(),
    ) {
        let mut text = example;
        for mutation in &mutations {
            mutate(&mut text, mutation);
        }
        let (analysis, file) = world(&text);
        let before = codes_after(&analysis, &file, &WorkspaceEdit::default());
        // From somewhere on, the first name that can be another one.
        let start = offset % (text.len() + 1);
        let named = (start..text.len()).find(|at| analysis.rename_place(&file, *at).is_some());
        for new in ["fresh-name", "K-99"] {
            if let Some(Ok(edit)) = named.map(|at| analysis.rename(&file, at, new)) {
                prop_assert!(!edit.files.is_empty());
                prop_assert_eq!(&codes_after(&analysis, &file, &edit), &before, "{}\n{:?}", text, edit);
            }
        }
    }
}
