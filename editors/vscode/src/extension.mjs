// What VS Code calls. Everything about the language comes from `aite lsp`; running comes from `aite run`.

import * as vscode from "vscode";

import { Server } from "./server.mjs";
import { Tests } from "./tests.mjs";

/** @type {Server | undefined} */
let server;

/** @param {vscode.ExtensionContext} context */
export async function activate(context) {
  if (vscode.workspace.isTrusted) return start(context);
  // Nothing is started in a folder that is not trusted: its settings say which program that would be.
  context.subscriptions.push(vscode.workspace.onDidGrantWorkspaceTrust(() => start(context)));
}

export async function deactivate() {
  await server?.stop();
}

/** @param {vscode.ExtensionContext} context */
async function start(context) {
  const tests = new Tests();
  server = new Server((script, headed) => tests.runScript(script, headed));
  context.subscriptions.push(
    tests,
    vscode.commands.registerCommand("aite.runTest", (uri) => runShown(tests, uri, false)),
    vscode.commands.registerCommand("aite.runTestHeaded", (uri) => runShown(tests, uri, true)),
    vscode.commands.registerCommand("aite.restartServer", () => server?.restart()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("aite.path")) server?.restart();
    }),
  );
  await Promise.all([tests.discover(), server.start()]);
}

/**
 * Runs the script of a title bar's button, or the one that is shown.
 *
 * @param {Tests} tests
 * @param {unknown} given
 * @param {boolean} headed
 */
async function runShown(tests, given, headed) {
  const uri = given instanceof vscode.Uri ? given : vscode.window.activeTextEditor?.document.uri;
  if (uri) await tests.runScript(uri, headed);
}
