//! Scenarios: steps and checks that any driver can take, written once.

use super::check::check;
use super::document::{self, Source};
use super::reader::{Fields, Reader};
use super::task::shown;
use super::{page, registry, scene, tags};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::ir::{Check, DriverKind, ExpectedAnswer, LaunchProfile, Op, OpOrigin, Origins, Place, Scene};

/// What a scenario file says.
#[derive(Debug, Clone, PartialEq)]
pub struct Scenario {
    /// Its id, also the beginning of its file's name.
    pub id: String,
    /// The family that it belongs to.
    pub family: String,
    /// A headline.
    pub title: String,
    /// What it finds out.
    pub description: String,
    /// `L1` or `L2`.
    pub layer: String,
    /// No engine is scored by it.
    pub diagnostic: bool,
    /// Tags beside its family.
    pub extra_tags: Vec<String>,
    /// Where the page comes from.
    pub scene: Scene,
    /// What is done.
    pub ops: Vec<Op>,
    /// What each operation is called in the file.
    pub names: Vec<String>,
    /// What is checked by the driver.
    pub checks: Vec<Check>,
    /// Protocol features that it touches.
    pub anchors: Vec<String>,
    /// What the server expects; without it the driver's checks decide.
    pub expected: Option<ExpectedAnswer>,
    /// The drivers that perform it.
    pub drivers: Vec<DriverKind>,
    /// Where they stand.
    pub drivers_place: Place,
    /// The drivers that cannot, and why.
    pub skips: Vec<(DriverKind, String)>,
    /// How engines are started.
    pub launch_profile: LaunchProfile,
    /// The version of its tasks, when it says one.
    pub version: Option<u64>,
    /// Where its parts stand.
    pub origins: Origins,
}

const FIELDS: [&str; 18] = [
    "scenario_id",
    "family",
    "title",
    "description",
    "layer",
    "diagnostic",
    "extra_tags",
    "scene",
    "steps",
    "checks",
    "cdp_anchors",
    "expected_answer",
    "drivers",
    "driver_skips",
    "launch_profile",
    "task_version",
    "features",
    "human_query",
];

/// The end of a scenario's file name.
pub const SCENARIO_END: &str = ".scenario.json";

/// Reads a scenario. `None` is a file that is no object; whatever else is wrong is in the diagnostics.
pub fn scenario(path: &str, text: &str) -> (Option<Scenario>, Vec<Diagnostic>) {
    document::read("a scenario", text, |reader, fields, source| {
        let mut origins = Origins {
            files: vec![path.to_owned()],
            ..Origins::default()
        };
        let (ops, names) = steps(reader, fields, source, &mut origins);
        let scenario = Scenario {
            id: id(reader, fields, path),
            family: slug(reader, fields, "family"),
            title: said(reader, fields, "title"),
            description: said(reader, fields, "description"),
            layer: layer(reader, fields),
            diagnostic: reader.optional_bool(fields, "diagnostic").unwrap_or_default(),
            extra_tags: tags::extra(reader, fields),
            scene: scene::scene(reader, fields, DriverKind::Playwright),
            checks: checks(reader, fields, source, &mut origins),
            anchors: names_of(reader, fields, "cdp_anchors"),
            expected: fields
                .get("expected_answer")
                .and_then(|json| reader.as_object("expected_answer", json))
                .and_then(|fields| registry::expected(reader, fields)),
            drivers: drivers(reader, fields),
            drivers_place: fields
                .get("drivers")
                .map(|json| source.place(json.span))
                .unwrap_or_default(),
            skips: skips(reader, fields),
            launch_profile: super::task::launch_profile(reader, fields),
            version: reader.optional_count(fields, "task_version"),
            ops,
            names,
            origins: Origins::default(),
        };
        reader.known(fields, "a scenario", &FIELDS);
        is_decided(reader, &scenario);
        origins.name = fields.get("scenario_id").map(|json| source.place(json.span));
        Scenario { origins, ..scenario }
    })
}

fn said(reader: &mut Reader, fields: Fields<'_, '_>, key: &str) -> String {
    if !fields.has(key) {
        reader.error(
            Code::T023,
            fields.opening,
            format!("missing required field {key}"),
        );
    }
    reader.optional_text(fields, key).unwrap_or_default()
}

/// Lower-case letters, digits and underscores.
fn slug(reader: &mut Reader, fields: Fields<'_, '_>, key: &str) -> String {
    let text = said(reader, fields, key);
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    if let Some(json) = fields.get(key).filter(|_| !text.bytes().all(is_plain)) {
        let message = format!("{key} is made of a-z, 0-9 and _, found {}", shown(json));
        reader.error(Code::T023, json.span, message);
    }
    text
}

fn id(reader: &mut Reader, fields: Fields<'_, '_>, path: &str) -> String {
    let id = slug(reader, fields, "scenario_id");
    let file = path.rsplit('/').next().unwrap_or(path);
    let stem = file.strip_suffix(SCENARIO_END).unwrap_or(file);
    if let Some(json) = fields.get("scenario_id").filter(|_| id != stem) {
        let message = format!("scenario_id {id} is not the name of the file, which begins with {stem}");
        reader.error(Code::T023, json.span, message);
    }
    id
}

