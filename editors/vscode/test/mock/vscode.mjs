// As much of the editor as the extension calls, in memory. What it was told is kept for the tests to see.

import { EventEmitter } from "node:events";
import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export class Uri {
  static file = (path) => new Uri(pathToFileURL(path).href);
  static parse = (text) => new Uri(text);
  constructor(href) {
    this.href = href;
    this.scheme = href.split(":")[0];
  }
  get fsPath() {
    return fileURLToPath(this.href);
  }
  toString() {
    return this.href;
  }
}

export class Range {
  constructor(line, character, endLine, endCharacter) {
    this.start = { line, character };
    this.end = { line: endLine, character: endCharacter };
  }
}

export class Location {
  constructor(uri, range) {
    Object.assign(this, { uri, range });
  }
}

export class TestMessage {
  static diff = (message, expectedOutput, actualOutput) =>
    Object.assign(new TestMessage(message), { expectedOutput, actualOutput });
  constructor(message) {
    this.message = message;
  }
}

export class TestRunRequest {
  constructor(include, exclude, profile) {
    Object.assign(this, { include, exclude, profile });
  }
}

export class CancellationTokenSource {
  #emitter = new EventEmitter();
  token = {
    isCancellationRequested: false,
    onCancellationRequested: (listener) => {
      this.#emitter.on("cancel", listener);
      return { dispose: () => this.#emitter.off("cancel", listener) };
    },
  };
  cancel() {
    this.token.isCancellationRequested = true;
    this.#emitter.emit("cancel");
  }
  dispose() {
    this.#emitter.removeAllListeners();
  }
}

export const TestRunProfileKind = { Run: 1, Debug: 2, Coverage: 3 };

/** What a test sets before it activates the extension, and reads after. */
export const world = { root: process.cwd(), settings: {}, runs: [], errors: [], commands: new Map(), controller: undefined };

const disposable = { dispose() {} };
const silent = () => disposable;

class Items extends Map {
  add(item) {
    this.set(item.id, item);
  }
  replace(items) {
    this.clear();
    for (const item of items) this.add(item);
  }
}

export const tests = {
  createTestController: (id) => {
    world.controller = {
      id,
      items: new Items(),
      profiles: [],
      createRunProfile(label, kind, runHandler) {
        const profile = { label, kind, runHandler };
        this.profiles.push(profile);
        return profile;
      },
      createTestItem(id, label, uri) {
        const item = { id, label, uri, children: new Items() };
        const replace = item.children.replace.bind(item.children);
        item.children.replace = (items) => replace(items.map((child) => Object.assign(child, { parent: item })));
        return item;
      },
      createTestRun(request) {
        const run = { request, verdicts: [], output: "", ended: false };
        for (const verdict of ["enqueued", "started", "passed", "failed", "skipped", "errored"]) {
          run[verdict] = (item, message) => run.verdicts.push({ verdict, label: item.label, message });
        }
        run.appendOutput = (text) => (run.output += text);
        run.end = () => (run.ended = true);
        world.runs.push(run);
        return run;
      },
      dispose() {},
    };
    return world.controller;
  },
};

export const workspace = {
  isTrusted: true,
  textDocuments: [],
  get workspaceFolders() {
    return [{ uri: Uri.file(world.root), name: "root", index: 0 }];
  },
  getWorkspaceFolder: () => workspace.workspaceFolders[0],
  asRelativePath: (uri) => relative(world.root, uri.fsPath),
  getConfiguration: (section) => ({ get: (key, fallback) => world.settings[`${section}.${key}`] ?? fallback }),
  async findFiles() {
    const entries = await readdir(join(world.root, "scripts"), { recursive: true });
    const scripts = entries.filter((entry) => entry.endsWith(".aite"));
    return scripts.map((entry) => Uri.file(join(world.root, "scripts", entry)));
  },
  fs: { readFile: async (uri) => readFileSync(uri.fsPath) },
  createFileSystemWatcher: () => ({ ...disposable, onDidCreate: silent, onDidChange: silent, onDidDelete: silent }),
  onDidChangeTextDocument: silent,
  onDidChangeConfiguration: silent,
  onDidGrantWorkspaceTrust: (listener) => {
    world.grant = listener;
    return disposable;
  },
};

export const commands = {
  registerCommand(name, run) {
    world.commands.set(name, run);
    return disposable;
  },
  executeCommand: async (name, ...given) => world.commands.get(name)?.(...given),
};

export const window = {
  activeTextEditor: undefined,
  showErrorMessage: async (message) => void world.errors.push(message),
};
