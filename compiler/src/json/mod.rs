//! JSON with a place for every value. The door to the JSON parser.

mod pointer;

use std::borrow::Cow;

use jsonc_parser::ast;
use jsonc_parser::common::{Range, Ranged};
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde_json::Number;

use crate::source::Span;

/// A value and where it stands.
#[derive(Debug)]
pub(crate) struct Json<'t> {
    pub(crate) span: Span,
    pub(crate) value: Value<'t>,
}

/// What a value is.
#[derive(Debug)]
pub(crate) enum Value<'t> {
    Null,
    Bool(bool),
    Number(&'t str),
    String(Cow<'t, str>),
    Array(Vec<Json<'t>>),
    Object(Vec<Member<'t>>),
}

/// `"key": value`
#[derive(Debug)]
pub(crate) struct Member<'t> {
    pub(crate) key: Cow<'t, str>,
    pub(crate) key_span: Span,
    pub(crate) value: Json<'t>,
}

impl Value<'_> {
    /// The value's type as a sentence has it.
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Number(_) => "a number",
            Self::String(_) => "a string",
            Self::Array(_) => "an array",
            Self::Object(_) => "an object",
        }
    }
}

impl Json<'_> {
    /// The text of a string.
    pub(crate) fn text(&self) -> Option<&str> {
        match &self.value {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// A whole number that is not negative.
    pub(crate) fn count(&self) -> Option<u64> {
        match &self.value {
            Value::Number(digits) => digits.parse().ok(),
            _ => None,
        }
    }

    /// The value without its places. Of two members with one key the later one counts.
    pub(crate) fn plain(&self) -> serde_json::Value {
        match &self.value {
            Value::Null => serde_json::Value::Null,
            Value::Bool(value) => (*value).into(),
            Value::Number(digits) => digits
                .parse::<Number>()
                .map_or(serde_json::Value::Null, Into::into),
            Value::String(text) => text.as_ref().into(),
            Value::Array(items) => items.iter().map(Self::plain).collect(),
            Value::Object(members) => {
                let pairs = members
                    .iter()
                    .map(|member| (member.key.to_string(), member.value.plain()));
                serde_json::Value::Object(pairs.collect())
            }
        }
    }
}

/// Reads strict JSON; the error is its place and a sentence.
pub(crate) fn parse(text: &str) -> Result<Json<'_>, (Span, String)> {
    let strict = ParseOptions {
        allow_comments: false,
        allow_loose_object_property_names: false,
        allow_trailing_commas: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    let parsed = parse_to_ast(text, &CollectOptions::default(), &strict)
        .map_err(|error| (span(error.range()), error.kind().to_string()))?;
    match parsed.value {
        Some(value) => Ok(json(value)),
        None => Err((Span::at(0), "the file is empty".to_owned())),
    }
}

fn json(value: ast::Value<'_>) -> Json<'_> {
    Json {
        span: span(value.range()),
        value: match value {
            ast::Value::StringLit(text) => Value::String(text.value),
            ast::Value::NumberLit(number) => Value::Number(number.value),
            ast::Value::BooleanLit(value) => Value::Bool(value.value),
            ast::Value::NullKeyword(_) => Value::Null,
            ast::Value::Array(array) => Value::Array(array.elements.into_iter().map(json).collect()),
            ast::Value::Object(object) => Value::Object(object.properties.into_iter().map(member).collect()),
        },
    }
}

fn member(property: ast::ObjectProp<'_>) -> Member<'_> {
    let key_span = span(property.name.range());
    Member {
        key: match property.name {
            ast::ObjectPropName::String(text) => text.value,
            ast::ObjectPropName::Word(word) => Cow::Borrowed(word.value),
        },
        key_span,
        value: json(property.value),
    }
}

fn span(range: Range) -> Span {
    Span::new(range.start, range.end)
}
