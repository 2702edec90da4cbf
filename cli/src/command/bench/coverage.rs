//! `aite bench coverage`: what of an engine the tasks of a data set look at, and what they do not.
//!
//! ```text
//! tasks ─┬─ features      which of them stand in which subset
//!        ├─ capabilities  which have the probes that a verdict needs
//!        └─ protocol      which stable commands and events a feature names
//! ```

mod capabilities;
mod features;
mod protocol;
mod text;

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use self::capabilities::Covered;
use self::features::Features;
use self::protocol::Ledger;
use super::data_set::DataSet;
use super::selection::Selection;
use crate::command::stdout;
use crate::exit::{Exit, Outcome};

#[derive(Debug, Args)]
pub(super) struct CoverageArgs {
    #[command(flatten)]
    selection: Selection,
    /// A description of the protocol in JSON, as DevTools publishes it or a browser serves it at /json/protocol
    #[arg(long, value_name = "FILE")]
    protocol: Vec<PathBuf>,
    /// What a line stands for
    #[arg(long, value_name = "WHAT", default_value = "area")]
    by: By,
    /// As JSON, with every feature
    #[arg(long)]
    json: bool,
}

/// `--by`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum By {
    /// Features that begin with the same two words
    Area,
    /// Each feature
    Feature,
}

/// What tasks look at.
struct Coverage {
    features: Features,
    /// When the data set has a map.
    capabilities: Option<Covered>,
    /// When a description was given.
    protocol: Option<Ledger>,
}

pub(super) fn run(args: &CoverageArgs) -> Outcome {
    let set = DataSet::read(&args.selection.manifest)?;
    let selected = set.select(&args.selection)?;
    let features = Features::of(&set, &selected);
    let protocol = match args.protocol.is_empty() {
        true => None,
        false => Some(Ledger::read(&args.protocol, &set.root, &features)?),
    };
    let coverage = Coverage {
        capabilities: set.capabilities().map(|map| Covered::of(map, &selected)),
        features,
        protocol,
    };
    let mut out = stdout();
    if args.json {
        serde_json::to_writer_pretty(&mut out, &coverage.json()).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        text::write(&mut out, &coverage, args.by)?;
    }
    out.flush()?;
    Ok(Exit::Success)
}

impl Coverage {
    fn json(&self) -> Value {
        json!({
            "tasks": self.features.tasks,
            "subsets": self.features.subsets_json(),
            "features": self.features.json(),
            "tasks_without_feature": self.features.bare,
            "capabilities": self.capabilities.as_ref().map(Covered::json),
            "protocol": self.protocol.as_ref().map(Ledger::json),
        })
    }
}
