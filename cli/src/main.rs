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
use clap::error::{ContextKind, ContextValue};

use args::{Cli, LATER_COMMANDS};
use exit::{Exit, Outcome, Stop};
use render::{ColorChoice, Paint, Style, safe};

fn main() -> ExitCode {
    // A check's process: nothing else happens in it, not even the reading of arguments.
    if std::env::args_os()
        .nth(1)
        .is_some_and(|word| word == command::CHECK_PROCESS)
    {
        return aite_checks::child();
    }
    let (color, outcome) = match Cli::try_parse() {
        Ok(cli) => (cli.color, command::run(cli)),
        Err(error) => (ColorChoice::Auto, usage(&error)),
    };
    let exit = outcome.unwrap_or_else(|stop| {
        explain(&stop, Style::of(color, &io::stderr()));
        stop.exit
    });
    exit.into()
}

/// Help, the version, or what is wrong with the command line.
fn usage(error: &clap::Error) -> Outcome {
    if let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidSubcommand)
        && LATER_COMMANDS.contains(&name.as_str())
    {
        return Err(Stop::refused(format!("aite {name} is not available yet")));
    }
    let printed = error.print();
    match error.use_stderr() {
        true => Ok(Exit::Refused),
        false => printed.map(|()| Exit::Success).map_err(Stop::from),
    }
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
