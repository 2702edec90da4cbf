//! A look into the closed shadow roots of several frames.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use aite_cdp::Gone;

use super::ask::AskError;
use super::frames::FrameId;
use super::picture::Picture;
use super::shadow::{Place, open_closed};
use super::trouble::Trouble;

type Opening = Pin<Box<dyn Future<Output = Result<Vec<FrameId>, AskError>> + Send>>;

/// A look that is on its way: one question to each process.
pub(super) struct Depth(Vec<(Vec<FrameId>, Opening)>);

impl Depth {
    /// Asks at once.
    pub(super) fn ask(picture: &Arc<Picture>, places: impl Iterator<Item = Place>) -> Self {
        let mut sessions: Vec<(aite_cdp::SessionId, Vec<Place>)> = Vec::new();
        for place in places {
            let session = &place.1.session;
            match sessions.iter_mut().find(|(known, _)| known == session) {
                Some((_, places)) => places.push(place),
                None => sessions.push((session.clone(), vec![place])),
            }
        }
        let ask = |(session, places): (_, Vec<Place>)| {
            let frames = places.iter().map(|(frame, _)| frame.clone()).collect();
            let opening: Opening = Box::pin(open_closed(picture, &session, places));
            (frames, opening)
        };
        Self(sessions.into_iter().map(ask).collect())
    }

    /// The frames in which closed roots were found that were not known.
    ///
    /// # Errors
    /// What becomes of the tab with this main frame.
    pub(super) async fn opened(self, main: &str) -> Result<Vec<FrameId>, Trouble> {
        let mut opened = Vec::new();
        for (frames, opening) in self.0 {
            match opening.await {
                Ok(some) => opened.extend(some),
                // The picture will say what became of the document.
                Err(AskError::Moved) => {}
                Err(AskError::Gone(Gone::Detached)) if !frames.iter().any(|frame| frame == main) => {}
                Err(AskError::Gone(gone)) => return Err(gone.into()),
                Err(AskError::Threw(detail)) => return Err(Trouble::Internal { detail }),
            }
        }
        Ok(opened)
    }
}
