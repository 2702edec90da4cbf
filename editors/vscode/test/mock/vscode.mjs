// As much of the editor as the extension and the real language client call, in memory. What it was told is kept for the
// tests to see.

import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";

import { changed, close, closed, documents, edit, open, opened, tabOf, tabs } from "./documents.mjs";
import { Disposable, EventEmitter, LogLevel, Uri } from "./types.mjs";

export * from "./types.mjs";

/** The oldest that the extension says it can live in. */
export const version = "1.91.0";

/** What a test sets before it activates the extension, reads after, and does as a person would. */
export const world = {
  root: process.cwd(),
  settings: {},
  runs: [],
  errors: [],
  log: [],
  commands: new Map(),
  /** What the language client registered: `CompletionItem`, `Hover` … */
  providers: new Map(),
  diagnostics: new Map(),
  controller: undefined,
  open: (path, language, text) => open(world.root, path, language, text),
  edit,
  close,
  /** The diagnostics of a document, as soon as `is` holds for them. */
  async diagnosed(document, is = (found) => found.length > 0) {
    const found = () => world.diagnostics.get(String(document.uri)) ?? [];
    await until(() => is(found()));
    return found();
  },
  /** Waits until files of this glob are watched. */
  watching: (glob) => until(() => watched.has(glob)),
};

const disposable = new Disposable(() => {});
const silent = () => disposable;
const watched = new Set();
const news = new EventEmitter();

/** Waits for the news behind which something holds. */
function until(holds) {
  return new Promise((resolve) => {
    const listening = news.event(look);
    look();
    function look() {
      if (!holds()) return;
      listening.dispose();
      resolve();
    }
  });
}

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

/** `**` and `*` of a glob against a path. */
function fits(glob, path) {
  const parts = glob.split(/(\*\*\/|\*)/).map((part) => {
    if (part === "**/") return "(?:.*/)?";
    return part === "*" ? "[^/]*" : part.replace(/[.+?^${}()|[\]\\]/g, "\\$&");
  });
  return new RegExp(`^${parts.join("")}$`).test(path);
}

/** What is given to `registerHoverProvider` and its like, by what they are called without these words. */
const registering = (kind) => (...given) => {
  const hasMethods = (one) => Object.values(one).some((member) => typeof member === "function");
  world.providers.set(kind, given.find((one) => typeof one === "object" && hasMethods(one)));
  return disposable;
};

const known = {
  match(selector, { uri, languageId }) {
    const is = ({ scheme, language, pattern }) =>
      (!scheme || scheme === uri.scheme) &&
      (!language || language === languageId) &&
      (!pattern || fits(pattern, uri.path));
    return [selector].flat().some(is) ? 10 : 0;
  },
  createDiagnosticCollection: (name) => ({
    name,
    set(uri, found) {
      world.diagnostics.set(String(uri), found);
      news.fire();
    },
    delete(uri) {
      world.diagnostics.delete(String(uri));
      news.fire();
    },
    has: (uri) => world.diagnostics.has(String(uri)),
    clear: () => world.diagnostics.clear(),
    dispose() {},
  }),
};
export const languages = new Proxy(known, {
  get: (target, name) => target[name] ?? registering(/^register(\w+)Provider$/.exec(name)[1]),
});

const here = {
  isTrusted: true,
  notebookDocuments: [],
  textDocuments: documents,
  get workspaceFolders() {
    return [{ uri: Uri.file(world.root), name: "root", index: 0 }];
  },
  getWorkspaceFolder: () => here.workspaceFolders[0],
  asRelativePath: (uri) => relative(world.root, uri.fsPath),
  getConfiguration: (section) => ({ get: (key, fallback) => world.settings[`${section}.${key}`] ?? fallback }),
  async findFiles() {
    const entries = await readdir(join(world.root, "scripts"), { recursive: true });
    const scripts = entries.filter((entry) => entry.endsWith(".aite"));
    return scripts.map((entry) => Uri.file(join(world.root, "scripts", entry)));
  },
  fs: { readFile: async (uri) => readFileSync(uri.fsPath), isWritableFileSystem: () => true },
  createFileSystemWatcher(glob) {
    watched.add(glob);
    news.fire();
    return Object.assign(new Disposable(() => {}), { onDidCreate: silent, onDidChange: silent, onDidDelete: silent });
  },
  registerTextDocumentContentProvider: silent,
  onDidOpenTextDocument: opened.event,
  onDidChangeTextDocument: changed.event,
  onDidCloseTextDocument: closed.event,
  onDidGrantWorkspaceTrust: (listener) => {
    world.grant = listener;
    return disposable;
  },
};
/** Nothing happens in this workspace but what the tests do. */
export const workspace = new Proxy(here, {
  get: (target, name) => target[name] ?? (/^on(Did|Will)/.test(name) ? silent : undefined),
});

export const commands = {
  registerCommand(name, run) {
    if (world.commands.has(name)) throw new Error(`command '${name}' already exists`);
    world.commands.set(name, run);
    return new Disposable(() => world.commands.delete(name));
  },
  executeCommand: async (name, ...given) => world.commands.get(name)?.(...given),
};

const logging = (level) => (text) => world.log.push(`${level}: ${text}`);

export const window = {
  activeTextEditor: undefined,
  visibleTextEditors: [],
  tabGroups: {
    get all() {
      return [{ tabs: documents.map(tabOf) }];
    },
    onDidChangeTabs: tabs.event,
  },
  onDidChangeActiveTextEditor: silent,
  onDidChangeVisibleTextEditors: silent,
  createOutputChannel: () => ({
    logLevel: LogLevel.Info,
    onDidChangeLogLevel: silent,
    ...Object.fromEntries(["trace", "debug", "info", "warn", "error", "append", "appendLine"].map((it) => [it, logging(it)])),
    show() {},
    dispose() {},
  }),
  showErrorMessage: async (message) => void world.errors.push(message),
  showWarningMessage: async (message) => void world.errors.push(message),
  showInformationMessage: async (message) => void world.log.push(message),
  withProgress: (_options, task) => task({ report() {} }, { isCancellationRequested: false, onCancellationRequested: silent }),
};

export const env = { appName: "a test", language: "en", openExternal: async () => true };
