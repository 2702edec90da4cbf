//! The inventory task: a page writes a count into its database and reads it back.

use sha2::{Digest, Sha256};

use serde_json::Value;

use crate::bench::outcome::{CheckRow, Class, Failure, Grade};

/// The count that a seed stands for, from 10 to 99.
pub fn expected_count(seed: &str) -> u32 {
    let first = Sha256::digest(seed.as_bytes()).first().copied().unwrap_or(0);
    10 + u32::from(first) % 90
}

/// Grades the inventory task: the answer is the seed's count, and the server saw the page write and read.
/// `events` is what the server kept for the attempt's session.
pub fn inventory(seed: &str, answer: &str, events: &[String]) -> Grade {
    let count = expected_count(seed).to_string();
    let seen = |event: &str| {
        let evidence = Value::from(format!("the server saw [{}]", events.join(", ")));
        (events.iter().any(|it| it == event), evidence)
    };
    let (written, write_evidence) = seen("idb_write");
    let (read, read_evidence) = seen("idb_read");
    let checks = vec![
        CheckRow::new(
            "answer_matches_seed",
            answer == count,
            format!("expected {count}, got {answer}").into(),
        ),
        CheckRow::new("indexeddb_write_observed", written, write_evidence),
        CheckRow::new("indexeddb_read_observed", read, read_evidence),
    ];
    Grade::of(checks, || {
        Failure::new(
            Class::CdpSemantic,
            "the inventory was not written and read as the seed says",
        )
    })
}
