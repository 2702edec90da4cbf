//! How good the guard is, as a figure: every example script, changed in every way that we know.
//!
//! Each weakening must be found, alone and together with a harmless edit; no harmless edit may be reported, alone
//! or together with another. docs/guard.md holds the table; `make guard-mutations` writes it.

#![expect(clippy::disallowed_methods, reason = "the tests read the examples")]

#[path = "guard_mutations/harmless.rs"]
mod harmless;
#[path = "guard_mutations/script.rs"]
mod script;
#[path = "guard_mutations/weakenings.rs"]
mod weakenings;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use aite_compiler::guard::{DEFAULT_TIMEOUT, Now, Version, compare};
use aite_compiler::lower::Compiled;

use harmless::HARMLESS;
use script::Script;
use weakenings::WEAKENINGS;

/// One way to change a script.
pub(crate) struct Mutation {
    pub(crate) name: &'static str,
    pub(crate) family: Family,
    /// The script changed in one place, once for each place where it can be.
    pub(crate) apply: fn(&Script) -> Vec<Script>,
}

/// What a change is about: of two changes in one family the second could undo the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Family {
    Time,
    Match,
    Other,
}

/// What came of one mutation.
#[derive(Default)]
struct Score {
    alone: usize,
    in_pairs: usize,
    /// Not found, or found although harmless.
    wrong: Vec<String>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Every example script that compiles and verifies something, with its path.
fn corpus() -> Vec<(String, Script)> {
    let mut paths = Vec::new();
    for folder in ["scripts", "fixtures", "cli/src/command/init"] {
        collect(&root().join(folder), &mut paths);
    }
    paths.sort();
    paths.iter().filter_map(|path| example(path)).collect()
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, paths);
        } else if path.extension().is_some_and(|extension| extension == "aite") {
            paths.push(path);
        }
    }
}

fn example(path: &Path) -> Option<(String, Script)> {
    let text = fs::read_to_string(path).ok()?;
    if !aite_compiler::check(&text).1.is_empty() {
        return None;
    }
    let mut files = BTreeMap::new();
    read_included(&text, &mut files);
    let script = Script::read(&text, files);
    let compiled = script.compiled();
    let name = path.strip_prefix(root()).unwrap().to_str().unwrap().to_owned();
    (!compiled.has_errors() && compiled.program.verifies()).then_some((name, script))
}

/// Scripts that are run are read from the repository's root, or from the folder of fixtures/ir.
fn read_included(text: &str, files: &mut BTreeMap<String, String>) {
    for line in text
        .lines()
        .map(script::words)
        .filter(|line| line.len() == 2 && line[0] == "run")
    {
        let roots = [root(), root().join("fixtures/ir")];
        let text = roots
            .iter()
            .find_map(|root| fs::read_to_string(root.join(&line[1])).ok());
        if let Some(text) = text.filter(|_| !files.contains_key(&line[1])) {
            files.insert(line[1].clone(), text.clone());
            read_included(&text, files);
        }
    }
}

/// Whether the guard says anything; `None` when the changed script does not compile and proves nothing.
fn reports(old: &Compiled, new: &Script, may_break: bool) -> Option<bool> {
    let new = new.compiled();
    let version = |compiled| Version {
        program: compiled,
        default_timeout: DEFAULT_TIMEOUT,
    };
    let now = match (new.has_errors(), may_break) {
        (true, false) => return None,
        (true, true) => Now::Broken("an error"),
        (false, _) => Now::Version(version(&new.program)),
    };
    Some(!compare(version(&old.program), now).is_empty())
}

