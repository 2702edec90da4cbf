//! The rules of docs/ARCHITECTURE.md that a machine can see.

mod house;

use std::collections::BTreeSet;
use std::path::Path;

use house::{Metadata, files, read};

/// Which member may see which: every arrow points at the compiler, and only the binary sees both sides.
const ARROWS: &[(&str, &[&str])] = &[
    ("aite-compiler", &[]),
    ("aite-cdp", &[]),
    ("aite-runtime", &["aite-compiler", "aite-cdp"]),
    ("aite-checks", &["aite-runtime"]),
    ("aite-lsp", &["aite-compiler"]),
    (
        "aite",
        &["aite-compiler", "aite-runtime", "aite-checks", "aite-lsp"],
    ),
    ("aite-grammar", &["aite-compiler"]),
];

/// What the compiler does not do, by the crates that would do it: async, protocols, terminals, processes.
const STRANGERS_OF_THE_COMPILER: [&str; 18] = [
    "tokio",
    "async-std",
    "smol",
    "mio",
    "futures-executor",
    "aite-cdp",
    "chromiumoxide",
    "chromiumoxide_cdp",
    "chromiumoxide_types",
    "tokio-tungstenite",
    "hyper",
    "rustix",
    "ariadne",
    "clap",
    "crossterm",
    "console",
    "indicatif",
    "tower-lsp-server",
];

/// One door a foreign crate: its name in code, and the only place that may use it.
const DOORS: &[(&str, &str)] = &[
    ("logos", "compiler/src/lexer"),
    ("chumsky", "compiler/src/parser"),
    ("ariadne", "cli/src/render"),
    ("clap", "cli/src"),
    ("clap_complete", "cli/src/command"),
    ("chromiumoxide_cdp", "runtime/cdp/src"),
    ("chromiumoxide_types", "runtime/cdp/src"),
    ("tokio_tungstenite", "runtime/cdp"),
    ("hyper", "runtime/src/engine/http.rs"),
    ("hyper_util", "runtime/src/engine/http.rs"),
    ("http_body_util", "runtime/src/engine/http.rs"),
    ("indicatif", "cli/src/command/bench/progress.rs"),
    ("maud", "runtime/src/bench/scorecard/html"),
    ("axum", "runtime/src/site"),
    ("tower_http", "runtime/src/site"),
    ("tower_lsp", "lsp/src"),
    ("tower_service", "lsp/src/transport"),
    ("oxc_parser", "runtime/checks/src/strip.rs"),
    ("oxc_ast", "runtime/checks/src/strip.rs"),
    ("oxc_allocator", "runtime/checks/src/strip.rs"),
    ("rquickjs", "runtime/checks/src/engine.rs"),
    ("landlock", "runtime/checks/src/confine.rs"),
    ("seccompiler", "runtime/checks/src/confine.rs"),
    ("tree_sitter", "grammar/tests"),
    ("tree_sitter_language", "grammar/src"),
    ("tree_sitter_generate", "grammar/generator/src"),
    ("cc", "grammar/build.rs"),
];

const CODE: &[&str] = &["compiler", "runtime", "lsp", "cli", "grammar"];
/// Where unsafe code stands: what a child does before it is a program, and the door to a parser in C.
const UNSAFE: [&str; 3] = [
    "runtime/src/engine/spawn.rs",
    "grammar/src/lib.rs",
    "cli/tests/architecture.rs",
];
const MOST_LINES: usize = 700;

#[test]
fn every_arrow_points_at_the_compiler() {
    let metadata = Metadata::read();
    let names: BTreeSet<_> = metadata
        .workspace_members
        .iter()
        .map(|id| metadata.package(id).name.as_str())
        .collect();
    for id in &metadata.workspace_members {
        let member = &metadata.package(id).name;
        let (_, allowed) = ARROWS
            .iter()
            .find(|(name, _)| name == member)
            .unwrap_or_else(|| panic!("{member} is new: say in ARROWS what it may see"));
        for dependency in &metadata.node(id).deps {
            let name = metadata.package(&dependency.pkg).name.as_str();
            assert!(
                !names.contains(name) || allowed.contains(&name),
                "{member} must not depend on {name}"
            );
        }
    }
}

