//! `textDocument/selectionRange`

use aite_compiler::source::Span;
use tower_lsp::ls_types::{SelectionRange, SelectionRangeParams};

use super::Ask;
use crate::document::Text;

/// One answer a position, as the protocol wants it.
pub(super) fn ranges(ask: &Ask, params: SelectionRangeParams) -> Option<Vec<SelectionRange>> {
    let (file, text) = ask.document(&params.text_document.uri)?;
    let ranges = params.positions.into_iter().map(|position| {
        let offset = text.nearest_offset(position, ask.view.encoding);
        let spans = ask.view.analysis.selection(file, offset);
        nested(ask, text, &spans, offset)
    });
    Some(ranges.collect())
}

fn nested(ask: &Ask, text: &Text, spans: &[Span], offset: usize) -> SelectionRange {
    let mut parent = None;
    for span in spans.iter().rev() {
        let range = text.range(*span, ask.view.encoding);
        parent = Some(Box::new(SelectionRange { range, parent }));
    }
    match parent {
        Some(smallest) => *smallest,
        None => SelectionRange {
            range: text.range(Span::at(offset), ask.view.encoding),
            parent: None,
        },
    }
}
