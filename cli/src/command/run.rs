//! `aite run`: scripts become verdicts.

use crate::args::RunArgs;
use crate::exit::{Outcome, Stop};
use crate::render::ColorChoice;

pub(super) fn run(args: RunArgs, _color: ColorChoice) -> Outcome {
    if let Some(option) = args.later.first() {
        return Err(Stop::refused(format!("{option} is not available yet")));
    }
    Err(Stop::refused("aite run is not available yet"))
}
