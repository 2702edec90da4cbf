//! What a program needs of its project.

use super::Config;
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::ir::{Origins, Program};

/// E006: the profiles that a program needs and the configuration does not have, each at its `needs` line.
pub fn missing_profiles(program: &Program, origins: &Origins, config: &Config) -> Vec<Diagnostic> {
    let needed = program.sessions.iter().zip(&origins.sessions);
    let missing = needed.filter(|(name, _)| !config.profiles.contains_key(name.as_str()));
    missing
        .map(|(name, place)| {
            let message = format!("\"needs session {name}\" but no such profile is configured");
            let problem = Diagnostic::error(Code::E006, place.span, message);
            match nearest(name, config.profiles.keys().map(String::as_str)) {
                Some(meant) => problem.with_label(format!("did you mean \"{meant}\"?")).with_fix(
                    format!("Change to {meant}"),
                    place.span,
                    meant,
                ),
                None => problem.with_help(format!(
                    "add it to aite.config.json: {{\"profiles\": {{\"{name}\": {{}}}}}}"
                )),
            }
        })
        .collect()
}
