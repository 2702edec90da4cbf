//! Megabytes a second from text to IR on one core; one line a stage, as `make bench` reads them.
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "figures are what this program is for"
)]

use std::fmt::Write;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use aite_compiler::lower::{NoSources, compile};
use aite_compiler::{lexer, parse};

/// The figure is the best of some slices of time, so that what else runs on the machine does not count.
const SLICES: usize = 400;
const SLICE: Duration = Duration::from_millis(4);

fn main() {
    let text: Arc<str> = script().into();
    let rate = |work: &dyn Fn()| megabytes_a_second(text.len(), work);
    println!(
        "lex {:.1}",
        rate(&|| {
            black_box(lexer::tokens(&text).count());
        })
    );
    println!(
        "parse {:.1}",
        rate(&|| {
            black_box(parse(&text));
        })
    );
    println!(
        "lex-to-ir {:.1}",
        rate(&|| {
            black_box(compile("bench.aite", Arc::clone(&text), &NoSources));
        })
    );
}

fn megabytes_a_second(bytes: usize, work: &dyn Fn()) -> f64 {
    let slices = (0..SLICES).map(|_| {
        let began = Instant::now();
        let mut passes = 0_u32;
        while began.elapsed() < SLICE {
            work();
            passes += 1;
        }
        f64::from(passes) * bytes as f64 / 1e6 / began.elapsed().as_secs_f64()
    });
    slices.fold(0.0, f64::max)
}

/// A script of two kilobytes, as people write them.
fn script() -> String {
    let mut text = String::from(
        "test \"send pebbles to a friend\"\n  covers  J-09 J-13\n  start   http://localhost:4173/wallet/\n\n  \
         step \"remember the balance\"\n    capture before  css:\".balance\"\n",
    );
    for part in 1..=8 {
        let step = format!(
            "  step \"look at part {part} of the page\"\n    click  role:button name:\"Open part {part}\"\n    \
             type   label:\"Amount\"  \"{part}00\"\n    verify text:\"Part {part} is open\"  within:\"Parts of the page\"\n    \
             verify css:\".balance\"  number:changed-by  from:before  equals:-{part}  timeout:5s\n"
        );
        let _ = text.write_str(&step);
    }
    text
}
