//! The language server, by a client that speaks with the real binary.

mod client;
mod commands;
mod documents;
mod goldens;
mod lifecycle;
mod questions;
mod workspaces;
