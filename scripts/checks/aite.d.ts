// What a check of aite can import, and what it is given. Written by `aite checks types`; do not edit.

declare module "aite" {
  /** An element, described as in a script: `{ role: "button", name: "Send" }`. All keys must hold. */
  export type Target = {
    role?: string;
    name?: string;
    text?: string;
    "text~"?: string;
    label?: string;
    placeholder?: string;
    testid?: string;
    css?: string;
    xpath?: string;
    index?: number | string;
  };

  /** What a check is given. */
  export interface CheckContext {
    /** The arguments of the call. */
    readonly args: readonly string[];
    /** The variables of the script, as they are now. */
    readonly vars: Readonly<Record<string, string>>;
    /** The profile on which the check is called. */
    readonly profile: string | undefined;
    /** The account that the configuration says the profile is signed in as. */
    readonly account: string | undefined;
    /**
     * The text of the one visible element that a target describes. It waits for the element, up to half of the
     * command's time. With `blocks`, neighbouring blocks are lines of their own.
     */
    read(target: Target | string, options?: { blocks?: boolean }): Promise<string>;
    /** The address of the page. */
    url(): Promise<string>;
  }

  /** Nothing or true passes. */
  export type CheckResult =
    | void
    | boolean
    | { ok: true }
    | { ok: false; message?: string; expected?: unknown; found?: unknown };

  /** The default export of a check. */
  export type Check = (context: CheckContext) => CheckResult | Promise<CheckResult>;

  /** Fails the check: what it looks for does not hold. Any other error means that the check itself is wrong. */
  export class AssertionError extends Error {
    constructor(message?: string, expected?: unknown, actual?: unknown);
    readonly expected?: unknown;
    readonly actual?: unknown;
  }

  /** Fails the check. */
  export function fail(message?: string): never;
  /** Fails the check unless the value is truthy. */
  export function ok(value: unknown, message?: string): asserts value;
  /** Fails the check unless the two are equal, part by part. */
  export function equal<T>(actual: T, expected: T, message?: string): void;
  /** Fails the check unless the text matches the pattern, or contains the string. */
  export function match(text: string, pattern: RegExp | string, message?: string): void;
  /** The first number in a text: `number("1,204 MB")` is 1204. Fails the check when there is none. */
  export function number(text: string): number;
}

declare const console: {
  log(...values: unknown[]): void;
  info(...values: unknown[]): void;
  warn(...values: unknown[]): void;
  error(...values: unknown[]): void;
  debug(...values: unknown[]): void;
};
declare function setTimeout<A extends unknown[]>(run: (...values: A) => void, ms?: number, ...values: A): number;
declare function clearTimeout(timer: number): void;
