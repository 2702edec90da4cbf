//! What the client says about itself when the session begins.

use serde_json::Value;
use tower_lsp::ls_types::{MarkupContent, MarkupKind};

use crate::document::Encoding;

/// What the client can do. Read member by member: a capability that nobody here knows, or one of a shape that nobody
/// expected, is no reason to refuse a client.
#[derive(Debug, Clone, Default)]
pub(crate) struct Client {
    pub(crate) encoding: Encoding,
    /// Its process, which the server does not outlive.
    pub(crate) process: Option<i32>,
    /// It asks for diagnostics, so that none are pushed.
    pub(crate) pulls_diagnostics: bool,
    pub(crate) related_places: bool,
    pub(crate) code_pages: bool,
    pub(crate) faded: bool,
    pub(crate) snippets: bool,
    /// It is an editor whose command shows completions again.
    pub(crate) asks_again: bool,
    pub(crate) action_literals: bool,
    pub(crate) nested_symbols: bool,
    /// Edits may say which version of a document they are for.
    pub(crate) versioned_edits: bool,
    pub(crate) progress: bool,
    pub(crate) watches_files: bool,

    pub(crate) refreshes: Refreshes,
    hover_markdown: bool,
    completion_markdown: bool,
    signature_markdown: bool,
    /// Where the client keeps the pages of the documentation, as an address that ends with `/`.
    pub(crate) docs: Option<String>,
}

/// What the client can be told to ask again.
#[derive(Debug, Clone, Default)]
pub(crate) struct Refreshes {
    pub(crate) diagnostics: bool,
    pub(crate) lenses: bool,
    pub(crate) hints: bool,
    pub(crate) tokens: bool,
}

impl Client {
    /// Reads the parameters of `initialize`.
    pub(crate) fn read(params: &Value) -> Self {
        let can = |path: &str| {
            let found = params.pointer(&format!("/capabilities{path}"));
            found.and_then(Value::as_bool).unwrap_or(false)
        };
        let has = |path: &str, what: &str| {
            let listed = list(params, &format!("/capabilities{path}"));
            listed.is_some_and(|listed| listed.contains(&what))
        };
        let offered = list(params, "/capabilities/general/positionEncodings").unwrap_or_default();
        let document = params.pointer("/capabilities/textDocument");
        let refresh = |what: &str| can(&format!("/workspace/{what}/refreshSupport"));
        Self {
            encoding: Encoding::choose(offered),
            process: params
                .get("processId")
                .and_then(Value::as_i64)
                .and_then(|id| id.try_into().ok()),
            pulls_diagnostics: document.is_some_and(|it| it.get("diagnostic").is_some_and(Value::is_object)),
            related_places: can("/textDocument/publishDiagnostics/relatedInformation")
                || can("/textDocument/diagnostic/relatedInformation"),
            code_pages: can("/textDocument/publishDiagnostics/codeDescriptionSupport")
                || can("/textDocument/diagnostic/codeDescriptionSupport"),
            faded: ["publishDiagnostics", "diagnostic"].iter().any(|kind| {
                document.is_some_and(|it| it.pointer(&format!("/{kind}/tagSupport/valueSet")).is_some())
            }),
            snippets: can("/textDocument/completion/completionItem/snippetSupport"),
            asks_again: params
                .pointer("/initializationOptions/asksAgain")
                .and_then(Value::as_bool)
                .unwrap_or(false),
            action_literals: document
                .is_some_and(|it| it.pointer("/codeAction/codeActionLiteralSupport").is_some()),
            nested_symbols: can("/textDocument/documentSymbol/hierarchicalDocumentSymbolSupport"),
            versioned_edits: can("/workspace/workspaceEdit/documentChanges"),
            progress: can("/window/workDoneProgress"),
            watches_files: can("/workspace/didChangeWatchedFiles/dynamicRegistration"),
            refreshes: Refreshes {
                diagnostics: refresh("diagnostics"),
                lenses: refresh("codeLens"),
                hints: refresh("inlayHint"),
                tokens: refresh("semanticTokens"),
            },
            hover_markdown: has("/textDocument/hover/contentFormat", "markdown"),
            completion_markdown: has(
                "/textDocument/completion/completionItem/documentationFormat",
                "markdown",
            ),
            signature_markdown: has(
                "/textDocument/signatureHelp/signatureInformation/documentationFormat",
                "markdown",
            ),
            docs: params
                .pointer("/initializationOptions/docs")
                .and_then(Value::as_str)
                .map(|base| format!("{}/", base.trim_end_matches('/'))),
        }
    }

    pub(crate) fn hover(&self, text: String) -> MarkupContent {
        markup(self.hover_markdown, text)
    }

    pub(crate) fn completion(&self, text: String) -> MarkupContent {
        markup(self.completion_markdown, text)
    }

    pub(crate) fn signature(&self, text: String) -> MarkupContent {
        markup(self.signature_markdown, text)
    }
}

/// Markdown is readable as it is, so clients without it get the same words.
fn markup(markdown: bool, value: String) -> MarkupContent {
    let kind = match markdown {
        true => MarkupKind::Markdown,
        false => MarkupKind::PlainText,
    };
    MarkupContent { kind, value }
}

fn list<'v>(params: &'v Value, path: &str) -> Option<Vec<&'v str>> {
    let values = params.pointer(path)?.as_array()?;
    Some(values.iter().filter_map(Value::as_str).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_client_that_says_nothing_gets_what_every_client_can() {
        for params in [
            json!(null),
            json!({}),
            json!({"capabilities": null}),
            json!({"capabilities": {"general": 7}}),
        ] {
            let client = Client::read(&params);
            assert_eq!(client.encoding, Encoding::Utf16);
            assert!(!client.pulls_diagnostics && !client.snippets && client.process.is_none());
        }
    }

    #[test]
    fn the_unit_of_columns_is_agreed_on() {
        for (offered, chosen) in [
            (json!(["utf-16", "utf-8"]), Encoding::Utf8),
            (json!(["utf-32", "utf-16"]), Encoding::Utf32),
            (json!(["utf-16"]), Encoding::Utf16),
            (json!(["utf-7"]), Encoding::Utf16),
        ] {
            let params = json!({"capabilities": {"general": {"positionEncodings": offered}}});
            assert_eq!(Client::read(&params).encoding, chosen);
        }
    }
}