fn layer(reader: &mut Reader, fields: Fields<'_, '_>) -> String {
    let layer = reader
        .optional_text(fields, "layer")
        .unwrap_or_else(|| "L1".to_owned());
    if let Some(json) = fields
        .get("layer")
        .filter(|_| !matches!(layer.as_str(), "L1" | "L2"))
    {
        reader.error(
            Code::T023,
            json.span,
            format!("a layer is L1 or L2, found {}", shown(json)),
        );
    }
    layer
}

fn steps(
    reader: &mut Reader,
    fields: Fields<'_, '_>,
    source: &Source<'_>,
    origins: &mut Origins,
) -> (Vec<Op>, Vec<String>) {
    let list = reader.optional_list(fields, "steps");
    if list.is_empty() {
        let span = fields.get("steps").map_or(fields.opening, |json| json.span);
        reader.error(Code::T023, span, "steps must be a list that has a step");
    }
    let mut names = Vec::new();
    let mut ops = Vec::new();
    for (at, json) in list.iter().enumerate() {
        let Some((op, name)) = page::step(reader, json) else {
            continue;
        };
        ops.push(op);
        names.push(name.clone());
        origins.ops.push(OpOrigin {
            place: source.place_at(json.span, format!("/steps/{at}")),
            verb: name.into(),
            target: None,
            expectation: None,
        });
    }
    (ops, names)
}

fn checks(
    reader: &mut Reader,
    fields: Fields<'_, '_>,
    source: &Source<'_>,
    origins: &mut Origins,
) -> Vec<Check> {
    let mut checks = Vec::new();
    for (at, json) in reader.optional_list(fields, "checks").iter().enumerate() {
        let Some(check) = check(reader, json) else {
            continue;
        };
        checks.push(check);
        let place: Place = source.place_at(json.span, format!("/checks/{at}"));
        origins.checks.push(place);
    }
    checks
}

fn names_of(reader: &mut Reader, fields: Fields<'_, '_>, key: &'static str) -> Vec<String> {
    match fields.has(key) {
        true => tags::string_list(reader, fields, key)
            .into_iter()
            .map(|(_, name)| name)
            .collect(),
        false => Vec::new(),
    }
}

fn driver(reader: &mut Reader, key: &str, span: crate::source::Span) -> Option<DriverKind> {
    let kind = DriverKind::of_key(key);
    if kind.is_none() {
        let keys: Vec<&'static str> = DriverKind::ALL.into_iter().filter_map(DriverKind::key).collect();
        let problem = Diagnostic::error(Code::T023, span, format!("unknown driver {key}"));
        reader.push(match nearest(key, keys.iter().copied()) {
            Some(meant) => problem.with_meant(&format!("\"{meant}\""), span),
            None => problem.with_help(format!("drivers are {}", keys.join(", "))),
        });
    }
    kind
}

fn drivers(reader: &mut Reader, fields: Fields<'_, '_>) -> Vec<DriverKind> {
    let Some(json) = fields.get("drivers") else {
        reader.error(Code::T023, fields.opening, "missing required field drivers");
        return Vec::new();
    };
    let list = reader.optional_list(fields, "drivers");
    if list.is_empty() {
        reader.error(Code::T023, json.span, "drivers must be a list that has a driver");
    }
    let mut drivers = Vec::new();
    for json in list {
        let kind = driver(reader, json.text().unwrap_or_default(), json.span);
        if kind.is_some_and(|kind| drivers.contains(&kind)) {
            reader.error(
                Code::T023,
                json.span,
                format!("the driver {} is there twice", shown(json)),
            );
        }
        drivers.extend(kind);
    }
    drivers
}

fn skips(reader: &mut Reader, fields: Fields<'_, '_>) -> Vec<(DriverKind, String)> {
    let skips = fields
        .get("driver_skips")
        .and_then(|json| reader.as_object("driver_skips", json));
    let mut reasons = Vec::new();
    for member in skips.into_iter().flat_map(|skips| skips.members) {
        let kind = driver(reader, &member.key, member.key_span);
        let reason = member.value.text().map(str::trim).unwrap_or_default();
        if reason.is_empty() {
            let message = format!("the skip of {} needs a written reason", member.key);
            reader.error(Code::T023, member.value.span, message);
        }
        reasons.extend(kind.map(|kind| (kind, reason.to_owned())));
    }
    reasons
}

/// A driver performs the scenario or does not.
fn is_decided(reader: &mut Reader, scenario: &Scenario) {
    for (kind, _) in &scenario.skips {
        let Some(key) = kind.key().filter(|_| scenario.drivers.contains(kind)) else {
            continue;
        };
        let message = format!("{key} is in drivers and in driver_skips");
        reader.error(Code::T023, scenario.drivers_place.span, message);
    }
}
