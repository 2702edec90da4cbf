//! The manifest of a data set.

use super::document::{self, Source};
use super::reader::{Fields, Reader, items};
use super::task::{baseline, shown};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::ir::{Baseline, DriverKind, Place};
use crate::json::{Json, Value};
use crate::source::Span;

/// A data set: what it is called and how its tasks are grouped.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Suite {
    /// Its name.
    pub id: String,
    /// Its version.
    pub version: String,
    /// How often a task is attempted when nobody says.
    pub default_attempts: u64,
    /// Engines may be replaced by others. Nothing is scored then.
    pub fallback_allowed: bool,
    /// The Chrome baseline where neither a task nor its subset says one.
    pub baseline: Option<Baseline>,
    /// In order.
    pub layers: Vec<Layer>,
}

/// A layer.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Layer {
    /// `L1` or `L2`.
    pub id: String,
    /// What it is about.
    pub name: String,
    /// Whether its tasks run when nobody names them.
    pub enabled: bool,
    /// The capability map, by its path from the manifest.
    pub capabilities: Option<String>,
    /// Whether there must be one.
    pub needs_capabilities: bool,
    /// In order.
    pub subsets: Vec<Subset>,
}

/// Tasks of one driver.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Subset {
    /// `l1.raw_cdp` and the like.
    pub id: String,
    /// The layer that it is in.
    pub layer: String,
    /// The driver of its tasks; `None` is one that does not exist.
    pub driver: Option<DriverKind>,
    /// Which files are its tasks, by their path from the manifest: `*` stands for a part of a name.
    pub glob: String,
    /// Whether its tasks run when nobody names them.
    pub enabled: bool,
    /// Whether it may have no task.
    pub allow_empty: bool,
    /// The Chrome baseline of its tasks.
    pub baseline: Option<Baseline>,
    /// Where the manifest says so.
    pub place: Place,
}

impl Suite {
    /// All subsets, in order.
    pub fn subsets(&self) -> impl Iterator<Item = &Subset> {
        self.layers.iter().flat_map(|layer| &layer.subsets)
    }

    /// The subset that a task file belongs to, by its path from the manifest.
    pub fn subset_of(&self, path: &str) -> Option<&Subset> {
        self.subsets().find(|subset| subset.holds(path))
    }
}

impl Subset {
    /// Whether the glob matches a path from the manifest.
    pub fn holds(&self, path: &str) -> bool {
        let (mut pattern, mut parts) = (self.glob.split('/'), path.split('/'));
        loop {
            match (pattern.next(), parts.next()) {
                (None, None) => return true,
                (Some(pattern), Some(part)) if matches(pattern.as_bytes(), part.as_bytes()) => {}
                _ => return false,
            }
        }
    }

    /// The folder that all its tasks are in, and so the only one to look into.
    pub fn folder(&self) -> &str {
        let wild = self.glob.find('*').unwrap_or(self.glob.len());
        let fixed = self.glob.get(..wild).unwrap_or_default();
        fixed.rsplit_once('/').map_or("", |(folder, _)| folder)
    }
}

/// `*` stands for any characters and `?` for one. Goes back to the last `*` only, so that no pattern is slow.
fn matches(pattern: &[u8], name: &[u8]) -> bool {
    let (mut at, mut in_name) = (0, 0);
    let mut star = None;
    while let Some(byte) = name.get(in_name) {
        match pattern.get(at) {
            Some(b'*') => {
                star = Some((at, in_name));
                at += 1;
            }
            Some(wanted) if wanted == byte || *wanted == b'?' => {
                at += 1;
                in_name += 1;
            }
            _ => {
                let Some((back, taken)) = star else { return false };
                star = Some((back, taken + 1));
                at = back + 1;
                in_name = taken + 1;
            }
        }
    }
    pattern
        .get(at..)
        .unwrap_or_default()
        .iter()
        .all(|byte| *byte == b'*')
}

/// With those that are obsolete, which is said of them instead.
const FIELDS: [&str; 14] = [
    "bench_id",
    "bench_version",
    "root_dir",
    "default_k_runs",
    "fallback_allowed",
    "site",
    "engines",
    "engine_policy",
    "layers",
    "chrome_gate",
    "title",
    "description",
    "harness",
    "score_policy",
];
const LAYER: [&str; 7] = [
    "layer_id",
    "name",
    "enabled",
    "subsets",
    "semantic_capability_map",
    "semantic_capability_map_required",
    "status",
];
const SUBSET: [&str; 9] = [
    "subset_id",
    "driver",
    "task_glob",
    "chrome_gate",
    "enabled",
    "allow_empty",
    "description",
    "status",
    "score_policy",
];

