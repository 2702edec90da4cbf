//! `aite bench report`.

use std::io::Write;
use std::path::PathBuf;

use aite_runtime::bench::scores;
use clap::Args;

use super::super::stdout;
use crate::exit::{Exit, Outcome, Stop};

#[derive(Debug, Args)]
pub(super) struct ReportArgs {
    /// The run's folder
    #[arg(long, value_name = "DIR")]
    run: PathBuf,
}

pub(super) fn run(args: &ReportArgs) -> Outcome {
    scores::report(&args.run).map_err(|error| Stop::could_not_run(error.to_string()))?;
    let mut out = stdout();
    for name in [scores::FILE, scores::CARD] {
        writeln!(out, "{}", args.run.join(name).display())?;
    }
    out.flush()?;
    Ok(Exit::Success)
}
