//! The data set of the repository is valid, and a page of it cannot talk the server into anything.

use std::path::Path;
use std::process::Command;

fn aite(arguments: &[&str]) -> (bool, String) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_aite"))
        .args(arguments)
        .current_dir(root)
        .env("NO_COLOR", "1")
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].concat();
    (
        output.status.success(),
        String::from_utf8_lossy(&text).into_owned(),
    )
}

#[test]
fn every_task_is_valid() {
    let (valid, said) = aite(&["bench", "validate", "--manifest", "scripts/tasks/manifest.json"]);
    assert!(valid, "{said}");
    assert!(said.contains("tasks=249 subsets=4"), "{said}");
}

#[test]
fn chrome_passes_a_task_of_each_kind() {
    let out = tempfile::tempdir().unwrap();
    let (ran, said) = aite(&[
        "bench",
        "run",
        "--manifest",
        "scripts/tasks/manifest.json",
        "--task",
        "fetch_is_answered_by_the_client",
        "--task",
        "signed_message",
        "--task",
        "indexeddb_inventory",
        "--out",
        out.path().to_str().unwrap(),
    ]);
    assert!(ran, "{said}");
    assert!(said.contains("3 of 3 pass"), "{said}");
}
