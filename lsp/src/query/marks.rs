//! What is shown inside and above the lines: `textDocument/inlayHint`, `codeLens`, `documentLink`

use aite_compiler::ide::LinkTarget;
use tower_lsp::ls_types::*;

use super::Ask;
use super::change::command;

pub(super) fn hints(ask: &Ask, params: InlayHintParams) -> Option<Vec<InlayHint>> {
    let (file, text) = ask.document(&params.text_document.uri)?;
    let span = text.nearest_span(params.range, ask.view.encoding);
    let hints = ask.view.analysis.hints(file, span).into_iter();
    let hints = hints.map(|hint| InlayHint {
        position: text.position(hint.at, ask.view.encoding),
        label: InlayHintLabel::String(hint.label),
        kind: None,
        text_edits: None,
        tooltip: Some(InlayHintTooltip::String(hint.tooltip)),
        padding_left: Some(true),
        padding_right: None,
        data: None,
    });
    Some(hints.collect())
}

pub(super) fn lenses(ask: &Ask, params: CodeLensParams) -> Option<Vec<CodeLens>> {
    let (file, text) = ask.document(&params.text_document.uri)?;
    let lenses = ask.view.analysis.lenses(file).into_iter();
    let lenses = lenses.filter_map(|lens| {
        let shown = match &lens.command {
            Some(todo) => command(ask, lens.title, todo)?,
            // A verdict is only read.
            None => Command::new(lens.title, String::new(), None),
        };
        // Clients put a lens above its first line, and some want it on one line.
        let start = text.position(lens.span.start, ask.view.encoding);
        Some(CodeLens {
            range: Range::new(start, start),
            command: Some(shown),
            data: None,
        })
    });
    Some(lenses.collect())
}

pub(super) fn links(ask: &Ask, params: DocumentLinkParams) -> Option<Vec<DocumentLink>> {
    let (file, text) = ask.document(&params.text_document.uri)?;
    let links = ask.view.analysis.links(file).into_iter();
    let links = links.filter_map(|link| {
        let target = match link.target {
            LinkTarget::Address(address) => address.parse().ok()?,
            LinkTarget::File(file) => ask.view.uri(&file)?,
        };
        Some(DocumentLink {
            range: text.range(link.span, ask.view.encoding),
            target: Some(target),
            tooltip: None,
            data: None,
        })
    });
    Some(links.collect())
}
