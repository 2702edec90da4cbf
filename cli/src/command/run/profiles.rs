//! What the profiles of the planned scripts begin with. Whatever cannot be used is refused before a browser starts.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::Arc;

use aite_compiler::project::Profile;
use aite_runtime::engine::{Name, profile_user};
use aite_runtime::session::{ProfileSource, StorageState};

use super::plan::Planned;
use crate::command::session::in_use;
use crate::exit::{Stop, reason};
use crate::project::Project;

/// A state of some sessions has some kilobytes.
const LARGEST_STATE: u64 = 32 << 20;

/// The sources of all profiles that the scripts need.
pub(super) fn load(
    project: &Project,
    planned: &[Planned],
    engine: &Name,
) -> Result<BTreeMap<String, ProfileSource>, Stop> {
    let needed: BTreeSet<&String> = planned
        .iter()
        .flat_map(|one| &one.compiled.program.sessions)
        .collect();
    let mut sources = BTreeMap::new();
    for name in needed {
        if let Some(profile) = project.config.profiles.get(name) {
            sources.insert(name.clone(), source(project, name, profile, engine)?);
        }
    }
    Ok(sources)
}

/// Everything in the states that a report must not show; the accounts are what reports speak of.
pub(super) fn secrets(project: &Project, sources: &BTreeMap<String, ProfileSource>) -> Vec<String> {
    let accounts: BTreeSet<&str> = project
        .config
        .profiles
        .values()
        .filter_map(|profile| profile.account.as_deref())
        .map(handle)
        .collect();
    let states = sources
        .values()
        .filter_map(|source| source.storage_state.as_ref());
    let mut secrets: Vec<String> = states.flat_map(|state| state.secrets()).collect();
    secrets.retain(|secret| !accounts.contains(handle(secret)));
    secrets
}

fn handle(account: &str) -> &str {
    account.trim().trim_start_matches('@')
}

fn source(project: &Project, name: &str, profile: &Profile, engine: &Name) -> Result<ProfileSource, Stop> {
    let state = profile.storage_state.as_deref();
    match (&profile.user_data_dir, state) {
        (Some(_), Some(_)) => Err(Stop::refused(format!(
            "the profile {name} has a userDataDir and a storageState: a session comes from one of them"
        ))
        .with_help("leave one of them out of aite.config.json")),
        (Some(_), None) if *engine != Name::Chrome => Err(Stop::refused(format!(
            "the profile {name} has a userDataDir, which is a folder of Chrome's and of no other engine"
        ))
        .with_help("use --engine chrome, or a storageState for this profile")),
        (Some(written), None) => {
            let folder = project.root.join(written);
            match profile_user(&folder) {
                Some(process) => Err(in_use(name, written, process)),
                None => Ok(ProfileSource {
                    folder: Some(folder),
                    storage_state: None,
                }),
            }
        }
        (None, Some(written)) => Ok(ProfileSource {
            folder: None,
            storage_state: Some(Arc::new(read(project, name, written)?)),
        }),
        (None, None) => Ok(ProfileSource::default()),
    }
}

fn read(project: &Project, name: &str, written: &str) -> Result<StorageState, Stop> {
    let refused = |why: String| Stop::refused(format!("the storageState of {name}, {written}: {why}"));
    let path = project.root.join(written);
    let size = fs::metadata(&path).map_err(|error| {
        refused(reason(&error)).with_help("save it anew: it holds the cookies of a signed-in browser")
    })?;
    if size.len() > LARGEST_STATE {
        return Err(refused("it is larger than 32 MB".into()));
    }
    let text = fs::read_to_string(&path).map_err(|error| refused(reason(&error)))?;
    StorageState::parse(&text).map_err(|bad| {
        refused(bad.to_string()).with_help(
            "it must be {\"cookies\": [...], \"origins\": [{\"origin\": ..., \"localStorage\": [...]}]}, as Playwright saves it",
        )
    })
}
