//! The capability map: which task of the second layer is evidence for what.

use super::document;
use super::reader::{Reader, items};
use super::task::shown;
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::json::Json;
use crate::source::Span;

/// What tasks are evidence for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Capabilities {
    /// In order.
    pub list: Vec<Capability>,
}

/// One thing that an engine can or cannot do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Capability {
    /// `web.css.cascade` and the like.
    pub id: String,
    /// A headline.
    pub title: String,
    /// Its group.
    pub category: String,
    /// How it is seen.
    pub observable: String,
    /// Its evidence.
    pub probes: Vec<Probe>,
}

/// A task as evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Probe {
    /// The id of the task.
    pub task: String,
    /// What it counts for.
    pub role: Role,
    /// What it shows.
    pub claim: String,
    /// Where it stands.
    pub span: Span,
    /// The same as a JSON pointer.
    pub pointer: String,
}

/// What a task counts for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// All of them must pass for the capability to hold.
    Semantic,
    /// The same by another driver; not scored.
    CrossCheck,
    /// Finds out what is broken; not scored.
    Diagnostic,
}

impl Role {
    const ALL: [Self; 3] = [Self::Semantic, Self::CrossCheck, Self::Diagnostic];

    /// As the map says it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Semantic => "semantic_probe",
            Self::CrossCheck => "driver_cross_check",
            Self::Diagnostic => "diagnostic",
        }
    }
}

const OBSERVABLES: [&str; 4] = [
    "dom_state",
    "storage_state",
    "network_server_state",
    "workflow_result",
];

impl Capabilities {
    /// Every probe with its capability.
    pub fn probes(&self) -> impl Iterator<Item = (&Capability, &Probe)> {
        let of = |capability| std::iter::repeat(capability);
        self.list
            .iter()
            .flat_map(move |capability: &Capability| of(capability).zip(&capability.probes))
    }
}

/// Reads a capability map.
pub fn capabilities(text: &str) -> (Capabilities, Vec<Diagnostic>) {
    let (list, problems) = document::read("a capability map", text, |reader, fields, _| {
        match fields.get("schema_version").map(Json::count) {
            Some(Some(1)) => {}
            _ => {
                let span = fields
                    .get("schema_version")
                    .map_or(fields.opening, |json| json.span);
                reader.error(Code::T021, span, "schema_version must be 1");
            }
        }
        let Some(list) = fields.list("capabilities") else {
            reader.error(Code::T021, fields.opening, "missing required field capabilities");
            return Vec::new();
        };
        let list: Vec<Capability> = list
            .iter()
            .enumerate()
            .filter_map(|(at, json)| capability(reader, json, at))
            .collect();
        list
    });
    let list = list.unwrap_or_default();
    (Capabilities { list }, problems)
}

fn capability(reader: &mut Reader, json: &Json<'_>, at: usize) -> Option<Capability> {
    let fields = reader.as_object("a capability", json)?;
    let mut said = |key| match fields.text(key).filter(|text| !text.trim().is_empty()) {
        Some(text) => text.to_owned(),
        None => {
            let span = fields.get(key).map_or(fields.opening, |json| json.span);
            reader.error(Code::T021, span, format!("{key} must be non-empty text"));
            String::new()
        }
    };
    let (id, title, category) = (said("capability_id"), said("title"), said("category"));
    let observable = said("observable");
    if let Some(json) = fields
        .get("observable")
        .filter(|_| !OBSERVABLES.contains(&observable.as_str()))
    {
        let problem = Diagnostic::error(
            Code::T021,
            json.span,
            format!("unknown observable {}", shown(json)),
        );
        reader.push(problem.with_help(format!("an observable is one of {}", OBSERVABLES.join(", "))));
    }
    let probes = fields.get("probes").and_then(items).unwrap_or_default();
    if probes.is_empty() {
        let span = fields.get("probes").map_or(fields.opening, |json| json.span);
        reader.error(Code::T021, span, format!("the capability {id} has no probe"));
    }
    let mut of_capability = Vec::new();
    for (nth, json) in probes.iter().enumerate() {
        of_capability.extend(probe(reader, json, format!("/capabilities/{at}/probes/{nth}")));
    }
    Some(Capability {
        id,
        title,
        category,
        observable,
        probes: of_capability,
    })
}

fn probe(reader: &mut Reader, json: &Json<'_>, pointer: String) -> Option<Probe> {
    let fields = reader.as_object("a probe", json)?;
    let role = fields.get("role");
    let known = role.and_then(Json::text);
    let known = known.and_then(|name| Role::ALL.into_iter().find(|role| role.name() == name));
    if known.is_none() {
        let span = role.map_or(fields.opening, |role| role.span);
        let message = match role {
            Some(role) => format!("unknown role {}", shown(role)),
            None => "missing required field role".to_owned(),
        };
        let names = Role::ALL.map(Role::name);
        let problem = Diagnostic::error(Code::T021, span, message);
        let meant = role.and_then(Json::text).and_then(|name| nearest(name, names));
        reader.push(match meant {
            Some(meant) => problem.with_meant(&format!("\"{meant}\""), span),
            None => problem.with_help(format!("a role is one of {}", names.join(", "))),
        });
    }
    Some(Probe {
        task: reader.required_text(fields, "task_id"),
        role: known?,
        claim: reader.required_text(fields, "claim"),
        span: json.span,
        pointer,
    })
}
