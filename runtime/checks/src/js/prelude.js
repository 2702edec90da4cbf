// What surrounds a check. Everything of the language that is used here is taken before the check can change it.
(native) => {
  "use strict";
  const { defineProperty, freeze, getPrototypeOf } = Object;
  const stringify = JSON.stringify;
  const text = String;
  const now = Date.now;
  const call = Function.prototype.call.bind(Function.prototype.call);
  const isError = (value) => value instanceof Error;
  const { slice, toWellFormed } = String.prototype;

  // The runner shows no more, and half a character is no text.
  const LONGEST = 10_000;
  const bounded = (words) => {
    const short = words.length > LONGEST ? `${call(slice, words, 0, LONGEST)}…` : words;
    return call(toWellFormed, short);
  };

  /** A value for people. */
  const shown = (value) => bounded(described(value));
  const described = (value) => {
    if (typeof value === "string") return value;
    if (isError(value)) return `${value.name}: ${value.message}`;
    if (typeof value === "object" && value !== null) {
      try {
        return stringify(value) ?? text(value);
      } catch {
        return "[object]";
      }
    }
    return text(value);
  };
  const maybeShown = (value) => (value === undefined ? undefined : shown(value));

  // Code that nobody reviewed does not run.
  const refuse = (name) => {
    const refused = function () {
      throw new Error(`${name} is not available in a check: only the text of the check itself runs`);
    };
    return freeze(refused);
  };
  const sources = [
    function () {},
    async function () {},
    function* () {},
    async function* () {},
  ];
  for (const source of sources) {
    defineProperty(getPrototypeOf(source), "constructor", { value: refuse("Function") });
  }
  defineProperty(globalThis, "Function", { value: refuse("Function") });
  defineProperty(globalThis, "eval", { value: refuse("eval") });

  const log = (...values) => {
    let line = "";
    for (let at = 0; at < values.length; at++) line += (at > 0 ? " " : "") + shown(values[at]);
    native.log(bounded(line));
  };
  defineProperty(globalThis, "console", {
    value: freeze({ log, info: log, warn: log, error: log, debug: log }),
  });

  // Timers, so that a check can wait a moment between two looks. None of them outlives the check.
  const MOST_TIMERS = 1000;
  const timers = new Map();
  const { get, set, delete: remove, forEach } = Map.prototype;
  const size = Object.getOwnPropertyDescriptor(Map.prototype, "size").get;
  let lastTimer = 0;
  const setTimeout = (run, wait, ...values) => {
    if (typeof run !== "function") throw new TypeError("setTimeout needs a function");
    if (call(size, timers) >= MOST_TIMERS) throw new RangeError(`more than ${MOST_TIMERS} timers`);
    const number = ++lastTimer;
    const time = +wait > 0 ? +wait : 0;
    call(set, timers, number, { due: now() + time, run, values });
    return number;
  };
  const clearTimeout = (number) => void call(remove, timers, number);
  defineProperty(globalThis, "setTimeout", { value: setTimeout, writable: true });
  defineProperty(globalThis, "clearTimeout", { value: clearTimeout, writable: true });
  const next = () => {
    let first;
    call(forEach, timers, (timer, number) => {
      if (first === undefined || timer.due < first.due) first = { due: timer.due, number };
    });
    return first;
  };

  /** What a check is given. */
  const context = ({ args, vars, profile, account }) =>
    freeze({
      args: freeze(args),
      vars: freeze(vars),
      profile,
      account,
      read: async (target, options) => {
        const keys = typeof target === "string" ? target : { ...target };
        return native.read(stringify(keys), options?.blocks === true);
      },
      url: async () => native.url(),
    });

  const judged = (result) => {
    if (result === undefined || result === true) return { how: "passed" };
    if (result === false) return { how: "failed" };
    if (typeof result === "object" && result !== null) {
      const { ok, message, expected, found } = result;
      if (ok === true) return { how: "passed" };
      if (ok === false) {
        return {
          how: "failed",
          message: maybeShown(message),
          expected: maybeShown(expected),
          found: maybeShown(found),
        };
      }
    }
    return {
      how: "crashed",
      message: `it returned ${shown(result)}; a check returns nothing, true, false or { ok: false, message, expected, found }`,
    };
  };

  const thrown = (error) => {
    if (typeof error !== "object" || error === null) {
      return { how: "crashed", message: `it threw ${shown(error)}` };
    }
    const { name, message, stack } = error;
    if (name === "AssertionError") {
      return {
        how: "failed",
        message: maybeShown(message),
        expected: maybeShown(error.expected),
        found: maybeShown("actual" in error ? error.actual : error.found),
      };
    }
    return { how: "crashed", message: isError(error) ? bounded(`${name}: ${message}`) : `it threw ${shown(error)}`, stack: bounded(text(stack)) };
  };

  return freeze({
    /** Runs a check; answers how it ended, as JSON. */
    run: async (check, given) => {
      try {
        return stringify(judged(await check(context(given))));
      } catch (error) {
        return stringify(thrown(error));
      }
    },
    /** The same for what was thrown while the check's module was loaded. */
    thrown: (error) => stringify(thrown(error)),
    /** Milliseconds until the next timer; -1 when there is none. */
    wait: () => {
      const timer = next();
      if (timer === undefined) return -1;
      const left = timer.due - now();
      return left > 0 ? left : 0;
    },
    /** Runs the next timer. */
    fire: () => {
      const { number } = next();
      const { run, values } = call(get, timers, number);
      call(remove, timers, number);
      run(...values);
    },
  });
}
