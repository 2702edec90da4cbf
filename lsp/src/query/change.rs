//! What the server proposes to do: edits of several files, and commands.

use std::collections::HashMap;

use aite_compiler::ide;
use serde_json::json;
use tower_lsp::ls_types::{
    Command, DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier, TextDocumentEdit, TextEdit,
    Uri, WorkspaceEdit,
};

use super::Ask;
use crate::capabilities;
use crate::workspace::to_path;

/// Edits, each said to be for the version of the document that was looked at, where the client understands that.
pub(super) fn edit(ask: &Ask, change: &ide::WorkspaceEdit) -> WorkspaceEdit {
    let files = change.files.iter().filter_map(|(file, edits)| {
        let text = ask.view.text(file)?;
        let version = ask.view.open(file).map(|document| document.version);
        Some((ask.view.uri(file)?, version, ask.view.edits(&text, edits)))
    });
    if !ask.client.versioned_edits {
        let changes: HashMap<Uri, Vec<TextEdit>> = files.map(|(uri, _, edits)| (uri, edits)).collect();
        return WorkspaceEdit {
            changes: Some(changes),
            ..WorkspaceEdit::default()
        };
    }
    let changes = files.map(|(uri, version, edits)| TextDocumentEdit {
        text_document: OptionalVersionedTextDocumentIdentifier { uri, version },
        edits: edits.into_iter().map(OneOf::Left).collect(),
    });
    WorkspaceEdit {
        document_changes: Some(DocumentChanges::Edits(changes.collect())),
        ..WorkspaceEdit::default()
    }
}

/// Something for the client, or for `workspace/executeCommand`.
pub(super) fn command(ask: &Ask, title: String, todo: &ide::Command) -> Option<Command> {
    let (name, arguments) = match todo {
        ide::Command::Run { file, line, headed } => {
            // What was never saved cannot be run.
            let script = ask.view.uri(file).filter(|uri| to_path(uri).is_some())?;
            let arguments = json!({"script": script, "line": line, "headed": headed});
            (capabilities::command::RUN, arguments)
        }
        ide::Command::AllowChecks { project } => {
            let arguments = json!({"project": ask.view.root(*project)?});
            (capabilities::command::ALLOW_CHECK, arguments)
        }
    };
    Some(Command::new(title, name.to_owned(), Some(vec![arguments])))
}
