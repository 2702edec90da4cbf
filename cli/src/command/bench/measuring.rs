//! The options of `aite bench run` about what engines cost.

use std::path::{Path, PathBuf};
use std::time::Duration;

use aite_runtime::bench::plan::Plan;
use aite_runtime::bench::resources::{self, Mode, Profile};
use clap::{Args, ValueEnum};

use crate::exit::Stop;

#[derive(Debug, Args)]
pub(super) struct Measuring {
    /// Whether it is measured what engines cost: memory, processor, traffic
    #[arg(long, value_name = "MODE", default_value = "off")]
    resource_profile: ProfileMode,
    /// The milliseconds between two looks at an engine
    #[arg(long, value_name = "MS", default_value_t = 500, value_parser = clap::value_parser!(u64).range(10..=60_000))]
    resource_sample_interval_ms: u64,
    /// A run with --resource-profile baseline of the same tasks, to know what looking costs
    #[arg(long, value_name = "DIR")]
    resource_calibration_baseline: Option<PathBuf>,
    /// By how much looking may slow an attempt down
    #[arg(long, value_name = "PERCENT", default_value_t = 10.0, value_parser = percent)]
    resource_max_observer_effect_pct: f64,
}

/// `--resource-profile`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ProfileMode {
    /// It is not measured
    Off,
    /// It is not measured, but engines take turns: what a measured run is compared with
    Baseline,
    /// It is measured
    Engine,
}

fn percent(text: &str) -> Result<f64, String> {
    let percent = text
        .parse::<f64>()
        .ok()
        .filter(|percent| (0.0..=1000.0).contains(percent));
    percent.ok_or_else(|| "it is a number from 0 to 1000".into())
}

impl Measuring {
    /// How what engines cost is measured.
    pub(super) fn profile(&self) -> Result<Profile, Stop> {
        let mode = match self.resource_profile {
            ProfileMode::Off => Mode::Off,
            ProfileMode::Baseline => Mode::Baseline,
            ProfileMode::Engine => Mode::Engine,
        };
        if let Some(run) = &self.resource_calibration_baseline {
            if mode != Mode::Engine {
                return Err(
                    Stop::refused("--resource-calibration-baseline is for runs that measure")
                        .with_help("add --resource-profile engine"),
                );
            }
            if !run.is_dir() {
                return Err(Stop::refused(format!(
                    "--resource-calibration-baseline {}: there is no such run",
                    run.display()
                )));
            }
        }
        Ok(Profile {
            mode,
            interval: Duration::from_millis(self.resource_sample_interval_ms),
            calibration: self.resource_calibration_baseline.clone(),
            most_percent: self.resource_max_observer_effect_pct,
        })
    }
}

/// Writes what engines cost into the folder of a run that measured it.
pub(super) fn summarise(plan: &Plan, folder: &Path) -> Result<(), Stop> {
    if plan.resources.mode != Mode::Engine {
        return Ok(());
    }
    resources::summarise(folder, &plan.resources)
        .map_err(|error| Stop::could_not_run(format!("what the engines cost cannot be summed up: {error}")))
}
