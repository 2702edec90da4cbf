//! What a project says about its scripts: `aite.config.json`, and what follows from it for a program.

mod checks;
mod config;
mod duration;
mod origin;
mod outline;
mod problems;
mod profiles;
mod read;
mod sessions;

pub use checks::{
    ALLOWLIST, Allowlist, Approved, BUILT_IN_CHECKS, CHECKS_FOLDER, CheckFolder, CustomChecks, Entry,
    NoCheck, Refusal, called, check_name, refused_checks, sha256, unknown_checks,
};
pub use config::{Config, Engine, Profile, Secret, WebServer};
pub use duration::duration;
pub use origin::origin;
pub use outline::{OutlineMember, outline};
pub use problems::problems;
pub use profiles::missing_profiles;
pub use read::{CONFIG_FILE, read_config};
pub use sessions::unchecked_sessions;

#[cfg(test)]
mod tests;
