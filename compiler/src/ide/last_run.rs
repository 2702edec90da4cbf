//! What the last runs of a script saw: `run.json`, as far as it helps while writing.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Deserializer};

use super::tame::tame;
use crate::lexer::{TokenKind, tokens};
use crate::syntax::ast::Key;

/// The last runs of one script, the newest first. They are read when somebody asks.
#[derive(Debug)]
pub(super) struct Runs {
    texts: Vec<Arc<str>>,
    read: OnceLock<Vec<Run>>,
}

/// One run.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Run {
    #[serde(deserialize_with = "tamed")]
    pub(super) status: String,
    #[serde(default)]
    pub(super) duration_ms: u64,
    #[serde(default)]
    pub(super) failure: Option<RunFailure>,
    #[serde(default)]
    pub(super) steps: Vec<RunStep>,
}

/// A step of a run.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RunStep {
    pub(super) name: String,
    #[serde(default)]
    pub(super) file: String,
    #[serde(default)]
    pub(super) line: u32,
    #[serde(deserialize_with = "tamed")]
    pub(super) status: String,
    #[serde(default)]
    pub(super) duration_ms: u64,
    #[serde(default)]
    pub(super) commands: Vec<RunCommand>,
}

/// A command of a run.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RunCommand {
    #[serde(default)]
    pub(super) file: String,
    #[serde(default)]
    pub(super) line: u32,
    /// The line as it was.
    #[serde(default)]
    source: String,
    /// The same as [`squeezed`] makes it.
    #[serde(skip)]
    squeezed: String,
    #[serde(deserialize_with = "tamed")]
    pub(super) status: String,
    #[serde(default)]
    pub(super) duration_ms: u64,
    #[serde(default)]
    pub(super) resolved: Option<Resolved>,
    #[serde(default)]
    pub(super) failure: Option<RunFailure>,
}

/// The element that a target meant.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Resolved {
    #[serde(default)]
    pub(super) role: Option<String>,
    #[serde(default)]
    pub(super) name: Option<String>,
    #[serde(default)]
    pub(super) text: Option<String>,
    #[serde(default)]
    pub(super) testid: Option<String>,
    #[serde(default)]
    pub(super) css: Option<String>,
}

/// Why something failed.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RunFailure {
    #[serde(deserialize_with = "tamed")]
    pub(super) reason: String,
    #[serde(default, deserialize_with = "tamed")]
    pub(super) message: String,
    #[serde(default)]
    pub(super) candidates: Vec<Candidate>,
}

/// One of several elements that matched.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Candidate {
    #[serde(deserialize_with = "tamed")]
    pub(super) element: String,
    /// A target that means it alone.
    #[serde(default)]
    pub(super) rewrite: Option<String>,
}

impl Runs {
    pub(super) fn new(texts: Vec<Arc<str>>) -> Self {
        Self {
            texts,
            read: OnceLock::new(),
        }
    }

    /// The runs that could be read, the newest first.
    pub(super) fn all(&self) -> &[Run] {
        self.read.get_or_init(|| {
            let read = |text: &Arc<str>| serde_json::from_str(text.trim_start_matches('\u{feff}')).ok();
            let mut runs: Vec<Run> = self.texts.iter().filter_map(read).collect();
            let steps = runs.iter_mut().flat_map(|run| &mut run.steps);
            for command in steps.flat_map(|step| &mut step.commands) {
                command.squeezed = squeezed(&command.source);
            }
            runs
        })
    }

    /// The newest run that ended as far as it got.
    pub(super) fn last(&self) -> Option<&Run> {
        self.all().first()
    }

    /// What the newest run that had it says of a command: the line is the same but for white space and its comment, and of
    /// several such lines it is the nearest.
    pub(super) fn command(&self, file: &str, line: u32, source: &str) -> Option<&RunCommand> {
        let source = squeezed(source);
        self.all().iter().find_map(|run| run.command(file, line, &source))
    }

    /// The texts that were seen for a key and can be written, sorted; with the role of the element where that is `role`, if
    /// one is given.
    pub(super) fn seen(&self, key: Key, role: Option<&str>) -> BTreeSet<&str> {
        let commands = self.all().iter().flat_map(Run::commands);
        let elements = commands.filter_map(|command| command.resolved.as_ref());
        let fitting = elements.filter(|seen| role.is_none() || seen.role.as_deref() == role);
        let texts = fitting.filter_map(|seen| seen.of(key).map(str::trim));
        texts
            .filter(|text| !text.is_empty() && text.len() <= MAX_SEEN && tame(text) == **text)
            .collect()
    }
}

/// Words that are only read.
fn tamed<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    String::deserialize(from).map(|words| tame(&words))
}

/// Longer texts are whole parts of a page, and nobody writes them down.
const MAX_SEEN: usize = 120;

impl Run {
    pub(super) fn commands(&self) -> impl Iterator<Item = &RunCommand> {
        self.steps.iter().flat_map(|step| &step.commands)
    }

    fn command(&self, file: &str, line: u32, source: &str) -> Option<&RunCommand> {
        let same = self
            .commands()
            .filter(|command| command.file == file && command.squeezed == source);
        same.min_by_key(|command| command.line.abs_diff(line))
    }

    /// The step of this name; of several the nearest.
    pub(super) fn step(&self, file: &str, line: u32, name: &str) -> Option<&RunStep> {
        let same = self
            .steps
            .iter()
            .filter(|step| step.file == file && step.name == name);
        same.min_by_key(|step| step.line.abs_diff(line))
    }
}

impl RunStep {
    /// The failure of the command that failed in it.
    pub(super) fn failure(&self) -> Option<&RunFailure> {
        self.commands.iter().find_map(|command| command.failure.as_ref())
    }
}

impl Resolved {
    fn of(&self, key: Key) -> Option<&str> {
        let value = match key {
            Key::Role => &self.role,
            Key::Name | Key::Label | Key::Placeholder => &self.name,
            Key::Text | Key::TextContains => &self.text,
            Key::TestId => &self.testid,
            Key::Css => &self.css,
            Key::XPath | Key::Index => return None,
        };
        value.as_deref()
    }
}

/// A line without its comment, with one blank where there is white space: formatting does not change it.
fn squeezed(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut gap = false;
    for token in tokens(line).filter(|token| token.kind != TokenKind::Comment) {
        if token.kind.is_trivia() {
            gap = true;
            continue;
        }
        if gap && !out.is_empty() {
            out.push(' ');
        }
        gap = false;
        out.push_str(line.get(token.span.start..token.span.end).unwrap_or_default());
    }
    out
}

/// `1.2 s`, `340 ms`
pub(super) fn shown_time(millis: u64) -> String {
    match millis {
        0..1_000 => format!("{millis} ms"),
        _ if millis.is_multiple_of(60_000) => format!("{} min", millis / 60_000),
        _ if millis.is_multiple_of(1_000) => format!("{} s", millis / 1_000),
        _ => format!("{}.{} s", millis / 1_000, millis % 1_000 / 100),
    }
}
