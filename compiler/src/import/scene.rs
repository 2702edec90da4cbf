//! Where the page of a task comes from.

use super::reader::{Fields, Reader};
use super::task::shown;
use crate::diagnostic::{Code, Diagnostic};
use crate::ir::{DriverKind, Piece, Scene, Text};
use crate::source::Span;

/// What a driver program's address may ask for.
const HOLES: [&str; 2] = ["seed", "session"];

/// `scene` of a task or a scenario.
pub(super) fn scene(reader: &mut Reader, fields: Fields<'_, '_>, driver: DriverKind) -> Scene {
    let Some(scene) = reader.required_object(fields, "scene") else {
        return Scene::AboutBlank;
    };
    reader.known(scene, "a scene", &["kind", "url", "fixture_id"]);
    let Some(kind) = reader.required(scene, "kind") else {
        return Scene::AboutBlank;
    };
    match kind.text() {
        Some("about_blank") => Scene::AboutBlank,
        Some("self_hosted_fixture") => fixture(reader, scene, driver),
        _ => {
            let message = format!("unsupported scene {}", shown(kind));
            let problem = Diagnostic::error(Code::T012, kind.span, message);
            reader.push(problem.with_help("a scene is about_blank or self_hosted_fixture"));
            Scene::AboutBlank
        }
    }
}

fn fixture(reader: &mut Reader, scene: Fields<'_, '_>, driver: DriverKind) -> Scene {
    let Some(json) = reader.required(scene, "url") else {
        return Scene::AboutBlank;
    };
    let written = json.text().unwrap_or_default();
    let is_absolute = ["/", "http://", "https://"]
        .iter()
        .any(|start| written.starts_with(start));
    if !is_absolute {
        let message = format!("scene.url must be absolute fixture path, found {}", shown(json));
        let problem = Diagnostic::error(Code::T012, json.span, message);
        reader.push(problem.with_help("it begins with / or http://"));
    }
    let url = match driver {
        DriverKind::RawCdp => Text::literal(written),
        _ => template(reader, written, json.span),
    };
    let id = reader.optional_text(scene, "fixture_id");
    Scene::Fixture { url, id }
}

/// `{seed}` and `{session}` are filled in; a brace that is one is written twice.
fn template(reader: &mut Reader, written: &str, span: Span) -> Text {
    let mut pieces = Vec::new();
    let mut rest = written;
    while let Some(at) = rest.find(['{', '}']) {
        let (before, behind) = rest.split_at_checked(at).unwrap_or((rest, ""));
        pieces.push(Piece::Literal(before.into()));
        let doubled = ["{{", "}}"].into_iter().find(|braces| behind.starts_with(braces));
        let named = HOLES
            .into_iter()
            .find(|name| behind.starts_with(&format!("{{{name}}}")));
        rest = match (doubled, named) {
            (Some(braces), _) => {
                pieces.push(Piece::Literal(braces.chars().take(1).collect::<String>().into()));
                behind.get(2..).unwrap_or_default()
            }
            (None, Some(name)) => {
                pieces.push(Piece::Variable(name.to_owned()));
                behind.get(name.len() + 2..).unwrap_or_default()
            }
            (None, None) => {
                let message = "scene.url may only use {seed} and {session}; a brace is written twice";
                reader.error(Code::T012, span, message);
                return Text::literal(written);
            }
        };
    }
    pieces.push(Piece::Literal(rest.into()));
    pieces.into_iter().collect()
}
