//! Tabs and frames of a browser, and everything that is done and seen in them.
//!
//! ```text
//! events ─ apply ─ picture ─┬─ tab, context, navigate
//!                           └─ watcher ─ sight ─┬─ approach ─ click, typing, check, select, drag
//!                   agent (js/) ────────────────┘─ observe ─ verify, wait, capture
//! ```
//! Nothing polls: the picture changes with the browser's events, the page program answers when the page changes.

pub mod agent;

mod apply;
mod approach;
mod ask;
mod attached;
mod attempt;
mod capture;
mod check;
mod click;
mod concealed;
mod context;
mod depth;
mod dialogs;
mod download;
mod drag;
mod events;
mod explain;
mod frames;
mod geometry;
mod history;
mod keyboard;
mod keys;
mod label;
mod mouse;
mod navigate;
mod near;
mod network;
pub(crate) mod number;
mod observe;
mod outside;
mod patience;
mod picture;
mod press;
mod question;
mod read;
mod script;
mod select;
mod setup;
mod shadow;
mod sight;
mod tab;
mod target;
mod trouble;
mod typing;
mod upload;
mod verify;
mod wait;
mod watcher;

pub(crate) use attached::{attached, count, tell, wait_for};
pub(crate) use attempt::{Attempt, Notes, Remark};
pub(crate) use capture::capture;
pub(crate) use check::set_checked;
pub(crate) use click::click;
pub(crate) use context::Context;
pub(crate) use dialogs::{Answering, Dialog, Dialogs};
pub(crate) use drag::drag;
pub(crate) use history::{reload, travel};
pub(crate) use keys::{focus, hover, type_keys};
pub(crate) use navigate::open;
pub(crate) use patience::AMBIGUITY_GRACE;
pub(crate) use picture::Picture;
pub(crate) use press::press;
pub(crate) use question::Question;
pub(crate) use read::read;
pub(crate) use script::{Evaluated, ask_document, evaluate};
pub(crate) use select::select;
pub(crate) use sight::shortened;
pub(crate) use tab::Tab;
pub(crate) use target::{Wanted, quoted, written_within};
pub(crate) use trouble::{CheckTrouble, Mismatch, Trouble};
pub(crate) use typing::type_text;
pub(crate) use upload::upload;
pub(crate) use verify::{verify, verify_not};
pub(crate) use wait::wait;

use agent::WORLD;
