// What the steps left, judged by the task's checks.

import { statSync } from "node:fs";

import { short } from "./values.mjs";

const KINDS = {
  saved_equals: ({ value, check }) => ({
    holds: value === String(check.expected),
    evidence: `${check.name} is ${short(value)}, expected ${short(String(check.expected))}`,
  }),
  saved_contains: ({ value, check, fill }) => ({
    holds: value !== undefined && value.includes(fill(check.expected)),
    evidence: `${check.name} is ${short(value)}, expected to contain ${short(fill(check.expected))}`,
  }),
  saved_not_contains: ({ value, check, fill }) => ({
    holds: value !== undefined && !value.includes(fill(check.expected)),
    evidence: `${check.name} is ${short(value)}, expected not to contain ${short(fill(check.expected))}`,
  }),
  saved_truthy: ({ value, check }) => ({
    holds: isSomething(value),
    evidence: `${check.name} is ${short(value)}`,
  }),
  step_ok: ({ outcome, check }) => ({
    holds: outcome?.ok === true,
    evidence: `step ${check.step} ${told(outcome)}`,
  }),
  step_fails: ({ outcome, check }) => ({
    holds: outcome?.ok === false,
    evidence: `step ${check.step} ${told(outcome)}, and should have failed`,
  }),
  file_nonempty: ({ check, fill }) => {
    const path = fill(check.path);
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    return { holds: size > 0, evidence: `${path} has ${size} bytes` };
  },
  any_of: ({ check, payload, scenario }) => {
    const tried = (check.checks ?? []).map((one) => look(one, payload, scenario));
    const evidence = tried.map(({ holds, evidence }) => `${holds ? "holds" : "does not hold"}: ${evidence}`);
    return { holds: tried.some(({ holds }) => holds), evidence: evidence.join(" | ") };
  },
};

/** A row for every check of the task. */
export function judge(payload, scenario) {
  return payload.checks.map((check, index) => {
    const { holds, evidence } = look(check, payload, scenario);
    return { name: nameOf(check, index), status: holds ? "pass" : "fail", evidence };
  });
}

/** A failing row for every check, behind `first`: the steps did not come to an end. */
export function failedRows(payload, evidence, first) {
  const rows = payload.checks.map((check, index) => ({ name: nameOf(check, index), status: "fail", evidence }));
  return [first, ...rows];
}

function look(check, payload, scenario) {
  const kind = Object.hasOwn(KINDS, check.kind) ? KINDS[check.kind] : undefined;
  if (!kind) return { holds: false, evidence: `unknown check kind ${short(check.kind)}` };
  const value = Object.hasOwn(scenario.saved, check.name ?? "") ? scenario.saved[check.name] : undefined;
  const outcome = scenario.outcomes[check.step];
  return kind({ check, value, outcome, payload, scenario, fill: payload.fill });
}

function nameOf(check, index) {
  return check.label || check.kind || `check${index}`;
}

function isSomething(value) {
  const nothing = [undefined, "", "undefined", "null", "false"];
  return !nothing.includes(value) && !value.startsWith("ERROR:");
}

function told(outcome) {
  if (!outcome) return "did not run";
  return outcome.ok ? "succeeded" : `failed: ${outcome.error}`;
}
