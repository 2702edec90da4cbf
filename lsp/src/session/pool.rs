//! Two threads that answer questions on snapshots, while the session goes on.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// More would only take the machine away from the editor.
const THREADS: usize = 2;

/// What a thread does. It must not panic: whoever waits for its outcome would wait for ever.
pub(super) type Job = Box<dyn FnOnce() + Send>;

/// When a job is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Urgency {
    /// Somebody is waiting for it.
    Now,
    /// When nobody is waiting for anything.
    Later,
}

/// The threads; dropping it ends them behind their current jobs.
pub(super) struct Pool {
    queue: Arc<Queue>,
}

#[derive(Default)]
struct Queue {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

#[derive(Default)]
struct Waiting {
    now: VecDeque<Job>,
    later: VecDeque<Job>,
    closed: bool,
}

impl Pool {
    pub(super) fn start() -> Self {
        let queue = Arc::new(Queue::default());
        for _ in 0..THREADS {
            let queue = Arc::clone(&queue);
            thread::spawn(move || {
                while let Some(job) = queue.next() {
                    job();
                }
            });
        }
        Self { queue }
    }

    pub(super) fn put(&self, urgency: Urgency, job: Job) {
        let mut waiting = self.queue.lock();
        match urgency {
            Urgency::Now => waiting.now.push_back(job),
            Urgency::Later => waiting.later.push_back(job),
        }
        self.queue.changed.notify_one();
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let mut waiting = self.queue.lock();
        waiting.closed = true;
        waiting.now.clear();
        waiting.later.clear();
        self.queue.changed.notify_all();
    }
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn next(&self) -> Option<Job> {
        let mut waiting = self.lock();
        loop {
            if waiting.closed {
                return None;
            }
            if let Some(job) = waiting.now.pop_front() {
                return Some(job);
            }
            if let Some(job) = waiting.later.pop_front() {
                return Some(job);
            }
            waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
