// Draws docs/pictures/editor.png: an example script with the grammar's scopes in the colours of a dark theme.
// `node picture.mjs` needs a Chromium.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { classOf, grammar, lines } from "./test/textmate.mjs";

const COLOURS = {
  comment: "#6a9955",
  keyword: "#c586c0",
  verb: "#dcdcaa",
  key: "#9cdcfe",
  modifier: "#569cd6",
  word: "#569cd6",
  string: "#ce9178",
  escape: "#d7ba7d",
  number: "#b5cea8",
  duration: "#b5cea8",
  role: "#4ec9b0",
  keyName: "#4fc1ff",
  variable: "#9cdcfe",
  profile: "#4fc1ff",
  check: "#dcdcaa",
  path: "#ce9178",
  address: "#3794ff",
  journey: "#569cd6",
};

const script = process.argv[2] ?? "scripts/pay/send.aite";
const root = new URL("../../", import.meta.url).pathname;
const escaped = (text) => text.replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`);

const rows = [];
for (const { line, tokens } of lines(await grammar(), readFileSync(join(root, script), "utf8").trimEnd())) {
  const words = tokens.map(({ start, end, scopes }) => {
    const colour = COLOURS[classOf(scopes)] ?? "#d4d4d4";
    return `<span style="color:${colour}">${escaped(line.slice(start, end))}</span>`;
  });
  rows.push(`<div><i>${rows.length + 1}</i>${words.join("")}</div>`);
}

const page = `<!doctype html><meta charset="utf-8"><style>
  body { margin: 0; background: #1e1e1e; font: 15px/1.5 "DejaVu Sans Mono", monospace; }
  header { background: #2d2d2d; color: #cccccc; padding: 8px 18px; font: 13px "DejaVu Sans", sans-serif; }
  main { padding: 12px 0; white-space: pre; }
  i { display: inline-block; width: 44px; padding-right: 20px; text-align: right; color: #858585; font-style: normal; }
</style><header>${script}</header><main>${rows.join("")}</main>`;

const folder = mkdtempSync(join(tmpdir(), "aite-picture-"));
try {
  writeFileSync(join(folder, "page.html"), page);
  const height = 34 + 24 + Math.ceil(rows.length * 22.5);
  execFileSync(process.env.AITE_CHROME ?? "chromium", [
    "--headless",
    "--no-sandbox",
    "--hide-scrollbars",
    `--user-data-dir=${join(folder, "profile")}`,
    `--window-size=880,${height}`,
    `--screenshot=${join(root, "docs/pictures/editor.png")}`,
    `file://${join(folder, "page.html")}`,
  ], { stdio: "ignore" });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
