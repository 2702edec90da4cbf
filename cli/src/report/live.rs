//! The one line that is rewritten while something is under way.

use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::termios::tcgetwinsize;
use unicode_width::UnicodeWidthChar;

use super::words;

/// How often the time on the line moves.
const TICK: Duration = Duration::from_millis(200);
/// Clears the line that the cursor is on.
const CLEAR: &str = "\r\x1b[2K";

/// Shows what is under way on standard output, a terminal.
pub(super) struct Live {
    shared: Arc<Shared>,
    ticker: Option<JoinHandle<()>>,
}

struct Shared {
    state: Mutex<State>,
    wake: Condvar,
}

#[derive(Default)]
struct State {
    line: Option<(String, Instant)>,
    ended: bool,
}

impl Live {
    /// `None` when no thread can be had: then there is no live line.
    pub(super) fn start() -> Option<Self> {
        let shared = Arc::new(Shared {
            state: Mutex::default(),
            wake: Condvar::new(),
        });
        let ticking = Arc::clone(&shared);
        let ticker = thread::Builder::new()
            .name("aite-live".into())
            .spawn(move || ticking.tick())
            .ok()?;
        Some(Self {
            shared,
            ticker: Some(ticker),
        })
    }

    /// Shows a line, which is safe for a terminal, with the time since now.
    pub(super) fn show(&self, line: String) {
        let mut state = self.shared.lock();
        let since = state.line.as_ref().map_or_else(Instant::now, |(_, since)| *since);
        state.line = Some((line, since));
        draw(&state);
    }

    /// Takes the line away, so that something lasting can be written.
    pub(super) fn clear(&self) {
        let mut state = self.shared.lock();
        if state.line.take().is_some() {
            write(CLEAR);
        }
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.clear();
        self.shared.lock().ended = true;
        self.shared.wake.notify_all();
        if let Some(ticker) = self.ticker.take() {
            drop(ticker.join());
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tick(&self) {
        let mut state = self.lock();
        while !state.ended {
            state = self
                .wake
                .wait_timeout(state, TICK)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
            draw(&state);
        }
    }
}

fn draw(state: &State) {
    if let Some((line, since)) = &state.line {
        let elapsed = words::duration(u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX));
        let line = fitting(line, columns().saturating_sub(elapsed.len() + 3));
        write(&format!("{CLEAR}{line}  {elapsed}"));
    }
}

/// The width of the terminal; 80 when it does not say.
fn columns() -> usize {
    match tcgetwinsize(io::stdout()) {
        Ok(size) if size.ws_col > 0 => usize::from(size.ws_col).max(20),
        _ => 80,
    }
}

/// The beginning of a line that is at most so many columns wide.
fn fitting(line: &str, columns: usize) -> String {
    let mut used = 0;
    line.chars()
        .take_while(|c| {
            used += c.width().unwrap_or(0);
            used <= columns
        })
        .collect()
}

fn write(text: &str) {
    let mut out = io::stdout().lock();
    drop(out.write_all(text.as_bytes()).and_then(|()| out.flush()));
}

#[cfg(test)]
mod tests {
    #[test]
    fn wide_characters_take_two_columns() {
        assert_eq!(super::fitting("数量数量", 5), "数量");
        assert_eq!(super::fitting("abc", 5), "abc");
    }
}
