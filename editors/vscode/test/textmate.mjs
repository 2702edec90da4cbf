// Holds grammar/aite.tmLanguage.json to the compiler: reads what `cargo run -p aite-grammar --example classes` prints,
// and compares the class of every byte with the scope that VS Code's own TextMate engine gives it.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

import oniguruma from "vscode-oniguruma";
import textmate from "vscode-textmate";

/** Which class a scope is the colour of; the innermost scope that is here counts. */
export const CLASSES = {
  "comment.line": "comment",
  "keyword.control": "keyword",
  "keyword.other.header": "keyword",
  "support.function.verb": "verb",
  "entity.other.attribute-name.key": "key",
  "storage.modifier": "modifier",
  "constant.language": "word",
  "string.quoted.double": "string",
  "string.unquoted": "string",
  "string.other.path": "path",
  "constant.character.escape": "escape",
  "constant.numeric.duration": "duration",
  "constant.numeric": "number",
  "support.type.role": "role",
  "support.constant.key-name": "keyName",
  "variable.other.constant.profile": "profile",
  "variable.other": "variable",
  "entity.name.function.check": "check",
  "entity.name.tag.journey": "journey",
  "markup.underline.link": "address",
};

const GRAMMAR = new URL("../../../grammar/aite.tmLanguage.json", import.meta.url);

/** The grammar, in the engine that editors use. */
export async function grammar() {
  const require = createRequire(import.meta.url);
  await oniguruma.loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")));
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(readFileSync(GRAMMAR, "utf8"), "aite.json"),
  });
  return registry.loadGrammar("source.aite");
}

/** The tokens of a text, line by line: `{start, end, scopes}` in UTF-16 units of the line. */
export function* lines(grammar, text) {
  let state = textmate.INITIAL;
  for (const line of text.split("\n")) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    yield { line, tokens: tokens.map(({ startIndex, endIndex, scopes }) => ({ start: startIndex, end: endIndex, scopes })) };
  }
}

/** The class of a token; empty for what has none. */
export function classOf(scopes) {
  for (const scope of [...scopes].reverse()) {
    const known = Object.keys(CLASSES).filter((name) => scope.startsWith(name + "."));
    const longest = known.sort((one, other) => other.length - one.length)[0];
    if (longest) return CLASSES[longest];
  }
  return "";
}

/** The classes of every byte of a text. */
function painted(grammar, text) {
  const classes = [];
  for (const { line, tokens } of lines(grammar, text)) {
    for (const { start, end, scopes } of tokens) {
      const size = Buffer.byteLength(line.slice(start, Math.min(end, line.length)));
      for (let i = 0; i < size; i++) classes.push(classOf(scopes));
    }
    // An empty line has one token of no length; the line end is nobody's.
    classes.push("");
  }
  return classes;
}

/** What of a line the grammar and the compiler see differently. */
function* differences({ text, words }, grammar) {
  const bytes = Buffer.from(text);
  const expected = new Array(bytes.length).fill("");
  for (const [start, end, of] of words) expected.fill(of, start, end);
  const found = painted(grammar, text);
  let line = 1;
  let said = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === 0x0a) line += 1;
    if (said === line || found[at] === expected[at] || punctuation(bytes, at, expected, found)) continue;
    said = line;
    yield `line ${line}: ${text.split("\n")[line - 1].trim()}
    at ${JSON.stringify(bytes.subarray(at, at + 12).toString())}: compiler ${expected[at] || "nothing"}, TextMate ${found[at] || "nothing"}`;
  }
}

/** `${` and `}` around a name may have the colour of either neighbour. */
function punctuation(bytes, at, expected, found) {
  return "${}".includes(String.fromCharCode(bytes[at])) && (found[at] === "variable" || expected[at] === "string");
}

async function main() {
  const tm = await grammar();
  const faults = [];
  let texts = 0;
  let words = 0;
  for await (const line of createInterface({ input: process.stdin })) {
    const sample = JSON.parse(line);
    texts += 1;
    words += sample.words.length;
    for (const fault of differences(sample, tm)) faults.push(`${sample.name}, ${fault}`);
  }
  for (const fault of faults.slice(0, 40)) console.error(fault);
  if (faults.length > 0 || words < 10_000) {
    console.error(`TextMate: ${faults.length} lines differ, in ${texts} texts of ${words} words`);
    process.exit(1);
  }
  console.log(`TextMate: ${words} words of ${texts} texts have the classes of the compiler`);
}

if (process.argv[1] === new URL(import.meta.url).pathname) await main();
