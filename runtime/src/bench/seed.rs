//! Seeds: the same base, task and attempt give the same seed on every machine.

use std::hash::{BuildHasher, RandomState};

use sha2::{Digest, Sha256};

/// The seed of an attempt: 12 hexadecimal digits.
pub fn of_attempt(base: &str, task: &str, attempt: u32) -> String {
    let mut seed = hex(&Sha256::digest(format!("{base}:{task}:{attempt}")));
    seed.truncate(12);
    seed
}

/// A base that nobody chose: 16 hexadecimal digits.
pub fn random_base() -> String {
    // The keys of a hasher are the one source of randomness in the standard library.
    format!("{:016x}", RandomState::new().hash_one(std::process::id()))
}

/// Names an attempt's state on the fixture server.
pub fn session(run_id: &str, task: &str, engine: &str, attempt: u32, seed: &str) -> String {
    format!("{run_id}-{task}-{engine}-{attempt}-{seed}")
}

/// The SHA-256 of bytes, in hexadecimal.
pub fn sha256_of(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Bytes as lower-case hexadecimal digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_stable() {
        let seed = of_attempt("golden1", "runtime_evaluate_basic_001", 1);
        assert_eq!(seed, "752da0971fb3");
        assert_ne!(seed, of_attempt("golden1", "runtime_evaluate_basic_001", 2));
        assert_ne!(seed, of_attempt("golden2", "runtime_evaluate_basic_001", 1));
        assert_ne!(random_base(), random_base());
        assert_eq!(random_base().len(), 16);
    }

    #[test]
    fn names_and_digests_are_those_of_other_runners() {
        assert_eq!(
            session("r", "t", "chrome", 2, "752da0971fb3"),
            "r-t-chrome-2-752da0971fb3"
        );
        let nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(sha256_of(b""), nothing);
    }
}
