//! The two events that decide whether a session lives.

use serde::Deserialize;
use serde_json::value::RawValue;

pub(crate) const ATTACHED: &str = "Target.attachedToTarget";
pub(crate) const DETACHED: &str = "Target.detachedFromTarget";
pub(crate) const CRASHED: &str = "Inspector.targetCrashed";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WithSession {
    session_id: String,
}

/// The session that an attach or detach event speaks of.
pub(crate) fn session_of(params: &RawValue) -> Option<String> {
    serde_json::from_str::<WithSession>(params.get())
        .ok()
        .map(|with| with.session_id)
}
