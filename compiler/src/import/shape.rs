//! Objects whose every field has a meaning: a field too many, or one of another type, and the object is something
//! else.

use super::reader::{Fields, strings};
use crate::ir::{Number, Piece, Target, Text};
use crate::json::{Json, Value};

/// Takes the fields of an object one by one.
pub(super) struct Shape<'j, 't> {
    fields: Fields<'j, 't>,
    /// Fields that have been taken.
    taken: Vec<&'static str>,
    /// Names that are holes in texts.
    holes: &'static [&'static str],
}

impl<'j, 't> Shape<'j, 't> {
    pub(super) fn new(fields: Fields<'j, 't>, holes: &'static [&'static str]) -> Self {
        Self {
            fields,
            taken: Vec::new(),
            holes,
        }
    }

    /// Whether there is nothing left.
    pub(super) fn is_empty(&self) -> bool {
        let mut members = self.fields.members.iter();
        members.all(|member| self.taken.contains(&member.key.as_ref()))
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.fields.has(key)
    }

    pub(super) fn json(&mut self, key: &'static str) -> Option<&'j Json<'t>> {
        self.taken.push(key);
        self.fields.get(key)
    }

    pub(super) fn name(&mut self, key: &'static str) -> Option<String> {
        self.json(key)?.text().map(str::to_owned)
    }

    pub(super) fn text(&mut self, key: &'static str) -> Option<Text> {
        let text = self.json(key)?.text()?;
        Some(with_holes(text, self.holes))
    }

    pub(super) fn count(&mut self, key: &'static str) -> Option<u64> {
        self.json(key)?.count()
    }

    pub(super) fn number(&mut self, key: &'static str) -> Option<Number> {
        match self.json(key)?.value {
            Value::Number(digits) => Number::parse(digits),
            _ => None,
        }
    }

    pub(super) fn bool(&mut self, key: &'static str) -> Option<bool> {
        match self.json(key)?.value {
            Value::Bool(value) => Some(value),
            _ => None,
        }
    }

    pub(super) fn strings(&mut self, key: &'static str) -> Option<Vec<String>> {
        strings(self.json(key)?)
    }

    /// A field that may be missing: `None` is a field that is there and means nothing.
    pub(super) fn maybe<T>(
        &mut self,
        key: &'static str,
        take: impl FnOnce(&mut Self, &'static str) -> Option<T>,
    ) -> Option<Option<T>> {
        match self.has(key) {
            false => Some(None),
            true => take(self, key).map(Some),
        }
    }

    /// `selector`
    pub(super) fn target(&mut self) -> Option<Target> {
        Some(Target {
            css: Some(self.text("selector")?),
            ..Target::default()
        })
    }

    /// Texts by name.
    pub(super) fn texts(&mut self, key: &'static str) -> Option<Vec<(String, Text)>> {
        let fields = Fields::of(self.json(key)?)?;
        let text = |json: &Json<'_>| Some(with_holes(json.text()?, self.holes));
        let pairs = fields.members.iter();
        pairs
            .map(|member| Some((member.key.to_string(), text(&member.value)?)))
            .collect()
    }
}

/// `{name}` of a known name is a hole, all else is as it is.
pub(super) fn with_holes(text: &str, names: &[&'static str]) -> Text {
    let mut pieces = Vec::new();
    let mut rest = text;
    let hole = |rest: &str| {
        let (at, name) = names
            .iter()
            .filter_map(|name| Some((rest.find(&format!("{{{name}}}"))?, *name)))
            .min()?;
        Some((at, name))
    };
    if !text.contains('{') {
        return Text::literal(text);
    }
    while let Some((at, name)) = hole(rest) {
        let (before, behind) = rest.split_at_checked(at).unwrap_or((rest, ""));
        pieces.push(Piece::Literal(before.into()));
        pieces.push(Piece::Variable(name.to_owned()));
        rest = behind.get(name.len() + 2..).unwrap_or_default();
    }
    pieces.push(Piece::Literal(rest.into()));
    pieces.into_iter().collect()
}
