//! `aite bench report`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use aite_runtime::bench::report;
use clap::Args;

use super::super::stdout;
use crate::exit::{Exit, Outcome, Stop};
use crate::render::safe;

#[derive(Debug, Args)]
pub(super) struct ReportArgs {
    /// The run's folder
    #[arg(long, value_name = "DIR")]
    run: PathBuf,
}

pub(super) fn run(args: &ReportArgs) -> Outcome {
    make(&args.run)?;
    let mut out = stdout();
    for name in report::FILES {
        writeln!(out, "{}", args.run.join(name).display())?;
    }
    out.flush()?;
    Ok(Exit::Success)
}

/// Makes the report of a run, and says on standard error what had to be left out.
pub(super) fn make(run: &Path) -> Result<(), Stop> {
    let made = report::report(run).map_err(|error| Stop::could_not_run(error.to_string()))?;
    warn(&made.notices);
    Ok(())
}

/// What is damaged in a run and keeps nobody from reading the rest.
pub(super) fn warn(notices: &[String]) {
    let mut out = io::stderr().lock();
    for notice in notices {
        // Standard error that cannot be written to leaves nobody to tell.
        drop(writeln!(out, "warning: {}", safe::line(notice, 400)));
    }
}
