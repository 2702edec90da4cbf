//! One query kept open in every frame of a tab: a new answer whenever the page gives a reason for it.

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::Poll;
use std::time::Duration;

use aite_cdp::Gone;
use tokio::time::Instant;

use super::agent::{self, Answer, Query};
use super::ask::{AskError, ask};
use super::attempt::Attempt;
use super::concealed;
use super::depth::Depth;
use super::frames::{FrameId, World};
use super::sight::{SeenIn, Sight};
use super::trouble::Trouble;
use crate::deadline::Deadline;

/// How long a frame watches before it says that nothing changed.
const ONE_WATCH_MS: u64 = 10_000;

/// A frame that has not answered for so long does not keep the others from being looked at.
const SLOW_FRAME: Duration = Duration::from_secs(1);

/// How often is looked for what comes without a sound, at most.
const SILENT: Duration = Duration::from_millis(100);

/// Of the time between two such looks, the part that one may take.
const SHARE: u32 = 10;

/// What the first look may take however short the timeout is: how fast a loaded machine answers is not what a timeout is
/// about, and a red needs what was seen.
const FIRST_LOOK: Duration = Duration::from_secs(2);

/// What a last look may take after the deadline.
const LAST_LOOK: Duration = Duration::from_millis(500);

type Pending = Pin<Box<dyn Future<Output = Result<Answer, AskError>> + Send>>;

/// A query that is kept open. Dropping it ends the watches in the page.
pub(crate) struct Watcher {
    query: Query,
    id: String,
    connection: aite_cdp::Connection,
    frames: Vec<Watched>,
    /// Frames whose document went while it was asked.
    lost: Vec<FrameId>,
    /// Whether closed shadow roots are looked into even when something matches: for counts and absence.
    thorough: bool,
    /// Whether nothing visible matched last.
    absent: bool,
    /// Whether anything was told yet.
    begun: bool,
    /// How long a look into closed shadow roots took last.
    cost: Duration,
    /// How many frames matched out of sight.
    concealed: usize,
}

struct Watched {
    frame: FrameId,
    world: World,
    url: Option<String>,
    main: bool,
    answer: Option<Answer>,
    pending: Option<Pending>,
    since: Instant,
}

impl Watcher {
    pub(crate) fn new(attempt: &Attempt<'_>, query: Query) -> Self {
        static LAST: AtomicU64 = AtomicU64::new(0);
        Self {
            query,
            id: format!("w{}", LAST.fetch_add(1, Ordering::Relaxed)),
            connection: attempt.tab.picture().connection().clone(),
            frames: Vec::new(),
            lost: Vec::new(),
            thorough: false,
            absent: false,
            begun: false,
            cost: Duration::ZERO,
            concealed: 0,
        }
    }

    /// Looks into closed shadow roots before anything is told.
    pub(crate) fn thorough(mut self) -> Self {
        self.thorough = true;
        self
    }

    /// What is seen now, a little later than the deadline if need be.
    ///
    /// # Errors
    /// What becomes of the tab; [`Trouble::NoAnswer`] when the page does not answer.
    pub(crate) async fn first(&mut self, attempt: &mut Attempt<'_>) -> Result<Sight, Trouble> {
        let patient = first_look(attempt.deadline);
        self.next(attempt, &patient).await.map_err(unanswered)
    }

    /// What is seen now when asked for the first time, afterwards what is seen when that has changed.
    ///
    /// # Errors
    /// What becomes of the tab; [`Trouble::OutOfTime`] when nothing has changed by then.
    pub(crate) async fn next(
        &mut self,
        attempt: &mut Attempt<'_>,
        until: &Deadline,
    ) -> Result<Sight, Trouble> {
        loop {
            let version = attempt.tab.picture().version();
            let mut news = self.follow_frames(attempt)?;
            self.arm();
            // The first look goes deep in any case: what is in a closed root may be a second match.
            let mut depth = (!self.begun).then(|| self.ask_deeper(attempt));
            if !news {
                news = until.within(self.wait(attempt, version)).await??;
            }
            let Some(mut sight) = self.sight() else { continue };
            if (!self.begun || self.thorough || sight.visible() == 0)
                && self.look_deeper(attempt, depth.take(), until).await?
            {
                continue;
            }
            self.begun = true;
            let concealed = concealed::hide(attempt, &mut sight, until).await?;
            news |= concealed != self.concealed;
            self.concealed = concealed;
            self.absent = sight.visible() == 0;
            if news {
                return Ok(sight);
            }
        }
    }

