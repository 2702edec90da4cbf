//! The Chrome DevTools Protocol: transports, one connection, its sessions, typed messages.
//!
//! ```text
//! pipe, websocket ─ Connection ─┬─ Session::call     command → answer
//!                               ├─ Session::post     command, nobody waits
//!                               ├─ Connection::observe   every event, in wire order, before later answers
//!                               └─ Connection::subscribe chosen events, queued for one consumer
//! ```
//! [`Exchange`] is the same wire without any of this, for those who must see every message as it came.
//!
//! An envelope (`id`, `method`, `sessionId`) is decoded first and a payload only by whoever wants it: browsers add
//! members and enum values all the time, and one that nobody asked for must not matter.
//!
//! The types of the protocol come from `chromiumoxide_cdp`; this crate is the only one that names it.

mod connection;
mod error;
mod event;
mod exchange;
mod message;
mod session;
mod state;
#[cfg(feature = "testing")]
pub mod testing;
pub mod transport;

pub use chromiumoxide_cdp::cdp::browser_protocol as browser;
pub use chromiumoxide_cdp::cdp::js_protocol as js;
pub use chromiumoxide_types::{Binary, Command, Method, MethodType};
pub use connection::{Connection, Event, Events};
pub use error::{CallError, Closed, Gone};
pub use exchange::{Exchange, Frame};
pub use session::{Pending, Session, SessionId};
