//! `aite bench doctor`: which engines are there, are they the pinned ones, do they answer, and what else a run needs.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::Command;

use aite_runtime::bench::plan::EnginePlan;
use aite_runtime::engine::{Engine, StartError};
use aite_runtime::verdict::Status;
use clap::Args;

use super::super::stdout;
use super::{data_set, engines};
use crate::exit::{Exit, Outcome, Stop};
use crate::project::Project;
use crate::render::{ColorChoice, Paint, Style, safe};
use crate::report::sign;

#[derive(Debug, Args)]
pub(super) struct DoctorArgs {
    /// The manifest of the data set
    #[arg(long, value_name = "FILE", default_value = "manifest.json")]
    manifest: PathBuf,
    /// The engines, separated by commas
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        default_value = "chrome,moli,lightpanda,obscura"
    )]
    engines: Vec<String>,
    /// An engine's program; `ENGINE=PATH` when there are several engines
    #[arg(long, value_name = "PATH")]
    browser: Vec<String>,
}

pub(super) fn run(args: &DoctorArgs, color: ColorChoice) -> Outcome {
    let errors = Style::of(color, &io::stderr());
    let project = Project::find(errors)?;
    let root = data_set::root(&args.manifest)?;
    let named = engines::named(&args.engines)?;
    let style = Style::of(color, &io::stdout());
    let mut out = stdout();
    let mut well = true;
    for named in named {
        let engine = named.engine;
        let browsers = engines::only(engine, &args.browser);
        let found = engines::find(&[named], &browsers, &root, &project);
        let finding = found
            .map_err(|stop| described(engine, stop))
            .and_then(|plans| examine(&plans));
        well &= finding.is_ok();
        write_finding(&mut out, style, finding)?;
    }
    let node =
        node().ok_or_else(|| "node: not found; tasks of frameworks and probes need it on PATH".to_owned());
    well &= node.is_ok();
    write_finding(&mut out, style, node)?;
    writeln!(out, "{}", if well { "OK" } else { "not OK" })?;
    out.flush()?;
    Ok(if well { Exit::Success } else { Exit::Failure })
}

fn write_finding(out: &mut dyn Write, style: Style, finding: Result<String, String>) -> io::Result<()> {
    match finding {
        Ok(text) => writeln!(out, "{} {text}", sign(Status::Passed, style)),
        Err(text) => {
            let mut lines = safe::block(&text, 4_000).into_iter();
            writeln!(
                out,
                "{} {}",
                sign(Status::Failed, style),
                lines.next().unwrap_or_default()
            )?;
            lines.try_for_each(|line| writeln!(out, "  {}", style.paint(Paint::Cyan, &line)))
        }
    }
}

fn described(engine: &Engine, stop: Stop) -> String {
    match stop.help {
        Some(help) => format!("{}: {}\nhelp: {help}", engine.name, stop.message),
        None => format!("{}: {}", engine.name, stop.message),
    }
}

/// Compares an engine with its pin, starts it and asks who it is.
fn examine(plans: &[EnginePlan]) -> Result<String, String> {
    let Some(plan) = plans.first() else {
        return Err("no engine".into());
    };
    let name = plan.engine.name;
    let sha256 = plan.origin.sha256().unwrap_or_default();
    let begins = |pin: &Option<String>| pin.as_ref().is_none_or(|pin| sha256.starts_with(pin.as_str()));
    if !begins(&plan.pin.sha256) || !begins(&plan.pin.sha256_12) {
        let wanted = plan.pin.sha256.as_ref().or(plan.pin.sha256_12.as_ref());
        let wanted = wanted.map(String::as_str).unwrap_or_default();
        return Err(format!(
            "{name}: the program has sha256 {sha256}, but {wanted} is pinned"
        ));
    }
    let product = answer(plan).map_err(|error| {
        let said: String = error.stderr().iter().map(|line| format!("\n{line}")).collect();
        format!("{name}: {error}{said}")
    })?;
    match &plan.pin.version {
        Some(version) if !product.contains(version.as_str()) => Err(format!(
            "{name}: it is {}, but version {version} is pinned",
            safe::line(&product, 200)
        )),
        _ => Ok(format!("{name}: ready: {}", safe::line(&product, 200))),
    }
}

fn answer(plan: &EnginePlan) -> Result<String, StartError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(StartError::Scratch)?;
    runtime.block_on(async {
        let served = plan.start("default").await?;
        let product = served.identity().product().to_owned();
        served.stop().await;
        Ok(product)
    })
}

fn node() -> Option<String> {
    let output = Command::new("node").arg("--version").output().ok()?;
    let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    output
        .status
        .success()
        .then(|| format!("node: {}", safe::line(&version, 100)))
}
