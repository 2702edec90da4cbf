//! How a run goes, while it goes.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use aite_runtime::bench::Made;
use aite_runtime::bench::outcome::Status;
use aite_runtime::bench::plan::Plan;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::render::{ColorChoice, Paint, Style, safe};

const LAYOUT: &str = "{bar:28} {pos}/{len}  {rate}  {left}  {wide_msg}";
/// After so many lines about attempts that did not pass, a terminal is told their number only.
const MOST_LINES: u64 = 40;

/// Counts attempts and shows them: a bar on a terminal, elsewhere a line for each that did not pass.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    lines: bool,
    style: Style,
    engines: Vec<&'static str>,
    counts: BTreeMap<(&'static str, Status), u64>,
    failed: u64,
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
            failed: 0,
        }
    }

    /// One more.
    pub(super) fn made(&mut self, made: &Made<'_>) {
        *self.counts.entry((made.engine, made.status)).or_default() += 1;
        let name = format!("{} on {}", safe::line(made.task, 120), made.engine);
        let line = (made.status != Status::Pass).then(|| {
            self.failed += 1;
            let paint = match made.status {
                Status::Unsupported => Paint::Yellow,
                _ => Paint::Red,
            };
            format!("{} {name}", self.style.paint(paint, made.status.as_str()))
        });
        if let Some(bar) = &self.bar {
            if let Some(line) = line.filter(|_| self.failed <= MOST_LINES) {
                bar.println(line);
                if self.failed == MOST_LINES {
                    bar.println("… the scorecard will list all that do not pass");
                }
            }
            bar.set_message(match self.failed {
                0 => name,
                failed => format!("{failed} not passed  {name}"),
            });
            bar.inc(1);
        } else if let Some(line) = line.filter(|_| self.lines) {
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
        let width = self
            .engines
            .iter()
            .map(|name| name.len())
            .max()
            .unwrap_or_default();
        for engine in &self.engines {
            let own = || self.counts.iter().filter(|((name, _), _)| name == engine);
            let total: u64 = own().map(|(_, number)| number).sum();
            let passed = self
                .counts
                .get(&(*engine, Status::Pass))
                .copied()
                .unwrap_or_default();
            let others = own().filter(|((_, status), _)| *status != Status::Pass);
            let others: Vec<_> = others
                .map(|((_, status), number)| format!(", {number} {}", status.as_str()))
                .collect();
            writeln!(
                out,
                "{engine:width$}  {passed} of {total} pass{}",
                others.concat()
            )?;
        }
        Ok(())
    }
}

fn bar(length: usize) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length as u64), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template(LAYOUT) {
        bar.set_style(style.with_key("rate", rate).with_key("left", left));
    }
    // Engines take a moment to start.
    bar.tick();
    bar
}

/// Attempts a second. A writer that fails is the bar's own, which shows nothing then.
fn rate(state: &ProgressState, out: &mut dyn fmt::Write) {
    if state.pos() > 0 {
        let _ = write!(out, "{:.1}/s", state.per_sec());
    }
}

/// The time left, once there is something to tell it from.
fn left(state: &ProgressState, out: &mut dyn fmt::Write) {
    if state.pos() > 0 {
        let _ = write!(out, "{} left", clock(state.eta()));
    }
}

/// `45s`, `3m 05s`, `2h 07m`.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (minutes, hours) = (seconds / 60, seconds / 3600);
    match (hours, minutes) {
        (0, 0) => format!("{seconds}s"),
        (0, _) => format!("{minutes}m {:02}s", seconds % 60),
        _ => format!("{hours}h {:02}m", minutes % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_short() {
        let shown = [0, 59, 60, 185, 3600, 7659].map(|it| clock(Duration::from_secs(it)));
        assert_eq!(shown, ["0s", "59s", "1m 00s", "3m 05s", "1h 00m", "2h 07m"]);
    }
}
