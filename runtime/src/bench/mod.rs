//! The benchmark: tasks of the protocol and of the web platform, run on several engines and graded by what happened.
//!
//! ```text
//! tasks ─ plan ─ run ─ attempt ─┬─ raw        the protocol itself
//!                               └─ judge ─ outcome ─ artifacts ─ results.jsonl
//! results.jsonl ─ scores ─ scores.json, scorecard.md
//! ```
//! What decides (`judge`, `score`, `raw::checks`) is pure; what waits and writes decides nothing.

pub mod grade;
pub mod judge;
pub mod layers;
pub mod outcome;
pub mod raw;
