//! Goldens of what is said about bad tasks: `fixtures/tasks/bad/NAME.json` and `NAME.golden`.
//!
//! `UPDATE_GOLDENS=1 cargo test -p aite-compiler --test tasks` writes the goldens anew.
#![allow(clippy::disallowed_methods, reason = "a test reads its fixtures")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{env, fs};

use aite_compiler::diagnostic::Diagnostic;
use aite_compiler::import::{self, Around, Suite, wire};
use aite_compiler::ir::{Document, Kind, OpKind, Outcome, Scene};
use aite_compiler::lower::Compiled;
use aite_compiler::source::LineIndex;
use serde_json::Value;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/tasks")
}

/// The files of a folder with an ending, sorted.
fn files(folder: &Path, end: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = entries
        .filter(|path| path.to_str().unwrap().ends_with(end))
        .collect();
    files.sort();
    files
}

fn suite() -> Suite {
    let text = fs::read_to_string(folder().join("data-set/manifest.json")).unwrap();
    let (suite, problems) = import::manifest(&text);
    assert_eq!(problems, []);
    suite
}

fn compile(path: &Path, suite: &Suite, subset: &str) -> Compiled {
    let text = fs::read_to_string(path).unwrap();
    let has_file = |path: &str| folder().join("data-set").join(path).is_file();
    let around = Around {
        subset: suite.subsets().find(|known| known.id == subset),
        has_file: Some(&has_file),
    };
    import::task(
        path.file_name().unwrap().to_str().unwrap(),
        Arc::from(text),
        &around,
    )
}

/// `line:column code message at pointer`, and the help.
fn told<'a>(text: &str, diagnostics: impl IntoIterator<Item = &'a Diagnostic>) -> String {
    let lines = LineIndex::new(text);
    let mut out = String::new();
    for diagnostic in diagnostics {
        let place = lines.line_column(diagnostic.span.start);
        let pointer = diagnostic.pointer.as_deref().unwrap_or("nowhere");
        let (line, column) = (place.line + 1, place.column + 1);
        writeln!(
            out,
            "{line}:{column} {} {} at \"{pointer}\"",
            diagnostic.code, diagnostic.message
        )
        .unwrap();
        if let Some(help) = &diagnostic.help {
            writeln!(out, "  help: {help}").unwrap();
        }
    }
    out
}

fn told_of(compiled: &Compiled) -> String {
    let found = compiled.diagnostics.iter().map(|found| &found.diagnostic);
    told(&compiled.texts[0], found)
}

/// Compares what is said about every file of a folder of bad samples with the goldens beside them.
fn compare(kind: &str, end: &str, said: impl Fn(&Path, &str) -> String) {
    let paths = files(&folder().join("bad").join(kind), end);
    assert!(!paths.is_empty(), "{kind}");
    for path in paths {
        let told = said(&path, &fs::read_to_string(&path).unwrap());
        assert_ne!(told, "", "{}", path.display());
        let golden = path.with_extension("golden");
        if env::var_os("UPDATE_GOLDENS").is_some() {
            fs::write(&golden, &told).unwrap();
        }
        let expected = fs::read_to_string(&golden).unwrap_or_default();
        assert_eq!(
            told,
            expected,
            "{}: rewrite with UPDATE_GOLDENS=1 if this is right",
            path.display()
        );
    }
}

#[test]
fn every_bad_task_is_told_what_its_golden_says() {
    let suite = suite();
    for (kind, subset) in [
        ("", "l1.raw_cdp"),
        ("page", "l1.playwright"),
        ("probe", "l2.platform"),
    ] {
        compare(kind, ".json", |path, _| told_of(&compile(path, &suite, subset)));
    }
}

#[test]
fn every_other_bad_file_is_told_what_its_golden_says() {
    compare("manifest", ".json", |_, text| {
        told(text, &import::manifest(text).1)
    });
    compare("answers", ".json", |_, text| told(text, &import::answers(text).1));
    compare("capabilities", ".json", |_, text| {
        told(text, &import::capabilities(text).1)
    });
    compare("scenario", ".scenario.json", |path, text| {
        told(text, &import::scenario(path.to_str().unwrap(), text).1)
    });
}

/// The words of the specification's table of schema rules.
#[test]
fn every_schema_rule_has_a_bad_sample_that_is_told_in_the_words_of_the_specification() {
    let suite = suite();
    for (name, words) in [
        ("missing-grader", "missing required field grader"),
        ("layer", "layer mismatch"),
        ("subset", "subset_id mismatch"),
        ("description-empty", "description must be non-empty"),
        ("description-number", "description must be non-empty"),
        ("features", "features must be a string list"),
        ("tags", "tags must be a string list"),
        ("obsolete-score_lane", "obsolete"),
        ("obsolete-score_policy", "obsolete"),
        ("obsolete-status", "obsolete"),
        ("obsolete-source_reference", "obsolete"),
        ("obsolete-migration_notes", "obsolete"),
        ("obsolete-expected_status_claim", "obsolete"),
        ("chrome-gate", "invalid chrome_gate"),
        ("chrome-gate", "valid Chrome baseline policy"),
        ("driver-kind", "unsupported driver.kind"),
        ("driver-of-another-subset", "unsupported driver.kind"),
        ("script", "script not found"),
        ("scene-kind", "unsupported scene"),
        ("scene-url", "must be absolute fixture path"),
        ("grader-kind", "unsupported grader"),
        ("no-checks", "return envelope alone is not verifiable"),
        ("endpoint", "must start with /"),
        ("artifact-profile", "artifact_profile"),
        ("launch-profile", "launch_profile"),
    ] {
        let path = folder().join("bad").join(format!("{name}.json"));
        let compiled = compile(&path, &suite, "l1.raw_cdp");
        assert!(compiled.has_errors(), "{name}");
        assert!(
            told_of(&compiled).contains(words),
            "{name}: {}",
            told_of(&compiled)
        );
    }
}

