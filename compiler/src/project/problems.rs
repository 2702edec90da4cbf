//! Everything that a project has to say about one of its programs.

use super::{Config, CustomChecks, missing_profiles, refused_checks, unchecked_sessions, unknown_checks};
use crate::lower::{Compiled, Located};

/// E006, S001, E011 and W007: what can be wrong with a script because of the project that it is in. It comes besides
/// [`Compiled::diagnostics`], in no order.
pub fn problems(compiled: &Compiled, config: &Config, checks: &CustomChecks) -> Vec<Located> {
    let (program, origins) = (&compiled.program, &compiled.origins);
    let missing = missing_profiles(program, origins, config).into_iter();
    let mut found: Vec<Located> = missing
        .map(|diagnostic| Located { file: 0, diagnostic })
        .collect();
    found.extend(unchecked_sessions(program, origins, config));
    found.extend(unknown_checks(program, origins, checks));
    found.extend(refused_checks(program, origins, checks));
    found
}
