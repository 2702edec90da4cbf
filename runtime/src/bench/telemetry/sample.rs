//! One look at the machine, from the texts of `/proc`. What a system does not tell is absent.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::super::resources::descendants;

/// What the machine was doing at one moment.
#[derive(Debug, Clone, Default, Serialize)]
pub(super) struct Sample {
    pub(super) schema: &'static str,
    pub(super) timestamp: String,
    /// Nanoseconds since the watch began.
    pub(super) monotonic_ns: u64,
    pub(super) loadavg: Option<Load>,
    pub(super) memory: Option<Memory>,
    pub(super) psi: Psi,
    pub(super) vmstat: Option<Swapping>,
    /// How many processes this one has started, theirs included.
    pub(super) bench_descendant_process_count: Option<u64>,
}

/// Runnable processes, averaged over minutes.
#[derive(Debug, Clone, Copy, Serialize)]
pub(super) struct Load {
    one: f64,
    five: f64,
    fifteen: f64,
}

/// In bytes.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub(super) struct Memory {
    pub(super) total_bytes: u64,
    pub(super) available_bytes: u64,
    pub(super) swap_total_bytes: u64,
    pub(super) swap_free_bytes: u64,
    pub(super) swap_used_bytes: u64,
}

/// Pages swapped since the machine started.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub(super) struct Swapping {
    pub(super) pswpin_pages: u64,
    pub(super) pswpout_pages: u64,
}

/// How long work waited for a resource.
#[derive(Debug, Clone, Default, Serialize)]
pub(super) struct Psi {
    pub(super) cpu: Option<Pressure>,
    pub(super) memory: Option<Pressure>,
    pub(super) io: Option<Pressure>,
}

/// `some` and `full` → `avg10`, `avg60`, `avg300` in per cent and `total` in microseconds.
pub(super) type Pressure = BTreeMap<String, BTreeMap<String, f64>>;

/// Where the system tells of itself.
#[derive(Debug, Clone)]
pub(super) struct Proc(PathBuf);

impl Proc {
    pub(super) fn new(root: &Path) -> Self {
        Self(root.to_owned())
    }

    /// Looks once. The processes are those below `root`.
    pub(super) fn look(&self, root: u32) -> Sample {
        let psi = |name: &str| Some(pressure(&self.text(&format!("pressure/{name}"))?));
        Sample {
            loadavg: self.text("loadavg").and_then(|text| load(&text)),
            memory: self.text("meminfo").and_then(|text| memory(&text)),
            psi: Psi {
                cpu: psi("cpu"),
                memory: psi("memory"),
                io: psi("io"),
            },
            vmstat: self.text("vmstat").map(|text| swapping(&text)),
            bench_descendant_process_count: descendants(&self.0, root),
            ..Sample::default()
        }
    }

    fn text(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.0.join(name)).ok()
    }
}

fn load(text: &str) -> Option<Load> {
    let mut numbers = text.split_ascii_whitespace().map_while(|word| word.parse().ok());
    let (one, five, fifteen) = (numbers.next()?, numbers.next()?, numbers.next()?);
    Some(Load { one, five, fifteen })
}

fn memory(text: &str) -> Option<Memory> {
    let kibibytes = |name: &str| {
        let mut values = text
            .lines()
            .filter_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
        let number: u64 = values.next()?.split_ascii_whitespace().next()?.parse().ok()?;
        number.checked_mul(1024)
    };
    let total = kibibytes("SwapTotal").unwrap_or(0);
    let free = kibibytes("SwapFree").unwrap_or(0);
    Some(Memory {
        total_bytes: kibibytes("MemTotal")?,
        available_bytes: kibibytes("MemAvailable")?,
        swap_total_bytes: total,
        swap_free_bytes: free,
        swap_used_bytes: total.saturating_sub(free),
    })
}

fn swapping(text: &str) -> Swapping {
    let count = |name: &str| {
        let mut values = text
            .lines()
            .filter_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        values
            .next()
            .and_then(|value| value.trim().parse().ok())
            .unwrap_or(0)
    };
    Swapping {
        pswpin_pages: count("pswpin"),
        pswpout_pages: count("pswpout"),
    }
}

fn pressure(text: &str) -> Pressure {
    let field = |word: &str| {
        let (name, value) = word.split_once('=')?;
        Some((name.to_owned(), value.parse().ok()?))
    };
    let line = |line: &str| {
        let (kind, fields) = line.split_once(' ')?;
        let fields = fields.split_ascii_whitespace().filter_map(field);
        Some((kind.to_owned(), fields.collect()))
    };
    text.lines().filter_map(line).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn recorded(files: &[(&str, &str)]) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = root.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        root
    }

    #[test]
    fn what_the_system_tells_is_told_in_bytes() {
        let root = recorded(&[
            ("loadavg", "1.50 0.75 0.25 3/912 4711\n"),
            (
                "meminfo",
                "MemTotal:       2000 kB\nMemFree: 10 kB\nMemAvailable:   500 kB\nSwapCached: 7 kB\nSwapTotal: 300 kB\nSwapFree: 100 kB\n",
            ),
            ("vmstat", "pswpin_other 9\npswpin 12\npswpout 34\n"),
            (
                "pressure/cpu",
                "some avg10=51.25 avg60=1.00 avg300=0.50 total=99\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=0\n",
            ),
            (
                "10/stat",
                "10 (aite) S 1 10 10 0 0 0 0 0 0 0 1 1 0 0 20 0 1 0 5 0\n",
            ),
            (
                "11/stat",
                "11 (odd) S 77 (name) S 10 11 11 0 0 0 0 0 0 0 1 1 0 0 20 0 1 0 5 0\n",
            ),
            (
                "12/stat",
                "12 (renderer) S 11 11 11 0 0 0 0 0 0 0 1 1 0 0 20 0 1 0 5 0\n",
            ),
            (
                "13/stat",
                "13 (another) S 1 13 13 0 0 0 0 0 0 0 1 1 0 0 20 0 1 0 5 0\n",
            ),
            ("14/other", ""),
        ]);
        let sample = json!(Proc::new(root.path()).look(10));
        assert_eq!(
            sample["loadavg"],
            json!({"one": 1.5, "five": 0.75, "fifteen": 0.25})
        );
        assert_eq!(
            sample["memory"],
            json!({
                "total_bytes": 2_048_000, "available_bytes": 512_000, "swap_total_bytes": 307_200,
                "swap_free_bytes": 102_400, "swap_used_bytes": 204_800,
            })
        );
        assert_eq!(sample["vmstat"], json!({"pswpin_pages": 12, "pswpout_pages": 34}));
        assert_eq!(sample["psi"]["cpu"]["some"]["avg10"], 51.25);
        assert_eq!(sample["psi"]["memory"], json!(null));
        assert_eq!(sample["bench_descendant_process_count"], 2);
    }

    #[test]
    fn what_the_system_does_not_tell_is_absent() {
        let root = recorded(&[("meminfo", "MemTotal: many kB\n"), ("loadavg", "soon\n")]);
        let sample = json!(Proc::new(root.path()).look(10));
        for member in ["loadavg", "memory", "vmstat", "bench_descendant_process_count"] {
            assert_eq!(sample[member], json!(null), "{member}");
        }
    }
}
