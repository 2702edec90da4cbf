//! `aite serve`: the fixture server alone.

use std::io::Write;

use aite_runtime::site::Site;

use super::stdout;
use crate::args::ServeArgs;
use crate::exit::{Exit, Outcome, Stop};

pub(super) fn run(args: &ServeArgs) -> Outcome {
    if !args.dir.is_dir() {
        return Err(Stop::refused(format!(
            "{}: this is not a folder",
            args.dir.display()
        )));
    }
    let site = Site::start(&args.dir, args.port).map_err(|error| Stop::could_not_run(error.to_string()))?;
    let mut out = stdout();
    writeln!(
        out,
        "serving {} on http://localhost:{}/ (stop with Ctrl+C)",
        args.dir.display(),
        site.port()
    )?;
    out.flush()?;
    drop(out);
    site.wait();
    Ok(Exit::Success)
}
