//! `textDocument/foldingRange`

use aite_compiler::ide::{Fold, FoldKind};
use tower_lsp::ls_types::{FoldingRange, FoldingRangeKind, FoldingRangeParams};

use super::Ask;
use crate::document::Text;

pub(super) fn folds(ask: &Ask, params: FoldingRangeParams) -> Option<Vec<FoldingRange>> {
    let (file, text) = ask.document(&params.text_document.uri)?;
    let folds = ask.view.analysis.folds(file);
    Some(folds.into_iter().map(|fold| range(ask, text, fold)).collect())
}

fn range(ask: &Ask, text: &Text, fold: Fold) -> FoldingRange {
    let range = text.range(fold.span, ask.view.encoding);
    FoldingRange {
        start_line: range.start.line,
        start_character: None,
        end_line: range.end.line,
        end_character: None,
        kind: Some(match fold.kind {
            FoldKind::Step | FoldKind::Headers => FoldingRangeKind::Region,
            FoldKind::Comment => FoldingRangeKind::Comment,
        }),
        collapsed_text: None,
    }
}
