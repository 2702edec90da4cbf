// Values as text, and promises with an end.

const LONGEST_MESSAGE = 1000;
const LONGEST_QUOTE = 300;

/** An error in words. */
export function message(error) {
  return String(error?.message ?? error).slice(0, LONGEST_MESSAGE);
}

/** A step's value as it is saved: objects as JSON, nothing as the word for it. */
export function savedText(value) {
  return value !== null && typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** A text for evidence. */
export function short(text) {
  return typeof text === "string" ? JSON.stringify(text.slice(0, LONGEST_QUOTE)) : String(text);
}

/** The promise's outcome, or a failure when it does not come in time. */
export function within(ms, promise, reason = "out of time") {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(reason)), ms);
  });
  // The loser of the race may still fail, which then interests nobody.
  promise.catch(() => {});
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Whether an address matches: `**` is anything, `*` anything without a slash, and without either it is a part. */
export function addressMatches(address, pattern) {
  if (!/[*?]/.test(pattern)) return address.includes(pattern);
  const parts = pattern.split(/(\*\*|\*|\?)/).map((part) => {
    if (part === "**") return ".*";
    if (part === "*") return "[^/]*";
    if (part === "?") return ".";
    return part.replace(/[\\^$.|+()[\]{}]/g, "\\$&");
  });
  return new RegExp(`^${parts.join("")}$`).test(address);
}
