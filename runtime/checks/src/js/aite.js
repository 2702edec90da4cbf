// The module "aite" that a check can import.

class AssertionError extends Error {
  constructor(message, expected, actual) {
    super(message);
    this.name = "AssertionError";
    if (expected !== undefined) this.expected = expected;
    if (actual !== undefined) this.actual = actual;
  }
}

const isObject = (value) => typeof value === "object" && value !== null;

const same = (a, b, seen = new Map()) => {
  if (Object.is(a, b)) return true;
  if (!isObject(a) || !isObject(b)) return false;
  if (seen.get(a) === b) return true;
  seen.set(a, b);
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
  if (a instanceof Date) return a.getTime() === b.getTime();
  if (a instanceof Map || a instanceof Set) return same([...a], [...b], seen);
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key], seen))
  );
};

const fail = (message = "the check failed") => {
  throw new AssertionError(message);
};

const ok = (value, message = "a true value was expected") => {
  if (!value) throw new AssertionError(message, "a true value", value === undefined ? "undefined" : value);
};

const equal = (actual, expected, message = "two values are not equal") => {
  if (!same(actual, expected)) {
    throw new AssertionError(message, expected, actual === undefined ? "undefined" : actual);
  }
};

const match = (text, pattern, message = "a text does not match") => {
  const found = pattern instanceof RegExp ? String(text).search(pattern) >= 0 : String(text).includes(pattern);
  if (!found) throw new AssertionError(message, String(pattern), text);
};

const number = (text) => {
  const found = /[-+\u2212]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|[-+\u2212]?\.\d+/.exec(String(text));
  if (found === null) throw new AssertionError("there is no number in the text", "a number", text);
  return Number(found[0].replaceAll(",", "").replace("\u2212", "-"));
};

export { AssertionError, equal, fail, match, number, ok };
