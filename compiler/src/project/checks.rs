//! Which checks a program calls.

use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::ir::{OpKind, OpOrigin, Origins, Program};
use crate::lower::Located;

/// The checks that a program calls and where, those of included scripts too.
pub fn called<'a>(
    program: &'a Program,
    origins: &'a Origins,
) -> impl Iterator<Item = (&'a str, &'a OpOrigin)> {
    let ops = program.ops().zip(&origins.ops);
    ops.filter_map(|(op, origin)| match &op.kind {
        OpKind::Call { check, .. } => Some((check.as_str(), origin)),
        _ => None,
    })
}

/// E011: calls of checks that are neither built in nor in the project's folder of checks.
pub fn unknown_checks(
    program: &Program,
    origins: &Origins,
    built_in: &[&str],
    custom: &[String],
) -> Vec<Located> {
    let known = || built_in.iter().copied().chain(custom.iter().map(String::as_str));
    let unknown = called(program, origins).filter(|(check, _)| !known().any(|known| known == *check));
    let theirs = match custom {
        [] => String::new(),
        custom => format!("; those of scripts/checks are {}", custom.join(", ")),
    };
    unknown
        .map(|(check, origin)| {
            let message = format!(
                "unknown check \"{check}\": the built-in checks are {}{theirs}",
                built_in.join(", ")
            );
            let problem = Diagnostic::error(Code::E011, origin.place.span, message);
            let diagnostic = match nearest(check, known()) {
                Some(meant) => problem.with_help(format!("did you mean {meant}?")),
                None => problem,
            };
            Located {
                file: origin.place.file,
                diagnostic,
            }
        })
        .collect()
}
