//! `aite lsp`: the language server on standard input and output.

use std::env;
use std::process;

use aite_lsp::{End, Settings};
use rustix::process::{Pid, Signal, getppid, set_parent_process_death_signal};

use crate::exit::{Exit, Outcome, Stop};

pub(super) fn run() -> Outcome {
    let settings = Settings {
        program: env::current_exe().ok(),
        version: env!("CARGO_PKG_VERSION"),
        read_checks: aite_runtime::checks::read_folder,
    };
    let end = aite_lsp::serve_stdio(settings)
        .map_err(|error| Stop::could_not_run(format!("the language server could not start: {error}")))?;
    Ok(match end {
        End::Orderly => Exit::Success,
        End::Abrupt => Exit::Failure,
    })
}

/// Has this process end in an orderly way when the one that started it ends in any way: the language server starts
/// runs, and an editor that is killed must not leave a browser behind.
pub(super) fn end_with(parent: u32) -> Result<(), Stop> {
    set_parent_process_death_signal(Some(Signal::TERM))
        .map_err(|error| Stop::could_not_run(format!("the starting process cannot be watched: {error}")))?;
    // It may have ended before it was watched.
    let still_there = getppid().map(Pid::as_raw_pid) == Some(parent.cast_signed());
    match still_there {
        true => Ok(()),
        false => process::exit(Exit::Interrupted as i32),
    }
}
