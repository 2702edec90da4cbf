#!/usr/bin/env node
// Stands between the language client and AITE_PROGRAM, and writes every message into the file AITE_SESSION, one a line.

import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";

import { messages } from "./messages.mjs";

const child = spawn(process.env.AITE_PROGRAM, process.argv.slice(2), { stdio: ["pipe", "pipe", "inherit"] });
const keep = (from) => messages((message) => appendFileSync(process.env.AITE_SESSION, JSON.stringify({ from, message }) + "\n"));
const [client, server] = [keep("client"), keep("server")];
process.stdin.on("data", client).pipe(child.stdin);
child.stdout.on("data", server).pipe(process.stdout);
child.on("close", (code) => (process.exitCode = code ?? 1));
