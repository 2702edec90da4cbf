// A recorded session of the extension's language client, played to the real server: what it answers is in session.jsonl
// too, behind each request. `UPDATE_GOLDENS=1 npm test` writes the answers anew, `node test/record.mjs` the requests.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { after, test } from "node:test";

import { AITE } from "./host.mjs";
import { frame, messages } from "./messages.mjs";
import { project } from "./project.mjs";

const FILE = new URL("session.jsonl", import.meta.url);
const { root, cache, remove } = project();
after(remove);

/** Result ids of the recording, and what they are now: they depend on where the project is. */
const ids = new Map();

function here(line) {
  let text = line.replaceAll("/project", root).replaceAll("/cache", cache);
  for (const [recorded, now] of ids) text = text.replaceAll(recorded, now);
  const message = JSON.parse(text);
  if (message.method === "initialize") message.params.processId = process.pid;
  return message;
}

function there(message) {
  let text = JSON.stringify(message).replaceAll(root, "/project").replaceAll(cache, "/cache");
  for (const [recorded, now] of ids) text = text.replaceAll(now, recorded);
  return text;
}

/** Those of an answer, in its order. */
const resultIds = (line) => [...line.matchAll(/"resultId":"([^"]*)"/g)].map(([, id]) => id);

test("the server answers the recorded client as it did", async () => {
  const lines = readFileSync(FILE, "utf8").trim().split("\n");
  const server = spawn(AITE, ["lsp"], { stdio: ["pipe", "pipe", "inherit"], env: { ...process.env, XDG_CACHE_HOME: cache } });
  const ended = new Promise((resolve) => server.once("close", resolve));
  const waiting = new Map();
  server.stdout.on("data", messages((message) => {
    if (message.method === undefined) waiting.get(message.id)(message);
    else if (message.id !== undefined) server.stdin.write(frame({ jsonrpc: "2.0", id: message.id, result: null }));
  }));

  const played = [];
  for (const [at, line] of lines.entries()) {
    // Without a method it is an answer, which is looked at together with its request.
    if (JSON.parse(line).method === undefined) continue;
    const message = here(line);
    played.push(line);
    const answered = message.id === undefined ? undefined : new Promise((resolve) => waiting.set(message.id, resolve));
    server.stdin.write(frame(message));
    if (!answered) continue;
    const answer = JSON.stringify(await answered);
    const recorded = lines[at + 1] ?? "";
    const [old, now] = [resultIds(recorded), resultIds(answer)];
    for (const [place, id] of now.entries()) ids.set(old[place] ?? id, id);
    played.push(there(JSON.parse(answer)));
    if (!process.env.UPDATE_GOLDENS) assert.deepEqual(JSON.parse(played.at(-1)), JSON.parse(recorded), line.slice(0, 200));
  }
  assert.equal(await ended, 0);
  if (process.env.UPDATE_GOLDENS) return writeFileSync(FILE, played.join("\n") + "\n");
  const requests = played.filter((line) => JSON.parse(line).method && JSON.parse(line).id !== undefined);
  assert.ok(requests.length >= 25, `only ${requests.length} requests`);
});
