//! Executes the IR of `aite-compiler` on a browser, and says what happened as events.
//!
//! ```text
//! ir ─ run ─ page ─ aite-cdp ─ engine
//!       ├─ checks
//!       └─ report::Event ─ run.json, terminal, …
//! ```

pub mod bench;
pub mod checks;
pub mod deadline;
pub mod engine;
pub mod page;
pub mod report;
pub mod run;
pub mod session;
pub mod site;
pub mod verdict;
