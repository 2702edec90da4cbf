//! How a run goes, while it goes.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};

use aite_runtime::bench::Made;
use aite_runtime::bench::outcome::Status;
use aite_runtime::bench::plan::Plan;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::render::{ColorChoice, Paint, Style, count, safe};

const LAYOUT: &str = "{bar:32} {pos}/{len}  {per_sec}, {eta} left  {wide_msg}";

/// Counts attempts and shows them: a bar on a terminal, elsewhere a line for each that did not pass.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    lines: bool,
    style: Style,
    engines: Vec<&'static str>,
    counts: BTreeMap<(&'static str, &'static str), u64>,
}

impl Progress {
    pub(super) fn new(plan: &Plan, quiet: bool, hidden: bool, color: ColorChoice) -> Self {
        let shows = !quiet && !hidden;
        let on_terminal = io::stderr().is_terminal();
        let bar = (shows && on_terminal).then(|| bar(plan.expected_rows()));
        Self {
            bar,
            lines: shows && !on_terminal,
            style: Style::of(color, &io::stderr()),
            engines: plan.engines.iter().map(|it| it.engine.name).collect(),
            counts: BTreeMap::new(),
        }
    }

    /// One more.
    pub(super) fn made(&mut self, made: &Made<'_>) {
        *self
            .counts
            .entry((made.engine, made.status.as_str()))
            .or_default() += 1;
        let name = format!("{} on {}", safe::line(made.task, 120), made.engine);
        let paint = match made.status {
            Status::Unsupported => Paint::Yellow,
            _ => Paint::Red,
        };
        let failed = (made.status != Status::Pass)
            .then(|| format!("{} {name}", self.style.paint(paint, made.status.as_str())));
        if let Some(bar) = &self.bar {
            if let Some(line) = &failed {
                bar.println(line);
            }
            bar.set_message(name);
            bar.inc(1);
        } else if let Some(line) = failed.filter(|_| self.lines) {
            // Standard error that cannot be written to leaves nobody to tell.
            drop(writeln!(io::stderr(), "[{}/{}] {line}", made.done, made.of));
        }
    }

    /// Takes the bar away.
    pub(super) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    /// A line an engine.
    pub(super) fn summary(&self, out: &mut dyn Write) -> io::Result<()> {
        for engine in &self.engines {
            let own = self.counts.iter().filter(|((name, _), _)| name == engine);
            let total: u64 = own.clone().map(|(_, number)| number).sum();
            let parts: Vec<_> = own
                .map(|((_, status), number)| format!("{number} {status}"))
                .collect();
            let attempts = count(usize::try_from(total).unwrap_or(usize::MAX), "attempt");
            writeln!(out, "{engine}: {attempts}: {}", parts.join(", "))?;
        }
        Ok(())
    }
}

fn bar(length: usize) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length as u64), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template(LAYOUT) {
        bar.set_style(style);
    }
    bar
}
