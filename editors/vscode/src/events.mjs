// The events of `aite run --format json`, one JSON object a line, as verdicts about a test and its steps.

/**
 * @typedef {object} Failure
 * @property {string} message
 * @property {string} [expected]
 * @property {string} [found]
 * @property {string} file the path from the project's root
 * @property {number} line from 1
 *
 * @typedef {object} Sink where verdicts go; a step is its number from 0, and null is the test itself
 * @property {(step: number | null) => void} started
 * @property {(step: number | null, millis: number) => void} passed
 * @property {(step: number | null, failure: Failure, millis: number) => void} failed
 * @property {(step: number | null) => void} skipped
 * @property {(text: string, place?: {file: string, line: number}) => void} output
 */

const PASSED = ["passed", "passed-after-retry"];

export class Events {
  #sink;
  #rest = "";
  /** @type {Map<string, {source: string, file: string, line: number}>} */
  #commands = new Map();
  /** @type {Failure | undefined} */
  #failure;
  /** Whether the run said how it ended. */
  finished = false;

  /** @param {Sink} sink */
  constructor(sink) {
    this.#sink = sink;
  }

  /**
   * Takes a part of the output, cut anywhere.
   *
   * @param {string} text
   */
  push(text) {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) this.#line(line);
  }

  /** @param {string} line */
  #line(line) {
    let event;
    try {
      event = JSON.parse(line);
    } catch {
      // What is no event is told as it is.
      if (line.trim()) this.#sink.output(line);
      return;
    }
    this.#event(event);
  }

  /** @param {any} event */
  #event(event) {
    const step = event.step ?? null;
    switch (event.event) {
      case "runStarted":
        return this.#sink.started(null);
      case "stepStarted":
        this.#sink.output(event.name, event);
        return this.#sink.started(step);
      case "commandStarted":
        this.#commands.set(`${step}:${event.command}`, event);
        return;
      case "commandFinished":
        return this.#command(event);
      case "warned":
        return this.#sink.output(`warning: ${event.message}`, event);
      case "stepFinished":
        return this.#verdict(step, event);
      case "runFinished":
        this.finished = true;
        return this.#verdict(null, event);
    }
  }

  /** @param {any} event */
  #command(event) {
    const command = this.#commands.get(`${event.step ?? null}:${event.command}`);
    const passed = PASSED.includes(event.status);
    const sign = passed ? "✓" : event.status === "skipped" ? "-" : "✗";
    this.#sink.output(`  ${sign} ${command?.source ?? ""} (${event.durationMs ?? 0} ms)`, command);
    if (event.failure) {
      this.#failure = event.failure;
      this.#sink.output(`    ${event.failure.message}`, event.failure);
    }
  }

  /**
   * @param {number | null} step
   * @param {any} event
   */
  #verdict(step, event) {
    const millis = event.durationMs ?? 0;
    if (PASSED.includes(event.status)) return this.#sink.passed(step, millis);
    if (event.status === "skipped") return this.#sink.skipped(step);
    const unknown = { message: event.status, file: "", line: 0 };
    this.#sink.failed(step, event.failure ?? this.#failure ?? unknown, millis);
  }
}
