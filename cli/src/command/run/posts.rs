//! Runs of scripts that publish something (`posts`), counted beside the results, and their daily cap (specification,
//! "The `posts` header").
//!
//! Every run counts on the UTC day on which it begins, also one that fails, because it may have published. A cap of 0
//! lets none run; without a cap they are only counted.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::path::Path;
use std::time::SystemTime;

use aite_runtime::report::rfc3339;
use serde::{Deserialize, Serialize};

#[derive(Default, Serialize, Deserialize)]
struct Counted {
    format: u32,
    /// `2026-11-30`
    day: String,
    /// Runs that began on that day.
    runs: u64,
}

/// Counts one more run, unless the cap is reached. The file is locked meanwhile, so that invocations at the same
/// time share one count.
///
/// # Errors
/// When the count cannot be read or written: a cap that nobody counts for is none.
pub(super) fn admit(results: &Path, cap: Option<u64>, now: SystemTime) -> io::Result<bool> {
    if cap == Some(0) {
        return Ok(false);
    }
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(results.join("posts.json"))?;
    file.lock()?;
    let counted = read(&mut file)?;
    let today = rfc3339(now).chars().take(10).collect::<String>();
    let runs = if counted.day == today { counted.runs } else { 0 };
    if cap.is_some_and(|cap| runs >= cap) {
        return Ok(false);
    }
    let counted = Counted {
        format: 1,
        day: today,
        runs: runs + 1,
    };
    write(&mut file, &counted)?;
    Ok(true)
}

fn read(file: &mut File) -> io::Result<Counted> {
    let mut text = String::new();
    file.read_to_string(&mut text)?;
    if text.is_empty() {
        return Ok(Counted::default());
    }
    serde_json::from_str(&text).map_err(|_| io::Error::other("posts.json holds something else; remove it"))
}

/// The old text goes with the same write that brings the new one.
fn write(file: &mut File, counted: &Counted) -> io::Result<()> {
    let text = serde_json::to_vec(counted)?;
    file.rewind()?;
    file.write_all(&text)?;
    file.set_len(text.len() as u64)
}

/// Why a script was skipped.
pub(super) fn over(cap: u64) -> String {
    match cap {
        0 => "it says posts, and --post-cap 0 runs no such script".into(),
        cap => format!("it says posts, and --post-cap {cap} is reached for today (UTC)"),
    }
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_day_has_so_many_posts_and_the_next_one_as_many_again() {
        let results = tempfile::tempdir().unwrap();
        let day = SystemTime::UNIX_EPOCH + Duration::from_secs(1_796_069_700);
        let tomorrow = day + Duration::from_secs(86_400);
        let admitted = |cap, now| admit(results.path(), Some(cap), now).unwrap();
        assert!(!admitted(0, day));
        assert!(admitted(2, day) && admitted(2, day));
        assert!(!admitted(2, day));
        assert!(admitted(3, day));
        assert!(admitted(2, tomorrow));
    }

    #[test]
    fn runs_without_a_cap_count_for_those_with_one() {
        let results = tempfile::tempdir().unwrap();
        let now = SystemTime::now();
        assert!(admit(results.path(), None, now).unwrap() && admit(results.path(), None, now).unwrap());
        assert!(!admit(results.path(), Some(2), now).unwrap());
    }

    #[test]
    fn invocations_at_the_same_time_share_one_count() {
        let results = tempfile::tempdir().unwrap();
        let now = SystemTime::now();
        let try_one = || admit(results.path(), Some(5), now).unwrap();
        let admitted = thread::scope(|scope| {
            let tries: Vec<_> = (0..12).map(|_| scope.spawn(try_one)).collect();
            tries
                .into_iter()
                .map(|one| one.join().unwrap())
                .filter(|it| *it)
                .count()
        });
        assert_eq!(admitted, 5);
    }

    #[test]
    fn a_file_that_is_not_ours_is_no_count() {
        let results = tempfile::tempdir().unwrap();
        std::fs::write(results.path().join("posts.json"), "{broken").unwrap();
        assert!(admit(results.path(), Some(1), SystemTime::now()).is_err());
    }
}
