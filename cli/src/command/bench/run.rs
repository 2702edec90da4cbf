//! `aite bench run`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use aite_compiler::ir::Baseline;
use aite_runtime::bench::plan::Plan;
use aite_runtime::bench::report::CARD;
use aite_runtime::bench::run_id::{self, Conflict};
use aite_runtime::bench::score::Mode;
use aite_runtime::bench::{Ended, Made, RunError, canonical};
use clap::{Args, ValueEnum};

use super::super::{is_error, run::signals, stdout};
use super::data_set::DataSet;
use super::measuring::Measuring;
use super::progress::Progress;
use super::selection::{Selected, Selection};
use super::{engines, measuring, plan, problems, report};
use crate::exit::{Exit, Outcome, Stop};
use crate::project::Project;
use crate::render::{ColorChoice, Style};

#[derive(Debug, Args)]
pub(super) struct RunArgs {
    #[command(flatten)]
    pub(super) selection: Selection,
    /// The engines, separated by commas: chrome, moli, lightpanda, obscura, or the ws:// address of one that runs already
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "chrome")]
    pub(super) engines: Vec<String>,
    /// An engine's program; `ENGINE=PATH` when there are several engines
    #[arg(long, value_name = "PATH")]
    pub(super) browser: Vec<String>,
    /// Whether Moli lays boxes out for real; `off` gives every box a made-up place, for the whole run
    #[arg(long, value_name = "HOW", default_value = "on")]
    pub(super) moli_layout: LayoutArg,
    /// How many tasks at once, each on engines of its own
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least_one)]
    pub(super) jobs: usize,
    /// How often each task is attempted [default: as the manifest says]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) k: Option<u32>,
    /// What the seeds of attempts are made from [default: random]
    #[arg(long, value_name = "TEXT")]
    pub(super) seed: Option<String>,
    /// Whether candidates wait for Chrome [default: as task, subset or manifest say]
    #[arg(long, alias = "chrome-gate", value_name = "POLICY")]
    pub(super) chrome_baseline: Option<BaselineArg>,
    /// How engines are scored
    #[arg(long, value_name = "MODE", default_value = "baseline_checked")]
    pub(super) score_mode: ModeArg,
    /// Whether the machine is watched meanwhile, for what may have disturbed the run
    #[arg(long, value_name = "HOW", default_value = "on")]
    pub(super) host_telemetry: Switch,
    /// How often the machine is looked at, in seconds
    #[arg(long, value_name = "S", default_value = "2", value_parser = interval)]
    pub(super) host_sample_interval_s: Duration,
    /// The folder of the runs
    #[arg(long, value_name = "DIR", default_value = "runs")]
    pub(super) out: PathBuf,
    /// The run's name, which is its folder's [default: the time]
    #[arg(long, value_name = "NAME")]
    pub(super) run_id: Option<String>,
    /// When that folder exists already
    #[arg(long, value_name = "HOW", default_value = "suffix")]
    pub(super) run_id_conflict: ConflictArg,
    /// A name that is added to the time
    #[arg(long, value_name = "NAME", conflicts_with = "run_id")]
    pub(super) label: Option<String>,
    /// Have page steps performed by another driver than each task names; the rows are kept apart from the scores
    #[arg(long, value_name = "NAME")]
    pub(super) driver: Option<DriverArg>,
    #[command(flatten)]
    pub(super) measuring: Measuring,
    /// Print what would be attempted, and do nothing
    #[arg(long)]
    pub(super) dry_run: bool,
    /// Write no scores
    #[arg(long)]
    pub(super) no_report: bool,
    /// Show no progress
    #[arg(long)]
    pub(super) no_progress: bool,
    /// Print the run's folder and nothing else
    #[arg(long)]
    pub(super) quiet: bool,
    /// Mark the run as none for scores
    #[arg(long)]
    pub(super) debug: bool,
}

/// `--chrome-baseline`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub(super) enum BaselineArg {
    /// Chrome is not waited for
    Off,
    /// Chrome goes first and keeps nobody from running
    BestEffort,
    /// Chrome goes first, and what it does not pass is not tried on others
    Required,
}

/// `--score-mode`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub(super) enum ModeArg {
    /// Chrome is the yardstick, the others are scored
    BaselineChecked,
    /// Every engine is scored for itself
    Independent,
}

/// `--driver`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum DriverArg {
    /// aite itself, with what runs scripts
    Aite,
}

/// `--host-telemetry`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Switch {
    /// Every now and then
    On,
    /// Not at all
    Off,
}

/// `--moli-layout`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum LayoutArg {
    /// Real geometry
    On,
    /// Light, and no geometry
    Off,
}

/// `--run-id-conflict`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub(super) enum ConflictArg {
    /// Append _002 and so on
    Suffix,
    /// Refuse
    Error,
}

impl From<BaselineArg> for Baseline {
    fn from(arg: BaselineArg) -> Self {
        match arg {
            BaselineArg::Off => Self::Off,
            BaselineArg::BestEffort => Self::BestEffort,
            BaselineArg::Required => Self::Required,
        }
    }
}

