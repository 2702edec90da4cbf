"use strict";

// A stand-in for the framework: no browser, and what goes wrong stands at the end of the address.

const { EventEmitter } = require("node:events");

const page = () =>
  Object.assign(new EventEmitter(), {
    setDefaultTimeout() {},
    textContent: async (selector) => `text of ${selector}`,
    evaluate: (expression) => scripts[expression](),
    goto: async () => null,
    close: async () => {},
  });

const scripts = {
  one: async () => 1,
  object: async () => ({ a: [1] }),
  nothing: async () => undefined,
  never: () => new Promise(() => {}),
  throws: async () => {
    throw new Error("the engine said no");
  },
  // What a framework does with a message that it does not understand.
  "crash here": () => {
    setImmediate(() => {
      throw new Error("Assertion error: a message without id");
    });
    return new Promise(() => {});
  },
};

function browser(address) {
  const product = address.endsWith("?other") ? "Other/2" : "Chrome/1";
  // Engines that have one page and no more.
  const pages = { left: address.endsWith("?single") ? 1 : Infinity };
  const newPage = async () => {
    if (pages.left === 0) throw new Error("TargetAlreadyLoaded");
    pages.left -= 1;
    return page();
  };
  const session = { send: async () => ({ product, userAgent: "UA" }), detach: async () => {} };
  return {
    version: () => "1",
    contexts: () => [{ newPage }],
    newBrowserCDPSession: async () => session,
    close: async () => {},
  };
}

exports.chromium = {
  async connectOverCDP(address) {
    if (address.endsWith("?refuse")) throw new Error("the engine hung up");
    if (address.endsWith("?bug")) {
      // A mistake of the adapter, with a stack of its own.
      setImmediate(() => {
        throw Object.assign(new Error("not the engine's"), { stack: "Error: x\n    at own (/adapters/scenario.mjs:1:1)" });
      });
    }
    return browser(address);
  },
};
