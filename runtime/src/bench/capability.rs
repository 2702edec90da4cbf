//! The capability map of the second layer: which task is evidence of which capability.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

/// The map, as its file has it.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct CapabilityMap {
    /// Its version.
    #[serde(default)]
    pub schema_version: u64,
    /// How a capability's verdict comes about, in words.
    #[serde(default)]
    pub aggregation: String,
    /// The capabilities, in order.
    pub capabilities: Vec<Capability>,
    #[serde(skip)]
    by_task: HashMap<String, (usize, usize)>,
}

/// Something that an engine can or cannot do.
#[derive(Debug, Clone, Deserialize)]
pub struct Capability {
    /// `web.crypto.digest`
    pub capability_id: String,
    /// For people.
    #[serde(default)]
    pub title: String,
    /// Its group.
    #[serde(default)]
    pub category: String,
    /// Where its effect is seen.
    #[serde(default)]
    pub observable: String,
    /// The tasks that look at it.
    pub probes: Vec<Probe>,
}

/// A task that looks at a capability.
#[derive(Debug, Clone, Deserialize)]
pub struct Probe {
    /// The task.
    pub task_id: String,
    /// What its result counts for.
    pub role: Role,
    /// What it claims, in words.
    #[serde(default)]
    pub claim: String,
}

/// What a probe's result counts for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// The capability's verdict.
    SemanticProbe,
    /// A look through another driver; no evidence of its own.
    DriverCrossCheck,
    /// Nothing that anybody could vouch for.
    Diagnostic,
}

impl CapabilityMap {
    /// Reads the map.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut map: Self = serde_json::from_str(text).map_err(|error| error.to_string())?;
        for (at, capability) in map.capabilities.iter().enumerate() {
            for (number, probe) in capability.probes.iter().enumerate() {
                map.by_task.insert(probe.task_id.clone(), (at, number));
            }
        }
        Ok(map)
    }

    /// What a task looks at.
    pub fn of(&self, task: &str) -> Option<(&Capability, &Probe)> {
        let (at, number) = *self.by_task.get(task)?;
        let capability = self.capabilities.get(at)?;
        Some((capability, capability.probes.get(number)?))
    }
}

impl Role {
    /// Whether a result counts.
    pub fn is_evidence(self) -> bool {
        self == Self::SemanticProbe
    }
}