#[test]
fn the_compiler_knows_no_async_no_protocol_and_no_terminal() {
    let metadata = Metadata::read();
    let mut reached = BTreeSet::new();
    let mut open = vec![metadata.member("aite-compiler").id.as_str()];
    while let Some(id) = open.pop() {
        if reached.insert(id) {
            let deps = metadata.node(id).deps.iter();
            let normal = deps.filter(|dep| dep.dep_kinds.iter().any(|kind| kind.kind.is_none()));
            open.extend(normal.map(|dep| dep.pkg.as_str()));
        }
    }
    assert!(
        reached.len() > 3,
        "the compiler has dependencies, and they were followed"
    );
    for id in reached {
        let name = metadata.package(id).name.as_str();
        assert!(
            !STRANGERS_OF_THE_COMPILER.contains(&name),
            "aite-compiler must not depend on {name}, not even through others"
        );
    }
}

#[test]
fn each_foreign_crate_has_one_door() {
    for path in sources(&["rs"]) {
        let text = read(&path);
        for (name, door) in DOORS {
            if path.starts_with(door) || door_file(&path, door) {
                continue;
            }
            let user = code_lines(&text).find(|(_, line)| uses(line, name));
            if let Some((number, line)) = user {
                panic!(
                    "{}:{number} uses {name}, whose door is {door}: {}",
                    path.display(),
                    line.trim()
                );
            }
        }
    }
}

#[test]
fn unsafe_code_stands_in_few_places() {
    for path in sources(&["rs"]) {
        if UNSAFE.iter().any(|place| path == Path::new(place)) {
            continue;
        }
        for (number, line) in code_lines(&read(&path)) {
            let unsafe_word = [
                "unsafe {",
                "unsafe fn",
                "unsafe impl",
                "unsafe extern",
                "(unsafe_code",
            ];
            assert!(
                !unsafe_word.iter().any(|word| line.contains(word)),
                "{}:{number}: unsafe belongs in UNSAFE alone",
                path.display()
            );
        }
    }
}

#[test]
fn files_stay_small() {
    for path in sources(&["rs", "js", "mjs"]) {
        let lines = read(&path).lines().count();
        assert!(
            lines <= MOST_LINES,
            "{} has {lines} lines: when a file needs a table of contents it is two files",
            path.display()
        );
    }
}

#[test]
fn the_word_finder_sees_uses_and_only_those() {
    assert!(uses("use logos::Logos;", "logos"));
    assert!(uses("    chumsky::prelude::any()", "chumsky"));
    assert!(uses("extern crate clap as c;", "clap"));
    assert!(!uses("let catalogos::x", "logos"));
    assert!(!uses("use clap_complete::Shell;", "clap"));
}

fn sources(extensions: &[&str]) -> Vec<std::path::PathBuf> {
    let mut found: Vec<_> = CODE.iter().flat_map(|folder| files(folder, extensions)).collect();
    found.retain(|path| path != Path::new(file!()));
    assert!(found.len() > 10, "the code was found");
    found
}

/// `lexer.rs` is as good a door as `lexer/mod.rs`.
fn door_file(path: &Path, door: &str) -> bool {
    path.with_extension("") == Path::new(door)
}

fn code_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let numbered = text.lines().enumerate().map(|(index, line)| (index + 1, line));
    numbered.filter(|(_, line)| !line.trim_start().starts_with("//"))
}

/// Whether a line of code names this crate: `name::…`, or `name` itself after `use` or `extern crate`.
fn uses(line: &str, name: &str) -> bool {
    let part_of_word = |c: char| c.is_alphanumeric() || c == '_';
    let imports = line.trim_start().starts_with("use ") || line.contains("extern crate ");
    line.match_indices(name).any(|(at, _)| {
        let (before, after) = (&line[..at], &line[at + name.len()..]);
        let starts = !before.ends_with(part_of_word) && !before.ends_with("::");
        let ends = after.starts_with("::") || (imports && after.starts_with([';', ' ', ',', '}']));
        starts && ends
    })
}
