//! Reading objects of a data set: what is missing, misspelt or of the wrong type is said once, where it stands.

use crate::diagnostic::{Code, Diagnostic, Words, nearest};
use crate::json::{Json, Member, Value};
use crate::source::Span;

/// What is wrong so far.
#[derive(Debug, Default)]
pub(super) struct Reader {
    pub(super) problems: Vec<Diagnostic>,
}

/// The members of an object.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fields<'j, 't> {
    /// The brace that opens the object.
    pub(super) opening: Span,
    pub(super) members: &'j [Member<'t>],
}

impl<'j, 't> Fields<'j, 't> {
    /// The members of a value that is an object.
    pub(super) fn of(json: &'j Json<'t>) -> Option<Self> {
        match &json.value {
            Value::Object(members) => Some(Self {
                opening: Span::new(json.span.start, json.span.start + 1),
                members,
            }),
            _ => None,
        }
    }

    pub(super) fn get(&self, key: &str) -> Option<&'j Json<'t>> {
        self.member(key).map(|member| &member.value)
    }

    pub(super) fn member(&self, key: &str) -> Option<&'j Member<'t>> {
        self.members.iter().find(|member| member.key == key)
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.member(key).is_some()
    }

    /// The text of a string member.
    pub(super) fn text(&self, key: &str) -> Option<&'j str> {
        self.get(key).and_then(Json::text)
    }

    /// The items of an array member.
    pub(super) fn list(&self, key: &str) -> Option<&'j [Json<'t>]> {
        self.get(key).and_then(items)
    }

    /// Whether a member is `true`.
    pub(super) fn is_true(&self, key: &str) -> bool {
        matches!(self.get(key).map(|json| &json.value), Some(Value::Bool(true)))
    }
}

/// The items of an array.
pub(super) fn items<'j, 't>(json: &'j Json<'t>) -> Option<&'j [Json<'t>]> {
    match &json.value {
        Value::Array(items) => Some(items),
        _ => None,
    }
}

/// The strings of a list that has nothing else.
pub(super) fn strings(json: &Json<'_>) -> Option<Vec<String>> {
    let texts = items(json)?.iter().map(|item| item.text().map(str::to_owned));
    texts.collect()
}

/// File systems take 255 bytes, and a task of a scenario adds its driver.
const LONGEST_NAME: usize = 200;

impl Reader {
    pub(super) fn push(&mut self, problem: Diagnostic) {
        self.problems.push(problem);
    }

    pub(super) fn error(&mut self, code: Code, span: Span, message: impl Into<Words>) {
        self.push(Diagnostic::error(code, span, message));
    }

    /// A member that must be there.
    pub(super) fn required<'j, 't>(&mut self, fields: Fields<'j, 't>, key: &str) -> Option<&'j Json<'t>> {
        let found = fields.get(key);
        if found.is_none() {
            self.error(
                Code::T002,
                fields.opening,
                format!("missing required field {key}"),
            );
        }
        found
    }

    /// What is wrong with a value's type.
    pub(super) fn wrong_type(&mut self, name: &str, wanted: &str, found: &Json<'_>) {
        let message = format!("{name} needs {wanted}, found {}", found.value.kind());
        self.error(Code::T003, found.span, message);
    }

    /// A member that must be there and be an object.
    pub(super) fn required_object<'j, 't>(
        &mut self,
        fields: Fields<'j, 't>,
        key: &str,
    ) -> Option<Fields<'j, 't>> {
        let json = self.required(fields, key)?;
        self.as_object(key, json)
    }

    /// A value that must be an object.
    pub(super) fn as_object<'j, 't>(&mut self, name: &str, json: &'j Json<'t>) -> Option<Fields<'j, 't>> {
        let fields = Fields::of(json);
        if fields.is_none() {
            self.wrong_type(name, "an object", json);
        }
        fields
    }

    /// A member that must be there and be a string that says something.
    pub(super) fn required_text(&mut self, fields: Fields<'_, '_>, key: &str) -> String {
        let found = self.required(fields, key);
        self.said_text(key, found).unwrap_or_default()
    }

    /// A member that must be there and by whose value a folder of a run is called.
    pub(super) fn required_name(&mut self, fields: Fields<'_, '_>, key: &str) -> String {
        let name = self.required_text(fields, key);
        if let Some(json) = fields.get(key).filter(|_| !name.is_empty()) {
            self.check_name(key, &name, json);
        }
        name
    }

    /// Tells of a value by which no folder can be called, or one that leads elsewhere.
    pub(super) fn check_name(&mut self, key: &str, name: &str, json: &Json<'_>) {
        let breaks = |character: char| matches!(character, '/' | '\\') || character.is_control();
        if name.len() > LONGEST_NAME || matches!(name, "." | "..") || name.contains(breaks) {
            let problem = Diagnostic::error(Code::T019, json.span, format!("{key} is no name of a folder"));
            self.push(problem.with_help(format!(
                "what a task leaves is kept in a folder of that name: no / or \\, no control characters, not . or .., \
                 and at most {LONGEST_NAME} bytes"
            )));
        }
    }

    /// A member that may be there and is then a string that says something.
    pub(super) fn optional_text(&mut self, fields: Fields<'_, '_>, key: &str) -> Option<String> {
        self.said_text(key, fields.get(key))
    }

    fn said_text(&mut self, key: &str, json: Option<&Json<'_>>) -> Option<String> {
        let json = json?;
        match json.text() {
            Some(text) if !text.trim().is_empty() => return Some(text.to_owned()),
            Some(_) => self.error(Code::T003, json.span, format!("{key} is empty")),
            None => self.wrong_type(key, "a string", json),
        }
        None
    }

    /// A member that may be there and is then a whole number of milliseconds or the like.
    pub(super) fn optional_count(&mut self, fields: Fields<'_, '_>, key: &str) -> Option<u64> {
        let json = fields.get(key)?;
        let count = json.count();
        if count.is_none() {
            self.wrong_type(key, "a whole number that is not negative", json);
        }
        count
    }

    /// A member that may be there and is then true or false.
    pub(super) fn optional_bool(&mut self, fields: Fields<'_, '_>, key: &str) -> Option<bool> {
        let json = fields.get(key)?;
        match json.value {
            Value::Bool(value) => Some(value),
            _ => {
                self.wrong_type(key, "true or false", json);
                None
            }
        }
    }

    /// A member that may be there and is then a list.
    pub(super) fn optional_list<'j, 't>(&mut self, fields: Fields<'j, 't>, key: &str) -> &'j [Json<'t>] {
        let Some(json) = fields.get(key) else { return &[] };
        let list = items(json);
        if list.is_none() {
            self.wrong_type(key, "a list", json);
        }
        list.unwrap_or_default()
    }

    /// Warns of members that nothing reads. Names that begin with `_` or `$` are notes.
    pub(super) fn known(&mut self, fields: Fields<'_, '_>, what: &str, known: &[&'static str]) {
        for member in fields.members {
            let key = member.key.as_ref();
            if known.contains(&key) || key.starts_with(['_', '$']) {
                continue;
            }
            let message = format!("{what} has no field {key}, so nothing reads it");
            let warning = Diagnostic::warning(Code::T026, member.key_span, message);
            self.push(match nearest(key, known.iter().copied()) {
                Some(meant) => warning.with_meant(&format!("\"{meant}\""), member.key_span),
                None => warning,
            });
        }
    }
}
