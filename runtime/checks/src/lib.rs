//! What runs a custom check: TypeScript without its types, on QuickJS, in a process that can reach nothing.
//!
//! ```text
//! child ─ confine ─ channel ─ strip ─ engine ─ channel
//! ```
//! The runner's side, and what the two say to each other, is `aite_runtime::checks`.

mod blank;
mod channel;
mod child;
mod confine;
mod engine;
mod location;
mod strip;

#[cfg(test)]
mod tests;

pub use child::child;
pub use confine::confine;
#[cfg(all(feature = "testing", target_os = "linux"))]
pub use confine::pretend_an_old_kernel;

/// The types of what a check can import and is given, for editors.
pub const TYPES: &str = include_str!("js/aite.d.ts");
