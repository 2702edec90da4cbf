//! Benchmark data sets: manifests, task files and scenarios become the same typed programs as scripts.
//!
//! ```text
//! manifest.json ─ Suite ─ subsets ─┐
//! task.json ───────────────────────┴─ task ─ ir::Program ─┬─ wire ─ what a driver program is told
//! scenario.json ─ Scenario ─ expand ─ one program a driver ┘
//! registry, capability map ─ rules between files ─ diagnostics
//! ```
//! The wire format stays in here. Everything is text in, values and diagnostics out; who reads the files is another
//! matter. Diagnostics have T codes, a place and a JSON pointer.

mod capabilities;
mod check;
mod document;
mod driver;
mod expand;
mod grader;
mod manifest;
mod page;
mod paths;
mod protocol;
mod reader;
mod registry;
mod rules;
mod scenario;
mod scene;
mod shape;
mod tags;
mod task;
mod tool;
pub mod wire;

pub use capabilities::{Capabilities, Capability, Probe, Role, capabilities};
pub use expand::own_task_id;
pub use manifest::{Layer, Subset, Suite, is_manifest, manifest};
pub use protocol::OUT_OF_SCOPE_METHODS;
pub use registry::{Answer, Answers, EXPECTED_ANSWER, answers, is_registry};
pub use rules::{DataSet, Member, Problem};
pub use scenario::{SCENARIO_END, Scenario, scenario};
pub use task::{Around, is_task, task};
