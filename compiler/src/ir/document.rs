//! A program as JSON for other tools: what `aite ir` prints. Its schema is `docs/schema/ir.schema.json`.

use serde::Serialize;

use super::{Origins, Program};

/// The version of the format; a change that readers cannot overlook counts it up.
const FORMAT: u32 = 1;

/// A program with its origins, ready to be written.
#[derive(Debug, Serialize)]
pub struct Document<'p> {
    format: u32,
    program: &'p Program,
    origins: &'p Origins,
}

impl<'p> Document<'p> {
    /// Puts a program and its side table together.
    pub const fn new(program: &'p Program, origins: &'p Origins) -> Self {
        Self {
            format: FORMAT,
            program,
            origins,
        }
    }
}
