//! Every question of the protocol, by what the server says that it can do.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::json;

use crate::client::{Client, all_capabilities};

/// What the server announces, and the methods that follow from it.
const PROVIDERS: [(&str, &[&str]); 20] = [
    ("codeActionProvider", &["textDocument/codeAction"]),
    ("codeLensProvider", &["textDocument/codeLens"]),
    ("completionProvider", &["textDocument/completion"]),
    ("definitionProvider", &["textDocument/definition"]),
    (
        "diagnosticProvider",
        &["textDocument/diagnostic", "workspace/diagnostic"],
    ),
    ("documentFormattingProvider", &["textDocument/formatting"]),
    ("documentHighlightProvider", &["textDocument/documentHighlight"]),
    ("documentLinkProvider", &["textDocument/documentLink"]),
    (
        "documentOnTypeFormattingProvider",
        &["textDocument/onTypeFormatting"],
    ),
    (
        "documentRangeFormattingProvider",
        &["textDocument/rangeFormatting"],
    ),
    ("documentSymbolProvider", &["textDocument/documentSymbol"]),
    // Commands have tests of their own.
    ("executeCommandProvider", &[]),
    ("foldingRangeProvider", &["textDocument/foldingRange"]),
    ("hoverProvider", &["textDocument/hover"]),
    ("inlayHintProvider", &["textDocument/inlayHint"]),
    ("referencesProvider", &["textDocument/references"]),
    (
        "renameProvider",
        &["textDocument/prepareRename", "textDocument/rename"],
    ),
    ("selectionRangeProvider", &["textDocument/selectionRange"]),
    (
        "semanticTokensProvider",
        &[
            "textDocument/semanticTokens/full",
            "textDocument/semanticTokens/range",
        ],
    ),
    ("signatureHelpProvider", &["textDocument/signatureHelp"]),
];
const OF_WORKSPACE: (&str, &str) = ("workspaceSymbolProvider", "workspace/symbol");

/// The methods of all questions.
pub(crate) fn all() -> impl Iterator<Item = &'static str> {
    let of_providers = PROVIDERS.iter().flat_map(|(_, methods)| methods.iter().copied());
    of_providers.chain([OF_WORKSPACE.1])
}

/// Those about one document.
pub(crate) fn of_documents() -> impl Iterator<Item = &'static str> {
    all().filter(|method| method.starts_with("textDocument/"))
}

#[test]
fn everything_that_the_server_announces_is_tried() {
    let mut capabilities = all_capabilities();
    capabilities["textDocument"]["diagnostic"] = json!({});
    let client = Client::with(Path::new("/nonexistent"), &capabilities);
    let announced = client.server["capabilities"].as_object().unwrap().keys();
    let announced: BTreeSet<&str> = announced
        .map(String::as_str)
        .filter(|key| key.ends_with("Provider"))
        .collect();
    let known = PROVIDERS.iter().map(|(provider, _)| *provider);
    let known: BTreeSet<&str> = known.chain([OF_WORKSPACE.0]).collect();
    assert_eq!(announced, known);
    client.finish();
}
