//! `aite completions`: what shells ask for.

use std::io::Write;

use clap::CommandFactory;
pub(crate) use clap_complete::Shell;

use super::stdout;
use crate::args::{Cli, CompletionsArgs};
use crate::exit::{Exit, Outcome};

pub(super) fn run(args: &CompletionsArgs) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut visible(Cli::command()), "aite", &mut script);
    let mut out = stdout();
    out.write_all(&script)?;
    out.flush()?;
    Ok(Exit::Success)
}

/// The command line without what is not there yet: completion scripts do not know hidden parts as such.
fn visible(command: clap::Command) -> clap::Command {
    let mut shown = clap::Command::new(command.get_name().to_owned()).disable_help_subcommand(true);
    if let Some(about) = command.get_about() {
        shown = shown.about(about.clone());
    }
    let arguments = command.get_arguments().filter(|argument| !argument.is_hide_set());
    shown = shown.args(arguments.cloned().collect::<Vec<_>>());
    let commands = command.get_subcommands().filter(|one| !one.is_hide_set());
    shown.subcommands(commands.cloned().map(visible).collect::<Vec<_>>())
}
