//! What an engine uses during an attempt: a look before, looks meanwhile, a look after. Looking takes a thread of its own,
//! so that the driver's conversation does not wait for it.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};

use super::cgroup::Group;
use super::processes::{self, Processor, Tree};

/// The schema of `resource` in a row.
const SCHEMA: &str = "abb_engine_resources/1";
const PROC: &str = "/proc";

/// One look.
#[derive(Debug, Clone, Default)]
pub(super) struct Look {
    pub(super) phase: &'static str,
    pub(super) at: Duration,
    pub(super) tree: Tree,
    pub(super) group: Option<GroupLook>,
}

/// What a control group says.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct GroupLook {
    pub(super) processor: Processor,
    pub(super) memory: Option<u64>,
    pub(super) peak: Option<u64>,
}

/// A sampler at work.
#[derive(Debug)]
pub(in crate::bench) struct Sampler {
    stop: Sender<()>,
    thread: JoinHandle<Looks>,
    interval: Duration,
}

/// All looks of an attempt.
#[derive(Debug, Default)]
pub(super) struct Looks {
    pub(super) list: Vec<Look>,
    /// Processor time of the sampler itself.
    pub(super) own: Option<Duration>,
    /// From before the first look to after the last.
    pub(super) wall: Duration,
}

/// What an attempt used, for its row and for its file.
#[derive(Debug)]
pub(in crate::bench) struct Used {
    /// `resource` of the row.
    pub(in crate::bench) row: Value,
    /// The looks, one a line.
    pub(in crate::bench) lines: Vec<Value>,
}

impl Sampler {
    /// Takes the first look and goes on looking. Takes as long as a look does: some milliseconds a process.
    pub(in crate::bench) fn start(
        root: u32,
        group: Option<Arc<Group>>,
        interval: Duration,
    ) -> (Self, mpsc::Receiver<()>) {
        let (stop, stopped) = mpsc::channel();
        let (ready, first) = mpsc::channel();
        let thread = thread::spawn(move || {
            let began = Instant::now();
            let look = |phase| {
                let members = group.as_ref().map(|group| group.processes()).unwrap_or_default();
                Look {
                    phase,
                    at: began.elapsed(),
                    tree: processes::tree(Path::new(PROC), root, &members),
                    group: group.as_ref().and_then(|group| {
                        Some(GroupLook {
                            processor: group.processor()?,
                            memory: group.memory(),
                            peak: group.memory_peak(),
                        })
                    }),
                }
            };
            let mut list = vec![look("baseline")];
            let _ = ready.send(());
            while stopped.recv_timeout(interval) == Err(RecvTimeoutError::Timeout) {
                list.push(look("sample"));
            }
            list.push(look("end"));
            Looks {
                list,
                own: own_time(),
                wall: began.elapsed(),
            }
        });
        (
            Self {
                stop,
                thread,
                interval,
            },
            first,
        )
    }

    /// Takes the last look.
    pub(in crate::bench) fn finish(self, duration: Duration) -> Used {
        // A thread that is gone has nothing to be told.
        let _ = self.stop.send(());
        let looks = self.thread.join().unwrap_or_default();
        Used {
            row: row(&looks, self.interval, duration),
            lines: looks.list.iter().map(line).collect(),
        }
    }
}

/// Nanoseconds that this thread ran: the first field of its `schedstat`.
fn own_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

fn line(look: &Look) -> Value {
    json!({
        "phase": look.phase,
        "elapsed_ms": milliseconds(look.at),
        "process_count": look.tree.processes,
        "pss_bytes": look.tree.pss,
        "pss_scan_attempts": look.tree.scans,
        "root_alive": look.tree.root_lives,
        "cgroup_cpu_ms": look.group.map(|group| milliseconds(group.processor.user + group.processor.system)),
        "cgroup_memory_current_bytes": look.group.and_then(|group| group.memory),
        "cgroup_memory_peak_bytes": look.group.and_then(|group| group.peak),
    })
}

/// Nothing could be seen, for this reason.
pub(in crate::bench) fn unseen(reason: &str) -> Value {
    json!({"schema": SCHEMA, "unavailable": {"pss": reason, "cpu": reason}})
}

