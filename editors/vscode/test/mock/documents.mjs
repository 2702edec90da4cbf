// Documents as an editor has them: opened, edited and closed by the tests.

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { EventEmitter, Position, Range, TabInputText, Uri } from "./types.mjs";

const emitters = Object.fromEntries(["opened", "changed", "closed", "tabs"].map((name) => [name, new EventEmitter()]));
export const { opened, changed, closed, tabs } = emitters;

/** The documents that are open. */
export const documents = [];

class TextDocument {
  version = 1;
  isDirty = false;
  isClosed = false;
  eol = 1;
  #text;

  constructor(uri, languageId, text) {
    Object.assign(this, { uri, languageId, fileName: uri.fsPath, isUntitled: uri.scheme === "untitled" });
    this.#text = text;
  }

  getText() {
    return this.#text;
  }

  get lineCount() {
    return this.#text.split("\n").length;
  }

  positionAt(offset) {
    const lines = this.#text.slice(0, offset).split("\n");
    return new Position(lines.length - 1, lines.at(-1).length);
  }

  offsetAt({ line, character }) {
    const before = this.#text.split("\n").slice(0, line);
    return before.reduce((sum, text) => sum + text.length + 1, 0) + character;
  }

  async save() {
    return true;
  }

  replace(offset, length, text) {
    this.#text = this.#text.slice(0, offset) + text + this.#text.slice(offset + length);
    this.version++;
  }
}

/** Opens a file of the workspace in a tab, with other text than on disk if there is some. */
export function open(root, path, languageId = "aite", text = readFileSync(join(root, path), "utf8")) {
  const document = new TextDocument(Uri.file(join(root, path)), languageId, text);
  documents.push(document);
  opened.fire(document);
  tabs.fire({ opened: [tabOf(document)], closed: [], changed: [] });
  return document;
}

/** Writes something at a place of a document, instead of the `length` characters there. */
export function edit(document, offset, length, text) {
  const range = new Range(document.positionAt(offset), document.positionAt(offset + length));
  document.replace(offset, length, text);
  changed.fire({ document, contentChanges: [{ range, rangeOffset: offset, rangeLength: length, text }], reason: undefined });
}

export function close(document) {
  documents.splice(documents.indexOf(document), 1);
  document.isClosed = true;
  closed.fire(document);
  tabs.fire({ opened: [], closed: [tabOf(document)], changed: [] });
}

export const tabOf = (document) => ({ input: new TabInputText(document.uri) });
