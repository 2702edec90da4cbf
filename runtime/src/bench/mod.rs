//! The benchmark: tasks of the protocol and of the web platform, run on several engines and graded by what happened.
//!
//! ```text
//! tasks ─ plan ─ run ─ attempt ─┬─ raw        the protocol itself
//!                               ├─ drivers    programs of their own: probes, frameworks
//!                               └─ judge ─ outcome ─ artifacts ─ results.jsonl
//! results.jsonl ─ scores ─ scores.json, scorecard.md
//! ```
//! What decides (`judge`, `score`, `raw::checks`) is pure; what waits and writes decides nothing.

pub mod artifacts;
pub mod canonical;
pub mod capability;
pub mod drivers;
pub mod grade;
pub mod judge;
pub mod layers;
mod manifest;
pub mod outcome;
pub mod plan;
pub mod raw;
mod row;
mod run;
pub mod run_id;
pub mod score;
mod scorecard;
pub mod scores;
pub mod seed;
mod tree;
mod worker;

pub use seed::sha256_of;

pub use run::{Ended, Made, RunError, Watcher, ineligible, run};
