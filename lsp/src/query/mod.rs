//! Questions of the protocol, one file each: positions in, the compiler's answer, the protocol's words out.

mod actions;
mod change;
mod colours;
mod completion;
pub(crate) mod diagnostics;
mod folding;
mod formatting;
mod hover;
mod marks;
mod navigate;
mod selection;
mod symbols;

pub(crate) use colours::Told;

use std::sync::Arc;

use aite_compiler::ide::FileKey;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{Position, Uri};

use crate::client::Client;
use crate::document::Text;
use crate::session::{Outdated, value};
use crate::workspace::View;

/// Everything that an answer needs.
pub(crate) struct Ask {
    pub(crate) view: View,
    pub(crate) client: Arc<Client>,
    /// The colours that it was told.
    pub(crate) told: Arc<Told>,
}

impl Ask {
    /// The file and the text of an open document that is known and means something.
    fn document(&self, uri: &Uri) -> Option<(&FileKey, &Text)> {
        let (document, text) = self.view.document(uri)?;
        Some((&document.key, text))
    }

    /// The same with the byte that is asked about.
    fn place(&self, uri: &Uri, position: Position) -> Option<(&FileKey, &Text, usize)> {
        let (file, text) = self.document(uri)?;
        Some((file, text, text.nearest_offset(position, self.view.encoding)))
    }
}

/// How a request is answered.
pub(crate) struct Question {
    pub(crate) outdated: Outdated,
    pub(crate) answer: Answer,
}

type Answer = Box<dyn FnOnce(&Ask, Value) -> Result<Value> + Send>;

/// The questions, by the names of their methods.
pub(crate) fn of(method: &str) -> Option<Question> {
    use Outdated::{AskAgain, ByAny, ByItsDocument, Never};
    let question = match method {
        "textDocument/codeAction" => question(ByAny, actions::actions),
        "textDocument/codeLens" => question(ByItsDocument, marks::lenses),
        "textDocument/completion" => question(Never, completion::complete),
        "textDocument/definition" => question(Never, navigate::definition),
        "textDocument/diagnostic" => question(AskAgain, diagnostics::document),
        "textDocument/documentHighlight" => question(ByItsDocument, navigate::highlights),
        "textDocument/documentLink" => question(ByItsDocument, marks::links),
        "textDocument/documentSymbol" => question(ByItsDocument, symbols::document),
        "textDocument/foldingRange" => question(ByItsDocument, folding::folds),
        "textDocument/formatting" => question(ByItsDocument, formatting::whole),
        "textDocument/hover" => question(Never, hover::hover),
        "textDocument/inlayHint" => question(ByItsDocument, marks::hints),
        "textDocument/onTypeFormatting" => question(ByItsDocument, formatting::on_type),
        "textDocument/prepareRename" => question(Never, navigate::rename_place),
        "textDocument/rangeFormatting" => question(ByItsDocument, formatting::range),
        "textDocument/references" => question(Never, navigate::references),
        "textDocument/rename" => fallible(ByAny, navigate::rename),
        "textDocument/selectionRange" => question(ByItsDocument, selection::ranges),
        "textDocument/semanticTokens/full" => question(ByItsDocument, colours::all),
        "textDocument/semanticTokens/full/delta" => question(ByItsDocument, colours::news),
        "textDocument/semanticTokens/range" => question(ByItsDocument, colours::in_range),
        "textDocument/signatureHelp" => question(Never, hover::signatures),
        "workspace/symbol" => question(Never, symbols::workspace),
        #[cfg(test)]
        "test/panic" => question(Never, |_, _: Value| -> Value { panic!("as the test wants") }),
        _ => return None,
    };
    Some(question)
}

/// A question with typed parameters and a typed answer.
fn question<P, R>(outdated: Outdated, answer: fn(&Ask, P) -> R) -> Question
where
    P: DeserializeOwned + 'static,
    R: Serialize + 'static,
{
    let answer = move |ask: &Ask, params: Value| Ok(value(answer(ask, typed(params)?)));
    Question {
        outdated,
        answer: Box::new(answer),
    }
}

/// The same where the answer can be that it cannot be done.
fn fallible<P, R>(outdated: Outdated, answer: fn(&Ask, P) -> Result<R>) -> Question
where
    P: DeserializeOwned + 'static,
    R: Serialize + 'static,
{
    let answer = move |ask: &Ask, params: Value| Ok(value(answer(ask, typed(params)?)?));
    Question {
        outdated,
        answer: Box::new(answer),
    }
}

fn typed<P: DeserializeOwned>(params: Value) -> Result<P> {
    serde_json::from_value(params).map_err(|error| Error::invalid_params(error.to_string()))
}
