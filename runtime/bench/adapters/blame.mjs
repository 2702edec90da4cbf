// Whose mistake an uncaught error is: decided by the place that threw, never by when it did.

const FRAME = /^\s*at /;
const OF_NODE = /node:/;
const OF_A_FRAMEWORK = /[\\/](?:playwright-core|puppeteer-core)[\\/]/;
const LONGEST = 300;

/**
 * The frame that threw, if it belongs to a framework: after connecting, a framework runs uncaught only on what the engine
 * sends. Callbacks of ours have the framework below them on the stack and are still ours.
 */
export function frameworkFrame(stack) {
  const frames = String(stack ?? "").split("\n").filter((line) => FRAME.test(line));
  const thrower = frames.find((line) => !OF_NODE.test(line));
  return thrower && OF_A_FRAMEWORK.test(thrower) ? thrower.trim().slice(0, LONGEST) : null;
}
