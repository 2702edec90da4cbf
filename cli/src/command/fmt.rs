//! `aite fmt`: the one way to lay out scripts.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use super::stdout;
use crate::args::FmtArgs;
use crate::exit::{Exit, Outcome, Stop};
use crate::project::{Project, Script, read_input, replace};
use crate::render::{ColorChoice, Style, count, safe};

pub(super) fn run(args: &FmtArgs, color: ColorChoice) -> Outcome {
    if args.paths.iter().any(|path| path == Path::new("-")) {
        return from_stdin(args);
    }
    let project = Project::find(Style::of(color, &io::stderr()))?;
    let scripts = project.scripts(&args.paths)?;
    let mut out = stdout();
    let mut changed = 0;
    for script in &scripts {
        if let Some(formatted) = reformatted(script)? {
            changed += 1;
            writeln!(out, "{}", safe::line(&script.name, 4_000))?;
            if !args.check {
                replace(&script.path, formatted.as_bytes())
                    .map_err(|error| Stop::file(&script.name, &error))?;
            }
        }
    }
    let (of, done) = (
        count(scripts.len(), "file"),
        if args.check { "would change" } else { "changed" },
    );
    writeln!(out, "{changed} of {of} {done}")?;
    out.flush()?;
    Ok(if args.check && changed > 0 {
        Exit::Failure
    } else {
        Exit::Success
    })
}

fn from_stdin(args: &FmtArgs) -> Outcome {
    if args.paths.len() > 1 {
        return Err(Stop::refused(
            "- stands for standard input, and goes with no other path",
        ));
    }
    let (_, bytes) = read_input(Path::new("-"))?;
    let text = String::from_utf8(bytes).map_err(|_| Stop::refused("standard input is not UTF-8"))?;
    let formatted = format(&text);
    if args.check {
        return Ok(if formatted == text {
            Exit::Success
        } else {
            Exit::Failure
        });
    }
    let mut out = stdout();
    out.write_all(formatted.as_bytes())?;
    out.flush()?;
    Ok(Exit::Success)
}

/// The new text, when it differs.
fn reformatted(script: &Script) -> Result<Option<String>, Stop> {
    let bytes = fs::read(&script.path).map_err(|error| Stop::file(&script.name, &error))?;
    let text = String::from_utf8(bytes).map_err(|_| {
        Stop::refused(format!(
            "{}: the file is not UTF-8, and was left as it is",
            script.name
        ))
    })?;
    let formatted = format(&text);
    Ok((formatted != text).then_some(formatted))
}

fn format(text: &str) -> String {
    aite_compiler::format::format(text, &aite_compiler::parse(text))
}
