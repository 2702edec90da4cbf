// Playwright on an engine that already runs.

import { createRequire } from "node:module";

import { chromium } from "playwright-core";

const { version } = createRequire(import.meta.url)("playwright-core/package.json");

/** Connects; a failure is the engine's. */
export async function connect({ browser_ws, connect_timeout_ms }) {
  return new Playwright(await chromium.connectOverCDP(browser_ws, { timeout: connect_timeout_ms }));
}

class Playwright {
  version = version;
  operations = operations;

  constructor(browser) {
    this.browser = browser;
  }

  /** What the engine calls itself over this connection. */
  async product(expected) {
    try {
      return (await this.#facts()).product;
    } catch (error) {
      // An engine without browser sessions: what Playwright learned when it connected, which lacks the name.
      const known = this.browser.version();
      if (known && expected.includes(known)) return expected;
      throw error;
    }
  }

  browserVersion() {
    return this.browser.version();
  }

  async userAgent() {
    return (await this.#facts()).userAgent;
  }

  async openPage() {
    this.context = this.browser.contexts()[0] ?? (await this.browser.newContext());
    return this.context.newPage();
  }

  browserSession() {
    return this.browser.newBrowserCDPSession();
  }

  pageSession(page) {
    return page.context().newCDPSession(page);
  }

  click(page, selector, timeout) {
    return page.click(selector, timeout);
  }

  /** Playwright lets go of an engine that it did not start. */
  close() {
    return this.browser.close();
  }

  async #facts() {
    const session = await this.browserSession();
    const facts = await session.send("Browser.getVersion");
    await session.detach().catch(() => {});
    return facts;
  }
}

const operations = {
  async click({ selector, times = 1 }, { page, timeout }) {
    for (let time = 0; time < Number(times); time += 1) await page.click(selector, timeout);
    return `clicked x${times}`;
  },

  async fill({ selector, value = "" }, { page, timeout }) {
    await page.fill(selector, value, timeout);
    return "filled";
  },

  async press({ selector, key }, { page }) {
    await (selector ? page.press(selector, key) : page.keyboard.press(key));
    return `pressed ${key}`;
  },

  async check({ selector }, { page, timeout }) {
    await page.check(selector, timeout);
    return "checked";
  },

  async uncheck({ selector }, { page, timeout }) {
    await page.uncheck(selector, timeout);
    return "unchecked";
  },

  select_option: async ({ selector, value }, { page }) => page.selectOption(selector, value),

  async wait_for_selector({ selector, state }, { page, timeout }) {
    await page.waitForSelector(selector, { ...timeout, ...(state && { state }) });
    return "selector_ready";
  },

  text_content: async ({ selector }, { page }) => page.textContent(selector),

  inner_text: async ({ selector }, { page }) => page.innerText(selector),

  get_attribute: async ({ selector, name }, { page }) => page.getAttribute(selector, name),

  input_value: async ({ selector }, { page }) => page.inputValue(selector),

  count: async ({ selector }, { page }) => page.locator(selector).count(),

  is_visible: async ({ selector }, { page }) => page.isVisible(selector),

  is_checked: async ({ selector }, { page }) => page.isChecked(selector),

  is_enabled: async ({ selector }, { page }) => page.isEnabled(selector),

  async route_fulfill({ pattern, body = "", status = 200, content_type = "application/json" }, { page }) {
    const answer = { status: Number(status), contentType: content_type, body };
    await page.route(pattern, (route) => route.fulfill(answer).catch(() => {}));
    return "route_registered";
  },

  async route_abort({ pattern }, { page }) {
    await page.route(pattern, (route) => route.abort().catch(() => {}));
    return "route_registered";
  },

  async set_input_files({ selector, path }, { page, timeout }) {
    await page.locator(selector).setInputFiles(path, timeout);
    return "files_set";
  },

  async set_cookie({ name, value = "", url }, { page, scenario }) {
    await page.context().addCookies([{ name, value, url: url ?? scenario.payload.task_url }]);
    return "cookie_set";
  },

  get_cookies: async ({ url }, { page, scenario }) => page.context().cookies(url ?? scenario.payload.task_url),

  aria_snapshot: async ({ selector = "body" }, { page }) => page.locator(selector).ariaSnapshot(),
};
