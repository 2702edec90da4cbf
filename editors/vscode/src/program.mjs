// Where things are: the program, and the project of a script.

import { existsSync } from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";

import * as vscode from "vscode";

/**
 * The program of the settings. A path with folders in it starts at the folder of the workspace.
 *
 * @param {vscode.WorkspaceFolder | undefined} folder
 */
export function program(folder) {
  const path = vscode.workspace.getConfiguration("aite", folder?.uri).get("path", "aite");
  const hasFolders = path.includes("/") || path.includes(sep);
  return hasFolders && !isAbsolute(path) && folder ? join(folder.uri.fsPath, path) : path;
}

/**
 * How to run a script: the program, its arguments, and the root of the project to run it in.
 *
 * @param {vscode.Uri} script
 * @param {boolean} headed
 */
export function call(script, headed) {
  const folder = vscode.workspace.getWorkspaceFolder(script);
  const root = project(script.fsPath) ?? folder?.uri.fsPath ?? dirname(script.fsPath);
  const path = relative(root, script.fsPath).split(sep).join("/");
  /** @type {string[]} */
  const given = vscode.workspace.getConfiguration("aite", script).get("run.arguments", []);
  // A window that is closed, or an editor that is killed, must not leave a browser behind.
  const tied = ["--end-with", String(process.pid)];
  const args = [...tied, "run", path, "--format", "json", ...(headed ? ["--headed"] : []), ...given];
  return { program: program(folder), args, root };
}

/**
 * The nearest folder upwards that has a configuration.
 *
 * @param {string} path
 */
function project(path) {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (existsSync(join(folder, "aite.config.json"))) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}