/// Whether a text may be the manifest of a data set, which other things have too. Cheap, so that it can be asked of any
/// file.
pub fn is_manifest(text: &str) -> bool {
    ["\"bench_id\"", "\"layers\""]
        .iter()
        .all(|key| text.contains(key))
}

/// Reads a manifest. There always is a suite; what cannot be used is in the diagnostics and left out.
pub fn manifest(text: &str) -> (Suite, Vec<Diagnostic>) {
    let (suite, problems) = document::read("a manifest", text, |reader, fields, source| {
        suite(reader, fields, source)
    });
    (suite.unwrap_or_default(), problems)
}

fn suite(reader: &mut Reader, fields: Fields<'_, '_>, source: &Source<'_>) -> Suite {
    for key in ["root_dir", "site", "engines"] {
        missing(reader, fields, key);
    }
    reader.known(fields, "a manifest", &FIELDS);
    obsolete(reader, fields, "score_policy");
    let suite = Suite {
        id: text(reader, fields, "bench_id"),
        version: text(reader, fields, "bench_version"),
        default_attempts: attempts(reader, fields),
        fallback_allowed: fallback(reader, fields),
        baseline: fields.get("chrome_gate").and_then(|json| baseline(reader, json)),
        layers: layers(reader, fields, source),
    };
    for (at, subset) in suite.subsets().enumerate() {
        if suite.subsets().take(at).any(|other| other.id == subset.id) {
            let span = fields.get("layers").map_or(fields.opening, |json| json.span);
            let message = format!("the subset {} is there twice", subset.id);
            reader.error(Code::T022, span, message);
        }
    }
    suite
}

fn missing(reader: &mut Reader, fields: Fields<'_, '_>, key: &str) {
    if !fields.has(key) {
        reader.error(
            Code::T022,
            fields.opening,
            format!("missing required field {key}"),
        );
    }
}

fn text(reader: &mut Reader, fields: Fields<'_, '_>, key: &str) -> String {
    missing(reader, fields, key);
    reader.optional_text(fields, key).unwrap_or_default()
}

/// One by which a folder of a run is called.
fn name(reader: &mut Reader, fields: Fields<'_, '_>, key: &str) -> String {
    let name = text(reader, fields, key);
    if let Some(json) = fields.get(key) {
        reader.check_name(key, &name, json);
    }
    name
}

fn obsolete(reader: &mut Reader, fields: Fields<'_, '_>, key: &str) {
    if let Some(member) = fields.member(key) {
        reader.error(
            Code::T008,
            member.key_span,
            format!("the field {key} is obsolete"),
        );
    }
}

fn attempts(reader: &mut Reader, fields: Fields<'_, '_>) -> u64 {
    missing(reader, fields, "default_k_runs");
    match reader.optional_count(fields, "default_k_runs") {
        Some(0) => {
            let span = fields
                .get("default_k_runs")
                .map_or(fields.opening, |json| json.span);
            reader.error(Code::T022, span, "default_k_runs must be at least 1");
            1
        }
        given => given.unwrap_or(1),
    }
}

fn fallback(reader: &mut Reader, fields: Fields<'_, '_>) -> bool {
    missing(reader, fields, "fallback_allowed");
    let Some(json) = fields.get("fallback_allowed") else {
        return false;
    };
    if matches!(json.value, Value::Bool(false)) {
        return false;
    }
    let message = "fallback_allowed must be false: a result of another engine is no result";
    reader.error(Code::T022, json.span, message);
    true
}

fn layers(reader: &mut Reader, fields: Fields<'_, '_>, source: &Source<'_>) -> Vec<Layer> {
    missing(reader, fields, "layers");
    let Some(json) = fields.get("layers") else {
        return Vec::new();
    };
    let list = items(json).unwrap_or_default();
    if list.is_empty() {
        reader.error(Code::T022, json.span, "layers must be a list that has a layer");
    }
    list.iter()
        .filter_map(|json| layer(reader, json, source))
        .collect()
}

