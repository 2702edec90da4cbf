//! What a run says while it happens, and the files made from it. Reports read events and nothing else.

mod event;

pub use event::{CommandEnd, CommandStart, Engine, Event, RunEnd, RunStart, StepEnd, StepStart};
