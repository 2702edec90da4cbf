//! `textDocument/codeAction`

use aite_compiler::ide::{self, ActionKind, Change};
use tower_lsp::ls_types::*;

use super::Ask;
use super::change::{command, edit};

pub(super) fn actions(ask: &Ask, params: CodeActionParams) -> Option<Vec<CodeActionOrCommand>> {
    let (file, text) = ask.document(&params.text_document.uri)?;
    let span = text.nearest_span(params.range, ask.view.encoding);
    let wanted = params.context.only.unwrap_or_default();
    let actions = ask.view.analysis.actions(file, span).into_iter();
    let actions = actions.filter(|action| is_wanted(&wanted, &kind(action.kind)));
    let actions = actions.filter_map(|action| shown(ask, action, &params.context.diagnostics));
    Some(actions.collect())
}

/// A kind is wanted when it is one of those that were asked for, or below one: `source` is above `source.fixAll`.
fn is_wanted(wanted: &[CodeActionKind], kind: &CodeActionKind) -> bool {
    let below = |wanted: &CodeActionKind| {
        let rest = kind.as_str().strip_prefix(wanted.as_str());
        wanted.as_str().is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    wanted.is_empty() || wanted.iter().any(below)
}

fn shown(ask: &Ask, action: ide::CodeAction, diagnostics: &[Diagnostic]) -> Option<CodeActionOrCommand> {
    let (edit, command) = match &action.change {
        Change::Edit(change) => (Some(edit(ask, change)), None),
        Change::Command(todo) => (None, Some(command(ask, action.title.clone(), todo)?)),
    };
    if !ask.client.action_literals {
        // Older clients know commands alone.
        return command.map(CodeActionOrCommand::Command);
    }
    let fixes = action
        .fixes
        .map(|(code, _)| NumberOrString::String(code.name().to_owned()));
    let fixed: Vec<Diagnostic> = diagnostics
        .iter()
        .filter(|diagnostic| fixes.is_some() && diagnostic.code == fixes)
        .cloned()
        .collect();
    Some(CodeActionOrCommand::CodeAction(CodeAction {
        title: action.title,
        kind: Some(kind(action.kind)),
        diagnostics: (!fixed.is_empty()).then_some(fixed),
        edit,
        command,
        is_preferred: action.preferred.then_some(true),
        disabled: None,
        data: None,
    }))
}

fn kind(of: ActionKind) -> CodeActionKind {
    match of {
        ActionKind::QuickFix => CodeActionKind::QUICKFIX,
        ActionKind::Rewrite => CodeActionKind::REFACTOR_REWRITE,
        ActionKind::FixAll => CodeActionKind::SOURCE_FIX_ALL,
    }
}
