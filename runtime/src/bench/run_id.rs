//! The name of a run, which is its folder's.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use sha2::{Digest, Sha256};

use super::seed::hex;
use crate::report::rfc3339;

const LONGEST: usize = 64;
const DIGEST_DIGITS: usize = 8;

/// What happens when a run's folder exists already. It is never written into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Conflict {
    /// `_002` and so on is appended.
    #[default]
    Suffix,
    /// The run is refused.
    Refuse,
}

/// A name in the one form that names have: lower case, everything but letters and digits is `_`; long ones are cut and
/// told apart by a digest.
pub fn normalized(name: &str) -> String {
    let mut id = String::new();
    for character in name.to_lowercase().chars() {
        if character.is_ascii_alphanumeric() {
            id.push(character);
        } else if !id.ends_with('_') {
            id.push('_');
        }
    }
    let id = id.trim_matches('_');
    if id.len() <= LONGEST {
        return id.to_owned();
    }
    let digest = hex(&Sha256::digest(id));
    let kept = &id[..LONGEST - DIGEST_DIGITS - 1];
    format!("{}_{}", kept.trim_end_matches('_'), &digest[..DIGEST_DIGITS])
}

/// The name of a run that nobody named: `20261130t2015z`, and a label if there is one.
pub fn stamped(now: SystemTime, label: Option<&str>) -> String {
    let time = rfc3339(now).replace(['-', ':'], "").to_lowercase();
    let minute = &time[.."20261130t2015".len()];
    match label {
        None => format!("{minute}z"),
        Some(label) => normalized(&format!("{minute}z_{label}")),
    }
}

/// Makes the folder of a run, which did not exist before, and says its name.
///
/// # Errors
/// It exists and may not be called otherwise, or cannot be made.
pub fn reserve(out: &Path, id: &str, conflict: Conflict) -> io::Result<(String, PathBuf)> {
    fs::create_dir_all(out)?;
    let out = out.canonicalize()?;
    let mut number = 1_u32;
    loop {
        let name = match number {
            1 => id.to_owned(),
            _ => format!("{id}_{number:03}"),
        };
        let folder = out.join(&name);
        match fs::create_dir(&folder) {
            Ok(()) => return Ok((name, folder)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && conflict == Conflict::Suffix => {
                number += 1
            }
            Err(error) => return Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use super::*;

    #[test]
    fn names_have_one_form() {
        assert_eq!(normalized("Nightly Run #7!"), "nightly_run_7");
        assert_eq!(normalized("a--b__c"), "a_b_c");
        let long = normalized(&"x".repeat(100));
        assert_eq!(long.len(), 64);
        assert_ne!(long, normalized(&"x".repeat(101)));
        let now = UNIX_EPOCH + Duration::from_secs(1_796_069_700);
        assert_eq!(stamped(now, None), "20261130t2015z");
        assert_eq!(stamped(now, Some("CI 3")), "20261130t2015z_ci_3");
    }

    #[test]
    fn a_folder_is_never_used_twice() {
        let out = tempfile::tempdir().unwrap();
        let reserve = |conflict| reserve(out.path(), "r", conflict).map(|(name, _)| name);
        assert_eq!(reserve(Conflict::Refuse).unwrap(), "r");
        assert_eq!(reserve(Conflict::Suffix).unwrap(), "r_002");
        assert_eq!(reserve(Conflict::Suffix).unwrap(), "r_003");
        assert_eq!(
            reserve(Conflict::Refuse).unwrap_err().kind(),
            io::ErrorKind::AlreadyExists
        );
    }
}
