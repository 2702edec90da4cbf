//! Whether something else on the machine may have disturbed a run. It is said beside the verdicts and changes none.

use serde::Serialize;

use super::sample::{Pressure, Sample, Swapping};

/// Less of the memory than this is left.
const LOW_MEMORY: f64 = 0.05;
/// Per cent of ten seconds in which everything waited for memory.
const MEMORY_PRESSURE: f64 = 1.0;
/// Per cent of ten seconds in which something waited for a processor.
const CPU_PRESSURE: f64 = 50.0;
/// So many processes more than at the beginning are none that the run forgot, whatever it began with.
const FEW_PROCESSES: u64 = 8;

/// `host_summary.json`.
#[derive(Debug, Clone, Default, Serialize)]
pub(in super::super) struct Summary {
    /// There is a flag.
    pub(super) polluted: bool,
    /// What was seen, in the order of the alphabet.
    pub(super) flags: Vec<&'static str>,
    /// Why nothing was seen.
    pub(super) error: Option<String>,
    pub(super) sample_count: u64,
    pub(super) started_at: Option<String>,
    pub(super) ended_at: Option<String>,
    pub(super) max_bench_descendant_process_count: Option<u64>,
}

/// What matters of all samples so far, so that a long run holds no more than a short one.
#[derive(Debug, Default)]
pub(super) struct Seen {
    count: u64,
    started_at: Option<String>,
    ended_at: Option<String>,
    swap_in_use: bool,
    low_memory: bool,
    memory_pressure: bool,
    cpu_pressure: bool,
    swapping: Option<(Swapping, Swapping)>,
    processes: Option<(u64, u64)>,
    most_processes: Option<u64>,
}

impl Seen {
    pub(super) fn add(&mut self, sample: &Sample) {
        self.count += 1;
        self.started_at.get_or_insert_with(|| sample.timestamp.clone());
        self.ended_at = Some(sample.timestamp.clone());
        if let Some(memory) = sample.memory {
            self.swap_in_use |= memory.swap_used_bytes > 0;
            #[expect(clippy::cast_precision_loss, reason = "a share, not a count")]
            let left = memory.available_bytes as f64 / memory.total_bytes.max(1) as f64;
            self.low_memory |= left < LOW_MEMORY;
        }
        self.memory_pressure |= last_ten_seconds(sample.psi.memory.as_ref(), "full") >= MEMORY_PRESSURE;
        self.cpu_pressure |= last_ten_seconds(sample.psi.cpu.as_ref(), "some") >= CPU_PRESSURE;
        if let Some(now) = sample.vmstat {
            self.swapping = Some((self.swapping.map_or(now, |(first, _)| first), now));
        }
        if let Some(now) = sample.bench_descendant_process_count {
            self.processes = Some((self.processes.map_or(now, |(first, _)| first), now));
            self.most_processes = self.most_processes.max(Some(now));
        }
    }

    pub(super) fn summary(self) -> Summary {
        let swapped = self.swapping.is_some_and(|(first, last)| {
            last.pswpin_pages > first.pswpin_pages || last.pswpout_pages > first.pswpout_pages
        });
        let grown = self
            .processes
            .is_some_and(|(first, last)| last.saturating_sub(first) > FEW_PROCESSES.max(first.div_ceil(5)));
        let flags = [
            ("bench_process_growth", grown),
            ("cpu_pressure", self.cpu_pressure),
            ("host_telemetry_missing", self.count == 0),
            ("low_memory_available", self.low_memory),
            ("memory_pressure", self.memory_pressure),
            ("swap_activity", swapped),
            ("swap_in_use", self.swap_in_use),
        ];
        let flags: Vec<_> = flags
            .iter()
            .filter(|(_, raised)| *raised)
            .map(|(flag, _)| *flag)
            .collect();
        Summary {
            polluted: !flags.is_empty(),
            flags,
            error: None,
            sample_count: self.count,
            started_at: self.started_at,
            ended_at: self.ended_at,
            max_bench_descendant_process_count: self.most_processes,
        }
    }
}

