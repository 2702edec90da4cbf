//! What a verify or wait asks of the page, and when an answer is the wanted one.

use aite_compiler::ir::{Number, State};

use super::agent::{Attr, Checked, ExactText, Facts, Query, TextMode, Want, Within, text_matches};
use super::number::first_number;
use super::sight::{Found, Sight};
use super::target::{Wanted, quoted};
use super::trouble::{Mismatch, Trouble};

/// One variant for each verify and wait form, its variables filled.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Question {
    Exists(Wanted),
    Text {
        text: ExactText,
        within: Option<Within>,
    },
    TargetText(Wanted, ExactText),
    Value(Wanted, String),
    State(Wanted, State),
    Count(Wanted, u64),
    Url(String),
    Title(String),
    NumberChange {
        target: Wanted,
        from: String,
        before: String,
        by: Number,
    },
    Attr {
        target: Wanted,
        name: String,
        contains: bool,
        value: String,
    },
    Download {
        name: String,
        contains: bool,
        size_min: u64,
    },
    Gone(Wanted),
    TextChanges(Wanted),
    NetworkIdle,
}

impl Question {
    /// The element that is asked for.
    pub(crate) fn target(&self) -> Option<&Wanted> {
        match self {
            Self::Exists(target)
            | Self::TargetText(target, _)
            | Self::Value(target, _)
            | Self::State(target, _)
            | Self::Count(target, _)
            | Self::NumberChange { target, .. }
            | Self::Attr { target, .. }
            | Self::Gone(target)
            | Self::TextChanges(target) => Some(target),
            Self::Text { .. } | Self::Url(_) | Self::Title(_) | Self::Download { .. } | Self::NetworkIdle => {
                None
            }
        }
    }

    /// The box that is searched.
    pub(crate) fn within(&self) -> Option<&Within> {
        match self {
            Self::Text { within, .. } => within.as_ref(),
            question => question.target()?.within.as_ref(),
        }
    }

    /// What is looked for, as the script writes it.
    pub(crate) fn written(&self) -> String {
        match self {
            Self::Text { text, .. } => written_text(text),
            Self::TargetText(target, text) if target.is_only_an_index() => {
                let index = target.index.unwrap_or(1);
                format!("{} index:{index}", written_text(text))
            }
            Self::Url(contains) => format!("url~:{}", quoted(contains)),
            Self::Title(value) => format!("title:{}", quoted(value)),
            Self::Download { name, contains, .. } => {
                format!(
                    "download name{}:{}",
                    if *contains { "~" } else { "" },
                    quoted(name)
                )
            }
            Self::NetworkIdle => "network-idle".into(),
            question => question
                .target()
                .map(|wanted| {
                    Wanted {
                        within: None,
                        ..wanted.clone()
                    }
                    .to_string()
                })
                .unwrap_or_default(),
        }
    }

    /// The question for the page program; `None` when the page is not the one to ask.
    pub(crate) fn query(&self, limit: Option<u32>) -> Option<Query> {
        let wanted = |wanted: &Wanted, want: Option<Want>| {
            let query = wanted.query([Want::Descriptor].into_iter().chain(want).collect());
            Query {
                limit: query.limit.or(limit),
                ..query
            }
        };
        Some(match self {
            Self::Exists(target) | Self::Count(target, _) | Self::Gone(target) => wanted(target, None),
            Self::TargetText(target, text) if target.is_only_an_index() => Query {
                // It counts the elements that have the text.
                target: None,
                exact_text: Some(text.clone()),
                ..wanted(target, Some(Want::Text))
            },
            Self::TargetText(target, _) | Self::NumberChange { target, .. } | Self::TextChanges(target) => {
                wanted(target, Some(Want::Text))
            }
            Self::Value(target, _) => wanted(target, Some(Want::Value)),
            Self::State(target, _) => wanted(target, Some(Want::State)),
            Self::Attr { target, name, .. } => wanted(target, Some(Want::Attr(name.clone()))),
            Self::Text { text, within } => Query {
                exact_text: Some(text.clone()),
                within: within.clone(),
                want: vec![Want::Descriptor],
                ..Query::default()
            },
            Self::Title(_) => Query {
                page: true,
                ..Query::default()
            },
            Self::Url(_) | Self::Download { .. } | Self::NetworkIdle => return None,
        })
    }

    /// Whether what is seen is as wanted, and the element that is.
    ///
    /// # Errors
    /// What is in the way of it now.
    pub(crate) fn judge(&self, sight: &Sight) -> Result<Option<Found>, Trouble> {
        sight.check_query()?;
        match self {
            Self::Text { .. } => sight.matches().next().map(Some).ok_or_else(|| sight.absence()),
            Self::Title(wanted) => title(sight, wanted).map(|()| None),
            Self::Count(_, wanted) => count(sight, *wanted).map(|()| None),
            Self::Gone(_) => match sight.matches().next() {
                None => Ok(None),
                Some(still) => Err(mismatch(
                    "presence",
                    "gone",
                    format!("{} is still visible", still.people()),
                )),
            },
            question => {
                let Some(target) = question.target() else {
                    return Ok(None);
                };
                let found = sight.only(target)?;
                question.judge_element(&found)?;
                Ok(Some(found))
            }
        }
    }

    /// Whether any visible match is as it must not be, and what it is.
    ///
    /// # Errors
    /// When the question cannot be asked.
    pub(crate) fn judge_any(&self, sight: &Sight) -> Result<Option<String>, Trouble> {
        sight.check_query()?;
        match self {
            Self::Title(_) | Self::Count(..) | Self::Gone(_) => {
                Ok(self.judge(sight).is_ok().then(|| self.written()))
            }
            _ => {
                let index = self.target().and_then(|target| target.index);
                let skip = index.map_or(0, |index| {
                    usize::try_from(index).unwrap_or(usize::MAX).saturating_sub(1)
                });
                let take = index.map_or(usize::MAX, |_| 1);
                let mut matches = sight.matches().skip(skip).take(take);
                Ok(matches
                    .find(|found| self.judge_element(found).is_ok())
                    .map(|found| found.people()))
            }
        }
    }

