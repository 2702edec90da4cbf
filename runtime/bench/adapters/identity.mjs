// Two gates: the address belongs to the engine under test, and so does the connection that the framework made.
// A mismatch ends the attempt. There is no other engine to fall back to.

import { message } from "./values.mjs";

const ENDPOINT_MS = 4000;

/** Asks the engine over HTTP who it is, before any framework touches it. */
export async function verifyEndpoint(payload, binding) {
  const { cdp_port, expect_product, expect_ua, browser_ws } = payload;
  Object.assign(binding, { framework: payload.driver_key, browser_ws, expect_product, verified: false });
  const address = `http://127.0.0.1:${cdp_port}/json/version`;
  const version = await ask(address);
  binding.http_product = String(version.Browser ?? version.Product ?? "");
  refuseUnless("product", binding.http_product, expect_product, address);
  if (expect_ua) refuseUnless("user agent", String(version["User-Agent"] ?? ""), expect_ua, address);
  const socket = version.webSocketDebuggerUrl;
  if (socket) refuseUnless("websocket", socket, browser_ws, address);
}

/** Asks the engine over the framework's own connection. */
export async function verifyLive(framework, payload, binding) {
  const expected = payload.expect_product_live;
  const product = await framework.product(expected).catch((error) => `nothing (${message(error)})`);
  Object.assign(binding, { expect_product_live: expected, live_product: product });
  refuseUnless("product", product, expected, "the framework's connection");
  binding.verified = true;
}

async function ask(address) {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(ENDPOINT_MS) });
    return await answer.json();
  } catch (error) {
    throw new Error(`identity gate: ${address} does not answer: ${message(error.cause ?? error)}`);
  }
}

function refuseUnless(what, found, expected, where) {
  if (found === expected) return;
  const [was, wanted] = [found, expected].map((value) => JSON.stringify(value));
  throw new Error(`identity gate: ${where} names the ${what} ${was}, and the engine under test is ${wanted}`);
}
