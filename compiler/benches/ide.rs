//! What an editor waits for, in milliseconds on one core: `cargo bench -p aite-compiler --bench ide`.
//!
//! Each figure is the best of several rounds; an edit makes another text each round, so that nothing is remembered that
//! would not be. Nothing is asserted.
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a benchmark measures time and prints it"
)]

use std::fmt::Write as _;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use aite_compiler::ide::{Analysis, FileKey, FileKind, Host};
use aite_compiler::source::Span;

fn main() {
    project();
    for lines in [2_000, 50_000] {
        println!("a script of {lines} lines");
        let mut host = Host::new();
        let project = host.add_project();
        let file = FileKey::new(project, "scripts/a.aite");
        let text = script(lines);
        edits(&mut host, &file, &text);
        let analysis = host.snapshot();
        queries(&analysis, &file, &text);
    }
}

/// From a changed text to its findings.
fn edits(host: &mut Host, file: &FileKey, text: &str) {
    let rounds = (0..10).map(|round| {
        let changed: Arc<str> = Arc::from(format!("{text}    click text:\"{round}\"\n"));
        measured(|| {
            host.open(file, FileKind::Script, Arc::clone(&changed));
            host.snapshot().findings(file).len()
        })
    });
    show("an edit, to its findings", rounds.fold(f64::INFINITY, f64::min));
}

/// Questions about a text that was read.
fn queries(analysis: &Analysis, file: &FileKey, text: &str) {
    let middle = text.len() / 2;
    let verb = middle + text[middle..].find("click").unwrap_or(0);
    let hole = middle + text[middle..].find("${").unwrap_or(0) + 3;
    let window = Span::new(verb, (verb + 4_000).min(text.len()));
    let best = |name: &str, ask: &dyn Fn() -> usize| {
        ask();
        show(name, (0..20).map(|_| measured(ask)).fold(f64::INFINITY, f64::min));
    };
    best("completion of a command", &|| {
        analysis.completions(file, verb).len()
    });
    best("completion of a variable", &|| {
        analysis.completions(file, hole).len()
    });
    best("hover", &|| analysis.hover(file, hole).iter().count());
    best("definition", &|| analysis.definition(file, hole).len());
    best("references", &|| analysis.references(file, hole).len());
    best("rename", &|| {
        analysis
            .rename(file, hole, "other")
            .map_or(0, |edit| edit.files.len())
    });
    best("signatures", &|| {
        analysis.signatures(file, verb + 6).iter().count()
    });
    best("actions", &|| analysis.actions(file, Span::at(verb)).len());
    best("selection", &|| analysis.selection(file, hole).len());
    best("formatting behind a line", &|| {
        analysis.format_after_newline(file, verb).len()
    });
    best("tokens of a screen", &|| analysis.tokens(file, window).len());
    best("hints of a screen", &|| analysis.hints(file, window).len());
    best("tokens of everything", &|| {
        analysis.tokens(file, Span::new(0, text.len())).len()
    });
    best("folds", &|| analysis.folds(file).len());
    best("outline", &|| analysis.symbols(file).len());
    best("lenses", &|| analysis.lenses(file).len());
    best("formatting everything", &|| analysis.format(file).len());
}

/// A thousand scripts: what they take, and questions that go to all of them.
fn project() {
    println!("a project of 1,000 open scripts of 100 lines");
    let mut host = Host::new();
    let project = host.add_project();
    let text = script(100);
    let before = resident();
    let files: Vec<FileKey> = (0..1_000)
        .map(|number| FileKey::new(project, format!("scripts/{number}.aite")))
        .collect();
    for (number, file) in files.iter().enumerate() {
        host.open(
            file,
            FileKind::Script,
            Arc::from(format!("{text}    click text:\"{number}\"\n")),
        );
    }
    let analysis = host.snapshot();
    show(
        "all findings",
        measured(|| files.iter().map(|file| analysis.findings(file).len()).sum()),
    );
    show(
        "all symbols, the first time",
        measured(|| analysis.project_symbols("round").len()),
    );
    show(
        "all symbols",
        measured(|| analysis.project_symbols("round").len()),
    );
    let journey = text.find("J-09").unwrap_or(0);
    show(
        "a journey everywhere, the first time",
        measured(|| analysis.references(&files[0], journey).len()),
    );
    show(
        "a journey everywhere",
        measured(|| analysis.references(&files[0], journey).len()),
    );
    println!(
        "  {:<38} {:>9.1} MB",
        "memory",
        (resident() - before) as f64 / 1e6
    );
}

fn measured(ask: impl FnOnce() -> usize) -> f64 {
    let start = Instant::now();
    black_box(ask());
    start.elapsed().as_secs_f64() * 1_000.0
}

fn show(name: &str, millis: f64) {
    println!("  {name:<38} {millis:>9.3} ms");
}

/// The memory that the process holds, in bytes.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1_024
}

/// A script with what real ones have.
fn script(lines: usize) -> String {
    let mut text =
        "test \"a long day\"\n  covers J-09 J-13\n  start https://shop.test/\n  timeout 5s\n\n".to_owned();
    for round in 0..lines / 12 {
        write!(
            text,
            r#"  step "round {round}: buy one thing"
    goto    https://shop.test/items/{round}?page=2#list
    capture before{round}  css:".balance"
    click   role:button name:"Add to cart"
    type    label:"Amount"  "${{before{round}}}"
    select  label:"Size"  "Large"
    check   label:"I agree"
    press   Enter
    wait    css:".spinner" gone  timeout:500ms
    verify  text:"{round} items"  within:"Review"
    verify  css:".balance"  number:changed-by  from:before{round}  equals:-1  timeout:5s

"#
        )
        .unwrap();
    }
    text
}