impl Summary {
    /// Nobody watched, because nobody was asked to.
    pub(super) fn off() -> Self {
        Self::default()
    }

    /// The watch failed, or what it saw could not be kept.
    pub(super) fn failed(mut self, error: String) -> Self {
        self.polluted = true;
        self.flags.retain(|flag| *flag != "host_telemetry_missing");
        self.flags.push("host_telemetry_unavailable");
        self.flags.sort_unstable();
        self.error = Some(error);
        self
    }
}

fn last_ten_seconds(pressure: Option<&Pressure>, of: &str) -> f64 {
    let average = pressure.and_then(|it| it.get(of)?.get("avg10"));
    average.copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::super::sample::Memory;
    use super::*;

    fn calm() -> Sample {
        Sample {
            memory: Some(Memory {
                total_bytes: 1000,
                available_bytes: 50,
                ..Memory::default()
            }),
            vmstat: Some(Swapping {
                pswpin_pages: 7,
                pswpout_pages: 7,
            }),
            bench_descendant_process_count: Some(10),
            ..Sample::default()
        }
    }

    fn pressed(of: &str, avg10: f64) -> Option<Pressure> {
        Some([(of.to_owned(), [("avg10".to_owned(), avg10)].into())].into())
    }

    fn flags(samples: &[Sample]) -> Vec<&'static str> {
        let mut seen = Seen::default();
        samples.iter().for_each(|sample| seen.add(sample));
        let summary = seen.summary();
        assert_eq!(summary.polluted, !summary.flags.is_empty());
        summary.flags
    }

    #[test]
    fn each_disturbance_raises_its_own_flag_from_its_limit_on() {
        type Change = fn(&mut Sample);
        let rows: &[(Change, &[&str])] = &[
            (|_| (), &[]),
            (
                |it| it.memory.as_mut().unwrap().available_bytes = 49,
                &["low_memory_available"],
            ),
            (
                |it| it.memory.as_mut().unwrap().swap_used_bytes = 1,
                &["swap_in_use"],
            ),
            (
                |it| it.vmstat.as_mut().unwrap().pswpin_pages = 8,
                &["swap_activity"],
            ),
            (
                |it| it.vmstat.as_mut().unwrap().pswpout_pages = 8,
                &["swap_activity"],
            ),
            (|it| it.psi.memory = pressed("full", 0.99), &[]),
            (|it| it.psi.memory = pressed("full", 1.0), &["memory_pressure"]),
            (|it| it.psi.memory = pressed("some", 99.0), &[]),
            (|it| it.psi.cpu = pressed("some", 49.99), &[]),
            (|it| it.psi.cpu = pressed("some", 50.0), &["cpu_pressure"]),
            (|it| it.bench_descendant_process_count = Some(18), &[]),
            (
                |it| it.bench_descendant_process_count = Some(19),
                &["bench_process_growth"],
            ),
            (|it| *it = Sample::default(), &[]),
        ];
        for (index, (change, expected)) in rows.iter().enumerate() {
            let mut last = calm();
            change(&mut last);
            assert_eq!(flags(&[calm(), last]), *expected, "row {index}");
        }
    }

    #[test]
    fn growth_is_measured_against_what_the_run_began_with() {
        let of = |count| Sample {
            bench_descendant_process_count: Some(count),
            ..calm()
        };
        assert_eq!(flags(&[of(101), of(122)]), [""; 0]);
        assert_eq!(flags(&[of(101), of(123)]), ["bench_process_growth"]);
        assert_eq!(flags(&[of(1), of(99), of(1)]), [""; 0], "they are gone again");
    }

    #[test]
    fn no_sample_at_all_is_a_flag_and_a_failed_watch_is_another() {
        assert_eq!(flags(&[]), ["host_telemetry_missing"]);
        let failed = Seen::default().summary().failed("full".into());
        assert_eq!(failed.flags, ["host_telemetry_unavailable"]);
        assert!(!Summary::off().polluted);
    }
}
