//! `textDocument/completion`

use aite_compiler::ide::{self, CompletionKind, Insert};
use tower_lsp::ls_types::*;

use super::Ask;
use crate::document::Text;

pub(super) fn complete(ask: &Ask, params: CompletionParams) -> Option<CompletionResponse> {
    let at = params.text_document_position;
    let (file, text, offset) = ask.place(&at.text_document.uri, at.position)?;
    let found = ask.view.analysis.completions(file, offset);
    let items = found.into_iter().map(|completion| item(ask, text, completion));
    Some(CompletionResponse::Array(items.collect()))
}

fn item(ask: &Ask, text: &Text, completion: ide::Completion) -> CompletionItem {
    let (new_text, format) = match completion.insert {
        Insert::Text(text) => (text, InsertTextFormat::PLAIN_TEXT),
        Insert::Snippet(snippet) if ask.client.snippets => (snippet, InsertTextFormat::SNIPPET),
        Insert::Snippet(snippet) => (without_stops(&snippet), InsertTextFormat::PLAIN_TEXT),
    };
    let range = text.range(completion.replace, ask.view.encoding);
    CompletionItem {
        label: completion.label,
        kind: Some(kind(completion.kind)),
        detail: completion.detail,
        documentation: completion
            .docs
            .map(|docs| Documentation::MarkupContent(ask.client.completion(docs))),
        sort_text: Some(completion.sort),
        filter_text: completion.filter,
        insert_text_format: Some(format),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit { range, new_text })),
        command: (completion.again && ask.client.asks_again).then(ask_again),
        ..CompletionItem::default()
    }
}

/// What editors with this command do behind a completion that another one follows.
fn ask_again() -> Command {
    Command::new(
        "Suggest".to_owned(),
        "editor.action.triggerSuggest".to_owned(),
        None,
    )
}

/// The text of a snippet, for clients that know none: `${1:name}` is `name`, `$1` nothing.
fn without_stops(snippet: &str) -> String {
    let mut plain = String::with_capacity(snippet.len());
    let mut rest = snippet.chars().peekable();
    let mut open = 0_usize;
    while let Some(character) = rest.next() {
        match character {
            '\\' => plain.extend(rest.next()),
            '$' => {
                let braced = rest.next_if_eq(&'{').is_some();
                while rest.next_if(char::is_ascii_digit).is_some() {}
                if braced {
                    open += 1;
                    rest.next_if_eq(&':');
                }
            }
            '}' if open > 0 => open -= 1,
            other => plain.push(other),
        }
    }
    plain
}

fn kind(of: CompletionKind) -> CompletionItemKind {
    match of {
        CompletionKind::Keyword => CompletionItemKind::KEYWORD,
        CompletionKind::Verb => CompletionItemKind::FUNCTION,
        CompletionKind::Key => CompletionItemKind::PROPERTY,
        CompletionKind::Modifier => CompletionItemKind::FIELD,
        CompletionKind::Word | CompletionKind::KeyName => CompletionItemKind::ENUM_MEMBER,
        CompletionKind::Role => CompletionItemKind::CLASS,
        CompletionKind::Variable => CompletionItemKind::VARIABLE,
        CompletionKind::Profile => CompletionItemKind::MODULE,
        CompletionKind::Check => CompletionItemKind::METHOD,
        CompletionKind::Script => CompletionItemKind::FILE,
        CompletionKind::Journey => CompletionItemKind::EVENT,
        CompletionKind::Address => CompletionItemKind::REFERENCE,
        CompletionKind::Number => CompletionItemKind::UNIT,
        CompletionKind::Seen => CompletionItemKind::VALUE,
    }
}

#[cfg(test)]
mod tests {
    use super::without_stops;

    #[test]
    fn a_snippet_without_its_stops_is_its_text() {
        assert_eq!(
            without_stops(r#"type ${1:label:"${2:Name}"} "$3"$0"#),
            r#"type label:"Name" """#
        );
        assert_eq!(without_stops(r"set a \$\{b\}\\ $"), r"set a ${b}\ ");
    }
}
