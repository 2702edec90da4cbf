//! `aite parse`: the tree of the specification. It opens no other file.

use std::io::Write;

use aite_compiler::source::decode;

use super::stdout;
use crate::args::FileArg;
use crate::exit::{Exit, Outcome};
use crate::project::read_input;

pub(super) fn run(args: &FileArg) -> Outcome {
    let (_, bytes) = read_input(&args.file)?;
    let (text, _) = decode(&bytes);
    drop(bytes);
    let tree = aite_compiler::parse_json(&text);
    let mut out = stdout();
    writeln!(out, "{}", tree.json)?;
    out.flush()?;
    Ok(if tree.ok { Exit::Success } else { Exit::Failure })
}
