//! Browsers: which there are, where they are, how one is started and how nothing of it is left behind.
//!
//! ```text
//! Name ─ find ─ flags, environment, scratch ─ spawn ─ process ─ Browser ─ close
//!                                                        └─ diagnosis, when it does not come up
//! ```

mod browser;
mod chromium;
mod diagnosis;
mod environment;
mod error;
mod find;
mod flags;
pub(crate) mod http;
mod in_use;
mod machine;
mod name;
mod process;
mod scratch;
mod served;
mod spawn;
mod start;
mod table;

pub use browser::{Browser, Obituary};
pub use chromium::{Chromium, Options};
pub use error::StartError;
pub use find::{Configured, Found, Search, Source, digest};
pub use in_use::profile_user;
pub use machine::{Finding, examine};
pub use name::{Name, UnknownName};
pub(crate) use process::adopt_orphans;
pub use scratch::sweep_stale;
pub use served::{Identity, Served};
pub(crate) use spawn::spawn_in_session;
pub use start::{connect, look_for, start};
pub use table::{ENGINES, Engine, Launch, REMOTE};
