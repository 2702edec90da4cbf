//! The classes of words, for colours: `textDocument/semanticTokens`, all, those of a range, or what is new since the last
//! time.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use aite_compiler::ide::{FileKey, TokenClass};
use aite_compiler::source::Span;
use tower_lsp::ls_types::*;

use super::Ask;
use crate::document::Text;

/// What clients were told of the documents that are open, so that they can be told what is new.
#[derive(Debug, Default)]
pub(crate) struct Told {
    documents: Mutex<BTreeMap<Uri, Vec<Answer>>>,
    last: AtomicU64,
}

#[derive(Debug, Clone)]
struct Answer {
    id: String,
    tokens: Arc<[SemanticToken]>,
}

impl Told {
    /// Notes what a client is told now, and answers what it says that it was told before. Of earlier answers only that one
    /// is kept: it is the one that the client has until this one reaches it.
    fn tell(
        &self,
        ask: &Ask,
        uri: Uri,
        tokens: &[SemanticToken],
        before: Option<&str>,
    ) -> (String, Option<Answer>) {
        let id = self.last.fetch_add(1, Ordering::Relaxed).to_string();
        let mut documents = self.documents.lock().unwrap_or_else(PoisonError::into_inner);
        documents.retain(|uri, _| ask.view.document(uri).is_some());
        let answers = documents.entry(uri).or_default();
        answers.retain(|answer| Some(&*answer.id) == before);
        let before = answers.first().cloned();
        answers.push(Answer {
            id: id.clone(),
            tokens: tokens.into(),
        });
        (id, before)
    }
}

pub(super) fn all(ask: &Ask, params: SemanticTokensParams) -> Option<SemanticTokens> {
    let uri = params.text_document.uri;
    let data = of_document(ask, &uri)?;
    let (id, _) = ask.told.tell(ask, uri, &data, None);
    Some(SemanticTokens {
        result_id: Some(id),
        data,
    })
}

pub(super) fn news(ask: &Ask, params: SemanticTokensDeltaParams) -> Option<SemanticTokensFullDeltaResult> {
    let uri = params.text_document.uri;
    let data = of_document(ask, &uri)?;
    let (id, before) = ask.told.tell(ask, uri, &data, Some(&params.previous_result_id));
    let result_id = Some(id);
    Some(match before {
        Some(before) => SemanticTokensFullDeltaResult::TokensDelta(SemanticTokensDelta {
            result_id,
            edits: difference(&before.tokens, &data).into_iter().collect(),
        }),
        None => SemanticTokensFullDeltaResult::Tokens(SemanticTokens { result_id, data }),
    })
}

pub(super) fn in_range(ask: &Ask, params: SemanticTokensRangeParams) -> Option<SemanticTokens> {
    let (file, text) = ask.document(&params.text_document.uri)?;
    let span = text.nearest_span(params.range, ask.view.encoding);
    Some(SemanticTokens {
        result_id: None,
        data: encoded(ask, file, text, span),
    })
}

fn of_document(ask: &Ask, uri: &Uri) -> Option<Vec<SemanticToken>> {
    let (file, text) = ask.document(uri)?;
    Some(encoded(ask, file, text, Span::new(0, text.content().len())))
}

/// The numbers of one token on the wire.
const NUMBERS: usize = 5;

/// The one edit that makes some tokens others. Each says only how far it is from the one before, so a change of the text
/// changes few of them.
fn difference(old: &[SemanticToken], new: &[SemanticToken]) -> Option<SemanticTokensEdit> {
    let before = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let (old, new) = (old.get(before..)?, new.get(before..)?);
    let behind = old.iter().rev().zip(new.iter().rev());
    let behind = behind.take_while(|(old, new)| old == new).count();
    let (gone, come) = (old.len() - behind, new.get(..new.len() - behind)?);
    let number = |tokens: usize| u32::try_from(tokens * NUMBERS).unwrap_or(u32::MAX);
    (gone > 0 || !come.is_empty()).then(|| SemanticTokensEdit {
        start: number(before),
        delete_count: number(gone),
        data: Some(come.to_vec()),
    })
}

/// Each token by its distance from the one before it, as the protocol has it.
fn encoded(ask: &Ask, file: &FileKey, text: &Text, span: Span) -> Vec<SemanticToken> {
    let tokens = ask.view.analysis.tokens(file, span);
    let mut data = Vec::with_capacity(tokens.len());
    let encoding = ask.view.encoding;
    let mut last = (0, Position::default());
    for token in &tokens {
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
    data
}

/// The place of a class in the legend, which lists all of them in their order.
fn token_type(class: TokenClass) -> u32 {
    let place = TokenClass::ALL.iter().position(|known| *known == class);
    place
        .and_then(|place| u32::try_from(place).ok())
        .unwrap_or_default()
}
