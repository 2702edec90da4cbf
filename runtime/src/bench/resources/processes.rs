//! What `/proc` says of a process and everything that it started.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

/// The kernel counts processor time of `/proc` in these; it has been one hundredth of a second on every Linux of the
/// last twenty years (`USER_HZ`).
const TICK: Duration = Duration::from_millis(10);
/// A scan meets processes that come and go; after so many it says that it did not work.
const SCANS: u32 = 3;

/// Which process: ids are used again, the moment of the start is not.
pub(super) type ProcessId = (u32, u64);

/// Processor time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Processor {
    pub(super) user: Duration,
    pub(super) system: Duration,
}

/// One look at a tree of processes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Tree {
    /// Those that have ended and were not waited for included.
    pub(super) processes: usize,
    /// The proportional set size of all, in bytes; `None` when one of them could not be asked.
    pub(super) pss: Option<u64>,
    /// What each has used.
    pub(super) processor: BTreeMap<ProcessId, Processor>,
    /// Whether the root is there.
    pub(super) root_lives: bool,
    /// Whether one has ended and holds no memory any more.
    pub(super) has_zombies: bool,
    /// How often it was looked before nothing changed meanwhile.
    pub(super) scans: u32,
}

/// A line of `/proc/PID/stat`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stat {
    parent: u32,
    is_zombie: bool,
    started: u64,
    processor: Processor,
}

/// The name in it may have spaces and brackets, so what follows is counted from the last bracket.
fn stat(line: &str) -> Option<Stat> {
    let (_, rest) = line.rsplit_once(')')?;
    let fields: Vec<&str> = rest.split_ascii_whitespace().collect();
    let number = |at: usize| fields.get(at)?.parse::<u64>().ok();
    let time = |at| Some(TICK * u32::try_from(number(at)?).ok()?);
    Some(Stat {
        parent: u32::try_from(number(1)?).ok()?,
        is_zombie: *fields.first()? == "Z",
        started: number(19)?,
        processor: Processor {
            user: time(11)?,
            system: time(12)?,
        },
    })
}

/// Looks at a process and all of its descendants. `members` are further processes that belong to it.
pub(super) fn tree(proc: &Path, root: u32, members: &[u32]) -> Tree {
    let mut last = Tree::default();
    for scan in 1..=SCANS {
        last = scan_once(proc, root, members);
        last.scans = scan;
        if last.pss.is_some() {
            break;
        }
    }
    last
}

/// How many processes a process has below it.
pub(in crate::bench) fn descendants(proc: &Path, root: u32) -> Option<u64> {
    let below = below(&all(proc).ok()?, root, &[]).len();
    Some(below.checked_sub(1)? as u64)
}

fn scan_once(proc: &Path, root: u32, members: &[u32]) -> Tree {
    let all = all(proc).unwrap_or_default();
    let mut tree = Tree {
        root_lives: all.get(&root).is_some_and(|stat| !stat.is_zombie),
        pss: Some(0),
        ..Tree::default()
    };
    for id in below(&all, root, members) {
        let Some(stat) = all.get(&id) else { continue };
        tree.processes += 1;
        tree.processor.insert((id, stat.started), stat.processor);
        tree.has_zombies |= stat.is_zombie;
        let pss = match stat.is_zombie {
            true => Some(0),
            false => pss(proc, id),
        };
        tree.pss = tree.pss.zip(pss).map(|(sum, own)| sum + own);
    }
    tree
}

fn all(proc: &Path) -> io::Result<HashMap<u32, Stat>> {
    let ids = fs::read_dir(proc)?.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<u32>().ok());
    let read = |id: u32| {
        Some((
            id,
            stat(&fs::read_to_string(proc.join(id.to_string()).join("stat")).ok()?)?,
        ))
    };
    Ok(ids.filter_map(read).collect())
}

fn below(all: &HashMap<u32, Stat>, root: u32, members: &[u32]) -> Vec<u32> {
    let mut children: HashMap<u32, Vec<u32>> = HashMap::new();
    for (id, stat) in all {
        children.entry(stat.parent).or_default().push(*id);
    }
    let mut found = Vec::new();
    let mut open: Vec<u32> = [root].iter().chain(members).copied().collect();
    while let Some(id) = open.pop() {
        if !all.contains_key(&id) || found.contains(&id) {
            continue;
        }
        found.push(id);
        open.extend(children.get(&id).into_iter().flatten());
    }
    found
}

