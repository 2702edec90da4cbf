// Bundles the extension into dist/, with the grammar and the schema that the repository has only once.

import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";

import { build } from "esbuild";

process.chdir(new URL(".", import.meta.url).pathname);
mkdirSync("dist", { recursive: true });
cpSync("../../grammar/aite.tmLanguage.json", "dist/aite.tmLanguage.json");
cpSync("../../docs/schema/config.schema.json", "dist/config.schema.json");
cpSync("../../docs/pictures/editor.png", "dist/editor.png");
for (const licence of ["LICENSE-MIT", "LICENSE-APACHE"]) cpSync(`../../${licence}`, licence);
writeFileSync("LICENSE.txt", "MIT or Apache-2.0, as you like: see LICENSE-MIT and LICENSE-APACHE.\n");
writeFileSync("dist/README.md", readFileSync("README.md", "utf8").replaceAll("../../docs/pictures/", "dist/"));

await build({
  entryPoints: ["src/extension.mjs"],
  outfile: "dist/extension.js",
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  external: ["vscode"],
  minify: process.argv.includes("--minify"),
  logLevel: "warning",
});
