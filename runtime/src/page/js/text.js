// Text as a person reads it.

/** White space collapsed and trimmed; what has no width (soft hyphen, zero-width space, word joiner) left out. */
const normalise = (text) =>
  text
    .replace(/[\u00ad\u200b\u2060]/g, "")
    .replace(/\s+/g, " ")
    .trim();
const squeeze = (text) => text.replace(/[\s\u00ad\u200b\u2060]+/g, "");
/** Case folded; upper case first, so that "STRASSE" meets "Straße". */
const fold = (text) => (/[^\0-\x7f]/.test(text) ? text.toUpperCase().toLowerCase() : text.toLowerCase());

const VISIBLE = { visibilityProperty: true };
/** Elements whose text nodes are no text of the page even when a style shows them, or are a control's value. */
const TEXTLESS = new Set([
  "script",
  "style",
  "template",
  "noscript",
  "head",
  "title",
  "textarea",
  "iframe",
  "object",
  "video",
  "audio",
  "canvas",
  "svg:title",
  "svg:desc",
  "svg:style",
  "svg:script",
  "svg:metadata",
]);
const BUTTON_TYPES = { submit: "Submit", reset: "Reset", button: "" };

const styleIn = (memory, element) => {
  let style = memory.styles.get(element);
  if (style === undefined) memory.styles.set(element, (style = styleOf(element)));
  return style;
};

/** Whether text directly in this element is drawn. */
const showsText = (memory, element) => {
  let shown = memory.shown.get(element);
  if (shown !== undefined) return shown;
  shown = checkVisibility(element, VISIBLE);
  if (!shown && styleIn(memory, element).display === "contents") {
    const parent = flatParent(element);
    shown = styleIn(memory, element).visibility === "visible" && parent !== null && isDrawn(parent);
  }
  memory.shown.set(element, shown);
  return shown;
};

/** Text directly in a closed details element is not drawn, unlike its summary. */
const isClosedDetails = (element) => element instanceof HTMLDetailsElement && !element.open;

/** Whether the element, or for `display: contents` what stands around it, takes part in drawing at all. */
const isDrawn = (element) => {
  for (let at = element; at !== null; at = flatParent(at)) {
    if (checkVisibility(at)) return true;
    if (styleOf(at).display !== "contents") return false;
  }
  return false;
};

const isListBox = (select) => select.multiple || select.size > 1;

const optionText = (option) => normalise(option.label || option.text);

/** The text that a control draws by itself: the caption of a button, the chosen option of a list. */
const controlText = (element) => {
  if (element instanceof HTMLInputElement) {
    const caption = BUTTON_TYPES[element.type];
    if (caption === undefined) return null;
    return hasAttribute(element, "value") ? element.value : caption;
  }
  if (element instanceof HTMLSelectElement && !isListBox(element)) {
    const chosen = element.selectedOptions[0];
    return chosen === undefined ? "" : optionText(chosen);
  }
  return null;
};

/** Stands between blocks, and for a line break. White space, so that it is a space in a text that is not kept apart. */
const BLOCK_END = "\u2028";

const INLINE = /^(inline|contents|ruby|none|math$)/;

const transformed = (text, transform) => {
  if (transform === "uppercase") return text.toUpperCase();
  if (transform === "lowercase") return text.toLowerCase();
  if (transform === "capitalize") {
    return text.replace(/(^|[\s\p{P}])(\p{L})/gu, (_, before, letter) => before + letter.toUpperCase());
  }
  return text;
};

const collectText = (memory, element, out) => {
  if (TEXTLESS.has(tagOf(element))) return;
  const style = styleIn(memory, element);
  if (style.display === "none") return;
  const shown = showsText(memory, element) && !isClosedDetails(element);
  for (const child of flatChildren(element)) {
    if (nodeType(child) === TEXT) {
      if (shown) out.push(transformed(dataOf(child), style.textTransform));
    } else if (isElement(child)) {
      if (localName(child) === "br") out.push(BLOCK_END);
      else if (!(child instanceof HTMLSelectElement)) collectChild(memory, child, out);
    }
    if (out.length > 50000) return;
  }
};

const collectChild = (memory, child, out) => {
  const separate = !INLINE.test(styleIn(memory, child).display);
  if (separate) out.push(BLOCK_END);
  const cached = memory.texts.get(child);
  if (cached !== undefined) out.push(cached.raw);
  else collectText(memory, child, out);
  if (separate) out.push(BLOCK_END);
};

/** The rendered text of an element, normalised: transformed by style, hidden parts left out, blocks set apart. */
const textOf = (memory, element) => {
  let cached = memory.texts.get(element);
  if (cached === undefined) {
    const control = controlText(element);
    let raw = control ?? "";
    if (control === null) {
      const out = [];
      collectText(memory, element, out);
      raw = out.join("");
    }
    cached = { raw, text: normalise(raw) };
    memory.texts.set(element, cached);
  }
  return cached.text;
};

/** The same with each block on a line of its own; lines without text left out. */
const blocksOf = (memory, element) => {
  const whole = textOf(memory, element);
  const { raw } = memory.texts.get(element);
  if (!raw.includes(BLOCK_END)) return whole;
  return raw
    .split(BLOCK_END)
    .map(normalise)
    .filter((line) => line !== "")
    .join("\n");
};

/** The text of an element whether it is drawn or not. */
const sourceText = (element) => normalise(controlText(element) ?? textContent(element) ?? "");
