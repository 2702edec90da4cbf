// Puppeteer on an engine that already runs.

import { readFileSync } from "node:fs";

import puppeteer from "puppeteer-core";

import { addressMatches } from "../values.mjs";

const PROTOCOL_MS = 20_000;
const manifest = new URL("../node_modules/puppeteer-core/package.json", import.meta.url);
const { version } = JSON.parse(readFileSync(manifest, "utf8"));

/** Connects; a failure is the engine's. */
export async function connect({ browser_ws, connect_options }) {
  const options = { defaultViewport: null, protocolTimeout: PROTOCOL_MS, ...connect_options };
  return new Puppeteer(await puppeteer.connect({ ...options, browserWSEndpoint: browser_ws }));
}

class Puppeteer {
  version = version;
  operations = operations;

  constructor(browser) {
    this.browser = browser;
  }

  /** What the engine calls itself over this connection. */
  async product() {
    return String(await this.browser.version());
  }

  browserVersion() {
    return this.browser.version();
  }

  userAgent() {
    return this.browser.userAgent();
  }

  openPage() {
    return this.browser.newPage();
  }

  browserSession() {
    return this.browser.target().createCDPSession();
  }

  pageSession(page) {
    return page.target().createCDPSession();
  }

  click(page, selector) {
    return page.click(selector);
  }

  close() {
    return this.browser.disconnect();
  }
}

/** The routes of each page; puppeteer asks one listener about every request. */
const routes = new WeakMap();

async function addRoute(page, pattern, answer) {
  const known = routes.get(page);
  if (known) {
    known.push({ pattern, answer });
    return;
  }
  const list = [{ pattern, answer }];
  routes.set(page, list);
  await page.setRequestInterception(true);
  page.on("request", (request) => {
    const route = list.find(({ pattern }) => addressMatches(request.url(), pattern));
    const answered = route ? route.answer(request) : request.continue();
    answered.catch(() => {});
  });
}

const operations = {
  async click({ selector, times = 1 }, { page }) {
    for (let time = 0; time < Number(times); time += 1) await page.click(selector);
    return `clicked x${times}`;
  },

  async fill({ selector, value = "" }, { page }) {
    await page.locator(selector).fill(value);
    return "filled";
  },

  async press({ selector, key }, { page }) {
    if (selector) await page.focus(selector);
    await page.keyboard.press(key);
    return `pressed ${key}`;
  },

  async check({ selector }, { page }) {
    if (!(await page.$eval(selector, (box) => box.checked))) await page.click(selector);
    return "checked";
  },

  async uncheck({ selector }, { page }) {
    if (await page.$eval(selector, (box) => box.checked)) await page.click(selector);
    return "unchecked";
  },

  select_option: async ({ selector, value }, { page }) => page.select(selector, value),

  async wait_for_selector({ selector, state }, { page, timeout }) {
    const states = { hidden: { hidden: true }, detached: { hidden: true } };
    const wanted = state ? (states[state] ?? { visible: true }) : {};
    await page.waitForSelector(selector, { ...timeout, ...wanted });
    return "selector_ready";
  },

  text_content: async ({ selector }, { page }) => page.$eval(selector, (element) => element.textContent),

  inner_text: async ({ selector }, { page }) => page.$eval(selector, (element) => element.innerText),

  get_attribute: async ({ selector, name }, { page }) =>
    page.$eval(selector, (element, attribute) => element.getAttribute(attribute), name),

  input_value: async ({ selector }, { page }) => page.$eval(selector, (field) => field.value),

  count: async ({ selector }, { page }) => (await page.$$(selector)).length,

  async is_visible({ selector }, { page }) {
    const shown = (element) => {
      const { display, visibility } = getComputedStyle(element);
      return display !== "none" && visibility !== "hidden";
    };
    return page.$eval(selector, shown).catch(() => false);
  },

  is_checked: async ({ selector }, { page }) => page.$eval(selector, (box) => Boolean(box.checked)),

  is_enabled: async ({ selector }, { page }) => page.$eval(selector, (control) => !control.disabled),

  async route_fulfill({ pattern, body = "", status = 200, content_type = "application/json" }, { page }) {
    const answer = { status: Number(status), contentType: content_type, body };
    await addRoute(page, pattern, (request) => request.respond(answer));
    return "route_registered";
  },

  async route_abort({ pattern }, { page }) {
    await addRoute(page, pattern, (request) => request.abort());
    return "route_registered";
  },

  async set_input_files({ selector, path }, { page }) {
    const input = await page.$(selector);
    if (!input) throw new Error(`nothing matches ${selector}`);
    await input.uploadFile(path);
    return "files_set";
  },

  async set_cookie({ name, value = "", url }, { page, scenario }) {
    await page.setCookie({ name, value, url: url ?? scenario.payload.task_url });
    return "cookie_set";
  },

  get_cookies: async ({ url }, { page, scenario }) => page.cookies(url ?? scenario.payload.task_url),

  aria_snapshot: async (_, { page }) => page.accessibility.snapshot(),
};
