//! The parsed tree of the specification, as JSON.
