// The extension in a mocked editor, with the real language client and the real `aite`: its language server and its runs.
// AITE_PROGRAM says which program; without it the one of `cargo build` is taken.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";

import { AITE, ROOT, load } from "./host.mjs";

const SCRIPT = pathToFileURL(join(ROOT, "scripts/pay/send.aite")).href;
const BROKEN = `test "t"
  step "s"
    clik text:"x"
    click text:"a"
`;
const NEVER = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose() {} }) };

let extension;
let world;
let Position;
let Uri;
const folder = mkdtempSync(join(tmpdir(), "aite-vscode-"));

before(async () => {
  ({ world, Position, Uri, ...extension } = await load(folder));
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

test("the editor has everything of the server, and watches the files that it asks for", async () => {
  assert.deepEqual([...world.providers.keys()].sort(), [
    "CodeActions",
    "CodeLens",
    "CompletionItem",
    "Definition",
    "DocumentFormattingEdit",
    "DocumentHighlight",
    "DocumentLink",
    "DocumentRangeFormattingEdit",
    "DocumentRangeSemanticTokens",
    "DocumentSemanticTokens",
    "DocumentSymbol",
    "FoldingRange",
    "Hover",
    "InlayHints",
    "OnTypeFormattingEdit",
    "Reference",
    "Rename",
    "SelectionRange",
    "SignatureHelp",
    "WorkspaceSymbol",
  ]);
  for (const glob of ["**/*.aite", "**/aite.config.json", "**/tasks/**/*.json"]) await world.watching(glob);
});

test("mistakes are shown where they are, with their code and its page, and go with their reason", async () => {
  const document = world.open("scripts/unsaved.aite", "aite", BROKEN);
  const [unknown] = await world.diagnosed(document);
  assert.equal(unknown.code.value, "E002");
  assert.match(String(unknown.code.target), /E002/);
  assert.deepEqual(plain(unknown.range), { start: { line: 2, character: 4 }, end: { line: 2, character: 8 } });
  assert.match(unknown.message, /did you mean "click"/);
  // As somebody types it.
  world.edit(document, BROKEN.indexOf("clik") + 3, 0, "c");
  await world.diagnosed(document, (found) => !found.some(({ code }) => code.value === "E002"));
  // This file is nowhere but in the editor.
  world.close(document);
  await world.diagnosed(document, (found) => found.length === 0);
});

test("a fix is offered where a mistake is", async () => {
  const document = world.open("scripts/to-fix.aite", "aite", BROKEN);
  const [unknown] = await world.diagnosed(document);
  const context = { diagnostics: [unknown], triggerKind: 1, only: undefined };
  const actions = await world.providers.get("CodeActions").provideCodeActions(document, unknown.range, context, NEVER);
  const fix = actions.find(({ title }) => title.includes("click"));
  const [{ edits }] = fix.edit.edits;
  assert.deepEqual(edits.map(({ newText }) => newText), ["click"]);
  world.close(document);
});

test("tasks of benchmarks are judged, and JSON of others never", async () => {
  const bad = readFileSync(join(ROOT, "fixtures/tasks/bad/driver-kind.json"), "utf8");
  const task = world.open("fixtures/tasks/data-set/tasks/raw/unsaved.json", "json", bad);
  const [wrong] = await world.diagnosed(task);
  assert.match(wrong.code.value, /^T\d/);
  // Outside a folder of tasks the server does not even learn of JSON, and inside it tells whose it is.
  const others = ["package.json", "tasks/notes.json"].map((path) => world.open(path, "json", "[1, 2"));
  const last = world.open("scripts/last.aite", "aite", BROKEN);
  await world.diagnosed(last);
  for (const other of others) assert.deepEqual(await world.diagnosed(other, () => true), []);
  for (const document of [task, last, ...others]) world.close(document);
});

test("completion knows the verbs and their forms", async () => {
  const document = world.open("scripts/begun.aite", "aite", 'test "t"\n  step "s"\n    cl\n');
  const at = new Position(2, 6);
  const answer = await world.providers.get("CompletionItem").provideCompletionItems(document, at, NEVER, { triggerKind: 0 });
  const items = answer.items ?? answer;
  const click = items.find(({ label }) => label.startsWith("click"));
  assert.ok(click.insertText.value.startsWith("click "), "the form is a snippet");
  world.close(document);
});

test("a word is explained", async () => {
  const document = world.open("scripts/pay/send.aite");
  const at = document.positionAt(document.getText().indexOf("capture ") + 1);
  const { contents } = await world.providers.get("Hover").provideHover(document, at, NEVER);
  assert.match([contents].flat()[0].value, /capture/);
  world.close(document);
});

test("a lens of the server runs the script as a test, and every step says how it went", async () => {
  const document = world.open("scripts/pay/send.aite");
  const lenses = await world.providers.get("CodeLens").provideCodeLenses(document, NEVER);
  const { command } = lenses.find((lens) => lens.command?.command === "aite.run");
  // The command is the one that the language client registered.
  await world.commands.get(command.command)(...command.arguments);
  const run = world.runs.at(-1);
  const passed = run.verdicts.filter(({ verdict }) => verdict === "passed").map(({ label }) => label);
  assert.deepEqual(passed.at(-1), "send one pebble to a friend", run.output);
  assert.equal(passed.length, 5);
  assert.ok(run.ended);
  world.close(document);
});

test("Run of the Testing view runs the whole test of a step, and nothing that is left out", async () => {
  const item = world.controller.items.get(SCRIPT);
  const step = [...item.children.values()][1];
  const { runHandler } = world.controller.profiles.find(({ label }) => label === "Run");
  await runHandler({ include: [step], exclude: [] }, NEVER);
  const run = world.runs.at(-1);
  assert.deepEqual(run.verdicts.at(-1), { verdict: "passed", label: item.label, message: run.verdicts.at(-1).message });
  await runHandler({ include: [item], exclude: [item] }, NEVER);
  assert.deepEqual(world.runs.at(-1).verdicts, []);
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

test("the server can be started again, and is told of what is open", async () => {
  const document = world.open("scripts/again.aite", "aite", BROKEN);
  await world.diagnosed(document);
  await world.commands.get("aite.restartServer")();
  await world.diagnosed(document);
  assert.deepEqual(world.errors, []);
  world.close(document);
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

/** Without the classes of the editor. */
function plain(value) {
  return JSON.parse(JSON.stringify(value));
}
