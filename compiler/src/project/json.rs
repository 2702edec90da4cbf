//! JSON with a place for every value. The door to the JSON parser.

use std::borrow::Cow;

use jsonc_parser::ast;
use jsonc_parser::common::{Range, Ranged};
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

use crate::source::Span;

/// A value and where it stands.
#[derive(Debug)]
pub(super) struct Json<'t> {
    pub(super) span: Span,
    pub(super) value: Value<'t>,
}

/// What a value is.
#[derive(Debug)]
pub(super) enum Value<'t> {
    Null,
    Bool(bool),
    Number,
    String(Cow<'t, str>),
    Array,
    Object(Vec<Member<'t>>),
}

/// `"key": value`
#[derive(Debug)]
pub(super) struct Member<'t> {
    pub(super) key: Cow<'t, str>,
    pub(super) key_span: Span,
    pub(super) value: Json<'t>,
}

impl Value<'_> {
    /// The value's type as a sentence has it.
    pub(super) const fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Number => "a number",
            Self::String(_) => "a string",
            Self::Array => "an array",
            Self::Object(_) => "an object",
        }
    }
}

/// Reads strict JSON; the error is its place and a sentence.
pub(super) fn parse(text: &str) -> Result<Json<'_>, (Span, String)> {
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
            ast::Value::NumberLit(_) => Value::Number,
            ast::Value::BooleanLit(value) => Value::Bool(value.value),
            ast::Value::NullKeyword(_) => Value::Null,
            ast::Value::Array(_) => Value::Array,
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
