//! Signed-in sessions: what a profile begins with, and a browser in which a person signs in.

mod ignored;
mod restore;
mod sign_in;
mod storage_state;

use std::path::PathBuf;
use std::sync::Arc;

pub use ignored::Ignored;
pub(crate) use restore::{NotRestored, restore};
pub use sign_in::{SignIn, SignedIn, sign_in};
pub use storage_state::{BadStorageState, StorageState};

/// What a profile's browser begins with. Without either it is fresh.
#[derive(Debug, Clone, Default)]
pub struct ProfileSource {
    /// A person's browser folder; what scripts change in it stays.
    pub folder: Option<PathBuf>,
    /// Cookies and local storage, anew for every script.
    pub storage_state: Option<Arc<StorageState>>,
}
