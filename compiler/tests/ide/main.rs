//! What editors ask: goldens that show source and answer together, and what holds for every text.
#![allow(clippy::disallowed_methods, reason = "tests read fixtures")]

mod answers;
mod goldens;
mod host;
mod properties;
mod words;
mod world;
