"use strict";

// A driver program that does what MODE says, and speaks to no engine.

const { spawn } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");

const say = (object) => process.stdout.write(JSON.stringify(object));
const row = (status) => ({ name: "row", status, evidence: "seen" });
const result = (answer, checks) => ({
  ok: true,
  answer,
  observations: { checks },
  metrics: { cdp_call_count: 3, cdp_error_count: 0, ws_disconnect_count: 0 },
});

/** A child that would live for an hour. */
function child() {
  const started = spawn("sleep", ["3600"], { stdio: "inherit" });
  fs.writeFileSync(path.join(process.env.ARTIFACT_DIR, "child"), String(started.pid));
  started.unref();
}

/** A helper of the agent-browser tool, which leaves the session of who started it. */
function helper() {
  const { AGENT_BROWSER_SOCKET_DIR: sockets, AGENT_BROWSER_NAMESPACE: name } = process.env;
  const run = path.join(sockets, "namespaces", name, "run");
  fs.mkdirSync(run, { recursive: true });
  const started = spawn("sleep", ["3600"], { stdio: "ignore", detached: true });
  fs.writeFileSync(path.join(run, "s.pid"), String(started.pid));
  fs.writeFileSync(path.join(run, "s.config"), "{}");
  fs.writeFileSync(path.join(process.env.ARTIFACT_DIR, "child"), String(started.pid));
  fs.writeFileSync(path.join(process.env.ARTIFACT_DIR, "run"), run);
}

const modes = {
  dirty: () => {
    process.stderr.write("to stderr\n");
    process.stdout.write('hello {"ok": true}');
  },
  two: () => process.stdout.write("{} {}"),
  list: () => say([{ ok: true }]),
  silent: () => {},
  exit: () => {
    say(result("42", [row("pass")]));
    process.exit(7);
  },
  killed: () => process.kill(process.pid, "SIGKILL"),
  unsupported: () => say({ ok: false, error: { class: "engine_unsupported", message: "no such thing" } }),
  failed: () => say({ ok: false, error: { class: "cdp_semantic", message: "it broke" } }),
  hang: () => setInterval(() => {}, 1000),
  stubborn: () => {
    process.on("SIGTERM", () => {});
    setInterval(() => {}, 1000);
  },
  pass: () => say(result("42", [row("pass")])),
  fail: () => say(result("42", [row("fail")])),
  claims: () => say(result("41", [row("pass")])),
  "no-rows": () => say(result("42", [])),
  "odd-rows": () => say(result("42", [row("pass"), "pass", { name: "no status" }])),
  told: () => say(result(process.env, [row("pass")])),
  parent: () => {
    child();
    say(result("42", [row("pass")]));
  },
  helper: () => {
    helper();
    setInterval(() => {}, 1000);
  },
  "hanging-parent": () => {
    child();
    setInterval(() => {}, 1000);
  },
};

modes[process.env.MODE]();
