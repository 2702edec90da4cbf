//! What all frames of a tab answered to one query, as one.

use super::agent::{Answer, Described, Match, QueryErrorKind, WithinState};
use super::explain;
use super::frames::{FrameId, World};
use super::target::Wanted;
use super::trouble::Trouble;
use crate::verdict::{Candidate, Resolved};

/// The answers of the frames, in document order.
#[derive(Debug, Default, Clone)]
pub(crate) struct Sight {
    pub(crate) frames: Vec<SeenIn>,
}

/// What one frame answered.
#[derive(Debug, Clone)]
pub(crate) struct SeenIn {
    pub(crate) frame: FrameId,
    pub(crate) world: World,
    /// The frame's address when it is not the main one.
    pub(crate) url: Option<String>,
    pub(crate) answer: Answer,
}

/// One element in one frame.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    pub(crate) frame: FrameId,
    pub(crate) world: World,
    pub(crate) url: Option<String>,
    pub(crate) element: Match,
}

impl Found {
    /// The full description, for the report.
    pub(crate) fn resolved(&self) -> Resolved {
        let element = &self.element;
        let filled = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
        Resolved {
            frame: self.url.clone(),
            role: filled(&element.role),
            name: filled(&element.name),
            text: filled(&element.text),
            testid: filled(&element.testid),
            css: filled(&element.css),
            r#box: Some(element.r#box),
        }
    }

    /// The element for people.
    pub(crate) fn people(&self) -> String {
        describe(&self.element)
    }
}

/// `<button#pay> "Pay"`.
pub(crate) fn describe(element: &Match) -> String {
    let text = element
        .text
        .as_deref()
        .or(element.name.as_deref())
        .unwrap_or_default();
    match text {
        "" => element.element.clone(),
        text => format!("{} \"{}\"", element.element, shortened(text, 60)),
    }
}

/// At most so many characters.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
    }
}

impl Sight {
    /// How many visible elements match.
    pub(crate) fn visible(&self) -> usize {
        let visible: u64 = self.frames.iter().map(|seen| seen.answer.visible).sum();
        usize::try_from(visible).unwrap_or(usize::MAX)
    }

    /// The visible matches, as many as the frames told of.
    pub(crate) fn matches(&self) -> impl Iterator<Item = Found> {
        self.frames
            .iter()
            .flat_map(|seen| seen.answer.matches.iter().map(|element| seen.found(element)))
    }

    /// The hidden ones.
    pub(crate) fn hidden(&self) -> impl Iterator<Item = Found> {
        self.frames.iter().flat_map(|seen| {
            seen.answer
                .hidden_matches
                .iter()
                .map(|element| seen.found(element))
        })
    }

    /// What the main frame answered.
    pub(crate) fn main(&self) -> Option<&Answer> {
        self.frames
            .iter()
            .find(|seen| seen.url.is_none())
            .map(|seen| &seen.answer)
    }

    /// The one visible element that is wanted, or why there is none.
    pub(crate) fn only(&self, wanted: &Wanted) -> Result<Found, Trouble> {
        self.check_query()?;
        match (self.visible(), wanted.index) {
            (0, _) => Err(self.absence()),
            (count, Some(index)) => self.nth(index).ok_or(Trouble::IndexBeyond { index, count }),
            (1, None) => self.matches().next().ok_or(Trouble::NotFound),
            (count, None) => Err(Trouble::Ambiguous {
                count,
                candidates: Vec::new(),
            }),
        }
    }

    fn nth(&self, index: u32) -> Option<Found> {
        self.matches().nth(usize::try_from(index).ok()?.checked_sub(1)?)
    }

    /// Queries that no page can answer.
    pub(crate) fn check_query(&self) -> Result<(), Trouble> {
        let Some(error) = self.frames.iter().find_map(|seen| seen.answer.error.as_ref()) else {
            return Ok(());
        };
        let detail = error.detail.clone();
        Err(match error.kind {
            QueryErrorKind::Internal => Trouble::Internal { detail },
            _ => Trouble::BadTarget { detail },
        })
    }

    /// Why nothing visible matches.
    pub(crate) fn absence(&self) -> Trouble {
        if let Some(trouble) = self.box_trouble() {
            return trouble;
        }
        match self.hidden().next() {
            Some(hidden) => {
                let why = hidden.element.hidden.as_ref();
                let why = why.map_or_else(String::new, |why| {
                    explain::why_hidden(why, &hidden.element.element)
                });
                Trouble::Hidden {
                    element: hidden.people(),
                    why,
                }
            }
            None => Trouble::NotFound,
        }
    }

    /// What is wrong with the box of `within:`.
    pub(crate) fn box_trouble(&self) -> Option<Trouble> {
        let states = || {
            self.frames
                .iter()
                .filter_map(|seen| Some((seen.answer.within?, seen)))
        };
        let ambiguous = || states().filter(|(state, _)| *state == WithinState::Ambiguous);
        let found = states().filter(|(state, _)| *state == WithinState::Found).count();
        if ambiguous().next().is_some() || found > 1 {
            let boxes = ambiguous().flat_map(|(_, seen)| &seen.answer.candidates);
            return Some(Trouble::BoxAmbiguous {
                candidates: boxes.map(candidate).collect(),
            });
        }
        (found == 0 && states().next().is_some()).then_some(Trouble::NoBox)
    }
}

fn candidate(described: &Described) -> Candidate {
    let text = shortened(&described.text, 60);
    Candidate {
        element: format!("{} \"{text}\"", described.element),
        rewrite: None,
    }
}

impl SeenIn {
    pub(crate) fn found(&self, element: &Match) -> Found {
        Found {
            frame: self.frame.clone(),
            world: self.world.clone(),
            url: self.url.clone(),
            element: element.clone(),
        }
    }
}
