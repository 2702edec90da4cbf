// The steps, one after the other. A step that fails is noted and the next one runs: the checks decide.

import { aroundPages } from "./operations.mjs";
import { message, savedText, within } from "./values.mjs";

/** Left at the end of the task's time, for checks and for telling the result. */
const RESERVE_MS = 3000;

export class Scenario {
  /** Texts by the name under which a step saved them. */
  saved = {};
  /** `{ok, error}` of every step, in order. */
  outcomes = [];

  constructor(framework, payload, trace) {
    this.framework = framework;
    this.payload = payload;
    this.trace = trace;
    this.pages = [];
    this.notes = { console: [], dialogs: [], requests: [] };
    this.page = null;
    // Since the process began: the time until now counts too.
    this.deadline = performance.timeOrigin + payload.task_timeout_ms - RESERVE_MS;
  }

  async run() {
    for (const [index, step] of this.payload.steps.entries()) {
      const outcome = await this.#step(step);
      this.outcomes.push(outcome);
      if (step.save_as) this.saved[step.save_as] = outcome.ok ? savedText(outcome.value) : `ERROR: ${outcome.error}`;
      const { op, selector } = step;
      this.trace.add({ step: index, op, selector, ok: outcome.ok, error: outcome.error });
    }
  }

  async #step(step) {
    const left = this.deadline - Date.now();
    try {
      if (left <= 0) throw new Error("the task's time was over before this step");
      return { ok: true, value: await within(left, this.#perform(step), `the task's time was over during ${step.op}`) };
    } catch (error) {
      return { ok: false, error: message(error) };
    }
  }

  async #perform(step) {
    const operation = this.framework.operations[step.op] ?? aroundPages[step.op];
    if (!operation) throw new Error(`unknown op ${JSON.stringify(step.op)}`);
    const at = { scenario: this, framework: this.framework, timeout: timeoutOf(step) };
    if (!operation.needsNoPage) at.page = await this.currentPage();
    return operation(step, at);
  }

  async currentPage() {
    return this.page ?? (await this.openPage());
  }

  async openPage() {
    // When no page opens, what comes next must not go on with the one before.
    this.page = null;
    const page = await this.framework.openPage();
    page.setDefaultTimeout(this.payload.action_timeout_ms);
    page.on("console", (said) => this.notes.console.push({ type: said.type(), text: said.text() }));
    this.pages.push(page);
    this.page = page;
    return page;
  }

  async closePage() {
    const page = await this.currentPage();
    await page.close();
    this.pages = this.pages.filter((other) => other !== page);
    this.page = null;
  }

  async closePages() {
    for (const page of this.pages) await page.close().catch(() => {});
  }

  counters() {
    const failed = this.outcomes.filter((outcome) => !outcome.ok).length;
    return { cdp_call_count: this.outcomes.length, cdp_error_count: failed, ws_disconnect_count: 0 };
  }
}

/** Only the time that the step says; without one the framework's default holds. */
function timeoutOf(step) {
  return step.timeout_ms ? { timeout: Number(step.timeout_ms) } : {};
}
