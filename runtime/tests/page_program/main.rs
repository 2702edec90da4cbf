//! The program that runs inside pages, on a real Chromium: what it finds, what it prepares, what it notices, and that its
//! roles and names are the browser's own.

mod aria;
mod cases;
mod click;
mod frame;
#[path = "../support/mod.rs"]
mod support;
mod watch;
