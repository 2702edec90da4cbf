//! The daily cap of scripts that publish something (`posts`), counted per UTC day beside the results.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::path::Path;
use std::time::SystemTime;

use aite_runtime::report::rfc3339;
use serde::{Deserialize, Serialize};

/// The cap that holds when none is given (specification, "The `posts` header").
pub(super) const DEFAULT_CAP: u64 = 10;

#[derive(Default, Serialize, Deserialize)]
struct Counted {
    format: u32,
    /// `2026-11-30`
    day: String,
    /// Runs that began on that day; one that failed counts, because it may have published.
    runs: u64,
}

/// Counts one more run, unless the cap is reached. The file is locked meanwhile, so that invocations at the same
/// time share one count.
pub(super) fn admit(results: &Path, cap: u64, now: SystemTime) -> io::Result<bool> {
    if cap == 0 {
        return Ok(false);
    }
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(results.join("posts.json"))?;
    file.lock()?;
    let mut text = String::new();
    file.read_to_string(&mut text)?;
    let today = rfc3339(now).chars().take(10).collect::<String>();
    let counted: Counted = serde_json::from_str(&text).unwrap_or_default();
    let runs = if counted.day == today { counted.runs } else { 0 };
    if runs >= cap {
        return Ok(false);
    }
    write(
        &mut file,
        &Counted {
            format: 1,
            day: today,
            runs: runs + 1,
        },
    )?;
    Ok(true)
}

fn write(file: &mut File, counted: &Counted) -> io::Result<()> {
    file.rewind()?;
    file.set_len(0)?;
    file.write_all(&serde_json::to_vec(counted)?)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_day_has_so_many_posts_and_the_next_one_as_many_again() {
        let results = tempfile::tempdir().unwrap();
        let day = SystemTime::UNIX_EPOCH + Duration::from_secs(1_796_069_700);
        let tomorrow = day + Duration::from_secs(86_400);
        let admitted = |cap, now| admit(results.path(), cap, now).unwrap();
        assert!(!admitted(0, day));
        assert!(admitted(2, day) && admitted(2, day));
        assert!(!admitted(2, day));
        assert!(admitted(3, day));
        assert!(admitted(2, tomorrow));
    }

    #[test]
    fn a_file_that_is_not_ours_counts_nothing() {
        let results = tempfile::tempdir().unwrap();
        std::fs::write(results.path().join("posts.json"), "{broken").unwrap();
        assert!(admit(results.path(), 1, SystemTime::now()).unwrap());
        assert!(!admit(results.path(), 1, SystemTime::now()).unwrap());
    }
}