    /// Whether something came without a sound that [`Watcher::next`] has not told of; a little later than the deadline if
    /// need be.
    ///
    /// # Errors
    /// What becomes of the tab; [`Trouble::OutOfTime`] when the page does not answer.
    pub(crate) async fn last_look(&mut self, attempt: &mut Attempt<'_>) -> Result<Option<Sight>, Trouble> {
        let grace = attempt.deadline.extended(LAST_LOOK);
        match self.look_deeper(attempt, None, &grace).await? {
            true => self.next(attempt, &grace).await.map(Some),
            false => Ok(None),
        }
    }

    fn ask_deeper(&self, attempt: &Attempt<'_>) -> Depth {
        let places = self.frames.iter();
        Depth::ask(
            attempt.tab.picture(),
            places.map(|frame| (frame.frame.clone(), frame.world.clone())),
        )
    }

    /// Opens closed shadow roots that may have come; whether there were any, so that the page must be asked afresh.
    async fn look_deeper(
        &mut self,
        attempt: &Attempt<'_>,
        asked: Option<Depth>,
        until: &Deadline,
    ) -> Result<bool, Trouble> {
        let begun = Instant::now();
        let depth = asked.unwrap_or_else(|| self.ask_deeper(attempt));
        let opened = until.within(depth.opened(attempt.tab.id())).await??;
        self.cost = begun.elapsed();
        for frame in self
            .frames
            .iter_mut()
            .filter(|frame| opened.contains(&frame.frame))
        {
            frame.answer = None;
            frame.pending = None;
        }
        Ok(!opened.is_empty())
    }

    /// Brings the list of frames up to date; whether a frame with an answer went.
    fn follow_frames(&mut self, attempt: &mut Attempt<'_>) -> Result<bool, Trouble> {
        let now: Vec<(FrameId, World, String)> = attempt.tab.read(|tab| {
            let frames = tab.frames.in_order().into_iter();
            frames
                .filter_map(|frame| Some((frame.id.clone(), frame.world.clone()?, frame.url.clone())))
                .collect()
        })?;
        let mut old = std::mem::take(&mut self.frames);
        for (frame, world, url) in now {
            let main = frame == attempt.tab.id();
            let known = old
                .iter()
                .position(|known| known.world == world)
                .map(|at| old.swap_remove(at));
            self.frames.push(known.unwrap_or_else(|| Watched {
                frame,
                world,
                url: (!main).then_some(url),
                main,
                answer: None,
                pending: None,
                since: Instant::now(),
            }));
        }
        let answered = old.iter().any(|gone| gone.answer.is_some());
        self.lost.extend(old.into_iter().map(|gone| gone.frame));
        self.count_retries(attempt);
        Ok(answered)
    }

    /// A frame that was asked before and has another document now is asked again.
    fn count_retries(&mut self, attempt: &mut Attempt<'_>) {
        let before = self.lost.len();
        self.lost
            .retain(|lost| !self.frames.iter().any(|frame| &frame.frame == lost));
        let moved = before - self.lost.len();
        if moved > 0 {
            attempt.notes.retries += u32::try_from(moved).unwrap_or(u32::MAX);
            attempt.notes.tried("the page navigated; asked again");
        }
    }

