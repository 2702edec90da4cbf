//! Large and hostile texts, in megabytes a second on one core: `cargo bench -p aite-compiler --bench large`.
//!
//! Each figure is the best of five runs over the same text, in time on the processor where the system tells it, so
//! that a busy machine counts less. Nothing is asserted.
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a benchmark measures time and prints it"
)]

use std::fmt::Write as _;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use aite_compiler::lower::NoSources;

const MEGABYTE: usize = 1_000_000;

fn main() {
    let size = 20 * MEGABYTE;
    let script = script_of(size);
    println!("a script of {} MB", script.len() / MEGABYTE);
    measure("lex", &script, |text| aite_compiler::lexer::tokens(text).count());
    measure("parse", &script, |text| {
        aite_compiler::parse(text).ast.steps.len()
    });
    measure("parse and check names", &script, |text| {
        aite_compiler::check(text).1.len()
    });
    measure("lex to ir", &script, |text| {
        let compiled = aite_compiler::lower::compile("speed.aite", Arc::from(text), &NoSources);
        compiled.program.steps.len()
    });
    measure("aite parse, as JSON", &script, |text| {
        aite_compiler::parse_json(text).len()
    });

    println!("texts that are no scripts, as JSON");
    let line = |text: &str| text.repeat(size / text.len());
    let errors = format!("test \"t\"\nstep \"s\"\n{}", line("clik text:\"A\"\n"));
    measure("an error a line", &errors, |text| {
        aite_compiler::parse_json(text).len()
    });
    for (name, text) in [
        ("one word", "a".repeat(size)),
        ("one string", format!("test \"{}\"", "a".repeat(size))),
        ("one line of words", line("a b ")),
        ("one line of quotes", line("\" ")),
        ("one line of colons", line("a:")),
        ("blank lines", line("\n")),
        ("spaces", line(" ")),
        ("dollars", format!("test \"{}\"", line("${"))),
        (
            "bytes that are not UTF-8",
            String::from_utf8_lossy(&vec![0xff; size / 3]).into_owned(),
        ),
    ] {
        measure(name, &text, |text| aite_compiler::parse_json(text).len());
    }
}

/// Prints one figure; a word on the command line picks those whose name holds it.
fn measure(name: &str, text: &str, work: impl Fn(&str) -> usize) {
    let wanted = std::env::args()
        .skip(1)
        .find(|argument| !argument.starts_with('-'));
    if wanted.is_some_and(|wanted| !name.contains(&wanted)) {
        return;
    }
    let seconds = (0..5).map(|_| {
        let (start, before) = (Instant::now(), processor_time());
        black_box(work(black_box(text)));
        let elapsed = start.elapsed();
        let used = processor_time().zip(before).map(|(after, before)| after - before);
        used.unwrap_or(elapsed).as_secs_f64()
    });
    let best = seconds.fold(f64::INFINITY, f64::min);
    println!(
        "  {name:<26} {:>8.1} MB/s",
        text.len() as f64 / MEGABYTE as f64 / best
    );
}

/// What this thread has used so far.
fn processor_time() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = stat.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

/// A script of about `size` bytes with what real ones have.
fn script_of(size: usize) -> String {
    let mut text = String::with_capacity(size + 1_000);
    text.push_str(
        "test \"a long day\"\n  covers J-09 J-13\n  start https://shop.test/\n  needs session alice\n\n",
    );
    let mut round = 0;
    while text.len() < size {
        round += 1;
        write!(
            text,
            r#"  step "round {round}: buy one thing"
    # the shop opens in a new tab
    goto https://shop.test/items/{round}?page=2#list
    capture before{round}  css:".balance"
    click   role:button name:"Add to cart"
    type    label:"Amount"  "{round}"
    type    placeholder:"Who is it for?"  "alex \"the great\""
    select  label:"Size"  "Large"
    check   label:"I agree"
    press   Enter
    wait    css:".spinner" gone  timeout:500ms
    verify  text:"{round} items"  within:"Review"
    verify  css:".balance"  number:changed-by  from:before{round}  equals:-1  timeout:5s
    verifyNot text:"Something went wrong"

"#
        )
        .unwrap();
    }
    text
}
