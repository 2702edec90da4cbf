// Scripts as tests of VS Code: one item a script, and one a step inside it.

import { spawn } from "node:child_process";
import { basename, join } from "node:path";

import * as vscode from "vscode";

import { Events } from "./events.mjs";
import { outline } from "./outline.mjs";
import { call } from "./program.mjs";

const SCRIPTS = "**/*.aite";
const NOT_OURS = "**/{node_modules,target,results,.git}/**";

export class Tests {
  #controller = vscode.tests.createTestController("aite", "aite");
  /** @type {vscode.Disposable[]} */
  #disposables = [];
  #profiles;

  constructor() {
    const { Run, Debug } = vscode.TestRunProfileKind;
    /** @type {(headed: boolean) => (request: vscode.TestRunRequest, token: vscode.CancellationToken) => Promise<void>} */
    const handler = (headed) => (request, token) => this.#run(request, headed, token);
    this.#profiles = {
      run: this.#controller.createRunProfile("Run", Run, handler(false), true),
      headed: this.#controller.createRunProfile("Run with a Visible Browser", Debug, handler(true), true),
    };
    this.#controller.refreshHandler = () => this.discover();
    this.#watch();
  }

  dispose() {
    for (const disposable of this.#disposables) disposable.dispose();
    this.#controller.dispose();
  }

  /** Looks for every script of the workspace. */
  async discover() {
    const found = await vscode.workspace.findFiles(SCRIPTS, NOT_OURS);
    const here = new Set(found.map(String));
    this.#controller.items.forEach((item) => {
      if (!here.has(item.id)) this.#controller.items.delete(item.id);
    });
    await Promise.all(found.map((uri) => this.#readFile(uri)));
  }

  /**
   * Runs one script as if its button had been pressed.
   *
   * @param {vscode.Uri} uri
   * @param {boolean} headed
   */
  async runScript(uri, headed) {
    await vscode.workspace.textDocuments.find((document) => String(document.uri) === String(uri))?.save();
    const item = this.#controller.items.get(String(uri)) ?? (await this.#readFile(uri));
    if (!item) {
      await vscode.window.showErrorMessage(`${basename(uri.fsPath)} has no test: a script begins with test "name"`);
      return;
    }
    const profile = headed ? this.#profiles.headed : this.#profiles.run;
    const request = new vscode.TestRunRequest([item], undefined, profile);
    const stop = new vscode.CancellationTokenSource();
    try {
      await this.#run(request, headed, stop.token);
    } finally {
      stop.dispose();
    }
  }

  #watch() {
    const files = vscode.workspace.createFileSystemWatcher(SCRIPTS);
    this.#disposables.push(
      files,
      files.onDidCreate((uri) => this.#readFile(uri)),
      files.onDidChange((uri) => this.#readFile(uri)),
      files.onDidDelete((uri) => this.#controller.items.delete(String(uri))),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.languageId === "aite" && document.uri.scheme === "file") this.#read(document.uri, document.getText());
      }),
    );
  }

  /** @param {vscode.Uri} uri */
  async #readFile(uri) {
    try {
      const bytes = await vscode.workspace.fs.readFile(uri);
      return this.#read(uri, new TextDecoder().decode(bytes));
    } catch {
      // It went away while it was looked at.
      this.#controller.items.delete(String(uri));
    }
  }

  /**
   * @param {vscode.Uri} uri
   * @param {string} text
   */
  #read(uri, text) {
    const test = outline(text);
    if (!test) {
      this.#controller.items.delete(String(uri));
      return undefined;
    }
    const item = this.#controller.createTestItem(String(uri), test.name, uri);
    item.description = vscode.workspace.asRelativePath(uri);
    item.range = lineRange(test.line);
    item.children.replace(
      test.steps.map(({ name, line }, number) => {
        const step = this.#controller.createTestItem(`${uri}#${number}`, name, uri);
        step.range = lineRange(line);
        step.sortText = String(number).padStart(6, "0");
        return step;
      }),
    );
    this.#controller.items.add(item);
    return item;
  }

  /**
   * @param {vscode.TestRunRequest} request
   * @param {boolean} headed
   * @param {vscode.CancellationToken} token
   */
  async #run(request, headed, token) {
    const run = this.#controller.createTestRun(request);
    try {
      for (const item of this.#chosen(request)) {
        if (token.isCancellationRequested) break;
        await runOne(run, item, headed, token);
      }
    } finally {
      run.end();
    }
  }

  /**
   * The scripts of a request: a step runs its whole test, since it needs what comes before it.
   *
   * @param {vscode.TestRunRequest} request
   */
  #chosen(request) {
    /** @type {vscode.TestItem[]} */
    const all = [];
    if (request.include) all.push(...request.include);
    else this.#controller.items.forEach((item) => all.push(item));
    const scripts = all.map((item) => item.parent ?? item);
    const left_out = new Set(request.exclude ?? []);
    return [...new Set(scripts)].filter((item) => !left_out.has(item));
  }
}

/**
 * @param {vscode.TestRun} run
 * @param {vscode.TestItem} item
 * @param {boolean} headed
 * @param {vscode.CancellationToken} token
 */
async function runOne(run, item, headed, token) {
  if (!item.uri) return;
  const { program, args, root } = call(item.uri, headed);
  run.enqueued(item);
  const events = new Events(sink(run, item, root));
  const child = spawn(program, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  const cancelled = token.onCancellationRequested(() => child.kill("SIGINT"));
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text) => events.push(text));
  child.stderr.setEncoding("utf8").on("data", (text) => {
    said += text;
    run.appendOutput(text.replaceAll("\n", "\r\n"), undefined, item);
  });
  const ended = await new Promise((resolve) => {
    child.on("error", (error) => resolve(`${program} could not be started: ${error.message}. Is aite.path right?`));
    child.on("close", (code) => resolve(code === 0 ? "" : said || `${program} ended with exit code ${code}`));
  });
  cancelled.dispose();
  // A run that never began, or was cut off, says so itself: nothing may look as if it had passed.
  if (!events.finished) run.errored(item, new vscode.TestMessage(ended || `${program} said nothing about a run`));
}

/**
 * What happens goes to the panel of VS Code.
 *
 * @param {vscode.TestRun} run
 * @param {vscode.TestItem} item
 * @param {string} root
 * @returns {import("./events.mjs").Sink}
 */
function sink(run, item, root) {
  const of = (/** @type {number | null} */ step) =>
    step === null ? item : (item.children.get(`${item.id}#${step}`) ?? item);
  const place = (/** @type {{file: string, line: number} | undefined} */ at) =>
    at?.file ? new vscode.Location(vscode.Uri.file(join(root, at.file)), lineRange(Math.max(at.line - 1, 0))) : undefined;
  return {
    started: (step) => run.started(of(step)),
    passed: (step, millis) => run.passed(of(step), millis),
    skipped: (step) => run.skipped(of(step)),
    output: (text, at) => run.appendOutput(`${text}\r\n`, place(at), item),
    failed: (step, failure, millis) => {
      const message =
        failure.expected === undefined
          ? new vscode.TestMessage(failure.message)
          : vscode.TestMessage.diff(failure.message, failure.expected, failure.found ?? "");
      message.location = place(failure);
      run.failed(of(step), message, millis);
    },
  };
}

/** @param {number} line */
function lineRange(line) {
  return new vscode.Range(line, 0, line, 0);
}
