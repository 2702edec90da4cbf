//! What a run says while it happens, and the files made from it. Reports read events and nothing else.
//!
//! ```text
//! event ─ redact ─┬─ record: events.jsonl, run_json
//!                 └─ whoever shows it
//! ```

mod clock;
mod event;
mod record;
mod redact;
mod run_json;
mod store;
mod suite;

pub use clock::rfc3339;
pub use event::{CommandEnd, CommandStart, Engine, Event, LogLine, RunEnd, RunStart, StepEnd, StepStart};
pub use record::Recorder;
pub use redact::Redactor;
pub use run_json::{CommandJson, EngineJson, RunJson, StepJson};
pub use store::RunStore;
pub(crate) use store::write_whole;
pub use suite::{Counts, Suite, SuiteJson, SuiteRun};

#[cfg(test)]
mod tests;
