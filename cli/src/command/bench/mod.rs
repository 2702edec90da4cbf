//! `aite bench`: benchmark tasks on several engines, graded by what happened.
//!
//! ```text
//! read ─ data_set ─ selection ──┐
//! engines ──────────────────────┴─ plan ─ aite_runtime::bench ─ results ─ report
//! ```

mod coverage;
mod data_set;
mod doctor;
mod engines;
mod inspect;
mod list;
mod measuring;
mod plan;
mod problems;
mod progress;
mod read;
mod report;
mod run;
mod selection;
mod validate;

use clap::{Args, Subcommand};

use selection::Selection;

use crate::exit::Outcome;
use crate::render::ColorChoice;

/// What `aite bench` can be told.
#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    #[command(subcommand)]
    command: BenchCommand,
}

#[derive(Debug, Subcommand)]
enum BenchCommand {
    /// Attempt tasks on engines
    #[command(after_long_help = RUN_EXAMPLES)]
    Run(Box<run::RunArgs>),
    /// Find errors in a data set without running it
    #[command(after_long_help = VALIDATE_EXAMPLES)]
    Validate(Selection),
    /// List what is in a data set
    List(list::ListArgs),
    /// Tell what the tasks of a data set look at, and what they do not
    #[command(after_long_help = COVERAGE_EXAMPLES)]
    Coverage(coverage::CoverageArgs),
    /// Make the scores of a run again from its results
    Report(report::ReportArgs),
    /// Tell which engines are there, whether they are the pinned ones, and whether they answer
    Doctor(doctor::DoctorArgs),
    /// Show what became of one attempt
    Inspect(inspect::InspectArgs),
}

pub(super) fn run(args: BenchArgs, color: ColorChoice) -> Outcome {
    match args.command {
        BenchCommand::Run(args) => run::run(&args, color),
        BenchCommand::Validate(selection) => validate::run(&selection),
        BenchCommand::List(args) => list::run(&args),
        BenchCommand::Coverage(args) => coverage::run(&args),
        BenchCommand::Report(args) => report::run(&args),
        BenchCommand::Doctor(args) => doctor::run(&args, color),
        BenchCommand::Inspect(args) => inspect::run(&args, color),
    }
}

const RUN_EXAMPLES: &str = "\
Examples:
  aite bench run --subset l1.raw_cdp --engines chrome,lightpanda --jobs 2
  aite bench run --task runtime_evaluate_basic_001 --score-mode independent
  aite bench run --manifest data/manifest.json --tag purpose.smoke --k 3 --seed nightly
  aite bench run --subset l1.raw_cdp --dry-run

A task that fails is a result, not an error of the command.
Exit codes: 0 every attempt was made, 1 a task file has errors, 2 wrong usage, 3 could not run, 130 interrupted.";

const VALIDATE_EXAMPLES: &str = "\
Examples:
  aite bench validate --manifest data/manifest.json
  aite bench validate --subset l1.raw_cdp

Exit codes: 0 all is well, 1 there are errors, 2 wrong usage, 3 no manifest.";

const COVERAGE_EXAMPLES: &str = "\
Examples:
  aite bench coverage --manifest data/manifest.json
  aite bench coverage --layer L1 --by feature
  aite bench coverage --protocol browser_protocol.json --protocol js_protocol.json --json

Exit codes: 0 told, 2 wrong usage, 3 no manifest.";
