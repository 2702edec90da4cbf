//! The adapters that are there: a driver, and how its program is started. The contract is the same for all.

use aite_compiler::ir::DriverKind;

/// A program that performs the steps of a task on an engine.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Adapter {
    /// The driver.
    pub(super) kind: DriverKind,
    /// What runs it, looked up on the path.
    pub(super) interpreter: &'static str,
    /// Its file among the adapters.
    pub(super) script: &'static str,
    /// The package that it drives the engine with.
    pub(super) package: &'static str,
}

const ADAPTERS: [Adapter; 2] = [
    Adapter {
        kind: DriverKind::Playwright,
        interpreter: "node",
        script: "main.mjs",
        package: "playwright-core",
    },
    Adapter {
        kind: DriverKind::Puppeteer,
        interpreter: "node",
        script: "main.mjs",
        package: "puppeteer-core",
    },
];

/// The adapter of a driver.
pub(super) fn adapter(kind: DriverKind) -> Option<&'static Adapter> {
    ADAPTERS.iter().find(|adapter| adapter.kind == kind)
}
