//! `textDocument/definition`, `references`, `documentHighlight` and `rename`

use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::ls_types::*;

use super::Ask;
use super::change::edit;

pub(super) fn definition(ask: &Ask, params: GotoDefinitionParams) -> Option<GotoDefinitionResponse> {
    let at = params.text_document_position_params;
    let (file, _, offset) = ask.place(&at.text_document.uri, at.position)?;
    let found = ask.view.analysis.definition(file, offset);
    let locations = found.iter().filter_map(|place| ask.view.location(place));
    Some(GotoDefinitionResponse::Array(locations.collect()))
}

pub(super) fn references(ask: &Ask, params: ReferenceParams) -> Option<Vec<Location>> {
    let at = params.text_document_position;
    let (file, _, offset) = ask.place(&at.text_document.uri, at.position)?;
    let mut found = ask.view.analysis.references(file, offset);
    if !params.context.include_declaration {
        let definitions = ask.view.analysis.definition(file, offset);
        found.retain(|place| !definitions.contains(place));
    }
    let locations = found.iter().filter_map(|place| ask.view.location(place));
    Some(locations.collect())
}

/// The references in the same document.
pub(super) fn highlights(ask: &Ask, params: DocumentHighlightParams) -> Option<Vec<DocumentHighlight>> {
    let at = params.text_document_position_params;
    let (file, text, offset) = ask.place(&at.text_document.uri, at.position)?;
    let definitions = ask.view.analysis.definition(file, offset);
    let found = ask.view.analysis.references(file, offset).into_iter();
    let here = found
        .filter(|place| place.file == *file)
        .map(|place| DocumentHighlight {
            range: text.range(place.span, ask.view.encoding),
            kind: Some(match definitions.contains(&place) {
                true => DocumentHighlightKind::WRITE,
                false => DocumentHighlightKind::READ,
            }),
        });
    Some(here.collect())
}

/// `textDocument/prepareRename`
pub(super) fn rename_place(ask: &Ask, at: TextDocumentPositionParams) -> Option<Range> {
    let (file, text, offset) = ask.place(&at.text_document.uri, at.position)?;
    let span = ask.view.analysis.rename_place(file, offset)?;
    Some(text.range(span, ask.view.encoding))
}

pub(super) fn rename(ask: &Ask, params: RenameParams) -> Result<Option<WorkspaceEdit>> {
    let at = params.text_document_position;
    let Some((file, _, offset)) = ask.place(&at.text_document.uri, at.position) else {
        return Ok(None);
    };
    match ask.view.analysis.rename(file, offset, &params.new_name) {
        Ok(change) => Ok(Some(edit(ask, &change))),
        Err(why) => Err(Error {
            // RequestFailed: what was asked makes sense and cannot be done.
            code: ErrorCode::ServerError(-32803),
            message: why.into(),
            data: None,
        }),
    }
}
