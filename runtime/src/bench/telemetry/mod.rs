//! What the machine did while a run was under way: `host_telemetry.jsonl` and `host_summary.json`. Nothing here changes
//! a verdict, and a watch that fails is told in the summary instead of ending the run.

mod pollution;
mod sample;

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant, SystemTime};

use serde_json::{Value, json};

use self::pollution::Seen;
pub(super) use self::pollution::Summary;
use self::sample::Proc;
use super::canonical;
use crate::report::{rfc3339, write_whole};

const SCHEMA: &str = "abb_host_telemetry/1";
const SAMPLES: &str = "host_telemetry.jsonl";
pub(super) const SUMMARY: &str = "host_summary.json";

/// A watch over the machine. It has a thread of its own, so that reading `/proc` never holds up an attempt.
#[derive(Debug)]
pub(super) enum Telemetry {
    Off,
    Failed(String),
    /// Dropping the sender ends the watch.
    On(Sender<()>, JoinHandle<Summary>),
}

impl Telemetry {
    /// Begins to look at the machine, at once and then every interval.
    pub(super) fn begin(folder: &Path, interval: Option<Duration>) -> Self {
        let Some(interval) = interval else {
            return Self::Off;
        };
        let begun = File::create_new(folder.join(SAMPLES)).and_then(|file| {
            let (sender, asked_to_end) = mpsc::channel();
            let wait = move || asked_to_end.recv_timeout(interval) == Err(RecvTimeoutError::Timeout);
            let thread = thread::Builder::new().name("host telemetry".into());
            Ok(Self::On(sender, thread.spawn(move || watch(file, wait))?))
        });
        begun.unwrap_or_else(|error| Self::Failed(format!("{SAMPLES}: {error}")))
    }

    /// Looks a last time, and writes the summary down.
    pub(super) fn end(self, folder: &Path) -> Summary {
        let summary = match self {
            Self::Off => Summary::off(),
            Self::Failed(error) => Seen::default().summary().failed(error),
            Self::On(sender, thread) => {
                drop(sender);
                let broken = |_| Seen::default().summary().failed("the watch broke off".into());
                thread.join().unwrap_or_else(broken)
            }
        };
        let text = canonical::pretty(&json!(summary));
        match write_whole(&folder.join(SUMMARY), text.as_bytes()) {
            Ok(()) => summary,
            // The run's record still tells it.
            Err(error) => summary.failed(format!("{SUMMARY}: {error}")),
        }
    }
}

/// What the run's record says of the watch.
pub(super) fn described(interval: Option<Duration>) -> Value {
    json!({
        "schema": SCHEMA,
        "enabled": interval.is_some(),
        "sample_interval_s": interval.map(|it| it.as_secs_f64()),
        "artifact": interval.map(|_| SAMPLES),
        "scope": "host_scope",
        "affects_functional_score": false,
    })
}

/// Looks as long as there is something to wait for, and once after it. A line is written at once, so that a run that is
/// killed has those until then. After a line that could not be written whole there are no more.
fn watch(mut file: impl Write, mut wait: impl FnMut() -> bool) -> Summary {
    let (proc, began) = (Proc::new(Path::new("/proc")), Instant::now());
    let mut seen = Seen::default();
    let mut written = Ok(());
    let mut goes_on = true;
    loop {
        let mut sample = proc.look(std::process::id());
        sample.schema = SCHEMA;
        sample.timestamp = rfc3339(SystemTime::now());
        sample.monotonic_ns = u64::try_from(began.elapsed().as_nanos()).unwrap_or(u64::MAX);
        seen.add(&sample);
        written = written.and_then(|()| file.write_all((canonical::line(&json!(sample)) + "\n").as_bytes()));
        if !goes_on {
            break;
        }
        goes_on = wait();
    }
    let summary = seen.summary();
    match written {
        Ok(()) => summary,
        Err(error) => summary.failed(format!("{SAMPLES}: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn it_looks_at_the_beginning_after_every_interval_and_at_the_end() {
        let mut lines = Vec::new();
        let mut intervals = 2;
        let summary = watch(&mut lines, || {
            intervals -= 1;
            intervals > 0
        });
        let lines: Vec<Value> = lines
            .split(|byte| *byte == b'\n')
            .filter_map(|line| serde_json::from_slice(line).ok())
            .collect();
        assert_eq!((summary.sample_count, lines.len()), (3, 3));
        assert!(
            lines
                .iter()
                .all(|line| line["schema"] == SCHEMA && line["memory"]["total_bytes"].is_u64())
        );
        assert_eq!(lines[2]["timestamp"].as_str(), summary.ended_at.as_deref());
    }

    #[test]
    fn what_cannot_be_written_is_told_and_ends_nothing() {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let summary = watch(full, || false);
        assert!(summary.polluted && summary.flags.contains(&"host_telemetry_unavailable"));
        assert_eq!(summary.sample_count, 2, "it goes on watching");

        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(SAMPLES), "another's").unwrap();
        let summary = Telemetry::begin(folder.path(), Some(Duration::from_secs(1))).end(folder.path());
        assert_eq!(summary.flags, ["host_telemetry_unavailable"]);
        assert_eq!(
            fs::read_to_string(folder.path().join(SAMPLES)).unwrap(),
            "another's"
        );
    }
}
