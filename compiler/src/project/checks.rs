//! Which checks a program calls.

use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::ir::{OpKind, Origins, Program};

/// E011: calls of checks that are not in `known`, for hosts in which all checks are built in.
///
/// Only the program's own calls are looked at, not those of included scripts.
pub fn unknown_checks(program: &Program, origins: &Origins, known: &[&str]) -> Vec<Diagnostic> {
    let calls = program
        .ops()
        .zip(&origins.ops)
        .filter(|(_, origin)| origin.place.file == 0);
    let unknown = calls.filter_map(|(op, origin)| match &op.kind {
        OpKind::Call { check, .. } if !known.contains(&check.as_str()) => Some((check, origin)),
        _ => None,
    });
    unknown
        .map(|(check, origin)| {
            let message = format!(
                "unknown check \"{check}\": the built-in checks are {}",
                known.join(", ")
            );
            let problem = Diagnostic::error(Code::E011, origin.place.span, message);
            match nearest(check, known.iter().copied()) {
                Some(meant) => problem.with_help(format!("did you mean {meant}?")),
                None => problem,
            }
        })
        .collect()
}
