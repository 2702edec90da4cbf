#!/usr/bin/env node
"use strict";

// Ends the helper of its name, when it is asked in the right words.

const fs = require("node:fs");
const path = require("node:path");

const { AGENT_BROWSER_SOCKET_DIR: sockets, AGENT_BROWSER_NAMESPACE: name } = process.env;
const pid = path.join(sockets, "namespaces", name, "run", "s.pid");
if (process.argv.slice(2).join(" ") === "--json close --all") {
  process.kill(Number(fs.readFileSync(pid, "utf8")), "SIGKILL");
  fs.rmSync(pid);
}
