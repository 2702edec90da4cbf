//! The process of one check, from its first message to its last.

use std::cell::RefCell;
use std::io;
use std::process::ExitCode;
use std::rc::Rc;
use std::time::{Duration, Instant};

use aite_runtime::checks::wire::{Finish, FromCheck};

use crate::channel::Channel;
use crate::confine::confine;
use crate::engine;
use crate::strip::{Refusal, strip};

/// A check may end by itself so long before the runner ends it, to say where it was.
const HEAD_START: Duration = Duration::from_millis(100);

/// Runs one check on standard input and output.
pub fn child() -> ExitCode {
    match serve() {
        Ok(()) => ExitCode::SUCCESS,
        // The runner is gone, or is not one; there is nobody to tell.
        Err(_) => ExitCode::FAILURE,
    }
}

fn serve() -> io::Result<()> {
    let channel = Rc::new(RefCell::new(Channel::standard()));
    let confinement = confine();
    channel.borrow_mut().say(&FromCheck::Ready(confinement))?;
    let start = channel.borrow_mut().start()?;
    let time = Duration::from_millis(start.time_ms);
    let deadline = Instant::now() + time.saturating_sub(HEAD_START).max(time / 2);
    let finish = match strip(&start.file, &start.source) {
        Err(Refusal {
            message,
            line,
            column,
        }) => Finish::Crashed {
            message,
            at: Some(format!("{}:{line}:{column}", start.file)),
        },
        Ok(script) => engine::run(&start.file, &script, &start.given, &channel, deadline),
    };
    channel.borrow_mut().say(&FromCheck::Finished(finish))
}
