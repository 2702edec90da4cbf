//! `aite ir`: the typed program of a script or of a benchmark task as JSON.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use aite_compiler::ir::Document;
use aite_compiler::lower::compile;

use super::{is_error, show_errors, stdout, task};
use crate::args::FileArg;
use crate::exit::{Exit, Outcome, Stop};
use crate::project::{Project, ProjectSources, read_input};
use crate::render::{ColorChoice, Style};

pub(super) fn run(args: &FileArg, color: ColorChoice) -> Outcome {
    let style = Style::of(color, &io::stderr());
    let project = Project::find(style)?;
    let (given, bytes) = read_input(&args.file)?;
    let name = match args.file.canonicalize() {
        Ok(path) if given != "-" => project.name(&path)?,
        _ => given,
    };
    let text =
        String::from_utf8(bytes).map_err(|_| Stop::refused(format!("{name}: the file is not UTF-8")))?;
    let compiled = match task::is_json(Path::new(&name)) {
        true => task::compile(&args.file, &name, text.into()),
        false => compile(&name, Arc::from(text), &ProjectSources::new(project.root)),
    };
    if compiled
        .diagnostics
        .iter()
        .any(|found| is_error(&found.diagnostic))
    {
        show_errors(&mut io::stderr().lock(), style, &compiled)?;
        return Ok(Exit::Failure);
    }
    let mut out = stdout();
    serde_json::to_writer_pretty(&mut out, &Document::new(&compiled.program, &compiled.origins))
        .map_err(io::Error::from)?;
    writeln!(out)?;
    out.flush()?;
    Ok(Exit::Success)
}
