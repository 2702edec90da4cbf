// Operations that are the same with every framework: they need no page, or speak the protocol over the framework's
// own connection.

import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { addressMatches, within } from "./values.mjs";

const DOWNLOAD_MS = 8000;
const LEAST_PROPERTIES = 100;
const REQUIRED_PROPERTIES = ["display", "visibility", "opacity", "pointer-events"];

export const aroundPages = {
  new_page: withoutPage(async (_, { scenario }) => {
    await scenario.openPage();
    return "page_created";
  }),

  async close_page(_, { scenario }) {
    await scenario.closePage();
    return "page_closed";
  },

  wait_ms: withoutPage(({ ms }) => pause(Number(ms ?? 100))),

  version: withoutPage((_, { framework }) => framework.browserVersion()),

  user_agent: withoutPage((_, { framework }) => framework.userAgent()),

  async title(_, { page }) {
    return page.title();
  },

  async url(_, { page }) {
    return page.url();
  },

  async content(_, { page }) {
    return page.content();
  },

  async evaluate({ expression }, { page }) {
    return page.evaluate(expression);
  },

  async frame_evaluate({ expression, url_contains, name }, { page }) {
    const frames = page.frames();
    const wanted = (frame) =>
      (url_contains && frame.url().includes(url_contains)) || (name && frame.name?.() === name);
    const frame = frames.find(wanted);
    if (!frame) throw new Error(`none of ${frames.length} frames is ${JSON.stringify(url_contains ?? name)}`);
    return frame.evaluate(expression);
  },

  async wait_for_function({ expression }, { page, timeout }) {
    await page.waitForFunction(expression, timeout);
    return "predicate_true";
  },

  async focus({ selector }, { page }) {
    await page.focus(selector);
    return "focused";
  },

  async hover({ selector }, { page }) {
    await page.hover(selector);
    return "hovered";
  },

  async type({ selector, text = "", delay_ms }, { page }) {
    await page.type(selector, text, delay_ms ? { delay: Number(delay_ms) } : {});
    return "typed";
  },

  async keyboard_type({ text = "" }, { page }) {
    await page.keyboard.type(text);
    return "typed";
  },

  async goto({ url, wait_until }, { page, timeout, scenario }) {
    const options = { ...timeout, ...(wait_until && { waitUntil: wait_until }) };
    const response = await page.goto(url ?? scenario.payload.task_url, options);
    return response ? response.status() : "no_response";
  },

  async reload(_, { page, timeout }) {
    const response = await page.reload(timeout);
    return response ? response.status() : "no_response";
  },

  async go_back(_, { page, timeout }) {
    return (await page.goBack(timeout)) ? "ok" : "no_history";
  },

  async go_forward(_, { page, timeout }) {
    return (await page.goForward(timeout)) ? "ok" : "no_history";
  },

  async set_extra_headers({ headers = {} }, { page }) {
    await page.setExtraHTTPHeaders(headers);
    return "headers_set";
  },

  async record_requests({ pattern = "**" }, { page, scenario }) {
    page.on("request", (request) => {
      const url = request.url();
      if (addressMatches(url, pattern)) scenario.notes.requests.push({ url, method: request.method() });
    });
    return "recording";
  },

  get_recorded_requests: async (_, { scenario }) => scenario.notes.requests,

  get_console: async (_, { scenario }) => scenario.notes.console,

  async on_dialog({ action = "accept", text }, { page, scenario }) {
    // The newest word holds; a second listener would answer a dialog that is gone.
    page.removeAllListeners("dialog");
    page.on("dialog", (dialog) => {
      scenario.notes.dialogs.push({ type: dialog.type(), message: dialog.message() });
      const answered = action === "accept" ? dialog.accept(text) : dialog.dismiss();
      answered.catch(() => {});
    });
    return "dialog_handler_set";
  },

  get_dialogs: async (_, { scenario }) => scenario.notes.dialogs,

  async write_file({ path, content = "" }) {
    writeFileSync(path, content);
    return `wrote ${Buffer.byteLength(content)} bytes`;
  },

  /** Over the protocol, because frameworks that joined a running engine do not hear of its downloads. */
  async download({ path, selector }, { framework, page, timeout }) {
    const folder = dirname(path);
    mkdirSync(folder, { recursive: true });
    const session = await framework.browserSession();
    const behavior = { behavior: "allowAndName", downloadPath: folder, eventsEnabled: true };
    await session.send("Browser.setDownloadBehavior", behavior);
    const finished = new Promise((resolve, reject) => {
      session.on("Browser.downloadProgress", ({ state, guid }) => {
        if (state === "completed") resolve(guid);
        if (state === "canceled") reject(new Error("the download was canceled"));
      });
    });
    const arrived = within(timeout.timeout ?? DOWNLOAD_MS, finished, "the download did not end in time");
    await framework.click(page, selector, timeout);
    copyFileSync(join(folder, await arrived), path);
    const bytes = readFileSync(path);
    return `${createHash("sha256").update(bytes).digest("hex").slice(0, 12)}:${bytes.length}`;
  },

  async ax_snapshot(_, at) {
    return accessibilityNodes(at);
  },

  async ax_node_identity({ role = "", name = "", compare_to }, at) {
    const found = await identity(await accessibilityNodes(at), String(role), String(name));
    if (!compare_to) return found;
    const before = at.scenario.saved[compare_to];
    return before === found ? `stable|${found}` : `changed|before=${before}|after=${found}`;
  },

  async computed_style_breadth({ selector, required_properties, min_property_count }, { framework, page }) {
    const session = await framework.pageSession(page);
    try {
      const { root } = await session.send("DOM.getDocument", { depth: 0 });
      const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector });
      if (!nodeId) throw new Error(`nothing matches ${selector}`);
      await session.send("CSS.enable");
      const { computedStyle } = await session.send("CSS.getComputedStyleForNode", { nodeId });
      const required = required_properties?.length ? required_properties : REQUIRED_PROPERTIES;
      return breadth(computedStyle ?? [], required, min_property_count ?? LEAST_PROPERTIES);
    } finally {
      await session.detach().catch(() => {});
    }
  },
};

/** An operation for which no page needs to be there. */
export function withoutPage(operation) {
  return Object.assign(operation, { needsNoPage: true });
}

async function accessibilityNodes({ framework, page }) {
  const session = await framework.pageSession(page);
  try {
    await session.send("Accessibility.enable");
    const { nodes } = await session.send("Accessibility.getFullAXTree");
    return Array.isArray(nodes) ? nodes : [];
  } finally {
    await session.detach().catch(() => {});
  }
}

function identity(nodes, role, name) {
  const written = (property) => String(property?.value ?? "");
  const node = nodes.find((it) => written(it.role) === role && written(it.name) === name);
  const called = `role=${role}|name=${name}`;
  if (!node) throw new Error(`no accessibility node ${called}: not found`);
  if (node.backendDOMNodeId == null) throw new Error(`the accessibility node ${called} has no backendDOMNodeId`);
  return `${called}|backendDOMNodeId=${node.backendDOMNodeId}`;
}

function breadth(style, required, least) {
  const values = new Map(style.map(({ name, value }) => [name, String(value)]));
  const complete = values.size >= least && required.every((name) => values.get(name));
  const shown = required.map((name) => `${name}=${values.get(name) ?? "<missing>"}`);
  return [complete ? "breadth-ok" : "breadth-insufficient", `count=${values.size}`, ...shown].join("|");
}
