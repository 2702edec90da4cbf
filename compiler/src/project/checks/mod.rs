//! The checks of a project: which a program calls, which there are, and which of them may run.

mod allowlist;
mod folder;

pub use allowlist::{ALLOWLIST, Allowlist, sha256};
pub use folder::{Approved, CheckFolder, CustomChecks, Entry, NoCheck, Refusal, check_name};

use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::ir::{OpKind, OpOrigin, Origins, Program};
use crate::lower::Located;

/// The checks that need no file.
pub const BUILT_IN_CHECKS: [&str; 2] = ["session-check", "balance-at-least"];

/// The folder of the custom checks, from the project's root.
pub const CHECKS_FOLDER: &str = "scripts/checks";

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
pub fn unknown_checks(program: &Program, origins: &Origins, custom: &CustomChecks) -> Vec<Located> {
    let known = || BUILT_IN_CHECKS.into_iter().chain(custom.names());
    let unknown = called(program, origins).filter(|(check, _)| !known().any(|known| known == *check));
    let names: Vec<&str> = custom.names().collect();
    let theirs = match names.as_slice() {
        [] => String::new(),
        names => format!("; those of {CHECKS_FOLDER} are {}", names.join(", ")),
    };
    unknown
        .map(|(check, origin)| {
            let message = format!(
                "unknown check \"{check}\": the built-in checks are {}{theirs}",
                BUILT_IN_CHECKS.join(", ")
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

/// W007: calls of custom checks that may not run. Whoever runs scripts refuses them.
pub fn refused_checks(program: &Program, origins: &Origins, custom: &CustomChecks) -> Vec<Located> {
    let refused = called(program, origins).filter_map(|(check, origin)| {
        let why = custom.get(check)?.as_ref().err()?;
        let message = format!("the check {check} may not run: {why}");
        let diagnostic = Diagnostic::warning(Code::W007, origin.place.span, message).with_help(why.advice());
        Some(Located {
            file: origin.place.file,
            diagnostic,
        })
    });
    refused.collect()
}
