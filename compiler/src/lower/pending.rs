//! The parser, as lowering asks it.
use crate::diagnostic::Diagnostic;
use crate::syntax::names::Given;
use crate::syntax::{Parse, ast};
use std::collections::HashSet;

pub(super) fn parse(text: &str) -> Parse {
    crate::parse(text)
}
pub(super) fn target(text: &str) -> Option<ast::Target> {
    crate::parse_target(text)
}
pub(super) fn check_names(
    text: &str,
    script: &ast::Script,
    variables: &HashSet<String>,
    sessions: Option<&[String]>,
) -> Vec<Diagnostic> {
    let given = Given {
        variables: Some(variables),
        sessions,
    };
    crate::check_names(text, script, given).errors
}
