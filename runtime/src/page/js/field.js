// Fields that take text or a value.

const TYPED = new Set(["text", "search", "tel", "url", "email", "password", "number"]);
/** Kinds that take their value as HTML writes it, and what that looks like. */
const VALUE_FORMS = {
  date: "YYYY-MM-DD",
  time: "HH:MM",
  month: "YYYY-MM",
  week: "YYYY-Www",
  "datetime-local": "YYYY-MM-DDTHH:MM",
  color: "#rrggbb",
  range: "number",
};
const VALUE_PATTERNS = {
  date: /^\d{4,6}-\d\d-\d\d$/,
  time: /^\d\d:\d\d(:\d\d(\.\d{1,3})?)?$/,
  month: /^\d{4,6}-\d\d$/,
  week: /^\d{4,6}-W\d\d$/,
  "datetime-local": /^\d{4,6}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,3})?)?$/,
  color: /^#[0-9a-f]{6}$/i,
  range: /^-?\d+(\.\d+)?(e[-+]?\d+)?$/i,
};

/** "input" (number, email … in `type`), "textarea", "editable", "value" (takes HTML's form), or null: takes no typing. */
const fieldKindOf = (element) => {
  if (element instanceof HTMLInputElement) {
    if (TYPED.has(element.type)) return { kind: "input", type: element.type };
    const form = VALUE_FORMS[element.type];
    return form === undefined ? null : { kind: "value", type: element.type, form };
  }
  if (element instanceof HTMLTextAreaElement) return { kind: "textarea" };
  if (isEditable(element) || designMode(page()) === "on") return { kind: "editable" };
  const host = shadowOf(element);
  return host !== null && innerField(host) !== null ? { kind: "host" } : null;
};

/** The one field in the shadow root of a custom control. */
const innerField = (root) => {
  const fields = queryAll(root, "input:not([type=hidden i]),textarea,[contenteditable]");
  return fields.length === 1 ? fields[0] : null;
};

const withElement = (node, work) => {
  const element = elementOf(node);
  return element === null ? { state: "detached" } : work(element);
};

const fieldKind = (node) => withElement(node, (element) => ({ state: "ok", field: fieldKindOf(element) }));

/** The element that has the keyboard, through shadow roots. */
const activeElement = () => {
  let active = activeInDocument(page());
  while (active !== null) {
    const root = shadowOf(active);
    const inner = root === null ? null : activeInShadow(root);
    if (inner === null) return active;
    active = inner;
  }
  return active;
};

/** The element that is edited as a whole when this one is: the outermost editable one around it. */
const editingHost = (element) => {
  let host = element;
  for (let at = flatParent(element); at !== null && isEditable(at); at = flatParent(at)) host = at;
  return host;
};

/** The element to ask for content: a host hands on to its inner field, a piece of editable text to its host. */
const editedElement = (element) => {
  if (isEditable(element)) return editingHost(element);
  const root = shadowOf(element);
  const inner = root === null || fieldKindOf(element)?.kind !== "host" ? null : innerField(root);
  return inner ?? element;
};

const hasFocus = (element) => {
  const active = activeElement();
  if (active === null) return false;
  if (active === element || flatContains(element, active)) return true;
  return (
    isEditable(element) &&
    flatContains(active, element) &&
    (isEditable(active) || designMode(page()) === "on")
  );
};

/** focused | elsewhere {by} | detached: whether keys would arrive in the element. */
const focusedForTyping = (node) =>
  withElement(node, (element) => {
    if (hasFocus(element)) return { state: "focused" };
    const active = activeElement();
    return { state: "elsewhere", by: active === null ? null : describe(active) };
  });

/** Gives an element the keyboard without a click. */
const focus = (node) =>
  withElement(node, (element) => {
    focusElement(editedElement(element), { preventScroll: true });
    return focusedForTyping(node);
  });

/** Selects all that a field holds: selected {length} of its text, or unsupported. */
const selectAll = (node) =>
  withElement(node, (element) => {
    const field = editedElement(element);
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
      field.select();
      return { state: "selected", length: field.value.length };
    }
    const selection = selectionOf(page());
    if (selection === null) return { state: "unsupported" };
    const holder = isEditable(field) ? field : bodyOf(page());
    selection.selectAllChildren(holder);
    return { state: "selected", length: textContent(holder).length };
  });

/** Selects all and tells the focus and the value in one call. */
const readyToType = (node) => {
  const focused = focusedForTyping(node);
  return focused.state === "focused"
    ? { ...focused, selected: selectAll(node), value: fieldValue(node).value ?? null }
    : focused;
};

/** The outcome of the press on a field, and when it was hit whether keys would arrive, in one answer. */
const pressedField = async (node, maxMs) => {
  const met = await outcome(maxMs);
  return { met, ready: met.state === "hit" ? readyToType(node) : null };
};

const fieldValue = (node) =>
  withElement(node, (element) => ({
    state: "ok",
    value: boundedOrNull(valueOf(newMemory(), editedElement(element))),
  }));

const fire = (element, type) =>
  dispatch(
    element,
    type === "input"
      ? new InputEvent("input", { bubbles: true, composed: true })
      : new Event("change", { bubbles: true }),
  );

const setNativeValue = (() => {
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set;
  return (element, value) => set.call(element, value);
})();

/** Sets a date, time, colour or range as HTML writes it: set {value} | malformed {type, form} | unsupported. */
const setFieldValue = (node, value) =>
  withElement(node, (element) => {
    const field = fieldKindOf(element);
    if (field === null || field.kind !== "value") return { state: "unsupported" };
    const written = value.trim();
    const { type, form } = field;
    if (written !== "" && !VALUE_PATTERNS[type].test(written)) return { state: "malformed", type, form };
    const before = element.value;
    setNativeValue(element, type === "color" ? written.toLowerCase() : written);
    if (written !== "" && element.value === "") {
      setNativeValue(element, before);
      return { state: "malformed", type, form };
    }
    if (element.value !== before) {
      fire(element, "input");
      fire(element, "change");
    }
    return { state: "set", value: element.value };
  });
