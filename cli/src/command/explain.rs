//! `aite explain`: what a code means.

use std::io::Write;

use aite_compiler::diagnostic::{Code, REGISTRY};

use super::stdout;
use crate::args::ExplainArgs;
use crate::exit::{Exit, Outcome, Stop};

pub(super) fn run(args: &ExplainArgs) -> Outcome {
    let mut out = stdout();
    match &args.code {
        None => {
            for row in REGISTRY {
                writeln!(out, "{}  {}", row.name, row.title)?;
            }
            writeln!(out, "\nMore about one of them: aite explain E005")?;
        }
        Some(name) => {
            let code = Code::parse(name).ok_or_else(|| unknown(name))?;
            writeln!(out, "{}", aite_compiler::explain::explain(code).trim_end())?;
        }
    }
    out.flush()?;
    Ok(Exit::Success)
}

fn unknown(name: &str) -> Stop {
    let nearest = REGISTRY
        .into_iter()
        .map(|row| row.name)
        .min_by_key(|code| strsim::levenshtein(code, &name.to_uppercase()));
    let stop = Stop::refused(format!("there is no code \"{name}\""));
    match nearest {
        Some(code) if strsim::levenshtein(code, &name.to_uppercase()) <= 2 => {
            stop.with_help(format!("did you mean {code}? All codes: aite explain"))
        }
        _ => stop.with_help("all codes: aite explain"),
    }
}
