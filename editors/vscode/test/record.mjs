// Records session.jsonl: what the real language client of the extension says while somebody writes a script.
// `node test/record.mjs` writes the requests; `UPDATE_GOLDENS=1 npm test` then writes the answers.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { AITE, load } from "./host.mjs";
import { project } from "./project.mjs";

const { root, cache, remove } = project();
const log = join(root, "..", "log.jsonl");
Object.assign(process.env, { AITE_PROGRAM: AITE, AITE_SESSION: log, XDG_CACHE_HOME: cache });
const NEVER = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose() {} }) };

try {
  const { world, Position, Range, ...extension } = await load(join(root, ".."));
  world.root = root;
  world.settings = { "aite.path": fileURLToPath(new URL("tee.mjs", import.meta.url)) };
  await extension.activate({ subscriptions: [] });
  await write(world, Position, Range);
  await extension.deactivate();
  writeFileSync(new URL("session.jsonl", import.meta.url), session(readFileSync(log, "utf8")));
} finally {
  remove();
}

/** What somebody does with a script. */
async function write(world, Position, Range) {
  const ask = (kind, method, ...given) => world.providers.get(kind)[method](...given);
  const document = world.open("scripts/pay.aite");
  const text = document.getText();
  const at = (word, behind = 0) => document.positionAt(text.indexOf(word) + behind);
  const whole = new Range(new Position(0, 0), document.positionAt(text.length));
  const layout = { tabSize: 2, insertSpaces: true };

  const [wrong] = await world.diagnosed(document, (found) => found.some(({ code }) => code.value === "E002"));
  await ask("DocumentSymbol", "provideDocumentSymbols", document, NEVER);
  await ask("CodeLens", "provideCodeLenses", document, NEVER);
  await ask("FoldingRange", "provideFoldingRanges", document, {}, NEVER);
  await ask("DocumentLink", "provideDocumentLinks", document, NEVER);
  await ask("InlayHints", "provideInlayHints", document, whole, NEVER);
  await ask("DocumentSemanticTokens", "provideDocumentSemanticTokens", document, NEVER);
  await ask("DocumentRangeSemanticTokens", "provideDocumentRangeSemanticTokens", document, whole, NEVER);
  await ask("Hover", "provideHover", document, at("capture balance", 9), NEVER);
  await ask("Definition", "provideDefinition", document, at("${amount", 3), NEVER);
  await ask("Reference", "provideReferences", document, at("amount"), { includeDeclaration: true }, NEVER);
  await ask("DocumentHighlight", "provideDocumentHighlights", document, at("amount"), NEVER);
  await ask("Rename", "prepareRename", document, at("amount"), NEVER);
  await ask("Rename", "provideRenameEdits", document, at("amount"), "sum", NEVER);
  await ask("SelectionRange", "provideSelectionRanges", document, [at("Amount")], NEVER);
  await ask("CodeActions", "provideCodeActions", document, wrong.range, { diagnostics: [wrong], triggerKind: 1 }, NEVER);
  await ask("WorkspaceSymbol", "provideWorkspaceSymbols", "in", NEVER);

  // Somebody begins a line, and takes a completion.
  const end = text.length;
  world.edit(document, end, 0, "    cl");
  await ask("CompletionItem", "provideCompletionItems", document, document.positionAt(end + 6), NEVER, { triggerKind: 0 });
  world.edit(document, end + 4, 2, "click ");
  await ask("SignatureHelp", "provideSignatureHelp", document, document.positionAt(end + 10), NEVER, {
    triggerKind: 2,
    triggerCharacter: " ",
    isRetrigger: false,
  });
  world.edit(document, end + 10, 0, 'text:"Send 😀"\n');
  await ask("OnTypeFormattingEdit", "provideOnTypeFormattingEdits", document, document.positionAt(end + 25), "\n", layout, NEVER);
  // The mistake is mended, and the script is laid out.
  world.edit(document, text.indexOf("clik"), 4, "click");
  await world.diagnosed(document, (found) => !found.some(({ code }) => code.value === "E002"));
  await ask("DocumentFormattingEdit", "provideDocumentFormattingEdits", document, layout, NEVER);
  await ask("DocumentRangeFormattingEdit", "provideDocumentRangeFormattingEdits", document, whole, layout, NEVER);
  world.close(document);
}

/**
 * The requests and notifications of the client, without what is another one on every machine.
 *
 * @param {string} written
 */
function session(written) {
  const all = written.trim().split("\n").map((line) => JSON.parse(line));
  const said = all.filter(({ from, message }) => from === "client" && message.method && message.method !== "$/cancelRequest");
  const lines = said.map(({ message }) => {
    if (message.method === "initialize") message.params.processId = 1;
    return JSON.stringify(message).replaceAll(root, "/project").replaceAll(cache, "/cache");
  });
  return lines.join("\n") + "\n";
}
