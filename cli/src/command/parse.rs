//! `aite parse`: the tree of the specification. It opens no other file.

use std::io::Write;

use aite_compiler::source::decode;
use aite_compiler::syntax::tree::{errors_json, script_json};

use super::stdout;
use crate::args::FileArg;
use crate::exit::{Exit, Outcome};
use crate::project::read_input;

pub(super) fn run(args: &FileArg) -> Outcome {
    let (_, bytes) = read_input(&args.file)?;
    let decoded = decode(bytes);
    let (script, mut errors) = aite_compiler::check(&decoded.text);
    errors.extend(aite_compiler::encoding_errors(&decoded));
    errors.sort_by_key(|error| error.span.start);
    let mut out = stdout();
    let (json, exit) = match errors.is_empty() {
        true => (script_json(&decoded.text, &script), Exit::Success),
        false => (errors_json(&decoded.text, &errors), Exit::Failure),
    };
    writeln!(out, "{json}")?;
    out.flush()?;
    Ok(exit)
}
