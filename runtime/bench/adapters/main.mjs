// One attempt: a payload on stdin, a result on stdout, and nothing else there.

import { text } from "node:stream/consumers";

import { frameworkFrame } from "./blame.mjs";
import { failedRows, judge } from "./checks.mjs";
import { verifyEndpoint, verifyLive } from "./identity.mjs";
import { read } from "./payload.mjs";
import { Scenario } from "./scenario.mjs";
import { Trace } from "./trace.mjs";
import { message, within } from "./values.mjs";

/** How long pages and connection may take to close once the result is out. */
const GOODBYE_MS = 1000;

/** What is known so far, for an end that comes from where nobody can catch it. */
const state = { payload: null, framework: null, scenario: null, trace: null, binding: {}, told: false };

process.on("uncaughtException", crashed);
process.on("unhandledRejection", crashed);

try {
  tell(await attempt());
} catch (error) {
  tell(broken(message(error)));
}
await within(GOODBYE_MS, goodbye()).catch(() => {});
process.exit(0);

async function attempt() {
  const payload = read(await text(process.stdin));
  state.payload = payload;
  state.trace = new Trace(payload.artifact_dir);
  await verifyEndpoint(payload, state.binding);

  const { connect } = await import(`./frameworks/${payload.driver_key}.mjs`);
  const framework = await connect(payload).catch((error) => ({ refused: error }));
  state.trace.add({ step: "connect", ok: !framework.refused, error: framework.refused && message(framework.refused) });
  if (framework.refused) return notConnected(message(framework.refused));
  state.framework = framework;
  state.binding.framework_version = framework.version;
  await verifyLive(framework, payload, state.binding);

  state.scenario = new Scenario(framework, payload, state.trace);
  await state.scenario.run();
  return graded();
}

function graded() {
  const { payload, scenario, framework, binding } = state;
  const connected = `${payload.driver_key}-core ${framework.version} drives ${binding.live_product}`;
  const checks = [
    { name: "framework_connect", status: "pass", evidence: connected },
    ...judge(payload, scenario),
  ];
  return result(checks, scenario.counters(), { failure_class: "cdp_semantic" });
}

/** An engine that a framework cannot connect to is a finding about the engine. */
function notConnected(error) {
  const checks = failedRows(state.payload, "the framework did not connect", {
    name: "framework_connect",
    status: "fail",
    evidence: error,
  });
  const counters = { cdp_call_count: 1, cdp_error_count: 1, ws_disconnect_count: 0 };
  return result(checks, counters, { failure_class: "cdp_semantic", connect_error: error });
}

function result(checks, metrics, observations) {
  const saved = state.scenario?.saved ?? {};
  const passed = checks.filter((check) => check.status === "pass").length;
  return {
    ok: true,
    answer: saved.answer ?? `${passed}/${checks.length} checks`,
    observations: { checks, saved, binding: state.binding, ...observations },
    metrics,
  };
}

function broken(reason) {
  return {
    ok: false,
    error: { class: "script_error", message: reason },
    observations: { binding: state.binding },
    metrics: state.scenario?.counters() ?? {},
  };
}

/** Frameworks throw from callbacks of their connection, where no caller is left to catch it. */
function crashed(error) {
  const frame = state.framework && frameworkFrame(error?.stack);
  state.trace?.add({ step: "crash", error: message(error), stack: error?.stack, frame });
  if (state.told) process.exit(0);
  if (!frame) {
    tell(broken(`uncaught: ${message(error)}`));
    process.exit(1);
  }
  const evidence = `the framework broke on what the engine sent: ${message(error)}`;
  const verified = state.binding.verified === true;
  const first = { name: "framework_connect", status: verified ? "pass" : "fail", evidence };
  const checks = failedRows(state.payload, evidence, first);
  const counters = { cdp_call_count: 1, cdp_error_count: 1, ws_disconnect_count: 1 };
  tell(result(checks, counters, { failure_class: "cdp_semantic", crash: message(error), crash_frame: frame }));
  process.exit(0);
}

function tell(object) {
  if (state.told) return;
  state.told = true;
  // To a pipe this returns when all of it is written, so the process may end at once.
  process.stdout.write(JSON.stringify(object));
}

async function goodbye() {
  await state.scenario?.closePages();
  await state.framework?.close();
}
