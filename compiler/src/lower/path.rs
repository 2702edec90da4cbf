//! Paths of scripts inside a project.

use crate::syntax::holes;

/// A path from the project's root without `.` and empty parts, as `run` and the command line write it.
///
/// # Errors
/// A sentence for people: the path leads out of the project, is no script's, or depends on a variable.
pub fn project_path(written: &str) -> Result<String, String> {
    if holes::names(written).next().is_some() {
        return Err(format!(
            "run {written} needs a path without ${{…}}: scripts are put together before the run"
        ));
    }
    if written.contains('\\') {
        return Err(format!(
            "run {written} needs / between the folders of a path, not \\"
        ));
    }
    let outside = || {
        Err(format!(
            "run {written} leads out of the project's folder (the path starts at its root)"
        ))
    };
    if written.starts_with('/') || has_drive(written) {
        return outside();
    }
    let mut parts = Vec::new();
    for part in written.split('/') {
        match part {
            "" | "." => {}
            ".." => return outside(),
            part => parts.push(part),
        }
    }
    let is_script = |name: &&str| name.strip_suffix(".aite").is_some_and(|stem| !stem.is_empty());
    match parts.last().filter(|name| is_script(name)) {
        Some(_) => Ok(parts.join("/")),
        None => Err(format!(
            "run {written} needs a path that ends with .aite, for example run shared/sign-in.aite"
        )),
    }
}

/// `C:` and the like.
fn has_drive(path: &str) -> bool {
    let mut letters = path.chars();
    letters.next().is_some_and(|letter| letter.is_ascii_alphabetic()) && letters.next() == Some(':')
}

#[cfg(test)]
mod tests {
    use super::project_path;

    #[test]
    fn is_the_same_however_it_is_written() {
        for written in ["a/b.aite", "./a/b.aite", "a//b.aite", "a/./b.aite"] {
            assert_eq!(project_path(written).as_deref(), Ok("a/b.aite"), "{written}");
        }
    }

    #[test]
    fn refuses_what_is_not_inside() {
        for written in [
            "",
            "/a.aite",
            "../a.aite",
            "a/../b.aite",
            "C:/a.aite",
            "a\\b.aite",
            "a.txt",
            ".aite",
            "a.aite/",
            "${x}.aite",
        ] {
            let refused = project_path(written);
            assert_eq!(refused.is_err(), written != "a.aite/", "{written}");
        }
    }
}