impl From<ModeArg> for Mode {
    fn from(arg: ModeArg) -> Self {
        match arg {
            ModeArg::BaselineChecked => Self::BaselineChecked,
            ModeArg::Independent => Self::Independent,
        }
    }
}

impl From<ConflictArg> for Conflict {
    fn from(arg: ConflictArg) -> Self {
        match arg {
            ConflictArg::Suffix => Self::Suffix,
            ConflictArg::Error => Self::Refuse,
        }
    }
}

impl RunArgs {
    /// How often the machine is looked at.
    pub(super) fn telemetry(&self) -> Option<Duration> {
        (self.host_telemetry == Switch::On).then_some(self.host_sample_interval_s)
    }
}

fn interval(text: &str) -> Result<Duration, String> {
    let seconds = text
        .parse()
        .ok()
        .filter(|seconds| (0.25..=3600.0).contains(seconds));
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "it is a number of seconds from 0.25 to 3600".into())
}

fn at_least_one(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=256).contains(number));
    number.ok_or_else(|| "it is a number from 1 to 256".into())
}

pub(super) fn run(args: &RunArgs, color: ColorChoice) -> Outcome {
    let style = Style::of(color, &io::stderr());
    let project = Project::find(style)?;
    let data_set = DataSet::read(&args.selection.manifest)?;
    let selected = data_set.select(&args.selection)?;
    refuse_errors(&data_set, &selected)?;
    let named = engines::named(&args.engines)?;
    let mut engines = engines::find(&named, &args.browser, &data_set.root, &project)?;
    for engine in engines.iter_mut().filter(|it| it.engine.has_layout_switch()) {
        engine.layout = args.moli_layout == LayoutArg::On;
    }
    let plan = plan::plan(args, &data_set, &selected, engines)?;
    let mut out = stdout();
    if args.dry_run {
        out.write_all(canonical::pretty(&plan::shown(&plan)).as_bytes())?;
        out.flush()?;
        return Ok(Exit::Success);
    }
    let (run_id, folder) = reserve(args)?;
    let mut progress = Progress::new(&plan, args.quiet, args.no_progress, color);
    let ended = attempt(&plan, &run_id, &folder, &mut progress);
    progress.finish();
    measuring::summarise(&plan, &folder)?;
    let reported = match args.no_report {
        true => None,
        false => Some(report::make(&folder)),
    };
    if !args.quiet {
        progress.summary(&mut out)?;
        if let Some(Ok(())) = reported {
            writeln!(out, "{}", folder.join(CARD).display())?;
        }
    }
    writeln!(out, "run_dir={}", folder.display())?;
    out.flush()?;
    // Why a run broke off says more than that there is nothing to report on.
    let ended = ended?;
    reported.transpose()?;
    match ended {
        Ended::Completed => Ok(Exit::Success),
        Ended::Interrupted => Ok(Exit::Interrupted),
    }
}

/// Nothing is attempted of what `aite bench validate` would refuse.
fn refuse_errors(set: &DataSet, selected: &Selected<'_>) -> Result<(), Stop> {
    let mut found = problems::of(set, selected);
    found.retain(|(_, diagnostic)| is_error(diagnostic));
    match problems::report(set, &found)? {
        true => Err(Stop::silent(Exit::Failure)),
        false => Ok(()),
    }
}

fn reserve(args: &RunArgs) -> Result<(String, PathBuf), Stop> {
    let id = match &args.run_id {
        Some(id) => id.clone(),
        None => run_id::stamped(SystemTime::now(), args.label.as_deref()),
    };
    let is_plain = !id.is_empty() && !id.starts_with('.') && !id.contains(['/', '\\', '\0']);
    if !is_plain {
        return Err(Stop::refused(format!("--run-id {id:?} is no name of a folder")));
    }
    run_id::reserve(&args.out, &id, args.run_id_conflict.into()).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => Stop::refused(format!(
            "the run {id} exists already, and runs are never overwritten"
        ))
        .with_help("choose another --run-id, or --run-id-conflict suffix"),
        _ => Stop::could_not_run(format!(
            "{}: the run's folder cannot be made: {error}",
            args.out.display()
        )),
    })
}

fn attempt(
    plan: &Plan,
    run_id: &str,
    folder: &std::path::Path,
    progress: &mut Progress,
) -> Result<Ended, Stop> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Stop::could_not_run(format!("the runtime cannot be started: {error}")))?;
    let cancellation = signals::listen()
        .map_err(|error| Stop::could_not_run(format!("signals cannot be listened to: {error}")))?;
    let mut watch = |made: &Made<'_>| progress.made(made);
    runtime
        .block_on(aite_runtime::bench::run(
            plan,
            run_id,
            folder,
            &mut watch,
            &cancellation,
        ))
        .map_err(|error| could_not_run(&error))
}

fn could_not_run(error: &RunError) -> Stop {
    let stop = Stop::could_not_run(error.to_string());
    match error {
        RunError::Engine(engine) => match engine.help() {
            Some(help) => stop.with_help(help),
            None => stop,
        },
        _ => stop,
    }
}
