//! Runs a script on a browser and says what happens as events.
//!
//! ```text
//! Job ─ execute ─ Unit: steps, scopes, the first failure ─ perform: one command ─ crate::page
//!                   └─ Profiles: browsers, contexts, tabs       └─ messages: what a failure says
//! ```

mod address;
mod browsers;
mod built_in;
mod call;
mod fill;
mod messages;
mod perform;
mod place;
mod profile;
mod tabs;
mod unit;
mod variables;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use aite_compiler::ir::{Origins, Program};

use crate::checks::Checks;
use crate::deadline::Cancellation;
use crate::engine;
use crate::report::{Event, RunStore};
use crate::session::ProfileSource;
use crate::verdict::Status;

pub use address::{OriginRule, rewrite};
pub use browsers::Browsers;
pub(crate) use messages::sentence;

/// What holds for every script of an invocation.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// Which engine.
    pub engine: engine::Name,
    /// Where its program is.
    pub search: engine::Search,
    /// Whether it has a window.
    pub headed: bool,
    /// Where addresses of a script go instead.
    pub origins: Vec<OriginRule>,
    /// The default time of a command, below a script's own header; 10 s without it.
    pub timeout: Option<Duration>,
    /// What profiles begin with, by name; one that is not here begins with nothing.
    pub profiles: BTreeMap<String, ProfileSource>,
    /// Whether who is signed in is judged on the start page too, before any step.
    pub judge_sessions: bool,
    /// What there is to call.
    pub checks: Arc<Checks>,
}

/// One script to run.
#[derive(Debug, Clone, Copy)]
pub struct Job<'a> {
    /// What happens.
    pub program: &'a Program,
    /// Where it was written.
    pub origins: &'a Origins,
    /// The texts of [`Origins::files`], in their order.
    pub sources: &'a [Arc<str>],
    /// Where its files go. Its id is the run's.
    pub store: &'a RunStore,
}

/// Runs a script. Every event is told in the order in which it happens; the last one carries the status that is
/// returned.
///
/// Dropping the future stops the run where it is; cancelling it ends it in order, as [`Status::Interrupted`].
pub async fn execute(
    job: Job<'_>,
    browsers: &mut Browsers,
    events: &mut dyn FnMut(Event),
    cancellation: &Cancellation,
) -> Status {
    unit::Unit::new(job, browsers.settings().clone(), events, cancellation)
        .run(browsers)
        .await
}
