//! The `aite` binary: arguments, rendering, exit codes. The only place that sees compiler and runtime together.

mod args;
mod command;
mod exit;
mod git;
mod project;
mod render;
mod report;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use args::Cli;
use exit::{Exit, Stop};
use render::{Paint, Style, safe};

fn main() -> ExitCode {
    let cli = Cli::parse();
    let color = cli.color;
    let exit = match command::run(cli) {
        Ok(exit) => exit,
        Err(stop) => {
            explain(&stop, Style::of(color, &io::stderr()));
            stop.exit
        }
    };
    exit.into()
}

/// Says on standard error why there is nothing more to come.
fn explain(stop: &Stop, style: Style) {
    if stop.message.is_empty() || stop.exit == Exit::OutputClosed {
        return;
    }
    let mut text = String::new();
    for line in safe::block(&stop.message, 4_000) {
        text.push_str(&line);
        text.push('\n');
    }
    let mut shown = format!("{} {text}", style.paint(Paint::Red, "error:"));
    if let Some(help) = &stop.help {
        shown.push_str(&format!(
            "  {}: {}\n",
            style.paint(Paint::Cyan, "help"),
            safe::line(help, 4_000)
        ));
    }
    // Standard error that cannot be written to leaves nobody to tell.
    drop(io::stderr().write_all(shown.as_bytes()));
}
