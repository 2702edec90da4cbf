//! `textDocument/documentSymbol` and `workspace/symbol`

use aite_compiler::ide;
use tower_lsp::ls_types::*;

use super::Ask;
use crate::document::Text;

pub(super) fn document(ask: &Ask, params: DocumentSymbolParams) -> Option<DocumentSymbolResponse> {
    let uri = params.text_document.uri;
    let (file, text) = ask.document(&uri)?;
    let symbols = ask.view.analysis.symbols(file);
    if ask.client.nested_symbols {
        let nested = symbols.into_iter().map(|symbol| nested(ask, text, symbol));
        return Some(DocumentSymbolResponse::Nested(nested.collect()));
    }
    let mut flat = Vec::new();
    for symbol in &symbols {
        flatten(ask, text, &uri, symbol, None, &mut flat);
    }
    Some(DocumentSymbolResponse::Flat(flat))
}

pub(super) fn workspace(ask: &Ask, params: WorkspaceSymbolParams) -> Vec<SymbolInformation> {
    let symbols = ask.view.analysis.project_symbols(&params.query);
    let symbols = symbols.into_iter().filter_map(|symbol| {
        let location = ask.view.location(&symbol.location)?;
        Some(information(symbol.name, symbol.kind, location, symbol.container))
    });
    symbols.collect()
}

#[expect(
    deprecated,
    reason = "the type has a member that the protocol has left behind"
)]
fn nested(ask: &Ask, text: &Text, symbol: ide::Symbol) -> DocumentSymbol {
    let children: Vec<_> = symbol
        .children
        .into_iter()
        .map(|child| nested(ask, text, child))
        .collect();
    DocumentSymbol {
        name: named(symbol.name),
        detail: symbol.detail,
        kind: kind(symbol.kind),
        tags: None,
        deprecated: None,
        range: text.range(symbol.span, ask.view.encoding),
        selection_range: text.range(symbol.name_span, ask.view.encoding),
        children: (!children.is_empty()).then_some(children),
    }
}

fn flatten(
    ask: &Ask,
    text: &Text,
    uri: &Uri,
    symbol: &ide::Symbol,
    container: Option<&str>,
    flat: &mut Vec<SymbolInformation>,
) {
    let range = text.range(symbol.span, ask.view.encoding);
    let location = Location::new(uri.clone(), range);
    let container = container.map(str::to_owned);
    flat.push(information(symbol.name.clone(), symbol.kind, location, container));
    for child in &symbol.children {
        flatten(ask, text, uri, child, Some(&symbol.name), flat);
    }
}

#[expect(
    deprecated,
    reason = "the type has a member that the protocol has left behind"
)]
fn information(
    name: String,
    of: ide::SymbolKind,
    location: Location,
    container_name: Option<String>,
) -> SymbolInformation {
    SymbolInformation {
        name: named(name),
        kind: kind(of),
        tags: None,
        deprecated: None,
        location,
        container_name,
    }
}

/// Clients refuse symbols without a name.
fn named(name: String) -> String {
    match name.trim().is_empty() {
        true => "(no name)".to_owned(),
        false => name,
    }
}

fn kind(of: ide::SymbolKind) -> SymbolKind {
    match of {
        ide::SymbolKind::Test => SymbolKind::CLASS,
        ide::SymbolKind::Step => SymbolKind::METHOD,
        ide::SymbolKind::Journey => SymbolKind::EVENT,
        ide::SymbolKind::Variable => SymbolKind::VARIABLE,
        ide::SymbolKind::Profile => SymbolKind::NAMESPACE,
        ide::SymbolKind::Key => SymbolKind::KEY,
    }
}