fn pss(proc: &Path, id: u32) -> Option<u64> {
    let text = fs::read_to_string(proc.join(id.to_string()).join("smaps_rollup")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("Pss:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
}

/// What a tree used between its first look and the highest of every process since. What a process used that came and
/// went between two looks is lost.
pub(super) fn used<'a>(looks: impl Iterator<Item = &'a Tree>) -> Processor {
    let mut first: Option<&BTreeMap<ProcessId, Processor>> = None;
    let mut highest: BTreeMap<ProcessId, Processor> = BTreeMap::new();
    for look in looks {
        first.get_or_insert(&look.processor);
        for (id, now) in &look.processor {
            let kept = highest.entry(*id).or_default();
            kept.user = kept.user.max(now.user);
            kept.system = kept.system.max(now.system);
        }
    }
    let before = |id| first.and_then(|first| first.get(id)).copied().unwrap_or_default();
    highest
        .iter()
        .fold(Processor::default(), |sum, (id, most)| Processor {
            user: sum.user + most.user.saturating_sub(before(id).user),
            system: sum.system + most.system.saturating_sub(before(id).system),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Id, name, parent, state, ticks, kilobytes.
    type Process<'a> = (u32, &'a str, u32, char, u64, Option<u64>);

    fn machine(processes: &[Process<'_>]) -> tempfile::TempDir {
        let proc = tempfile::tempdir().unwrap();
        for (id, name, parent, state, ticks, pss) in processes {
            let own = proc.path().join(id.to_string());
            fs::create_dir(&own).unwrap();
            let stat =
                format!("{id} ({name}) {state} {parent} 0 0 0 0 0 0 0 0 0 {ticks} 2 0 0 20 0 1 0 {id}00 0 0");
            fs::write(own.join("stat"), stat).unwrap();
            if let Some(pss) = pss {
                fs::write(
                    own.join("smaps_rollup"),
                    format!("0 [rollup]\nRss: 9 kB\nPss:   {pss} kB\n"),
                )
                .unwrap();
            }
        }
        fs::write(proc.path().join("uptime"), "1").unwrap();
        proc
    }

    #[test]
    fn a_tree_is_a_process_and_all_below_it() {
        let proc = machine(&[
            (10, "engine", 1, 'S', 5, Some(100)),
            (11, "a) S 1 (b", 10, 'R', 7, Some(20)),
            (12, "grandchild", 11, 'Z', 1, None),
            (13, "stranger", 1, 'S', 9, Some(1000)),
            (14, "member", 1, 'S', 3, Some(3)),
        ]);
        let seen = tree(proc.path(), 10, &[]);
        assert_eq!((seen.processes, seen.pss), (3, Some(120 << 10)));
        assert!(seen.root_lives && seen.has_zombies && seen.scans == 1);
        assert_eq!(seen.processor[&(11, 1100)].user, Duration::from_millis(70));
        assert_eq!(tree(proc.path(), 10, &[14]).pss, Some(123 << 10));
        assert_eq!(descendants(proc.path(), 10), Some(2));
        assert_eq!(descendants(proc.path(), 99), None);
    }

    #[test]
    fn memory_that_cannot_be_read_is_unknown_and_not_nothing() {
        let proc = machine(&[
            (10, "engine", 1, 'S', 5, Some(100)),
            (11, "silent", 10, 'S', 0, None),
        ]);
        let seen = tree(proc.path(), 10, &[]);
        assert_eq!((seen.pss, seen.scans, seen.processes), (None, SCANS, 2));
        let gone = tree(proc.path(), 99, &[]);
        assert_eq!((gone.processes, gone.root_lives), (0, false));
    }

    #[test]
    fn what_was_used_counts_those_that_came_and_those_that_went() {
        let look = |processes: &[(u32, u64)]| Tree {
            processor: processes
                .iter()
                .map(|(id, ms)| {
                    let time = Processor {
                        user: Duration::from_millis(*ms),
                        system: Duration::from_millis(1),
                    };
                    ((*id, 0), time)
                })
                .collect(),
            ..Tree::default()
        };
        let looks = [
            look(&[(1, 100), (2, 50)]),
            look(&[(1, 130), (2, 60), (3, 5)]),
            look(&[(1, 150)]),
        ];
        let used = used(looks.iter());
        assert_eq!(
            (used.user, used.system),
            (Duration::from_millis(65), Duration::from_millis(1))
        );
    }

    #[test]
    fn this_very_process_can_be_looked_at() {
        let seen = tree(Path::new("/proc"), std::process::id(), &[]);
        assert!(seen.root_lives && seen.pss.is_some_and(|pss| pss > 0), "{seen:?}");
    }
}
