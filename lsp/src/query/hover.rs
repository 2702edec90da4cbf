//! `textDocument/hover` and `textDocument/signatureHelp`

use aite_compiler::ide::{Parameter, Signature};
use tower_lsp::ls_types::*;

use super::Ask;
use crate::document::Text;

pub(super) fn hover(ask: &Ask, params: HoverParams) -> Option<Hover> {
    let at = params.text_document_position_params;
    let (file, text, offset) = ask.place(&at.text_document.uri, at.position)?;
    let hover = ask.view.analysis.hover(file, offset)?;
    Some(Hover {
        contents: HoverContents::Markup(ask.client.hover(hover.markdown)),
        range: Some(text.range(hover.span, ask.view.encoding)),
    })
}

pub(super) fn signatures(ask: &Ask, params: SignatureHelpParams) -> Option<SignatureHelp> {
    let at = params.text_document_position_params;
    let (file, _, offset) = ask.place(&at.text_document.uri, at.position)?;
    let signatures = ask.view.analysis.signatures(file, offset)?;
    let active = signatures.forms.get(signatures.active);
    let active_parameter = active.and_then(|form| form.active).and_then(number);
    Some(SignatureHelp {
        active_signature: number(signatures.active),
        active_parameter,
        signatures: signatures
            .forms
            .into_iter()
            .map(|form| shown(ask, form))
            .collect(),
    })
}

fn shown(ask: &Ask, form: Signature) -> SignatureInformation {
    let label = Text::new(form.label.as_str());
    let parameters = form
        .parameters
        .into_iter()
        .map(|parameter| named(ask, &label, parameter));
    SignatureInformation {
        documentation: documentation(ask, form.docs),
        parameters: Some(parameters.collect()),
        active_parameter: form.active.and_then(number),
        label: form.label,
    }
}

fn named(ask: &Ask, label: &Text, parameter: Parameter) -> ParameterInformation {
    let range = label.range(parameter.span, ask.view.encoding);
    ParameterInformation {
        label: ParameterLabel::LabelOffsets([range.start.character, range.end.character]),
        documentation: documentation(ask, parameter.docs),
    }
}

fn documentation(ask: &Ask, docs: String) -> Option<Documentation> {
    (!docs.is_empty()).then(|| Documentation::MarkupContent(ask.client.signature(docs)))
}

fn number(of: usize) -> Option<u32> {
    u32::try_from(of).ok()
}
