//! How an element is described.

use serde::Serialize;

use super::Text;

/// An element as a person would describe it. All keys that are present must hold (specification, "Targets").
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Target {
    /// Explicit or implicit ARIA role.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<Text>,
    /// Accessible name, whole, case folded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<Text>,
    /// Visible text, whole, case folded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Text>,
    /// A part of the visible text, case folded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text_contains: Option<Text>,
    /// Label of a form control.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<Text>,
    /// Placeholder of an input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placeholder: Option<Text>,
    /// The attribute `data-testid`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub testid: Option<Text>,
    /// A CSS selector.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub css: Option<Text>,
    /// An XPath expression.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub xpath: Option<Text>,
    /// Which of several matches, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<u32>,
}

/// What a search is restricted to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Within {
    /// The nearest element around the innermost one that holds this text, holding more than the text.
    Text(Text),
    /// The element that a target describes.
    Target(Box<Target>),
}
