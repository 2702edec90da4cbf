//! Checks that scripts call: their folder, the process that a custom one runs in, and the built-in ones.
//!
//! ```text
//! folder ─ the compiler's allowlist ─ Approved ─ host ─ wire ─ the process of the check (crate `aite-checks`)
//! session, balance: built in
//! ```

pub(crate) mod balance;
mod folder;
mod host;
pub(crate) mod session;
pub mod wire;

use std::collections::BTreeMap;

pub use aite_compiler::project::Approved;
pub use folder::read_folder;
pub use host::{NotEnded, Page, Program, Unread, run};

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
