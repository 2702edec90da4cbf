//! What the server tells that it can do.

use aite_compiler::ide::TokenClass;
use tower_lsp::ls_types::*;

use crate::client::Client;

/// The commands of `workspace/executeCommand`.
pub(crate) mod command {
    /// Runs a script, or the test that a line belongs to.
    pub(crate) const RUN: &str = "aite.run";
    /// Lists the checks of a project as they are now.
    pub(crate) const ALLOW_CHECK: &str = "aite.allowCheck";
}

pub(crate) fn server(client: &Client) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(client.encoding.kind()),
        text_document_sync: Some(sync()),
        completion_provider: Some(completion()),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: Some(words(&[" ", ":"])),
            ..SignatureHelpOptions::default()
        }),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        })),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![
                CodeActionKind::QUICKFIX,
                CodeActionKind::REFACTOR_REWRITE,
                CodeActionKind::SOURCE_FIX_ALL,
            ]),
            ..CodeActionOptions::default()
        })),
        code_lens_provider: Some(CodeLensOptions {
            resolve_provider: Some(false),
        }),
        document_formatting_provider: Some(OneOf::Left(true)),
        document_range_formatting_provider: Some(OneOf::Left(true)),
        document_on_type_formatting_provider: Some(DocumentOnTypeFormattingOptions {
            first_trigger_character: "\n".to_owned(),
            more_trigger_character: None,
        }),
        document_link_provider: Some(DocumentLinkOptions {
            resolve_provider: Some(false),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        }),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        selection_range_provider: Some(SelectionRangeProviderCapability::Simple(true)),
        semantic_tokens_provider: Some(SemanticTokensServerCapabilities::SemanticTokensOptions(tokens())),
        inlay_hint_provider: Some(OneOf::Left(true)),
        // A client that cannot ask for diagnostics is sent them.
        diagnostic_provider: client.pulls_diagnostics.then(diagnostics),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: words(&[command::RUN, command::ALLOW_CHECK]),
            work_done_progress_options: WorkDoneProgressOptions {
                work_done_progress: Some(true),
            },
        }),
        workspace: Some(WorkspaceServerCapabilities {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(OneOf::Left(true)),
            }),
            file_operations: None,
        }),
        ..ServerCapabilities::default()
    }
}

fn sync() -> TextDocumentSyncCapability {
    TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::INCREMENTAL),
        will_save: None,
        will_save_wait_until: None,
        save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions {
            include_text: Some(false),
        })),
    })
}

fn completion() -> CompletionOptions {
    CompletionOptions {
        trigger_characters: Some(words(&[" ", ":", "\"", "{", "/", "+", "-"])),
        resolve_provider: Some(false),
        ..CompletionOptions::default()
    }
}

fn tokens() -> SemanticTokensOptions {
    SemanticTokensOptions {
        legend: SemanticTokensLegend {
            token_types: TokenClass::ALL.map(token_type).to_vec(),
            token_modifiers: vec![SemanticTokenModifier::DEFINITION],
        },
        range: Some(true),
        full: Some(SemanticTokensFullOptions::Delta { delta: Some(true) }),
        work_done_progress_options: WorkDoneProgressOptions::default(),
    }
}

/// The standard type that every theme colours, for each class of the language.
fn token_type(class: TokenClass) -> SemanticTokenType {
    match class {
        TokenClass::Comment => SemanticTokenType::COMMENT,
        TokenClass::Keyword => SemanticTokenType::KEYWORD,
        TokenClass::Verb => SemanticTokenType::FUNCTION,
        TokenClass::Key => SemanticTokenType::PROPERTY,
        TokenClass::Modifier => SemanticTokenType::PARAMETER,
        TokenClass::Word => SemanticTokenType::MODIFIER,
        TokenClass::String | TokenClass::Path | TokenClass::Address => SemanticTokenType::STRING,
        TokenClass::Escape => SemanticTokenType::REGEXP,
        TokenClass::Number | TokenClass::Duration => SemanticTokenType::NUMBER,
        TokenClass::Role => SemanticTokenType::TYPE,
        TokenClass::KeyName | TokenClass::Journey => SemanticTokenType::ENUM_MEMBER,
        TokenClass::Variable => SemanticTokenType::VARIABLE,
        TokenClass::Profile => SemanticTokenType::NAMESPACE,
        TokenClass::Check => SemanticTokenType::MACRO,
    }
}

fn diagnostics() -> DiagnosticServerCapabilities {
    DiagnosticServerCapabilities::Options(DiagnosticOptions {
        identifier: Some("aite".to_owned()),
        inter_file_dependencies: true,
        workspace_diagnostics: true,
        work_done_progress_options: WorkDoneProgressOptions::default(),
    })
}

fn words(of: &[&str]) -> Vec<String> {
    of.iter().map(|word| (*word).to_owned()).collect()
}
