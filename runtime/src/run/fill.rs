//! A command with its variables filled in: what the page layer works with.

use aite_compiler::ir::{self, AttrOp, Condition, Observation, Text, TextMatch};

use super::variables::Variables;
use crate::page::agent;
use crate::page::{Question, Wanted};

/// A variable that is not set. The compiler refuses such scripts (E007), so this is a bug of ours.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct NotSet(pub(super) String);

/// Fills variables into the parts of commands.
pub(super) struct Fill<'a>(pub(super) &'a Variables);

impl Fill<'_> {
    pub(super) fn text(&self, text: &Text) -> Result<String, NotSet> {
        self.0.fill(text).map_err(NotSet)
    }

    fn maybe(&self, text: Option<&Text>) -> Result<Option<String>, NotSet> {
        text.map(|text| self.text(text)).transpose()
    }

    fn keys(&self, target: &ir::Target) -> Result<agent::Target, NotSet> {
        Ok(agent::Target {
            role: self.maybe(target.role.as_ref())?,
            name: self.maybe(target.name.as_ref())?,
            text: self.maybe(target.text.as_ref())?,
            text_contains: self.maybe(target.text_contains.as_ref())?,
            label: self.maybe(target.label.as_ref())?,
            placeholder: self.maybe(target.placeholder.as_ref())?,
            testid: self.maybe(target.testid.as_ref())?,
            css: self.maybe(target.css.as_ref())?,
            xpath: self.maybe(target.xpath.as_ref())?,
            index: target.index,
        })
    }

    pub(super) fn target(&self, target: &ir::Target) -> Result<Wanted, NotSet> {
        Ok(Wanted {
            keys: agent::Target {
                index: None,
                ..self.keys(target)?
            },
            index: target.index,
            within: None,
        })
    }

    /// What a verify or wait looks at.
    pub(super) fn question(&self, seen: &Observation) -> Result<Question, NotSet> {
        let within = seen
            .within
            .as_ref()
            .map(|within| self.within(within))
            .transpose()?;
        let target = |target: &ir::Target| {
            self.target(target).map(|wanted| Wanted {
                within: within.clone(),
                ..wanted
            })
        };
        Ok(match &seen.condition {
            Condition::Exists { target: wanted } => Question::Exists(target(wanted)?),
            Condition::Text { value, mode } => Question::Text {
                text: exact_text(self.text(value)?, *mode),
                within: within.clone(),
            },
            Condition::TargetText {
                target: wanted,
                value,
                mode,
            } => Question::TargetText(target(wanted)?, exact_text(self.text(value)?, *mode)),
            Condition::Value {
                target: wanted,
                value,
            } => Question::Value(target(wanted)?, self.text(value)?),
            Condition::State {
                target: wanted,
                state,
            } => Question::State(target(wanted)?, *state),
            Condition::Count {
                target: wanted,
                count,
            } => Question::Count(target(wanted)?, *count),
            Condition::Url { contains } => Question::Url(self.text(contains)?),
            Condition::Title { value } => Question::Title(self.text(value)?),
            Condition::NumberChange {
                target: wanted,
                from,
                equals,
            } => {
                let before = self.0.get(from).ok_or_else(|| NotSet(from.clone()))?;
                Question::NumberChange {
                    target: target(wanted)?,
                    from: from.clone(),
                    before: before.to_owned(),
                    by: *equals,
                }
            }
            Condition::Attr {
                target: wanted,
                attr,
                op,
                value,
            } => Question::Attr {
                target: target(wanted)?,
                name: attr.clone(),
                contains: *op == AttrOp::Contains,
                value: self.text(value)?,
            },
            Condition::Download {
                name,
                contains,
                size_min,
            } => Question::Download {
                name: self.text(name)?,
                contains: *contains,
                size_min: *size_min,
            },
            Condition::Gone { target: wanted } => Question::Gone(target(wanted)?),
            Condition::TextChanges { target: wanted } => Question::TextChanges(target(wanted)?),
            Condition::NetworkIdle => Question::NetworkIdle,
        })
    }

    fn within(&self, within: &ir::Within) -> Result<agent::Within, NotSet> {
        Ok(match within {
            ir::Within::Text(text) => agent::Within::Text(self.text(text)?),
            ir::Within::Target(target) => agent::Within::Target(Box::new(self.keys(target)?)),
        })
    }
}

fn exact_text(value: String, mode: TextMatch) -> agent::ExactText {
    let mode = match mode {
        TextMatch::Exact => agent::TextMode::Exact,
        TextMatch::IgnoreCase => agent::TextMode::IgnoreCase,
        TextMatch::ContainsIgnoreCase => agent::TextMode::ContainsIgnoreCase,
    };
    agent::ExactText { value, mode }
}