fn layer(reader: &mut Reader, json: &Json<'_>, source: &Source<'_>) -> Option<Layer> {
    let fields = reader.as_object("a layer", json)?;
    reader.known(fields, "a layer", &LAYER);
    obsolete(reader, fields, "status");
    let mut layer = Layer {
        id: name(reader, fields, "layer_id"),
        name: reader.optional_text(fields, "name").unwrap_or_default(),
        enabled: reader.optional_bool(fields, "enabled").unwrap_or(true),
        capabilities: reader.optional_text(fields, "semantic_capability_map"),
        needs_capabilities: fields.is_true("semantic_capability_map_required"),
        subsets: Vec::new(),
    };
    if layer.needs_capabilities && layer.capabilities.is_none() {
        let message = format!("the layer {} needs a semantic_capability_map", layer.id);
        reader.error(Code::T022, fields.opening, message);
    }
    missing(reader, fields, "subsets");
    for json in reader.optional_list(fields, "subsets") {
        let subset = subset(reader, json, &layer, source);
        layer.subsets.extend(subset);
    }
    Some(layer)
}

fn subset(reader: &mut Reader, json: &Json<'_>, layer: &Layer, source: &Source<'_>) -> Option<Subset> {
    let fields = reader.as_object("a subset", json)?;
    reader.known(fields, "a subset", &SUBSET);
    obsolete(reader, fields, "status");
    obsolete(reader, fields, "score_policy");
    Some(Subset {
        id: name(reader, fields, "subset_id"),
        layer: layer.id.clone(),
        driver: driver(reader, fields),
        glob: glob(reader, fields),
        enabled: layer.enabled && reader.optional_bool(fields, "enabled").unwrap_or(true),
        allow_empty: reader.optional_bool(fields, "allow_empty").unwrap_or_default(),
        baseline: fields.get("chrome_gate").and_then(|json| baseline(reader, json)),
        place: source.place(Span::new(json.span.start, json.span.start + 1)),
    })
}

fn driver(reader: &mut Reader, fields: Fields<'_, '_>) -> Option<DriverKind> {
    missing(reader, fields, "driver");
    let json = fields.get("driver")?;
    let kind = json.text().and_then(DriverKind::of_name);
    if kind.is_none() {
        let names = DriverKind::ALL.map(DriverKind::name);
        let problem = Diagnostic::error(
            Code::T022,
            json.span,
            format!("unsupported driver {}", shown(json)),
        );
        reader.push(match json.text().and_then(|name| nearest(name, names)) {
            Some(meant) => problem.with_meant(&format!("\"{meant}\""), json.span),
            None => problem.with_help(format!("a driver is one of {}", names.join(", "))),
        });
    }
    kind
}

fn glob(reader: &mut Reader, fields: Fields<'_, '_>) -> String {
    let glob = text(reader, fields, "task_glob");
    let mut parts = glob.split('/');
    if glob.starts_with('/') || parts.any(|part| part == "..") {
        let span = fields.get("task_glob").map_or(fields.opening, |json| json.span);
        reader.error(Code::T022, span, "task_glob must stay in the manifest's folder");
    }
    glob
}

#[cfg(test)]
mod tests {
    use super::Subset;

    #[test]
    fn globs_match_file_by_file() {
        for (glob, path, expected) in [
            ("tasks/L1/*.json", "tasks/L1/a.json", true),
            ("tasks/L1/*.json", "tasks/L1/a.jsonx", false),
            ("tasks/L1/*.json", "tasks/L1/deep/a.json", false),
            ("tasks/*/sc_*__?w.json", "tasks/L1/sc_a_b__pw.json", true),
            ("tasks/*/sc_*__?w.json", "tasks/L1/sc_a_b__p.json", false),
            ("a**b", "ab", true),
            ("a.json", "a.json", true),
        ] {
            let subset = Subset {
                glob: glob.to_owned(),
                ..Subset::default()
            };
            assert_eq!(subset.holds(path), expected, "{glob} {path}");
        }
    }

    #[test]
    fn a_folder_is_what_stands_before_the_first_star() {
        for (glob, folder) in [
            ("tasks/L1/*.json", "tasks/L1"),
            ("*.json", ""),
            ("a/b*/c.json", "a"),
        ] {
            let subset = Subset {
                glob: glob.to_owned(),
                ..Subset::default()
            };
            assert_eq!(subset.folder(), folder);
        }
    }
}
