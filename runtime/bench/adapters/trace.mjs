// What happened, a line each, beside the attempt's other files.

import { appendFileSync } from "node:fs";
import { join } from "node:path";

export class Trace {
  constructor(folder) {
    this.file = join(folder, "cdp.jsonl");
  }

  add(line) {
    try {
      appendFileSync(this.file, `${JSON.stringify({ ts: new Date().toISOString(), direction: "fw", ...line })}\n`);
    } catch {
      // A full disk must not decide about an engine.
    }
  }
}
