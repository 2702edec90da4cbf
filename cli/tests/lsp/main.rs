//! The language server, by a client that speaks with the real binary.

mod client;
mod goldens;
mod lifecycle;
