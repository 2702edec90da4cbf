// The values of VS Code's interface that the language client makes and reads.

import { URI } from "vscode-uri";

export { URI as Uri };

/** A class whose constructor keeps its arguments under these names. */
const record = (...names) =>
  class {
    constructor(...values) {
      for (const [at, value] of values.entries()) this[names[at]] = value;
    }
  };

export class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}

export class Range {
  constructor(start, end, endLine, endCharacter) {
    this.start = typeof start === "number" ? new Position(start, end) : start;
    this.end = typeof start === "number" ? new Position(endLine, endCharacter) : end;
  }
}

export class Disposable {
  static from = (...all) => new Disposable(() => all.forEach((one) => one.dispose()));
  constructor(dispose) {
    this.dispose = dispose;
  }
}

export class EventEmitter {
  #listeners = new Set();
  event = (listener, self, disposables) => {
    const bound = (value) => listener.call(self, value);
    this.#listeners.add(bound);
    const disposable = new Disposable(() => this.#listeners.delete(bound));
    disposables?.push(disposable);
    return disposable;
  };
  fire(value) {
    for (const listener of [...this.#listeners]) listener(value);
  }
  dispose() {
    this.#listeners.clear();
  }
}

export class CancellationTokenSource {
  #emitter = new EventEmitter();
  token = { isCancellationRequested: false, onCancellationRequested: this.#emitter.event };
  cancel() {
    this.token.isCancellationRequested = true;
    this.#emitter.fire();
  }
  dispose() {
    this.#emitter.dispose();
  }
}

export class CancellationError extends Error {}

export class TestMessage {
  static diff = (message, expectedOutput, actualOutput) =>
    Object.assign(new TestMessage(message), { expectedOutput, actualOutput });
  constructor(message) {
    this.message = message;
  }
}

export class CodeActionKind {
  constructor(value) {
    this.value = value;
  }
  append(part) {
    return new CodeActionKind(this.value ? `${this.value}.${part}` : part);
  }
  static Empty = new CodeActionKind("");
  static QuickFix = new CodeActionKind("quickfix");
  static Refactor = new CodeActionKind("refactor");
  static RefactorExtract = new CodeActionKind("refactor.extract");
  static RefactorInline = new CodeActionKind("refactor.inline");
  static RefactorRewrite = new CodeActionKind("refactor.rewrite");
  static Source = new CodeActionKind("source");
  static SourceOrganizeImports = new CodeActionKind("source.organizeImports");
}

/** The edits of several files, in the order in which they were added. */
export class WorkspaceEdit {
  edits = [];
  set(uri, edits) {
    // Each alone, or with what is known about it.
    this.edits.push({ uri, edits: edits.map((edit) => [edit].flat()[0]) });
  }
}

export class MarkdownString {
  constructor(value) {
    this.value = value;
  }
  appendMarkdown(more) {
    this.value = (this.value ?? "") + more;
    return this;
  }
}

export class TextEdit extends record("range", "newText") {
  static replace = (range, text) => new TextEdit(range, text);
  static insert = (position, text) => new TextEdit(new Range(position, position), text);
  static delete = (range) => new TextEdit(range, "");
}

export class Location extends record("uri", "range") {}
export class TestRunRequest extends record("include", "exclude", "profile") {}
export class Diagnostic extends record("range", "message", "severity") {}
export class DiagnosticRelatedInformation extends record("location", "message") {}
export class CompletionItem extends record("label", "kind") {}
export class CompletionList extends record("items", "isIncomplete") {}
export class SnippetString extends record("value") {}
export class Hover extends record("contents", "range") {}
export class CodeLens extends record("range", "command") {}
export class CodeAction extends record("title", "kind") {}
export class DocumentLink extends record("range", "target") {}
export class DocumentSymbol extends record("name", "detail", "kind", "range", "selectionRange") {}
export class SymbolInformation extends record("name", "kind", "containerName", "location") {}
export class DocumentHighlight extends record("range", "kind") {}
export class FoldingRange extends record("start", "end", "kind") {}
export class SelectionRange extends record("range", "parent") {}
export class SignatureHelp extends record() {}
export class SignatureInformation extends record("label", "documentation") {}
export class ParameterInformation extends record("label", "documentation") {}
export class InlayHint extends record("position", "label", "kind") {}
export class InlayHintLabelPart extends record("value") {}
export class SemanticTokens extends record("data", "resultId") {}
export class SemanticTokensLegend extends record("tokenTypes", "tokenModifiers") {}
export class RelativePattern extends record("base", "pattern") {}
export class TabInputText extends record("uri") {}
export class TabInputTextDiff extends record("original", "modified") {}
export class TabInputCustom extends record("uri", "viewType") {}
export class TabInputNotebook extends record("uri", "notebookType") {}
export class CallHierarchyItem extends record() {}
export class TypeHierarchyItem extends record() {}

export const TestRunProfileKind = { Run: 1, Debug: 2, Coverage: 3 };
export const DiagnosticSeverity = { Error: 0, Warning: 1, Information: 2, Hint: 3 };
export const DiagnosticTag = { Unnecessary: 1, Deprecated: 2 };
export const CompletionItemKind = { Text: 0 };
export const CompletionItemTag = { Deprecated: 1 };
export const CompletionTriggerKind = { Invoke: 0, TriggerCharacter: 1, TriggerForIncompleteCompletions: 2 };
export const SignatureHelpTriggerKind = { Invoke: 1, TriggerCharacter: 2, ContentChange: 3 };
export const CodeActionTriggerKind = { Invoke: 1, Automatic: 2 };
export const SymbolKind = { Property: 6, TypeParameter: 25 };
export const SymbolTag = { Deprecated: 1 };
export const DocumentHighlightKind = { Text: 0, Read: 1, Write: 2 };
export const FoldingRangeKind = { Comment: 1, Imports: 2, Region: 3 };
export const TextDocumentSaveReason = { Manual: 1, AfterDelay: 2, FocusOut: 3 };
export const TextDocumentChangeReason = { Undo: 1, Redo: 2 };
export const InlineCompletionTriggerKind = { Invoke: 0, Automatic: 1 };
export const LogLevel = { Off: 0, Trace: 1, Debug: 2, Info: 3, Warning: 4, Error: 5 };
export const FileType = { Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64 };
export const ProgressLocation = { SourceControl: 1, Window: 10, Notification: 15 };
export const EndOfLine = { LF: 1, CRLF: 2 };
