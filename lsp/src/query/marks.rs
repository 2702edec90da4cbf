//! What is shown inside and above the lines: `textDocument/semanticTokens`, `inlayHint`, `codeLens`, `documentLink`

use aite_compiler::ide::{self, LinkTarget, TokenClass};
use aite_compiler::source::Span;
use tower_lsp::ls_types::*;

use super::Ask;
use super::change::command;
use crate::document::Text;

pub(super) fn tokens(ask: &Ask, params: SemanticTokensParams) -> Option<SemanticTokens> {
    let (file, text) = ask.document(&params.text_document.uri)?;
    let all = Span::new(0, text.content().len());
    Some(encoded(ask, text, &ask.view.analysis.tokens(file, all)))
}

pub(super) fn tokens_in_range(ask: &Ask, params: SemanticTokensRangeParams) -> Option<SemanticTokens> {
    let (file, text) = ask.document(&params.text_document.uri)?;
    let span = text.nearest_span(params.range, ask.view.encoding);
    Some(encoded(ask, text, &ask.view.analysis.tokens(file, span)))
}

/// Each token by its distance from the one before it, as the protocol has it.
fn encoded(ask: &Ask, text: &Text, tokens: &[ide::SemanticToken]) -> SemanticTokens {
    let mut data = Vec::with_capacity(tokens.len());
    let encoding = ask.view.encoding;
    let mut last = (0, Position::default());
    for token in tokens {
        // A `\r` alone ends a line for clients, and not in a script.
        for piece in text.pieces(token.span) {
            let start = text.position_behind(last, piece.start, encoding);
            let end = text.position_behind((piece.start, start), piece.end, encoding);
            let same_line = start.line == last.1.line;
            data.push(SemanticToken {
                delta_line: start.line - last.1.line,
                delta_start: start.character - if same_line { last.1.character } else { 0 },
                length: end.character - start.character,
                token_type: token_type(token.class),
                token_modifiers_bitset: u32::from(token.definition),
            });
            last = (piece.start, start);
        }
    }
    SemanticTokens {
        result_id: None,
        data,
    }
}

/// The place of a class in the legend, which lists all of them in their order.
fn token_type(class: TokenClass) -> u32 {
    let place = TokenClass::ALL.iter().position(|known| *known == class);
    place
        .and_then(|place| u32::try_from(place).ok())
        .unwrap_or_default()
}

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
