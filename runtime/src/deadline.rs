//! One deadline for each command, and the one way to stop a run from outside.

use std::future::Future;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};

/// Stops a run from outside: an interrupt from the terminal, say.
#[derive(Debug)]
pub struct Canceller(watch::Sender<bool>);

impl Canceller {
    /// A handle, and what a run listens to.
    pub fn new() -> (Self, Cancellation) {
        let (sender, receiver) = watch::channel(false);
        (Self(sender), Cancellation(receiver))
    }

    /// Asks everything that listens to end. May be called often.
    pub fn cancel(&self) {
        self.0.send_replace(true);
    }
}

/// What a run listens to. A dropped [`Canceller`] cancels nothing.
#[derive(Debug, Clone)]
pub struct Cancellation(watch::Receiver<bool>);

impl Cancellation {
    /// Whether the run was asked to end.
    pub fn is_cancelled(&self) -> bool {
        *self.0.borrow()
    }

    /// Resolves when the run is asked to end.
    pub async fn cancelled(&self) {
        let mut asked = self.0.clone();
        if asked.wait_for(|asked| *asked).await.is_err() {
            std::future::pending().await
        }
    }
}

/// Until when, unless cancelled before.
#[derive(Debug, Clone)]
pub struct Deadline {
    start: Instant,
    at: Instant,
    cancellation: Cancellation,
}

/// Why a wait ended without what it waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// The deadline passed.
    OutOfTime,
    /// The run was asked to end.
    Cancelled,
}

impl Deadline {
    /// So much time from now.
    pub fn after(time: Duration, cancellation: &Cancellation) -> Self {
        let start = Instant::now();
        // A century stands for "for ever" where the sum has no instant.
        let at = start
            .checked_add(time)
            .unwrap_or_else(|| start + Duration::from_secs(3_000_000_000));
        Self {
            start,
            at,
            cancellation: cancellation.clone(),
        }
    }

    /// The same, but at most so much time from now.
    pub fn at_most(&self, time: Duration) -> Self {
        let sooner = Self::after(time, &self.cancellation);
        Self {
            start: self.start,
            at: self.at.min(sooner.at),
            cancellation: sooner.cancellation,
        }
    }

    /// The same, but at least so much time after its start.
    pub fn at_least(&self, time: Duration) -> Self {
        Self {
            start: self.start,
            at: self.at.max(self.start + time),
            cancellation: self.cancellation.clone(),
        }
    }

    /// So much later, or so much from now if it has passed.
    pub fn extended(&self, time: Duration) -> Self {
        let now = Self::after(time, &self.cancellation);
        Self {
            start: self.start,
            at: now.at.max(self.at + time),
            cancellation: now.cancellation,
        }
    }

    /// The whole time that was given.
    pub fn total(&self) -> Duration {
        self.at - self.start
    }

    /// The time that is left.
    pub fn left(&self) -> Duration {
        self.at.saturating_duration_since(Instant::now())
    }

    /// Whether it has passed.
    pub fn passed(&self) -> bool {
        self.left().is_zero()
    }

    /// What the future gives, if it gives it in time. A future that is ready wins over a deadline that has passed.
    ///
    /// # Errors
    /// The deadline passed, or the run was asked to end.
    pub async fn within<F: Future>(&self, future: F) -> Result<F::Output, Ended> {
        tokio::select! {
            biased;
            () = self.cancellation.cancelled() => Err(Ended::Cancelled),
            answer = timeout_at(self.at, future) => answer.map_err(|_| Ended::OutOfTime),
        }
    }

    /// Waits so long, or until the deadline.
    ///
    /// # Errors
    /// The deadline passed, or the run was asked to end.
    pub async fn sleep(&self, time: Duration) -> Result<(), Ended> {
        self.within(tokio::time::sleep(time)).await
    }
}