/// The looks in one object. What could not be seen is `null` and has its reason under `unavailable`; it is never nothing.
pub(super) fn row(looks: &Looks, interval: Duration, duration: Duration) -> Value {
    let (Some(first), Some(last)) = (looks.list.first(), looks.list.last()) else {
        return unseen("the sampler broke off");
    };
    let (processor, backend) = used(&looks.list, first, last);
    let total = processor.user + processor.system;
    let memory = memory(&looks.list);
    let mut unavailable = Map::new();
    let mut flags = Vec::new();
    if memory.is_none() {
        unavailable.insert(
            "pss".into(),
            json!("the memory of a process could not be read in at least one look"),
        );
        flags.push("pss_scan_incomplete");
    }
    if looks.list.iter().all(|look| look.group.is_none()) {
        unavailable.insert(
            "cgroup_memory".into(),
            json!("this system gives us no control group of version 2"),
        );
    }
    for (holds, flag) in [
        (
            looks.list.iter().any(|look| look.tree.scans > 1),
            "pss_scan_retried",
        ),
        (
            looks.list.iter().any(|look| look.tree.has_zombies),
            "pss_zero_address_space_process",
        ),
        (backend == "proc_tree", "proc_tree_child_exit_loss_risk"),
        (!last.tree.root_lives, "engine_root_exited"),
        (looks.list.len() <= 2, "baseline_end_only"),
    ] {
        if holds {
            flags.push(flag);
        }
    }
    let counts = looks.list.iter().map(|look| look.tree.processes);
    let of_group = |pick: fn(&GroupLook) -> Option<u64>| {
        looks
            .list
            .iter()
            .filter_map(|look| pick(look.group.as_ref()?))
            .max()
    };
    json!({
        "schema": SCHEMA,
        "scope": "engine_scope",
        "cpu_backend": backend,
        "cpu_total_ms": milliseconds(total),
        "cpu_user_ms": milliseconds(processor.user),
        "cpu_system_ms": milliseconds(processor.system),
        "avg_cores": (!duration.is_zero()).then(|| (total.as_secs_f64() / duration.as_secs_f64() * 1e3).round() / 1e3),
        "pss_baseline_bytes": memory.map(|memory| memory.first),
        "pss_peak_bytes": memory.map(|memory| memory.peak),
        "pss_end_bytes": memory.map(|memory| memory.last),
        "pss_peak_delta_bytes": memory.map(|memory| memory.peak - memory.first),
        "process_count_baseline": first.tree.processes,
        "process_count_peak": counts.max(),
        "process_count_end": last.tree.processes,
        "cgroup_memory_current_bytes": of_group(|group| group.memory),
        "cgroup_memory_peak_bytes": of_group(|group| group.peak),
        "sample_count": looks.list.len(),
        "sample_interval_ms": u64::try_from(interval.as_millis()).unwrap_or(u64::MAX),
        "sampler_cpu_ms": looks.own.map(milliseconds),
        "collection_wall_ms": milliseconds(looks.wall),
        "quality_flags": flags,
        "unavailable": unavailable,
    })
}

fn used(list: &[Look], first: &Look, last: &Look) -> (Processor, &'static str) {
    match (first.group, last.group) {
        (Some(before), Some(after)) => {
            let used = Processor {
                user: after.processor.user.saturating_sub(before.processor.user),
                system: after.processor.system.saturating_sub(before.processor.system),
            };
            (used, "cgroup_v2")
        }
        _ => (processes::used(list.iter().map(|look| &look.tree)), "proc_tree"),
    }
}

#[derive(Clone, Copy)]
struct Memory {
    first: u64,
    peak: u64,
    last: u64,
}

/// `None` when one look is missing: the missing one could have been the highest.
fn memory(list: &[Look]) -> Option<Memory> {
    let all: Option<Vec<u64>> = list.iter().map(|look| look.tree.pss).collect();
    let all = all?;
    Some(Memory {
        first: *all.first()?,
        peak: *all.iter().max()?,
        last: *all.last()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(phase: &'static str, pss: Option<u64>, ticks: u64) -> Look {
        let used = Processor {
            user: Duration::from_millis(ticks * 10),
            system: Duration::ZERO,
        };
        Look {
            phase,
            tree: Tree {
                processes: 2,
                pss,
                processor: [((1, 1), used)].into(),
                root_lives: true,
                scans: 1,
                ..Tree::default()
            },
            ..Look::default()
        }
    }

    fn row_of(list: Vec<Look>) -> Value {
        let looks = Looks {
            list,
            own: None,
            wall: Duration::from_millis(110),
        };
        row(&looks, Duration::from_millis(500), Duration::from_millis(100))
    }

    #[test]
    fn the_highest_look_is_the_peak() {
        let row = row_of(vec![
            look("baseline", Some(100), 1),
            look("sample", Some(300), 4),
            look("end", Some(200), 6),
        ]);
        assert_eq!(
            (&row["pss_peak_bytes"], &row["pss_peak_delta_bytes"]),
            (&json!(300), &json!(200))
        );
        assert_eq!(
            (&row["cpu_total_ms"], &row["avg_cores"]),
            (&json!(50.0), &json!(0.5))
        );
        assert_eq!(row["collection_wall_ms"], 110.0);
        assert_eq!(row["quality_flags"], json!(["proc_tree_child_exit_loss_risk"]));
    }

    #[test]
    fn what_was_not_seen_is_not_nothing() {
        let row = row_of(vec![look("baseline", Some(100), 1), look("end", None, 1)]);
        assert_eq!(row["pss_peak_bytes"], Value::Null);
        assert!(row["unavailable"]["pss"].is_string());
        let flags = row["quality_flags"].as_array().unwrap();
        assert!(flags.contains(&json!("pss_scan_incomplete")) && flags.contains(&json!("baseline_end_only")));
        assert_eq!(row_of(Vec::new())["cpu_total_ms"], Value::Null);
    }

    #[test]
    fn a_group_counts_those_that_came_and_went() {
        let mut looks = vec![look("baseline", Some(1), 1), look("end", Some(1), 1)];
        for (look, ms) in looks.iter_mut().zip([5, 25]) {
            let processor = Processor {
                user: Duration::from_millis(ms),
                system: Duration::ZERO,
            };
            look.group = Some(GroupLook {
                processor,
                memory: Some(7),
                peak: Some(9),
            });
        }
        let row = row_of(looks);
        assert_eq!(
            (&row["cpu_backend"], &row["cpu_total_ms"]),
            (&json!("cgroup_v2"), &json!(20.0))
        );
        assert_eq!(row["cgroup_memory_peak_bytes"], 9);
        assert!(row["unavailable"].get("cgroup_memory").is_none());
    }

    #[test]
    fn a_process_is_looked_at_before_and_after() {
        let (sampler, first) = Sampler::start(std::process::id(), None, Duration::from_secs(60));
        first.recv().unwrap();
        let used = sampler.finish(Duration::from_millis(1));
        assert_eq!(used.lines.len(), 2);
        assert!(used.row["pss_peak_bytes"].as_u64().unwrap() > 0, "{}", used.row);
    }
}