    /// Asks every frame that is not being asked.
    fn arm(&mut self) {
        for frame in &mut self.frames {
            if frame.pending.is_none() {
                let since = frame.answer.as_ref().map(|answer| answer.signature.as_str());
                let question = agent::watch(&self.query, since, ONE_WATCH_MS, &self.id);
                frame.pending = Some(Box::pin(ask(&self.connection, &frame.world, &question)));
                frame.since = Instant::now();
            }
        }
    }

    /// Waits for an answer or for a change of the picture; whether an answer changed.
    async fn wait(&mut self, attempt: &Attempt<'_>, version: u64) -> Result<bool, Trouble> {
        let picture = attempt.tab.picture();
        let slow = self.frames.iter().any(|frame| frame.answer.is_none());
        tokio::select! {
            (at, answer) = answered(&mut self.frames) => self.take(at, answer),
            () = picture.newer_than(version) => Ok(false),
            // Worth a look without the slow frame.
            () = tokio::time::sleep(SLOW_FRAME), if slow => Ok(true),
            // Neither a closed shadow root nor a frame that is shown again makes a sound in what is watched.
            () = tokio::time::sleep(SILENT.max(self.cost * SHARE)), if !slow && (self.absent || self.concealed > 0) => Ok(false),
        }
    }

    fn take(&mut self, at: usize, answer: Result<Answer, AskError>) -> Result<bool, Trouble> {
        let Some(frame) = self.frames.get_mut(at) else {
            return Ok(false);
        };
        match answer {
            Ok(answer) => {
                let news = frame
                    .answer
                    .as_ref()
                    .is_none_or(|before| before.signature != answer.signature);
                frame.pending = None;
                frame.answer = Some(answer);
                Ok(news)
            }
            // The picture will say what became of the document.
            Err(AskError::Moved) => {
                frame.pending = Some(Box::pin(std::future::pending()));
                Ok(false)
            }
            Err(AskError::Gone(Gone::Detached)) if !frame.main => {
                frame.pending = Some(Box::pin(std::future::pending()));
                Ok(false)
            }
            Err(AskError::Gone(gone)) => Err(gone.into()),
            Err(AskError::Threw(detail)) => Err(Trouble::Internal { detail }),
        }
    }

    /// What is seen; `None` while the main frame has not answered, or another frame might still do so soon.
    fn sight(&self) -> Option<Sight> {
        let main = self
            .frames
            .iter()
            .any(|frame| frame.main && frame.answer.is_some());
        let waiting = |frame: &&Watched| frame.answer.is_none();
        let soon = self
            .frames
            .iter()
            .filter(waiting)
            .any(|frame| frame.since.elapsed() < SLOW_FRAME);
        if !main || soon {
            return None;
        }
        let seen = self.frames.iter().filter_map(|frame| {
            Some(SeenIn {
                frame: frame.frame.clone(),
                world: frame.world.clone(),
                url: frame.url.clone(),
                answer: frame.answer.clone()?,
            })
        });
        Some(Sight {
            frames: seen.collect(),
        })
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        for frame in self.frames.iter().filter(|frame| frame.pending.is_some()) {
            drop(ask(
                &self.connection,
                &frame.world,
                &agent::cancel(Some(&self.id)),
            ));
        }
    }
}

/// Until when the first look at a page may take.
pub(crate) fn first_look(deadline: &Deadline) -> Deadline {
    deadline.at_least(FIRST_LOOK)
}

/// A page that had not answered even once does not answer.
pub(crate) fn unanswered(trouble: Trouble) -> Trouble {
    match trouble {
        Trouble::OutOfTime => Trouble::NoAnswer,
        trouble => trouble,
    }
}

/// The first frame that answers.
async fn answered(frames: &mut [Watched]) -> (usize, Result<Answer, AskError>) {
    std::future::poll_fn(|context| {
        for (at, frame) in frames.iter_mut().enumerate() {
            if let Some(pending) = &mut frame.pending
                && let Poll::Ready(answer) = pending.as_mut().poll(context)
            {
                return Poll::Ready((at, answer));
            }
        }
        Poll::Pending
    })
    .await
}
