//! What is wrong with a file, pushed or asked for.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use aite_compiler::diagnostic::Severity;
use aite_compiler::ide::{FileKey, Finding};
use serde_json::Value;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::*;

use super::{Ask, typed};
use crate::document::Text;
use crate::pages;
use crate::session::value;

/// The diagnostics of a file with this text.
pub(crate) fn of_file(ask: &Ask, file: &FileKey, text: &Text) -> Vec<Diagnostic> {
    let findings = ask.view.analysis.findings(file);
    let shown = |finding| diagnostic(ask, text, finding);
    findings.into_iter().map(shown).collect()
}

fn diagnostic(ask: &Ask, text: &Text, finding: Finding) -> Diagnostic {
    let client = &ask.client;
    let page = client
        .code_pages
        .then(|| pages::address(client, finding.code, &finding.page()))
        .flatten();
    let related = finding.related.iter().filter_map(|related| {
        Some(DiagnosticRelatedInformation {
            location: ask.view.location(&related.location)?,
            message: related.message.clone(),
        })
    });
    let related: Vec<_> = related.filter(|_| client.related_places).collect();
    Diagnostic {
        range: text.range(finding.span, ask.view.encoding),
        severity: Some(match finding.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
        }),
        code: Some(NumberOrString::String(finding.code.name().to_owned())),
        code_description: page.map(|href| CodeDescription { href }),
        source: Some("aite".to_owned()),
        message: finding.message,
        related_information: (!related.is_empty()).then_some(related),
        tags: (finding.unnecessary && client.faded).then(|| vec![DiagnosticTag::UNNECESSARY]),
        data: None,
    }
}

/// `textDocument/diagnostic`
pub(super) fn document(ask: &Ask, params: DocumentDiagnosticParams) -> DocumentDiagnosticReport {
    let document = ask.document(&params.text_document.uri);
    let items = document.map_or_else(Vec::new, |(file, text)| of_file(ask, file, text));
    let id = result_id(&items);
    if params.previous_result_id.as_deref() == Some(&id) {
        return DocumentDiagnosticReport::Unchanged(RelatedUnchangedDocumentDiagnosticReport {
            related_documents: None,
            unchanged_document_diagnostic_report: UnchangedDocumentDiagnosticReport { result_id: id },
        });
    }
    DocumentDiagnosticReport::Full(RelatedFullDocumentDiagnosticReport {
        related_documents: None,
        full_document_diagnostic_report: FullDocumentDiagnosticReport {
            result_id: Some(id),
            items,
        },
    })
}

/// `workspace/diagnostic`, if it says something that the client does not know. A client that knows nothing hears all there is.
pub(crate) fn news(ask: &Ask, params: Value) -> Result<Option<Value>> {
    let params: WorkspaceDiagnosticParams = typed(params)?;
    let knows_nothing = params.previous_result_ids.is_empty();
    let report = workspace(ask, params);
    let is_new =
        |item: &WorkspaceDocumentDiagnosticReport| matches!(item, WorkspaceDocumentDiagnosticReport::Full(_));
    let has_news = knows_nothing || report.items.iter().any(is_new);
    Ok(has_news.then(|| value(report)))
}

/// Every file of every project, what is open outside them, and what is no more.
fn workspace(ask: &Ask, params: WorkspaceDiagnosticParams) -> WorkspaceDiagnosticReport {
    let previous = params.previous_result_ids.iter();
    let previous: HashMap<&Uri, &str> = previous.map(|known| (&known.uri, &*known.value)).collect();
    let mut items = Vec::new();
    let mut reported = HashSet::new();
    for file in files(ask) {
        let open = ask.view.open(&file);
        if open.is_some_and(|document| document.readable().is_none()) {
            continue;
        }
        let (Some(text), Some(uri)) = (ask.view.text(&file), ask.view.uri(&file)) else {
            continue;
        };
        let version = open.map(|document| i64::from(document.version));
        let found = of_file(ask, &file, &text);
        reported.insert(uri.clone());
        items.push(report(uri.clone(), version, found, previous.get(&uri).copied()));
    }
    // What the client was told of a file that is gone, or of a document that was a file nowhere, it keeps until it hears
    // that there is nothing to say.
    let told = previous.keys().copied().chain(&*ask.view.closed);
    let gone: BTreeSet<&Uri> = told.filter(|uri| !reported.contains(*uri)).collect();
    items.extend(
        gone.iter()
            .map(|uri| report((*uri).clone(), None, Vec::new(), previous.get(uri).copied())),
    );
    WorkspaceDiagnosticReport { items }
}

/// Every file of every project, and what is open outside them.
fn files(ask: &Ask) -> Vec<FileKey> {
    let projects = ask.view.projects();
    let mut files: Vec<FileKey> = projects
        .flat_map(|project| ask.view.analysis.files(project))
        .collect();
    let inside: HashSet<&FileKey> = files.iter().collect();
    let open = ask.view.documents().values();
    let outside = open.filter(|document| !inside.contains(&document.key));
    let outside: Vec<FileKey> = outside.map(|document| document.key.clone()).collect();
    files.extend(outside);
    files
}

fn report(
    uri: Uri,
    version: Option<i64>,
    items: Vec<Diagnostic>,
    previous: Option<&str>,
) -> WorkspaceDocumentDiagnosticReport {
    let result_id = result_id(&items);
    if previous == Some(&result_id) {
        return WorkspaceDocumentDiagnosticReport::Unchanged(WorkspaceUnchangedDocumentDiagnosticReport {
            uri,
            version,
            unchanged_document_diagnostic_report: UnchangedDocumentDiagnosticReport { result_id },
        });
    }
    WorkspaceDocumentDiagnosticReport::Full(WorkspaceFullDocumentDiagnosticReport {
        uri,
        version,
        full_document_diagnostic_report: FullDocumentDiagnosticReport {
            result_id: Some(result_id),
            items,
        },
    })
}

/// The same for equal diagnostics.
fn result_id(items: &[Diagnostic]) -> String {
    let mut hasher = DefaultHasher::new();
    serde_json::to_string(items).unwrap_or_default().hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