fn good_tasks() -> Vec<(PathBuf, Compiled)> {
    let suite = suite();
    let mut tasks = Vec::new();
    for subset in suite.subsets().filter(|subset| subset.enabled) {
        for path in files(&folder().join("data-set").join(subset.folder()), ".json") {
            let compiled = compile(&path, &suite, &subset.id);
            tasks.push((path, compiled));
        }
    }
    assert_eq!(tasks.len(), 6);
    tasks
}

#[test]
fn nothing_is_said_about_good_tasks_and_the_schema_knows_them() {
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/schema/ir.schema.json");
    let schema: Value = serde_json::from_str(&fs::read_to_string(schema).unwrap()).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    for (path, compiled) in good_tasks() {
        assert_eq!(told_of(&compiled), "", "{}", path.display());
        let document = Document::new(&compiled.program, &compiled.origins);
        let document = serde_json::to_value(document).unwrap();
        let errors: Vec<String> = schema
            .iter_errors(&document)
            .map(|error| error.to_string())
            .collect();
        assert_eq!(errors, [""; 0], "{}", path.display());
        assert_eq!(compiled.origins.ops.len(), compiled.program.ops().count());
    }
}

#[test]
fn a_driver_is_told_what_its_task_says() {
    for (path, compiled) in good_tasks() {
        let written: Value = serde_json::from_str(&compiled.texts[0]).unwrap();
        if let Some(steps) = written
            .pointer("/driver/checks")
            .and(written.pointer("/driver/steps"))
        {
            assert_eq!(
                &wire::steps(&compiled.program, wire::AS_WRITTEN),
                steps,
                "{}",
                path.display()
            );
            let checks = wire::checks(&compiled.program, wire::AS_WRITTEN);
            assert_eq!(
                Some(&checks),
                written.pointer("/driver/checks"),
                "{}",
                path.display()
            );
        }
        for (name, value) in wire::environment(&compiled.program, wire::AS_WRITTEN) {
            let value: Value = serde_json::from_str(&value).unwrap();
            assert_eq!(written["driver"]["env"][&name], value, "{}", path.display());
        }
    }
}

#[test]
fn steps_and_scenes_keep_what_the_runner_needs() {
    let tasks = good_tasks();
    let task = |name: &str| {
        let found = tasks.iter().find(|(_, compiled)| compiled.program.name == name);
        &found.unwrap().1.program
    };
    let outcomes: Vec<Outcome> = task("cart_empty_001").ops().map(|op| op.outcome).collect();
    assert_eq!(
        outcomes,
        [
            Outcome::Required,
            Outcome::Optional,
            Outcome::Required,
            Outcome::Required
        ]
    );
    assert!(
        task("cart_empty_001")
            .ops()
            .any(|op| matches!(op.kind, OpKind::Sleep { time } if time.0 == 50))
    );
    let Kind::Task(facts) = &task("storage_local_001").kind else {
        panic!("a task")
    };
    let Scene::Fixture { url, .. } = &facts.scene else {
        panic!("a fixture")
    };
    assert_eq!(url.variables().collect::<Vec<_>>(), ["seed"]);
    let filled = wire::text(url, &|name| Some(format!("<{name}>")));
    assert_eq!(filled, "/storage?seed=<seed>");
}

#[test]
fn nothing_that_is_cut_short_or_odd_makes_it_panic() {
    let good = fs::read_to_string(folder().join("data-set/tasks/playwright/sc_cart_add__pw.json")).unwrap();
    let odd = ["null", "[]", "{}", "7", "\"x\"", "true", "[[]]", "{\"a\":{}}"];
    for at in (0..good.len()).filter(|at| good.is_char_boundary(*at)) {
        import::task("cut.json", Arc::from(&good[..at]), &Around::NOTHING);
    }
    let whole: Value = serde_json::from_str(&good).unwrap();
    for key in whole.as_object().unwrap().keys() {
        for odd in odd {
            let mut task = whole.clone();
            task[key] = serde_json::from_str(odd).unwrap();
            let text = task.to_string();
            import::task("odd.json", Arc::from(text.as_str()), &Around::NOTHING);
            import::scenario("odd.scenario.json", &text);
            import::manifest(&text);
            import::answers(&text);
            import::capabilities(&text);
        }
    }
}
