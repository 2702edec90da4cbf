//! The `aite` binary.

#[expect(dead_code, reason = "the commands come next")]
mod render;

fn main() {}
