//! What the adapters need: their own files, which are part of this program, and the packages that they use, which are
//! not.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use tempfile::TempDir;

use super::table::Adapter;
use crate::bench::judge::Trouble;

/// Names a folder with packages.
const PACKAGES: &str = "AITE_BENCH_PACKAGES";
const MODULES: &str = "node_modules";

/// The adapters' files, by their place.
const FILES: [(&str, &str); 11] = [
    ("main.mjs", include_str!("../../../bench/adapters/main.mjs")),
    ("blame.mjs", include_str!("../../../bench/adapters/blame.mjs")),
    ("checks.mjs", include_str!("../../../bench/adapters/checks.mjs")),
    (
        "identity.mjs",
        include_str!("../../../bench/adapters/identity.mjs"),
    ),
    (
        "operations.mjs",
        include_str!("../../../bench/adapters/operations.mjs"),
    ),
    ("payload.mjs", include_str!("../../../bench/adapters/payload.mjs")),
    (
        "scenario.mjs",
        include_str!("../../../bench/adapters/scenario.mjs"),
    ),
    ("trace.mjs", include_str!("../../../bench/adapters/trace.mjs")),
    ("values.mjs", include_str!("../../../bench/adapters/values.mjs")),
    (
        "frameworks/playwright.mjs",
        include_str!("../../../bench/adapters/frameworks/playwright.mjs"),
    ),
    (
        "frameworks/puppeteer.mjs",
        include_str!("../../../bench/adapters/frameworks/puppeteer.mjs"),
    ),
];

/// What the attempts of a run share.
#[derive(Debug)]
pub struct Toolbox {
    /// Folders that may have the packages, the first one that has them wins.
    packages: Vec<PathBuf>,
    installed: OnceLock<Result<TempDir, String>>,
    /// What engines call themselves, by process.
    live: Mutex<HashMap<u32, String>>,
}

impl Toolbox {
    /// Packages come from the folder that `AITE_BENCH_PACKAGES` names, else from the data set's own.
    pub fn of_data_set(root: &Path) -> Self {
        let named = std::env::var_os(PACKAGES).map(PathBuf::from);
        Self::new(named.into_iter().chain([root.to_owned()]).collect())
    }

    /// Packages come from the `node_modules` of the first of these folders that has them.
    pub fn new(packages: Vec<PathBuf>) -> Self {
        Self {
            packages,
            installed: OnceLock::new(),
            live: Mutex::default(),
        }
    }

    /// Where an adapter's program is.
    ///
    /// # Errors
    /// When its package is nowhere, or the files cannot be written.
    pub(super) fn program(&self, adapter: &Adapter) -> Result<PathBuf, Trouble> {
        let modules = self.modules(adapter.package)?;
        let installed = self
            .installed
            .get_or_init(|| install(&modules).map_err(|error| error.to_string()));
        match installed {
            Ok(folder) => Ok(folder.path().join(adapter.script)),
            Err(error) => Err(Trouble::Other(format!(
                "cannot write the adapters to a temporary folder: {error}"
            ))),
        }
    }

    fn modules(&self, package: &str) -> Result<PathBuf, Trouble> {
        let mut modules = self.packages.iter().map(|folder| folder.join(MODULES));
        let found = modules.find(|modules| modules.join(package).is_dir());
        found.ok_or_else(|| {
            let looked = self.packages.iter().map(|folder| folder.display().to_string());
            let looked: Vec<_> = looked.collect();
            Trouble::Other(format!(
                "{package} is not installed; run npm ci in {}, or name a folder that has it in {PACKAGES}",
                looked.join(" or ")
            ))
        })
    }

    pub(super) fn live_product(&self, process: u32) -> Option<String> {
        self.live().get(&process).cloned()
    }

    pub(super) fn remember_live_product(&self, process: u32, product: &str) {
        self.live().insert(process, product.to_owned());
    }

    fn live(&self) -> MutexGuard<'_, HashMap<u32, String>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Node looks for packages beside the file that asks for them.
fn install(modules: &Path) -> io::Result<TempDir> {
    let folder = tempfile::Builder::new().prefix("aite-adapters-").tempdir()?;
    for (name, text) in FILES {
        let file = folder.path().join(name);
        if let Some(parent) = file.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(file, text)?;
    }
    symlink(modules.canonicalize()?, folder.path().join(MODULES))?;
    Ok(folder)
}
