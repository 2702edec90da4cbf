//! The `aite` binary.
fn main() {}
