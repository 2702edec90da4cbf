//! `driver`: the program of a task, its steps and its checks.

use super::document::Source;
use super::reader::{Fields, Reader};
use super::task::{Around, shown};
use super::{page, protocol, tool};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::ir::{Driver, DriverKind, Op, OpOrigin, Origins, Place, Setup};
use crate::json::Json;
use crate::source::Span;

/// The variables of a node probe that hold steps and checks.
const TOOL_STEPS: &str = "AB_STEPS";
const TOOL_CHECKS: &str = "AB_CHECKS";

/// What `driver` says.
pub(super) struct Read<'j, 't> {
    pub(super) driver: Driver,
    pub(super) steps: Steps,
    /// The driver's own checks as written, with the pointer of their list.
    pub(super) checks: (&'j [Json<'t>], &'static str),
}

/// The steps, and where their list stands.
#[derive(Default)]
pub(super) struct Steps {
    pub(super) ops: Vec<Op>,
    pub(super) place: Option<Place>,
}

/// `driver`
pub(super) fn driver<'j, 't>(
    reader: &mut Reader,
    fields: Fields<'j, 't>,
    around: &Around<'_>,
    source: &Source<'_>,
    origins: &mut Origins,
) -> Read<'j, 't> {
    let mut read = Read {
        driver: Driver {
            kind: DriverKind::RawCdp,
            setup: Setup::Nothing,
        },
        steps: Steps::default(),
        checks: (&[], ""),
    };
    let Some(driver) = reader.required_object(fields, "driver") else {
        return read;
    };
    let Some(kind) = kind(reader, driver, around) else {
        return read;
    };
    read.driver.kind = kind;
    let mut known = vec!["kind"];
    match kind {
        DriverKind::NodeProbe => {
            known.extend(["script", "env", "connect_env"]);
            probe(reader, driver, around, source, origins, &mut read);
        }
        DriverKind::RawCdp => {
            known.push("steps");
            read.steps = steps(reader, driver, kind, source, origins);
        }
        _ => {
            known.extend(["steps", "checks", "connect_options", "transport_policy"]);
            read.steps = steps(reader, driver, kind, source, origins);
            read.checks = (reader.optional_list(driver, "checks"), "/driver/checks");
            read.driver.setup = setup(reader, driver);
        }
    }
    reader.known(driver, "a driver", &known);
    read
}

fn kind(reader: &mut Reader, driver: Fields<'_, '_>, around: &Around<'_>) -> Option<DriverKind> {
    let json = reader.required(driver, "kind")?;
    let kind = json.text().and_then(DriverKind::of_name);
    let Some(kind) = kind else {
        let message = format!("unsupported driver.kind {}", shown(json));
        let problem = Diagnostic::error(Code::T010, json.span, message);
        let names = DriverKind::ALL.map(DriverKind::name);
        reader.push(match json.text().and_then(|name| nearest(name, names)) {
            Some(meant) => problem.with_meant(&format!("\"{meant}\""), json.span),
            None => problem.with_help(format!("driver.kind is one of {}", names.join(", "))),
        });
        return None;
    };
    if let Some(subset) = around.subset.filter(|subset| subset.driver != Some(kind)) {
        let wanted = subset.driver.map_or("another driver", DriverKind::name);
        let message = format!(
            "unsupported driver.kind {} in the subset {}, which is for {wanted}",
            kind.name(),
            subset.id
        );
        reader.error(Code::T010, json.span, message);
    }
    Some(kind)
}

fn setup(reader: &mut Reader, driver: Fields<'_, '_>) -> Setup {
    if let Some(options) = driver.get("connect_options") {
        return match reader.as_object("connect_options", options) {
            Some(_) => Setup::Connect(options.plain()),
            None => Setup::Nothing,
        };
    }
    let policy = reader.optional_text(driver, "transport_policy");
    policy.map_or(Setup::Nothing, Setup::Transport)
}

fn steps(
    reader: &mut Reader,
    driver: Fields<'_, '_>,
    kind: DriverKind,
    source: &Source<'_>,
    origins: &mut Origins,
) -> Steps {
    let Some(json) = reader.required(driver, "steps") else {
        return Steps::default();
    };
    let list = reader.optional_list(driver, "steps");
    if list.is_empty() {
        reader.error(Code::T017, json.span, "steps must be a list that has a step");
    }
    let place = Some(source.place_at(json.span, "/driver/steps".to_owned()));
    let mut sessions = protocol::Sessions::default();
    let ops = each(list, "/driver/steps", source, origins, |step| match kind {
        DriverKind::RawCdp => protocol::step(reader, step, &mut sessions),
        _ => page::step(reader, step),
    });
    Steps { ops, place }
}

/// Reads a list of steps and notes where each stands.
fn each<'j, 't>(
    list: &'j [Json<'t>],
    pointer: &str,
    source: &Source<'_>,
    origins: &mut Origins,
    mut read: impl FnMut(&'j Json<'t>) -> Option<(Op, String)>,
) -> Vec<Op> {
    let mut ops = Vec::with_capacity(list.len());
    for (at, json) in list.iter().enumerate() {
        let Some((op, verb)) = read(json) else { continue };
        ops.push(op);
        origins.ops.push(OpOrigin {
            place: source.place_at(json.span, format!("{pointer}/{at}")),
            verb: verb.into(),
            target: None,
            expectation: None,
        });
    }
    ops
}

fn probe<'j, 't>(
    reader: &mut Reader,
    driver: Fields<'j, 't>,
    around: &Around<'_>,
    source: &Source<'_>,
    origins: &mut Origins,
    read: &mut Read<'j, 't>,
) {
    let script = script(reader, driver, around);
    let env = driver.get("env").and_then(|env| reader.as_object("env", env));
    let mut rest = Vec::new();
    for member in env.into_iter().flat_map(|env| env.members) {
        let list = super::reader::items(&member.value);
        match (member.key.as_ref(), list) {
            (TOOL_STEPS, Some(list)) => {
                let pointer = "/driver/env/AB_STEPS";
                read.steps = Steps {
                    place: Some(source.place_at(member.value.span, pointer.to_owned())),
                    ops: each(list, pointer, source, origins, |step| {
                        Some(tool::step(reader, step))
                    }),
                };
            }
            (TOOL_CHECKS, Some(list)) => read.checks = (list, "/driver/env/AB_CHECKS"),
            (key, _) => rest.push((key.to_owned(), member.value.plain())),
        }
    }
    rest.sort_by(|(a, _), (b, _)| a.cmp(b));
    read.driver.setup = Setup::Probe { script, env: rest };
}

fn script(reader: &mut Reader, driver: Fields<'_, '_>, around: &Around<'_>) -> String {
    let script = reader.required_text(driver, "script");
    let span = driver.get("script").map_or(driver.opening, |json| json.span);
    let mut parts = script.split('/');
    let is_inside = !script.starts_with('/') && parts.all(|part| !part.is_empty() && part != "..");
    match around.has_file {
        _ if script.is_empty() => {}
        _ if !is_inside => missing_script(reader, span, &script, "it is not inside the data set"),
        Some(has_file) if !has_file(&script) => {
            missing_script(reader, span, &script, "there is no such file in the data set");
        }
        _ => {}
    }
    script
}

fn missing_script(reader: &mut Reader, span: Span, script: &str, why: &str) {
    let message = format!("script not found: {script}");
    reader.push(Diagnostic::error(Code::T011, span, message).with_help(why.to_owned()));
}
