// The extension as VS Code loads it: bundled, with a mocked editor around it and the real language client in it.

import { fileURLToPath, pathToFileURL } from "node:url";
import { join } from "node:path";

import { build } from "esbuild";

/** The root of the repository. */
export const ROOT = fileURLToPath(new URL("../../..", import.meta.url)).replace(/\/$/, "");
/** The program that is tried. */
export const AITE = process.env.AITE_PROGRAM ?? join(ROOT, "target/debug/aite");

/**
 * Loads the extension; the bundle is written into `folder`.
 *
 * @param {string} folder
 */
export async function load(folder) {
  const outfile = join(folder, "extension.mjs");
  await build({
    stdin: {
      contents: `export * from "./src/extension.mjs"; export { Position, Range, Uri, world } from "vscode";`,
      resolveDir: fileURLToPath(new URL("..", import.meta.url)),
    },
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    // What is bundled for Node calls `require` for Node's own modules.
    banner: { js: `import { createRequire } from "node:module"; const require = createRequire(import.meta.url);` },
    alias: { vscode: fileURLToPath(new URL("mock/vscode.mjs", import.meta.url)) },
    logLevel: "warning",
  });
  return import(pathToFileURL(outfile).href);
}
