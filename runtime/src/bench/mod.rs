//! The benchmark: tasks of the protocol and of the web platform, run on several engines and graded by what happened.
//!
//! ```text
//! tasks ─ plan ─ run ─ attempt ─┬─ raw        the protocol itself
//!                               ├─ drivers    programs of their own: probes, frameworks
//!                               └─ judge ─ outcome ─ artifacts ─ results.jsonl
//! results.jsonl ─ recorded ─ scores ─ report ─ scores.json, scorecard.md, scorecard.html
//! ```
//! What decides (`judge`, `score`, `raw::checks`) is pure; what waits and writes decides nothing.

pub mod artifacts;
pub mod canonical;
pub mod capability;
pub mod drivers;
pub mod evidence;
pub mod grade;
pub mod judge;
pub mod layers;
mod manifest;
mod measure;
pub mod outcome;
pub mod plan;
pub mod raw;
pub mod recorded;
pub mod report;
pub mod resources;
mod row;
mod run;
pub mod run_id;
pub mod score;
mod scorecard;
pub mod scores;
pub mod seed;
mod telemetry;
mod tree;
mod worker;

pub use seed::sha256_of;

pub use run::{Ended, Made, RunError, Watcher, ineligible, run};
