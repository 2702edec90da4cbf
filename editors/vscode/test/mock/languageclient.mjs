// A language client that is given what the real one is given, and speaks with the real server.

import { spawn } from "node:child_process";

import { world } from "./vscode.mjs";
import { pathToFileURL } from "node:url";

export class LanguageClient {
  #child;
  #buffer = Buffer.alloc(0);
  #waiting = new Map();
  #last = 0;
  /** What the server told without being asked. */
  notifications = [];
  #listeners = [];

  constructor(_id, _name, server, options) {
    Object.assign(this, { server, options });
    world.client = this;
  }

  async start() {
    this.#child = spawn(this.server.command, this.server.args, { stdio: ["pipe", "pipe", "inherit"] });
    const failed = new Promise((_, reject) => this.#child.once("error", reject));
    this.#child.stdout.on("data", (data) => this.#read(data));
    const folder = pathToFileURL(world.root).href;
    const asked = this.sendRequest("initialize", {
      processId: process.pid,
      rootUri: folder,
      workspaceFolders: [{ uri: folder, name: "root" }],
      capabilities: {
        general: { positionEncodings: ["utf-16"] },
        textDocument: { publishDiagnostics: { codeDescriptionSupport: true, relatedInformation: true }, completion: { completionItem: { snippetSupport: true } } },
      },
      initializationOptions: this.options.initializationOptions,
    });
    this.initializeResult = await Promise.race([asked, failed]);
    this.sendNotification("initialized", {});
  }

  async stop() {
    await this.sendRequest("shutdown");
    const ended = new Promise((resolve) => this.#child.once("close", resolve));
    this.sendNotification("exit");
    return ended;
  }

  sendRequest(method, params) {
    const id = ++this.#last;
    this.#send({ id, method, params });
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  sendNotification(method, params) {
    this.#send({ method, params });
  }

  /** The first notification of this kind that fits. */
  notified(method, fits = () => true) {
    const is = (message) => message.method === method && fits(message.params);
    const there = this.notifications.find(is);
    if (there) return Promise.resolve(there.params);
    return new Promise((resolve) => this.#listeners.push((message) => is(message) && resolve(message.params)));
  }

  /** As the real client does with the commands that the server says it has. */
  executeCommand(command, given) {
    const next = () => this.sendRequest("workspace/executeCommand", { command, arguments: given });
    return this.options.middleware.executeCommand(command, given, next);
  }

  #send(message) {
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    this.#child.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.#child.stdin.write(body);
  }

  #read(data) {
    this.#buffer = Buffer.concat([this.#buffer, data]);
    for (;;) {
      const head = this.#buffer.indexOf("\r\n\r\n");
      if (head < 0) return;
      const length = Number(/Content-Length: (\d+)/i.exec(this.#buffer.subarray(0, head).toString())[1]);
      if (this.#buffer.length < head + 4 + length) return;
      const body = this.#buffer.subarray(head + 4, head + 4 + length).toString();
      this.#buffer = this.#buffer.subarray(head + 4 + length);
      this.#take(JSON.parse(body));
    }
  }

  #take(message) {
    if (message.method && message.id !== undefined) return this.#send({ id: message.id, result: null });
    if (message.method) {
      this.notifications.push(message);
      for (const listener of this.#listeners) listener(message);
      return;
    }
    const { resolve, reject } = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.error) reject(new Error(message.error.message));
    else resolve(message.result);
  }
}
