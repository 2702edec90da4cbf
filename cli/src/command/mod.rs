//! The commands, one file each.

mod bench;
mod check;
mod checks;
mod completions;
mod doctor;
mod explain;
mod fmt;
mod guard;
mod init;
mod ir;
mod lsp;
mod parse;
mod run;
mod serve;
mod session;
mod task;

pub(crate) use bench::BenchArgs;
pub(crate) use checks::ChecksArgs;
pub(crate) use completions::Shell;
pub(crate) use guard::GuardArgs;
pub(crate) use session::SessionArgs;

use std::io::{self, BufWriter, StdoutLock, Write};

use aite_compiler::diagnostic::{Diagnostic, Severity};
use aite_compiler::lower::Compiled;
use aite_runtime::engine::Configured;

use crate::args::{Cli, Command, LspArgs};
use crate::exit::Outcome;
use crate::project::Project;
use crate::render::{Message, SourceText, Style, write_fancy};

/// The first argument of the process in which a check runs.
pub(crate) const CHECK_PROCESS: &str = "__check";

/// Does what the command line says.
pub(crate) fn run(cli: Cli) -> Outcome {
    let color = cli.color;
    if let Some(parent) = cli.end_with {
        lsp::end_with(parent)?;
    }
    match cli.command {
        Command::Init(args) => init::run(&args),
        Command::Run(args) => run::run(*args, color),
        Command::Check(args) => check::run(&args, color),
        Command::Fmt(args) => fmt::run(&args, color),
        Command::Explain(args) => explain::run(&args),
        Command::Parse(args) => parse::run(&args),
        Command::Ir(args) => ir::run(&args, color),
        Command::Session(args) => session::run(&args, color),
        // There is one way to speak, so it changes nothing to name it.
        Command::Lsp(LspArgs { stdio: _ }) => lsp::run(),
        Command::Serve(args) => serve::run(&args),
        Command::Doctor => doctor::run(color),
        Command::Completions(args) => completions::run(&args),
        Command::Bench(args) => bench::run(args, color),
        Command::Checks(args) => checks::run(&args, color),
        Command::Guard(args) => guard::run(&args, color),
    }
}

/// Standard output, written in large pieces.
fn stdout() -> BufWriter<StdoutLock<'static>> {
    BufWriter::with_capacity(64 * 1024, io::stdout().lock())
}

/// Whether a diagnostic keeps a script from running.
fn is_error(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity == Severity::Error
}

/// Shows the errors of a script that cannot be used.
fn show_errors(out: &mut dyn Write, style: Style, compiled: &Compiled) -> io::Result<()> {
    let texts = compiled.origins.files.iter().zip(&compiled.texts);
    let sources: Vec<_> = texts.map(|(name, text)| SourceText::new(name, text)).collect();
    let errors = compiled
        .diagnostics
        .iter()
        .filter(|found| is_error(&found.diagnostic));
    for found in errors {
        if let Some(source) = sources.get(found.file) {
            write_fancy(out, style, &Message::of(&found.diagnostic, source))?;
        }
    }
    Ok(())
}

/// Where the configuration says that Chrome is.
fn chrome_configured(project: &Project) -> Option<Configured> {
    engine_configured(project, "chrome")
}

/// Where the configuration says that an engine is.
fn engine_configured(project: &Project, name: &str) -> Option<Configured> {
    let engines = &project.config.engines;
    let alias = (name == "chrome").then_some("chromium");
    let engine = engines.get(name).or_else(|| engines.get(alias?))?;
    Some(Configured {
        path: engine.path.as_ref().map(|path| project.root.join(path)),
        version: engine.version.clone(),
        sha256: engine.sha256.clone(),
    })
}
