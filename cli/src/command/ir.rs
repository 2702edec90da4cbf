//! `aite ir`: the typed program of a script as JSON.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use aite_compiler::ir::Document;
use aite_compiler::lower::compile;

use super::{is_error, show_errors, stdout};
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
    if Path::new(&name)
        .extension()
        .is_some_and(|extension| extension == "json")
    {
        return Err(Stop::refused(format!(
            "{name}: benchmark tasks are not available yet"
        )));
    }
    let text =
        String::from_utf8(bytes).map_err(|_| Stop::refused(format!("{name}: the file is not UTF-8")))?;
    let compiled = compile(&name, Arc::from(text), &ProjectSources::new(project.root));
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
