//! How fast text becomes tokens, syntax and programs, on one core: `cargo bench -p aite-compiler`.

#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a benchmark reads the clock and prints"
)]

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use aite_compiler::format::format;
use aite_compiler::lexer::tokens;
use aite_compiler::lower::{NoSources, compile};
use aite_compiler::parse;

const ROUNDS: usize = 7;

fn main() {
    let scripts: Vec<Arc<str>> = (0..10_000).map(|number| Arc::from(script(number))).collect();
    let large: Arc<str> = Arc::from(one_large_script());
    println!("{:<34}{:>10}{:>10}", "", "MB/s", "MB");
    for (name, texts) in [
        ("10,000 scripts", scripts.as_slice()),
        ("one large script", &[large]),
    ] {
        measure(name, "lex", texts, |text| tokens(text).count());
        measure(name, "parse", texts, |text| parse(text).ast.steps.len());
        measure(name, "compile", texts, |text| {
            let compiled = compile("bench.aite", Arc::clone(text), &NoSources);
            assert!(!compiled.has_errors());
            compiled.origins.ops.len()
        });
        measure(name, "format", texts, |text| format(text, &parse(text)).len());
    }
}

/// The best of a few rounds: what the code can do when the machine lets it.
fn measure(name: &str, stage: &str, texts: &[Arc<str>], work: impl Fn(&Arc<str>) -> usize) {
    let bytes: usize = texts.iter().map(|text| text.len()).sum();
    let round = || {
        let start = Instant::now();
        texts.iter().for_each(|text| {
            black_box(work(text));
        });
        start.elapsed()
    };
    let best = (0..ROUNDS).map(|_| round()).min().unwrap_or(Duration::MAX);
    let megabytes = bytes as f64 / 1e6;
    println!(
        "{:<34}{:>10.1}{megabytes:>10.1}",
        format!("{name}: {stage}"),
        megabytes / best.as_secs_f64()
    );
}

/// A script of about 2 kB, as people write them.
fn script(number: usize) -> String {
    let mut text = format!(
        "# Journey {number}: a gift for a friend\ntest \"send gift {number} to a friend\"\n  covers  J-{number} J-13\n  start   \
         https://shop.test/gifts/{number}\n  needs   session anna\n  timeout 8s\n\n"
    );
    for step in 0..6 {
        write_step(&mut text, step);
    }
    text
}

fn one_large_script() -> String {
    let mut text = "test \"a large one\"\n  needs   session anna\n".to_owned();
    for step in 0..60_000 {
        write_step(&mut text, step);
    }
    text
}

fn write_step(text: &mut String, step: usize) {
    let lines = format!(
        "  step \"fill in part {step} of the form\"\n    capture before{step}  css:\".balance\"\n    click   \
         role:button name:\"Next {step}\"\n    type    label:\"Message\"  \"Happy birthday, dear friend {step}\"\n    \
         # the shop answers within a second\n    verify  text:\"Part {step} is saved\"  within:\"Review\"  \
         timeout:5s\n    verify  css:\".balance\"  number:changed-by  from:before{step}  equals:-1\n"
    );
    text.push_str(&lines);
}
