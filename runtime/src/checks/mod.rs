//! Checks that scripts call: which may run, the process that a custom one runs in, and the built-in ones.
//!
//! ```text
//! allowlist ─ Approved ─ host ─ wire ─ the process of the check (crate `aite-checks`)
//! session, balance: built in
//! ```

mod allowlist;
pub(crate) mod balance;
mod host;
pub(crate) mod session;
pub mod wire;

use std::collections::BTreeMap;
use std::sync::Arc;

pub use allowlist::{ALLOWLIST, Allowlist, Folder, NotAllowed, Unlisted};
pub use host::{NotEnded, Page, Program, Unread, run};

/// The checks that need no file.
pub const BUILT_IN: [&str; 2] = ["session-check", "balance-at-least"];

/// The folder of the custom checks, from the project's root.
pub const FOLDER: &str = "scripts/checks";

/// A custom check that may run: the text that was compared with the allowlist is the text that runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Approved {
    /// The file, from the project's root.
    pub file: String,
    /// Its text.
    pub source: Arc<str>,
}

/// What there is to call in a project.
#[derive(Debug, Clone, Default)]
pub struct Checks {
    /// The custom checks that may run, by name.
    pub approved: BTreeMap<String, Approved>,
    /// What runs them.
    pub program: Option<Program>,
    /// The account of each profile that has one.
    pub accounts: BTreeMap<String, String>,
}
