// The language client: starts `aite lsp`, and takes over what the editor does better itself.

import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

import { program } from "./program.mjs";

/** What the server would run itself, and VS Code runs as a test. */
const RUN = "aite.run";

export class Server {
  /** @type {LanguageClient | undefined} */
  #client;
  #run;

  /** @param {(script: vscode.Uri, headed: boolean) => unknown} run */
  constructor(run) {
    this.#run = run;
  }

  async start() {
    const client = new LanguageClient("aite", "aite", this.#command(), this.#options());
    try {
      await client.start();
      this.#client = client;
    } catch (error) {
      await this.#explain(error);
    }
  }

  async stop() {
    const client = this.#client;
    this.#client = undefined;
    await client?.stop();
  }

  async restart() {
    await this.stop();
    await this.start();
  }

  /** The client, for whoever asks the server something. */
  get client() {
    return this.#client;
  }

  #command() {
    return { command: program(vscode.workspace.workspaceFolders?.[0]), args: ["lsp"] };
  }

  #options() {
    return {
      // What Git shows of an older version is no file of the project, and what is wrong in it nobody can change.
      documentSelector: [
        { scheme: "file", language: "aite" },
        { scheme: "untitled", language: "aite" },
        // These are JSON to VS Code, whatever its flavour. The server tells tasks of benchmarks from other JSON.
        { scheme: "file", pattern: "**/aite.config.json" },
        { scheme: "file", pattern: "**/tasks/**/*.json" },
      ],
      // Behind what is completed there may be something to complete again; VS Code can open that list.
      initializationOptions: { asksAgain: true },
      middleware: {
        /** @type {import("vscode-languageclient").ExecuteCommandMiddleware["executeCommand"]} */
        executeCommand: (command, given, next) => {
          if (command !== RUN) return next(command, given);
          const { script, headed = false } = given[0];
          return this.#run(vscode.Uri.parse(script), headed);
        },
      },
    };
  }

  /** @param {unknown} error */
  async #explain(error) {
    const settings = "Open Settings";
    const path = this.#command().command;
    const message = `The language server did not start: "${path} lsp". Install aite, or say in aite.path where it is.`;
    const detail = error instanceof Error ? ` (${error.message})` : "";
    const chosen = await vscode.window.showErrorMessage(message + detail, settings);
    if (chosen === settings) await vscode.commands.executeCommand("workbench.action.openSettings", "aite.path");
  }
}
