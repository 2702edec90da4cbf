// The names of a script's test and steps, for the list of tests.

const NAMED = /^[\s\uFEFF]*(test|step)[\s\uFEFF]*"((?:[^"\\]|\\.)*)"/;

/**
 * The test of a text and its steps, with their lines from 0; nothing for a text without a test.
 *
 * @param {string} text
 * @returns {{name: string, line: number, steps: {name: string, line: number}[]} | undefined}
 */
export function outline(text) {
  /** @type {ReturnType<typeof outline>} */
  let test;
  for (const [line, written] of text.split("\n").entries()) {
    const [, word, raw] = written.match(NAMED) ?? [];
    if (!word) continue;
    const name = raw.replace(/\\(["\\])/g, "$1");
    if (word === "test") test ??= { name, line, steps: [] };
    else test?.steps.push({ name, line });
  }
  return test;
}
