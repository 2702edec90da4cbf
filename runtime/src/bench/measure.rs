//! An attempt is measured: around the driver, never inside of it.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tokio::task::spawn_blocking;

use super::artifacts::Draft;
use super::canonical;
use super::resources::{self, COLD_STARTS, Group, LOOKS, Mode, Sampler};
use super::run::Bench;
use crate::engine::Served;
use crate::site::{Fixtures, Traffic};

/// The measuring of one attempt.
pub(super) struct Measurement {
    sampler: Sampler,
    before: Option<Traffic>,
}

/// A control group for an engine that has just started, and a line about its start, where cost is measured.
pub(super) async fn started(
    bench: &Bench<'_>,
    served: &Served,
    worker: u32,
    generation: u64,
) -> Option<Arc<Group>> {
    if bench.plan.resources.mode != Mode::Engine {
        return None;
    }
    let (engine, root, ready) = (served.engine().name, served.process_id()?, served.ready_after());
    let looked = spawn_blocking(move || {
        let line = resources::cold_start(engine, worker, generation, root, ready);
        let name = format!("aite-{}-{worker}-{engine}-{generation}", std::process::id());
        (line, resources::group_around(&name, root))
    });
    let (line, group) = looked.await.ok()?;
    // What is not written is missing in the summary; no verdict depends on it.
    let _ = append(bench, &line);
    group
}

/// What stands in a row where cost is measured and the engine's processes are somebody else's.
pub(super) fn unseen(bench: &Bench<'_>, served: &Served) -> Option<Value> {
    let is_unseen = bench.plan.resources.mode == Mode::Engine && served.process_id().is_none();
    is_unseen.then(|| resources::unseen("the engine was not started here, so its processes are not known"))
}

fn append(bench: &Bench<'_>, line: &Value) -> io::Result<()> {
    let path = bench.folder.join(COLD_STARTS);
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    file.write_all((canonical::line(line) + "\n").as_bytes())
}

impl Measurement {
    /// Takes the first look; `None` where cost is not measured.
    pub(super) async fn begin(bench: &Bench<'_>, served: &Served, group: Option<Arc<Group>>) -> Option<Self> {
        let profile = &bench.plan.resources;
        if profile.mode != Mode::Engine {
            return None;
        }
        let (sampler, first) = Sampler::start(served.process_id()?, group, profile.interval);
        let _ = spawn_blocking(move || first.recv()).await;
        Some(Self {
            sampler,
            before: bench.fixtures.as_ref().map(Fixtures::traffic),
        })
    }

    /// Takes the last look and writes all of them into the attempt's folder. What the attempt used, for its row.
    pub(super) async fn finish(self, bench: &Bench<'_>, draft: &Draft, duration: Duration) -> Value {
        let after = bench.fixtures.as_ref().map(Fixtures::traffic);
        let exchanged = after.zip(self.before).map(|(after, before)| after.since(before));
        let sampler = self.sampler;
        let Ok(mut used) = spawn_blocking(move || sampler.finish(duration)).await else {
            return Value::Null;
        };
        let lines: String = used
            .lines
            .iter()
            .map(|look| canonical::line(look) + "\n")
            .collect();
        let _ = draft.write(LOOKS, &lines);
        used.row["fixture_traffic"] = resources::traffic(exchanged, bench.plan.jobs);
        used.row
    }
}
