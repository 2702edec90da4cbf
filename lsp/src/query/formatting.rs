//! `textDocument/formatting` and its kin. The layout is aite's own, so the client's tab options change nothing.

use tower_lsp::ls_types::{
    DocumentFormattingParams, DocumentOnTypeFormattingParams, DocumentRangeFormattingParams, TextEdit,
};

use super::Ask;

pub(super) fn whole(ask: &Ask, params: DocumentFormattingParams) -> Option<Vec<TextEdit>> {
    let (file, text) = ask.document(&params.text_document.uri)?;
    Some(ask.view.edits(text, &ask.view.analysis.format(file)))
}

pub(super) fn range(ask: &Ask, params: DocumentRangeFormattingParams) -> Option<Vec<TextEdit>> {
    let (file, text) = ask.document(&params.text_document.uri)?;
    let span = text.nearest_span(params.range, ask.view.encoding);
    Some(ask.view.edits(text, &ask.view.analysis.format_range(file, span)))
}

pub(super) fn on_type(ask: &Ask, params: DocumentOnTypeFormattingParams) -> Option<Vec<TextEdit>> {
    let at = params.text_document_position;
    let (file, text, offset) = ask.place(&at.text_document.uri, at.position)?;
    Some(
        ask.view
            .edits(text, &ask.view.analysis.format_after_newline(file, offset)),
    )
}
