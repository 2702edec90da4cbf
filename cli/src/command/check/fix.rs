//! `aite check --fix`: makes the changes that need no thought.

use std::fs;

use aite_compiler::diagnostic::{Diagnostic, Edit};

use super::{Checker, note};
use crate::exit::Stop;
use crate::project::{Script, replace};
use crate::render::count;

/// A fix can bring out another problem that has a fix; nothing needs more rounds than this.
const ROUNDS: usize = 10;

/// Fixes the scripts themselves; the scripts that they run are fixed when they are asked for.
pub(super) fn apply(checker: &Checker<'_>, scripts: &[Script]) -> Result<(), Stop> {
    let mut fixed = 0;
    let mut files = 0;
    for script in scripts {
        let before = fixed;
        for _ in 0..ROUNDS {
            match fix_once(checker, script)? {
                0 => break,
                some => fixed += some,
            }
        }
        files += usize::from(fixed > before);
    }
    if fixed > 0 {
        note(&format!(
            "fixed {} in {}",
            count(fixed, "problem"),
            count(files, "file")
        ));
    }
    Ok(())
}

/// How many fixes were made.
fn fix_once(checker: &Checker<'_>, script: &Script) -> Result<usize, Stop> {
    let checked = checker.check(script)?;
    let Some((_, text)) = checked.files.first() else {
        return Ok(0);
    };
    let own = checked
        .diagnostics
        .iter()
        .filter(|(file, _)| *file == 0)
        .map(|(_, diagnostic)| diagnostic);
    let (fixed_text, fixes) = rewrite(text, own);
    if fixes == 0 {
        return Ok(0);
    }
    // The text may hold stand-ins for bytes that are not UTF-8; writing those would lose the bytes.
    let unchanged = fs::read(&script.path).is_ok_and(|bytes| bytes == text.as_bytes());
    if !unchanged {
        return Ok(0);
    }
    replace(&script.path, fixed_text.as_bytes()).map_err(|error| Stop::file(&script.name, &error))?;
    Ok(fixes)
}

/// The text with every fix made that does not touch one made before it, and how many those were.
fn rewrite<'a>(text: &str, diagnostics: impl Iterator<Item = &'a Diagnostic>) -> (String, usize) {
    let mut fixes: Vec<&[Edit]> = diagnostics
        .filter_map(|diagnostic| Some(diagnostic.fix.as_ref()?.edits.as_slice()))
        .filter(|edits| is_ordered(text, edits))
        .collect();
    fixes.sort_by_key(|edits| edits.first().map(|edit| edit.span.start));
    let mut fixed = String::with_capacity(text.len());
    let (mut at, mut made) = (0, 0);
    for edits in fixes {
        let touches = edits
            .first()
            .is_none_or(|edit| edit.span.start < at || made > 0 && edit.span.start == at);
        if touches {
            continue;
        }
        for edit in edits {
            fixed.push_str(&text[at..edit.span.start]);
            fixed.push_str(&edit.text);
            at = edit.span.end;
        }
        made += 1;
    }
    fixed.push_str(&text[at..]);
    (fixed, made)
}

/// Whether edits follow one another inside the text.
fn is_ordered(text: &str, edits: &[Edit]) -> bool {
    let mut at = 0;
    edits.iter().all(|edit| {
        let fits = edit.span.start >= at && text.get(edit.span.start..edit.span.end).is_some();
        at = edit.span.end;
        fits
    })
}

#[cfg(test)]
mod tests {
    use aite_compiler::diagnostic::Code;
    use aite_compiler::source::Span;

    use super::*;

    fn fix(start: usize, end: usize, text: &str) -> Diagnostic {
        Diagnostic::error(Code::E002, Span::new(start, end), "x").with_fix("x", Span::new(start, end), text)
    }

    #[test]
    fn fixes_that_touch_wait_for_the_next_round() {
        let fixes = [
            fix(4, 7, "C"),
            fix(0, 3, "A"),
            fix(2, 5, "no"),
            fix(3, 3, "no"),
            fix(90, 91, "no"),
        ];
        assert_eq!(
            rewrite("one two three", fixes.iter()),
            ("A C three".to_owned(), 2)
        );
    }
}
