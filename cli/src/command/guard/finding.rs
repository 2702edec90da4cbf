//! Findings with their places.

use std::collections::HashSet;

use aite_compiler::guard::{At, Finding, Rule, Sight};
use aite_compiler::lower::Compiled;
use serde::Serialize;

/// One thing that is checked less strictly than before. Paths are from the repository's root.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Found {
    /// Where it was, in the old version.
    pub(super) file: String,
    /// From 1.
    pub(super) line: u32,
    pub(super) rule: Rule,
    pub(super) was: String,
    /// `None` when nothing is left of it.
    pub(super) now: Option<String>,
    /// Where it is, or would be, in the new version; `None` when the script is gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) new_file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) new_line: Option<u32>,
    /// The verify itself, when it was reached through `run` and the place above is that of the `run`.
    #[serde(skip)]
    pub(super) included: Option<(String, u32)>,
}

/// One side of a compared script.
pub(super) struct Side<'a> {
    /// The script, from the repository's root.
    pub(super) file: &'a str,
    /// The project's root in front of included files.
    pub(super) root: &'a str,
    pub(super) compiled: &'a Compiled,
}

/// Where something stands: in the script, or in a script that it runs.
struct Place {
    line: u32,
    included: Option<(String, u32)>,
}

impl Side<'_> {
    fn place(&self, sight: &Sight) -> Place {
        let ops = &self.compiled.origins.ops;
        let written = match sight.at {
            At::Op(op) => ops.get(op).map(|origin| (op, &origin.place)),
            _ => None,
        };
        let Some((op, place)) = written else {
            return Place {
                line: 1,
                included: None,
            };
        };
        if place.file == 0 {
            return Place {
                line: place.line,
                included: None,
            };
        }
        // Operations of an include follow their `run`, so the last one before that the script itself says is it.
        let run = ops.iter().take(op).rev().find(|op| op.place.file == 0);
        let file = self
            .compiled
            .origins
            .files
            .get(place.file)
            .map_or("", String::as_str);
        Place {
            line: run.map_or(1, |run| run.place.line),
            included: Some((format!("{}{file}", self.root), place.line)),
        }
    }

    fn say(&self, sight: &Sight, place: &Place) -> String {
        match &place.included {
            Some((file, line)) => format!("{} (in {file}:{line})", sight.text),
            None => sight.text.clone(),
        }
    }
}

/// A finding of the compiler with its places on both sides.
pub(super) fn located(finding: &Finding, old: &Side<'_>, new: Option<&Side<'_>>) -> Found {
    let was = old.place(&finding.was);
    let now = finding.now.as_ref().zip(new).map(|(sight, side)| {
        let place = side.place(sight);
        (side.say(sight, &place), place.line)
    });
    Found {
        file: old.file.to_owned(),
        line: was.line,
        rule: finding.rule,
        was: old.say(&finding.was, &was),
        new_file: new.map(|side| side.file.to_owned()),
        new_line: now.as_ref().map(|(_, line)| *line),
        now: now.map(|(text, _)| text),
        included: was.included,
    }
}

/// In order, and each weakening once: what is weakened in an included script is that script's finding, and not
/// also one of every script that runs it.
pub(super) fn sorted(mut found: Vec<Found>) -> Vec<Found> {
    let own: HashSet<(String, u32)> = found
        .iter()
        .filter(|finding| finding.included.is_none())
        .map(|finding| (finding.file.clone(), finding.line))
        .collect();
    found.retain(|finding| finding.included.as_ref().is_none_or(|place| !own.contains(place)));
    found.sort();
    found
}
