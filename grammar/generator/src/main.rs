//! Writes `src/parser.c` and what goes with it from `grammar.js`, which is read by Node.
//!
//! `make grammar` runs it. It is the library behind `tree-sitter generate`.

use std::error::Error;
use std::path::Path;

use tree_sitter_generate::{OptLevel, generate_parser_in_directory};

/// The version of the parser's tables: the newest that every editor of `editors/` reads.
const ABI: usize = 14;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tree-sitter-aite");
    let mut notes = Vec::new();
    let nothing = None::<&Path>;
    generate_parser_in_directory(
        folder,
        nothing,
        nothing,
        ABI,
        None,
        None,
        true,
        OptLevel::default(),
        &mut notes,
    )?;
    for note in notes {
        eprintln!("{note:?}");
    }
    Ok(())
}
