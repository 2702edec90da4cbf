//! The commands, one file each.

mod check;
mod completions;
mod doctor;
mod explain;
mod fmt;
mod init;
mod ir;
mod parse;
mod run;
mod serve;

pub(crate) use completions::Shell;

use std::io::{self, BufWriter, StdoutLock};

use crate::args::{Cli, Command};
use crate::exit::{Outcome, Stop};

/// Does what the command line says.
pub(crate) fn run(cli: Cli) -> Outcome {
    let color = cli.color;
    match cli.command {
        Command::Init(args) => init::run(&args),
        Command::Run(args) => run::run(*args, color),
        Command::Check(args) => check::run(&args, color),
        Command::Fmt(args) => fmt::run(&args, color),
        Command::Explain(args) => explain::run(&args),
        Command::Parse(args) => parse::run(&args),
        Command::Ir(args) => ir::run(&args, color),
        Command::Serve(args) => serve::run(&args),
        Command::Doctor => doctor::run(color),
        Command::Completions(args) => completions::run(&args),
        Command::Guard(_) => not_yet("guard"),
        Command::Checks(_) => not_yet("checks"),
        Command::Session(_) => not_yet("session"),
        Command::Lsp(_) => not_yet("lsp"),
        Command::Bench(_) => not_yet("bench"),
        Command::Suite(_) => not_yet("suite"),
    }
}

fn not_yet(name: &str) -> Outcome {
    Err(Stop::refused(format!("aite {name} is not available yet")))
}

/// Standard output, written in large pieces.
fn stdout() -> BufWriter<StdoutLock<'static>> {
    BufWriter::with_capacity(64 * 1024, io::stdout().lock())
}