    fn judge_element(&self, found: &Found) -> Result<(), Trouble> {
        let facts = &found.element.facts;
        match self {
            Self::TargetText(_, wanted) => text(facts, wanted),
            Self::Value(_, wanted) => value(facts, wanted),
            Self::State(_, wanted) => state(facts, *wanted),
            Self::NumberChange { from, before, by, .. } => number_change(facts, from, before, *by),
            Self::Attr {
                name,
                contains,
                value,
                ..
            } => attribute(facts, name, *contains, value),
            _ => Ok(()),
        }
    }
}

fn written_text(text: &ExactText) -> String {
    let key = match text.mode {
        TextMode::Exact => "text",
        TextMode::IgnoreCase => "text-i",
        TextMode::ContainsIgnoreCase => "text~i",
    };
    format!("{key}:{}", quoted(&text.value))
}

fn mismatch(what: impl Into<String>, expected: impl Into<String>, found: impl Into<String>) -> Trouble {
    Trouble::Mismatch(Mismatch {
        what: what.into(),
        expected: expected.into(),
        found: found.into(),
    })
}

fn title(sight: &Sight, wanted: &str) -> Result<(), Trouble> {
    let title = sight
        .main()
        .and_then(|answer| answer.title.as_deref())
        .unwrap_or_default();
    match text_matches(title, wanted, TextMode::Exact) {
        true => Ok(()),
        false => Err(mismatch("the title", wanted, title)),
    }
}

fn count(sight: &Sight, wanted: u64) -> Result<(), Trouble> {
    if let Some(trouble) = sight.box_trouble() {
        return Err(trouble);
    }
    let visible = sight.visible();
    match u64::try_from(visible) == Ok(wanted) {
        true => Ok(()),
        false => Err(mismatch(
            "the number of visible elements",
            wanted.to_string(),
            visible.to_string(),
        )),
    }
}

fn text(facts: &Facts, wanted: &ExactText) -> Result<(), Trouble> {
    let found = facts.text.as_deref().unwrap_or_default();
    if text_matches(found, &wanted.value, wanted.mode) {
        return Ok(());
    }
    let expected = match wanted.mode {
        TextMode::Exact => wanted.value.clone(),
        TextMode::IgnoreCase => format!("{}, in any case", quoted(&wanted.value)),
        TextMode::ContainsIgnoreCase => {
            format!("something with {} in it, in any case", quoted(&wanted.value))
        }
    };
    Err(mismatch("the text", expected, found))
}

fn value(facts: &Facts, wanted: &str) -> Result<(), Trouble> {
    match &facts.value {
        Some(found) if found == wanted => Ok(()),
        Some(found) => Err(mismatch("the value", wanted, found.as_str())),
        None => Err(mismatch(
            "the value",
            wanted,
            "the element is no field and has no value",
        )),
    }
}

fn state(facts: &Facts, wanted: State) -> Result<(), Trouble> {
    let enabled = facts.enabled.unwrap_or(true);
    let is = if enabled { "enabled" } else { "disabled" };
    match wanted {
        State::Enabled if enabled => Ok(()),
        State::Disabled if !enabled => Ok(()),
        State::Enabled => Err(mismatch("the state", "enabled", is)),
        State::Disabled => Err(mismatch("the state", "disabled", is)),
        State::Checked => {
            let is = match facts.checked {
                Some(Checked::Yes) => return Ok(()),
                Some(Checked::No) => "not checked",
                Some(Checked::Mixed) => "neither checked nor unchecked",
                None => "the element is nothing that can be checked",
            };
            Err(mismatch("the state", "checked", is))
        }
    }
}

fn number_change(facts: &Facts, from: &str, before: &str, by: Number) -> Result<(), Trouble> {
    let what = "the number";
    let expected = format!("changed by {by} from {from} ({})", quoted(before));
    let found = facts.text.as_deref().unwrap_or_default();
    let Some(old) = first_number(before) else {
        return Err(mismatch(
            what,
            expected,
            format!("{from} holds no number: {}", quoted(before)),
        ));
    };
    let Some(new) = first_number(found) else {
        return Err(mismatch(what, expected, format!("no number: {}", quoted(found))));
    };
    match new.minus(old) {
        Some(change) if change == by => Ok(()),
        Some(change) => Err(mismatch(
            what,
            expected,
            format!("changed by {change}: {}", quoted(found)),
        )),
        None => Err(mismatch(
            what,
            expected,
            format!("a number with too many digits: {}", quoted(found)),
        )),
    }
}

fn attribute(facts: &Facts, name: &str, contains: bool, wanted: &str) -> Result<(), Trouble> {
    let what = format!("the attribute {name}");
    let expected = if contains {
        format!("something with {} in it", quoted(wanted))
    } else {
        wanted.to_owned()
    };
    let Some(Attr { raw, resolved }) = facts.attrs.get(name).and_then(Option::as_ref) else {
        return Err(mismatch(
            what,
            expected,
            format!("the element has no attribute {name}"),
        ));
    };
    let fits = |found: &str| {
        if contains {
            found.contains(wanted)
        } else {
            found == wanted
        }
    };
    if fits(raw) || resolved.as_deref().is_some_and(fits) {
        return Ok(());
    }
    let found = match resolved {
        Some(resolved) if resolved != raw => format!("{raw} ({resolved})"),
        _ => raw.clone(),
    };
    Err(mismatch(what, expected, found))
}
