// A small project, as new in every session.

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const FILES = {
  "aite.config.json": `{ "profiles": { "mei": {} } }\n`,
  "scripts/sign-in.aite": `test "sign in"
  covers auth-1
  step "enter"
    click role:button name:"Sign in"
    verify text:"Welcome"
`,
  "scripts/pay.aite": `test "pay a friend"
  covers pay-1
  needs session mei
  start http://localhost:4000/

  step "remember the balance"
    run scripts/sign-in.aite
    capture balance testid:balance
    set amount "10"
    set unused "1"

  step "pay"
    type label:"Amount" "\${amount}"
    clik role:button name:"Pay"
    verify testid:balance number:changed-by from:balance equals:-10 within:5s
`,
};

/** Writes the project. `root` is its folder, and `cache` one for what the server writes of its own. */
export function project() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "aite-session-")));
  const [root, cache] = [join(folder, "project"), join(folder, "cache")];
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return { root, cache, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
