//! `grader`: who decides, and by what.

use super::check::{check, protocol_check};
use super::document::Source;
use super::reader::{Fields, Reader};
use super::task::shown;
use crate::diagnostic::{Code, Diagnostic};
use crate::ir::{Check, DriverKind, Endpoint, Grader, Origins};
use crate::json::Json;

/// The checks of a task: who makes them follows from the driver and the grader.
pub(super) fn grader(
    reader: &mut Reader,
    fields: Fields<'_, '_>,
    driver: DriverKind,
    (own, pointer): (&[Json<'_>], &'static str),
    source: &Source<'_>,
    origins: &mut Origins,
) -> (Grader, Vec<String>) {
    let nothing = (Grader::Inline { checks: Vec::new() }, Vec::new());
    let Some(grader) = reader.required_object(fields, "grader") else {
        return nothing;
    };
    origins.grader = fields.get("grader").map(|json| source.place(json.span));
    reader.known(grader, "a grader", &["kind", "checks", "endpoint"]);
    let listed = reader.optional_list(grader, "checks");
    let is_protocol = driver == DriverKind::RawCdp;
    let mut checks = Checks {
        source,
        origins,
        list: Vec::new(),
    };
    for (at, json) in own.iter().enumerate() {
        checks.add(check(reader, json), json, pointer, at);
    }
    let mut declared = Vec::new();
    for (at, json) in listed.iter().enumerate() {
        match json.text().filter(|_| !is_protocol) {
            Some(name) => declared.push(name.to_owned()),
            None if is_protocol => checks.add(protocol_check(reader, json), json, "/grader/checks", at),
            None => checks.add(check(reader, json), json, "/grader/checks", at),
        }
    }
    let checks = checks.list;
    let Some(kind) = reader.required(grader, "kind") else {
        return nothing;
    };
    let grader = match kind.text() {
        Some("inline_assertions") => {
            if listed.is_empty() && own.is_empty() {
                let at = grader.get("checks").unwrap_or(kind);
                let message = "inline_assertions needs grader.checks or driver.checks: a return envelope alone is \
                               not verifiable";
                reader.error(Code::T014, at.span, message);
            }
            Grader::Inline { checks }
        }
        Some("server_side") => Grader::Server {
            endpoint: endpoint(reader, grader),
            checks,
        },
        _ => {
            let problem = Diagnostic::error(
                Code::T013,
                kind.span,
                format!("unsupported grader {}", shown(kind)),
            );
            reader.push(problem.with_help("a grader is inline_assertions or server_side"));
            return nothing;
        }
    };
    (grader, declared)
}

/// Checks with their places.
struct Checks<'a, 'j> {
    source: &'a Source<'j>,
    origins: &'a mut Origins,
    list: Vec<Check>,
}

impl Checks<'_, '_> {
    fn add(&mut self, check: Option<Check>, json: &Json<'_>, pointer: &str, at: usize) {
        let Some(check) = check else { return };
        self.list.push(check);
        let place = self.source.place_at(json.span, format!("{pointer}/{at}"));
        self.origins.checks.push(place);
    }
}

fn endpoint(reader: &mut Reader, grader: Fields<'_, '_>) -> Endpoint {
    let Some(json) = reader.required(grader, "endpoint") else {
        return Endpoint(String::new());
    };
    let endpoint = json.text().unwrap_or_default();
    if !endpoint.starts_with('/') {
        let message = format!(
            "the endpoint of a server_side grader must start with /, found {}",
            shown(json)
        );
        reader.error(Code::T015, json.span, message);
    }
    Endpoint(endpoint.to_owned())
}
