// What the attempt is about.

/** The members without which nothing can be driven. */
const NEEDED = ["driver_key", "browser_ws", "cdp_port", "expect_product", "task_url"];
const FRAMEWORKS = ["playwright", "puppeteer"];
const DEFAULTS = {
  expect_ua: "",
  connect_timeout_ms: 15_000,
  action_timeout_ms: 8_000,
  task_timeout_ms: 30_000,
  artifact_dir: ".",
  connect_options: {},
  steps: [],
  checks: [],
};

/** Reads a payload; holes in steps are filled here, once. */
export function read(json) {
  let given;
  try {
    given = JSON.parse(json);
  } catch (error) {
    throw new Error(`stdin is not one JSON object: ${error.message}`);
  }
  const payload = { ...DEFAULTS, ...withoutNulls(given) };
  payload.expect_product_live ||= payload.expect_product;
  for (const name of NEEDED) {
    if (!payload[name]) throw new Error(`the payload has no ${name}`);
  }
  if (!FRAMEWORKS.includes(payload.driver_key)) {
    throw new Error(`the payload's driver_key ${JSON.stringify(payload.driver_key)} is not one of ${FRAMEWORKS}`);
  }
  const fill = filler(payload);
  return { ...payload, fill, steps: payload.steps.map((step) => everyText(step, fill)) };
}

function withoutNulls(given) {
  return Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== null));
}

/** Replaces what stands for the page and the attempt's folder in a text. */
function filler({ task_url, artifact_dir }) {
  const { origin, host } = new URL(task_url);
  const holes = { fixture_url: task_url, fixture_origin: origin, fixture_host: host, artifact_dir };
  return (text) => String(text).replace(/\{(\w+)\}/g, (hole, name) => holes[name] ?? hole);
}

function everyText(value, fill) {
  if (typeof value === "string") return fill(value);
  if (Array.isArray(value)) return value.map((item) => everyText(item, fill));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, everyText(item, fill)]));
}
