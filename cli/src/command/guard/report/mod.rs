//! How findings are shown. One file a format.

mod github;
mod gitlab;
mod json;
mod sarif;
mod text;

use std::io::{self, Write};

use super::GuardFormat;
use super::finding::Found;
use crate::render::{ColorChoice, Style, safe};

/// All that there is to say.
pub(super) struct Report<'a> {
    pub(super) findings: &'a [Found],
    /// How many scripts were compared.
    pub(super) scripts: usize,
    /// How many benchmark files were compared.
    pub(super) tasks: usize,
    /// The label that lets the findings through; `None` when there is none, or nothing to let through.
    pub(super) label: Option<&'a str>,
    /// The label that would.
    pub(super) needed_label: &'a str,
}

impl Report<'_> {
    /// Writes everything in one format.
    pub(super) fn write(
        &self,
        out: &mut dyn Write,
        format: GuardFormat,
        color: ColorChoice,
    ) -> io::Result<()> {
        match format {
            GuardFormat::Text => text::write(out, Style::of(color, &io::stdout()), self),
            GuardFormat::Json => json::write(out, self),
            GuardFormat::Sarif => sarif::write(out, self),
            GuardFormat::Github => github::write(out, self),
            GuardFormat::Gitlab => gitlab::write(out, self),
        }
    }

    /// Whether the findings make the command fail.
    fn fails(&self) -> bool {
        self.label.is_none()
    }
}

/// Where a code host shows a finding: in the new version, or in the old one when the script is gone.
fn shown_at(finding: &Found) -> (&str, u32) {
    match (&finding.new_file, finding.new_line) {
        (Some(file), Some(line)) => (file, line),
        (Some(file), None) => (file, 1),
        (None, _) => (&finding.file, finding.line),
    }
}

/// Code hosts show a few lines at most.
const MAX_SENTENCE: usize = 1000;

/// What happened, in one sentence without anything that steers a log.
fn sentence(finding: &Found) -> String {
    let Found { file, line, was, .. } = finding;
    let title = finding.rule.row().title;
    let said = match &finding.now {
        Some(now) => format!("{title}: was {was} ({file}:{line}), is {now}"),
        None => format!("{title}: {was} ({file}:{line})"),
    };
    safe::line(&said, MAX_SENTENCE).into_owned()
}

/// The rule's name among those of other tools.
fn rule_id(finding: &Found) -> String {
    format!("guard/{}", finding.rule)
}
