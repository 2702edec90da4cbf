// The extension in a mocked editor, with the real `aite`: its language server and its runs.
// AITE_PROGRAM says which program; without it the one of `cargo build` is taken.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

import { build } from "esbuild";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url)).replace(/\/$/, "");
const AITE = process.env.AITE_PROGRAM ?? join(ROOT, "target/debug/aite");
const SCRIPT = pathToFileURL(join(ROOT, "scripts/pay/send.aite")).href;

const BROKEN = `test "t"
  step "s"
    clik text:"x"
    click text:"a"
`;

let extension;
let world;
let Uri;
const folder = mkdtempSync(join(tmpdir(), "aite-vscode-"));

before(async () => {
  const outfile = join(folder, "extension.mjs");
  const mock = (name) => fileURLToPath(new URL(`mock/${name}.mjs`, import.meta.url));
  await build({
    stdin: {
      contents: `export * from "./src/extension.mjs"; export { world, Uri } from "vscode";`,
      resolveDir: fileURLToPath(new URL("..", import.meta.url)),
    },
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    alias: { vscode: mock("vscode"), "vscode-languageclient/node": mock("languageclient") },
    logLevel: "warning",
  });
  ({ world, Uri, ...extension } = await import(pathToFileURL(outfile).href));
  world.root = ROOT;
  world.settings = {
    "aite.path": AITE,
    "aite.run.arguments": ["--serve", "fixtures/site", "--results", join(folder, "results")],
  };
  await extension.activate({ subscriptions: [] });
});

after(async () => {
  await extension?.deactivate();
  rmSync(folder, { recursive: true, force: true });
});

test("every script is a test with its steps", () => {
  const item = world.controller.items.get(SCRIPT);
  assert.equal(item.label, "send one pebble to a friend");
  assert.deepEqual(
    [...item.children.values()].map((step) => [step.label, step.range.start.line]),
    [
      ["remember the starting balance", 4],
      ["find the friend", 6],
      ["the review shows the right amount", 10],
      ["the balance goes down by one within 5 seconds", 15],
    ],
  );
  assert.deepEqual(world.errors, []);
});

test("the server is told of files and of what is not saved yet, not of what Git shows of them", () => {
  const selector = world.client.options.documentSelector;
  assert.deepEqual([...new Set(selector.map(({ scheme }) => scheme))].sort(), ["file", "untitled"]);
  const patterns = selector.map(({ pattern }) => pattern).filter(Boolean);
  assert.deepEqual(patterns, ["**/aite.config.json", "**/tasks/**/*.json"]);
});

test("mistakes are shown where they are, with their code and its page", async () => {
  const uri = open("scripts/unsaved.aite", BROKEN);
  const { diagnostics } = await world.client.notified("textDocument/publishDiagnostics", (params) => params.uri === uri);
  const [unknown] = diagnostics;
  assert.equal(unknown.code, "E002");
  assert.deepEqual(unknown.range, { start: { line: 2, character: 4 }, end: { line: 2, character: 8 } });
  assert.match(unknown.message, /did you mean "click"/);
});

test("completion knows the verbs and their forms", async () => {
  const uri = open("scripts/begun.aite", 'test "t"\n  step "s"\n    cl\n');
  const answer = await world.client.sendRequest("textDocument/completion", {
    textDocument: { uri },
    position: { line: 2, character: 6 },
  });
  const labels = (answer.items ?? answer).map((item) => item.label);
  assert.ok(labels.some((label) => label.startsWith("click")), labels.join(", "));
});

test("a lens of the server runs the script as a test, and every step says how it went", async () => {
  const uri = open("scripts/pay/send.aite", undefined);
  const lenses = await world.client.sendRequest("textDocument/codeLens", { textDocument: { uri } });
  const { command } = lenses.find((lens) => lens.command?.command === "aite.run");
  await world.client.executeCommand(command.command, command.arguments);
  const run = world.runs.at(-1);
  const passed = run.verdicts.filter(({ verdict }) => verdict === "passed").map(({ label }) => label);
  assert.deepEqual(passed.at(-1), "send one pebble to a friend", run.output);
  assert.equal(passed.length, 5);
  assert.ok(run.ended);
});

test("a failure stands at its line, with what was expected and what was found", async () => {
  const red = Uri.file(join(ROOT, "fixtures/red/balance.aite"));
  await world.commands.get("aite.runTest")(red);
  const run = world.runs.at(-1);
  const failed = run.verdicts.filter(({ verdict }) => verdict === "failed");
  assert.ok(failed.length >= 2, JSON.stringify(run.verdicts));
  const { message } = failed[0];
  assert.ok(message.message.length > 0);
  assert.match(message.location.uri.fsPath, /balance\.aite$/);
  assert.ok(message.location.range.start.line > 0);
});

test("a program that is not there is said, and nothing looks as if it had passed", async () => {
  world.settings["aite.path"] = "no-such-program";
  try {
    await world.commands.get("aite.runTest")(Uri.parse(SCRIPT));
    const [last] = world.runs.at(-1).verdicts.slice(-1);
    assert.equal(last.verdict, "errored");
    assert.match(last.message.message, /no-such-program could not be started/);
  } finally {
    world.settings["aite.path"] = AITE;
  }
});

test("the problem matchers read what aite check says", () => {
  const file = join(folder, "broken.aite");
  writeFileSync(file, BROKEN + "    sleep 2s\n");
  const { problemMatchers } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).contributes;
  for (const [name, format] of [
    ["aite", "short"],
    ["aite-github", "github"],
  ]) {
    const { pattern } = problemMatchers.find((matcher) => matcher.name === name);
    const { stdout } = spawnSync(AITE, ["check", "--format", format, file], { encoding: "utf8" });
    const found = stdout.split("\n").flatMap((line) => [line.match(new RegExp(pattern.regexp)) ?? []].filter((it) => it.length));
    assert.equal(found[0][pattern.file], file, stdout);
    assert.equal(found[0][pattern.line], "3");
    assert.match(found[0][pattern.message], /unknown command "clik"/);
    if (pattern.severity) assert.deepEqual(found.slice(0, 2).map((it) => it[pattern.severity]), ["error", "warning"]);
  }
});

/** Opens a document of the repository, with other text if there is some. */
function open(path, text) {
  const uri = pathToFileURL(join(ROOT, path)).href;
  world.client.sendNotification("textDocument/didOpen", {
    textDocument: { uri, languageId: "aite", version: 1, text: text ?? readText(path) },
  });
  return uri;
}

function readText(path) {
  return readFileSync(join(ROOT, path), "utf8");
}