/// Applies `mutation` everywhere alone, and in its first place before each companion, or in a quick test before
/// every third one, another third for each script. Counts what is not as it should be.
fn score(mutation: &Mutation, companions: &[Mutation], corpus: &[(String, Script)], expected: bool) -> Score {
    let mut score = Score::default();
    let may_break = mutation.name.contains("no longer parses");
    let step = if writes_table() { 1 } else { 3 };
    for (at, (name, script)) in corpus.iter().enumerate() {
        let old = script.compiled();
        for (nth, new) in (mutation.apply)(script).iter().enumerate() {
            let what = || format!("{name}: {}\n{}", mutation.name, new.text());
            let reported =
                reports(&old, new, may_break).unwrap_or_else(|| panic!("it does not compile: {}", what()));
            score.alone += 1;
            if reported != expected {
                score.wrong.push(what());
            }
            if nth > 0 {
                continue;
            }
            let some = companions.iter().skip(at % step).step_by(step);
            for companion in some.filter(|companion| go_together(mutation, companion)) {
                let Some(both) = (companion.apply)(new).into_iter().next() else {
                    continue;
                };
                let Some(reported) = reports(&old, &both, may_break) else {
                    continue;
                };
                score.in_pairs += 1;
                if reported != expected {
                    score.wrong.push(format!(
                        "{name}: {} + {}\n{}",
                        mutation.name,
                        companion.name,
                        both.text()
                    ));
                }
            }
        }
    }
    score
}

fn go_together(one: &Mutation, other: &Mutation) -> bool {
    one.family == Family::Other || one.family != other.family
}

#[test]
fn nothing_is_missed_and_nothing_is_a_false_alarm() {
    let corpus = corpus();
    assert!(corpus.len() >= 12, "only {} example scripts", corpus.len());
    let mut table = format!("{} example scripts.\n", corpus.len());
    let mut wrong = Vec::new();
    let sections = [
        ("weakening", "missed", WEAKENINGS, true),
        ("harmless edit", "false alarms", HARMLESS, false),
    ];
    for (what, fault, mutations, expected) in sections {
        writeln!(
            table,
            "\n| {what} | alone | with a harmless edit | {fault} |\n|---|--:|--:|--:|"
        )
        .unwrap();
        let mut sum = [0; 3];
        for mutation in mutations {
            let score = score(mutation, HARMLESS, &corpus, expected);
            let row = [score.alone, score.in_pairs, score.wrong.len()];
            writeln!(
                table,
                "| {} | {} | {} | {} |",
                mutation.name, row[0], row[1], row[2]
            )
            .unwrap();
            sum = std::array::from_fn(|at| sum[at] + row[at]);
            assert!(score.alone > 0, "{} fits no example script", mutation.name);
            wrong.extend(score.wrong);
        }
        writeln!(
            table,
            "| **{} kinds** | {} | {} | {} |",
            mutations.len(),
            sum[0],
            sum[1],
            sum[2]
        )
        .unwrap();
    }
    let count = wrong.len();
    wrong.truncate(8);
    assert!(
        wrong.is_empty(),
        "{count} wrong, among them:\n{}",
        wrong.join("\n")
    );
    check_table(&table);
}

fn writes_table() -> bool {
    std::env::var_os("UPDATE_GUARD_TABLE").is_some()
}

const BEGIN: &str = "<!-- mutations: written by make guard-mutations -->\n";
const END: &str = "<!-- end of mutations -->\n";

/// The table in docs/guard.md is the one that was just made. How often a mutation fits depends on the examples
/// that others add, so these numbers may be older; the kinds and the faults may not.
fn check_table(table: &str) {
    let path = root().join("docs/guard.md");
    let page = fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once(BEGIN).expect("the beginning of the table");
    let (written, after) = rest.split_once(END).expect("the end of the table");
    if writes_table() {
        fs::write(path, format!("{before}{BEGIN}{table}{END}{after}")).unwrap();
        return;
    }
    let lasting = |table: &str| -> Vec<String> {
        let rows = table.lines().filter(|row| row.starts_with('|')).map(|row| {
            let cells: Vec<&str> = row.split('|').collect();
            format!("{} {}", cells[1], cells[4])
        });
        rows.collect()
    };
    assert_eq!(lasting(written), lasting(table), "run make guard-mutations");
}
