//! What engines cost: memory, processor time and traffic of attempts, and whether two engines can be compared by them.
//!
//! ```text
//! /proc, control groups ─ sampler ─ resource of a row ─┐
//! traffic of the fixture server ───────────────────────┤
//! a run without the sampler ─ calibration ─────────────┴─ summary ─ resource_summary.json, resource-card.md
//! ```
//! Nothing here changes a verdict: what cannot be measured is unknown, and says why.

mod calibration;
mod card;
mod cgroup;
mod processes;
mod sampler;
mod statistics;
mod summary;
#[cfg(test)]
mod tests;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::canonical;
use super::recorded::Recorded;
use crate::report::write_whole;
use crate::site::Traffic;

pub(super) use cgroup::Group;
pub(super) use processes::descendants;
pub(super) use sampler::{Sampler, unseen};

/// The file of the starts.
pub(super) const COLD_STARTS: &str = "cold_start.jsonl";
/// The file of an attempt's looks.
pub(super) const LOOKS: &str = "resource.jsonl";
const SUMMARY: &str = "resource_summary.json";
const CARD: &str = "resource-card.md";
/// How the order of engines is chosen; two runs that are compared choose it alike.
const ORDER: &str = "sha256(seed)[:4] + task_index*k + attempt-1, modulo engines";

/// Whether a run measures what engines cost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Mode {
    /// It does not.
    #[default]
    Off,
    /// It does not, but engines take turns as if it did: what a measured run is compared with (A of A and B).
    Baseline,
    /// It does (B).
    Engine,
}

impl Mode {
    /// As files write it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Baseline => "baseline",
            Self::Engine => "engine",
        }
    }
}

/// How what engines cost is measured.
#[derive(Debug, Clone)]
pub struct Profile {
    /// Whether.
    pub mode: Mode,
    /// The time between two looks.
    pub interval: Duration,
    /// The run without the sampler that this one is compared with.
    pub calibration: Option<PathBuf>,
    /// By how much looking may slow an attempt down, in percent.
    pub most_percent: f64,
}

impl Default for Profile {
    fn default() -> Self {
        Self {
            mode: Mode::Off,
            interval: Duration::from_millis(500),
            calibration: None,
            most_percent: 10.0,
        }
    }
}

impl Profile {
    /// What the run's record says of it.
    pub(super) fn json(&self) -> Value {
        let rotates = self.mode != Mode::Off;
        json!({
            "mode": self.mode.as_str(),
            "sample_interval_ms": (self.mode == Mode::Engine).then(|| u64::try_from(self.interval.as_millis()).unwrap_or(u64::MAX)),
            "engine_order": if rotates { "balanced_rotation" } else { "fixed" },
            "engine_order_algorithm": rotates.then_some(ORDER),
            "max_observer_effect_pct": self.most_percent,
        })
    }
}

/// Which engine goes first at an attempt: each goes first as often as the others, and the seed says who begins.
pub(super) fn first_engine(
    seed: Option<&str>,
    task: usize,
    attempts: u32,
    attempt: u32,
    engines: usize,
) -> usize {
    let digest = Sha256::digest(seed.unwrap_or_default());
    let drawn = digest
        .iter()
        .take(4)
        .fold(0_u64, |drawn, byte| drawn << 8 | u64::from(*byte));
    let position = task as u64 * u64::from(attempts) + u64::from(attempt.saturating_sub(1));
    usize::try_from((drawn + position) % (engines.max(1) as u64)).unwrap_or(0)
}

/// A control group for an engine that has just started, where there are such groups.
pub(super) fn group_around(name: &str, root: u32) -> Option<Arc<Group>> {
    let tree = processes::tree(Path::new("/proc"), root, &[]);
    let members = tree.processor.keys().map(|(process, _)| *process);
    Group::around(name, members).map(Arc::new)
}

/// A line of [`COLD_STARTS`] for an engine that is ready. Its memory is what it has then; there was no look before.
pub(super) fn cold_start(engine: &str, worker: u32, generation: u64, root: u32, ready: Duration) -> Value {
    let tree = processes::tree(Path::new("/proc"), root, &[]);
    let used = tree
        .processor
        .values()
        .fold(Duration::ZERO, |sum, own| sum + own.user + own.system);
    json!({
        "engine": engine,
        "worker_slot": worker,
        "browser_generation": generation,
        "ready_ms": u64::try_from(ready.as_millis()).unwrap_or(u64::MAX),
        "launch_cpu_ms": u64::try_from(used.as_millis()).unwrap_or(u64::MAX),
        "launch_peak_pss_bytes": tree.pss,
        "quality_flags": ["one_look_when_ready"],
    })
}

/// What an attempt exchanged with the fixture server. With several attempts at once nobody knows whose a request was.
pub(super) fn traffic(exchanged: Option<Traffic>, jobs: usize) -> Value {
    let unavailable =
        |why: &str| json!({"schema": "abb_fixture_traffic/1", "available": false, "reason": why});
    let Some(traffic) = exchanged.filter(|_| jobs == 1) else {
        return match jobs {
            1 => json!({
                "schema": "abb_fixture_traffic/1", "available": true,
                "fixture_app_rx_body_bytes": 0, "fixture_app_tx_body_bytes": 0,
                "fixture_app_rx_header_bytes": 0, "fixture_app_tx_header_bytes": 0,
            }),
            _ => unavailable("several attempts shared the server"),
        };
    };
    json!({
        "schema": "abb_fixture_traffic/1",
        "available": true,
        "fixture_app_rx_body_bytes": traffic.pages.received.bodies,
        "fixture_app_tx_body_bytes": traffic.pages.sent.bodies,
        "fixture_app_rx_header_bytes": traffic.pages.received.headers,
        "fixture_app_tx_header_bytes": traffic.pages.sent.headers,
        "harness_rx_body_bytes": traffic.harness.received.bodies,
        "harness_tx_body_bytes": traffic.harness.sent.bodies,
    })
}

/// Writes the summary and the card of a measured run into its folder.
///
/// # Errors
/// The run or the one that it is compared with cannot be read, or the files cannot be written.
pub fn summarise(folder: &Path, profile: &Profile) -> io::Result<()> {
    let run = Recorded::read(folder)?;
    let plain = profile.calibration.as_deref().map(Recorded::read).transpose()?;
    let calibration = plain.map(|plain| calibration::of(&run, &plain, profile.most_percent));
    let host = fs::read(folder.join(super::telemetry::SUMMARY)).ok();
    let host: Option<Value> = host.and_then(|text| serde_json::from_slice(&text).ok());
    let cold = fs::read_to_string(folder.join(COLD_STARTS)).unwrap_or_default();
    let cold: Vec<Value> = cold
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    let summary = summary::of(&run, host.as_ref(), calibration.as_ref(), &cold);
    write_whole(&folder.join(SUMMARY), canonical::pretty(&summary).as_bytes())?;
    write_whole(&folder.join(CARD), card::of(&summary).as_bytes())
}
