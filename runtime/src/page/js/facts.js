// What can be read off an element.

const baseOf = getterOf(Node, "baseURI");

/** The value of a field as its user set it; null when the element is no field. */
const valueOf = (memory, element) => {
  if (
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLOutputElement
  )
    return element.value;
  if (element instanceof HTMLProgressElement || element instanceof HTMLMeterElement)
    return String(element.value);
  if (element instanceof HTMLOptionElement || element instanceof HTMLDataElement) return element.value;
  if (isEditable(element)) return textOf(memory, element);
  const spoken = attribute(element, "aria-valuetext") ?? attribute(element, "aria-valuenow");
  if (spoken !== null) return spoken;
  const role = attribute(element, "role");
  return role === "textbox" || role === "searchbox" || role === "combobox" ? textOf(memory, element) : null;
};

const disables = (element) =>
  element instanceof HTMLButtonElement ||
  element instanceof HTMLSelectElement ||
  element instanceof HTMLOptionElement ||
  element instanceof HTMLOptGroupElement ||
  element instanceof HTMLInputElement ||
  element instanceof HTMLTextAreaElement ||
  (isHtml(element) && localName(element).includes("-"));

/** Why a person cannot use the element, or null: `{why: "own" | "inherited" | "aria", by}`. */
const disabledBy = (element) => {
  const native = flatClosest(element, (at) => disables(at) && matches(at, ":disabled"));
  if (native !== null) {
    if (native === element && hasAttribute(element, "disabled")) return { why: "own", by: describe(element) };
    const set = flatClosest(flatParent(native) ?? native, (at) => hasAttribute(at, "disabled"));
    return { why: "inherited", by: describe(hasAttribute(native, "disabled") ? native : (set ?? native)) };
  }
  const marked = flatClosest(element, (at) => attribute(at, "aria-disabled")?.toLowerCase() === "true");
  if (marked !== null) return { why: "aria", by: describe(marked) };
  const label = flatClosest(element, (at) => at instanceof HTMLLabelElement);
  const control = label === null || flatClosest(element, disables) !== null ? null : label.control;
  return control !== null && isElement(control) && matches(control, ":disabled")
    ? { why: "inherited", by: describe(control) }
    : null;
};

/** true, false, "mixed", or null when the element cannot be checked. */
const checkedOf = (memory, element) => {
  if (element instanceof HTMLInputElement && (element.type === "checkbox" || element.type === "radio")) {
    return element.indeterminate && element.type === "checkbox" ? "mixed" : element.checked;
  }
  const role = roleOf(memory, element);
  const written =
    attribute(element, role === "button" ? "aria-pressed" : "aria-checked") ??
    (role === "option" || role === "treeitem" ? attribute(element, "aria-selected") : null);
  if (written === "mixed") return "mixed";
  if (written !== null) return written === "true";
  if (element instanceof HTMLOptionElement) return element.selected;
  if (["checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"].includes(role)) return false;
  const control = element instanceof HTMLLabelElement ? element.control : null;
  return control !== null && control instanceof HTMLInputElement ? checkedOf(memory, control) : null;
};

const ADDRESSES = new Set(["href", "src", "action", "formaction", "poster", "data", "cite"]);

const resolvedAddress = (element, raw) => {
  try {
    return new URL(raw, baseOf(element)).href;
  } catch {
    return null;
  }
};

/** An attribute as written and, for addresses, as the browser resolves it. The address of a link counts for what it wraps. */
const attributeOf = (memory, element, name) => {
  let holder = element;
  if (name === "href" && !hasAttribute(element, name)) {
    const link = flatClosest(element, (at) => hasAttribute(at, "href") && matches(at, "a"));
    if (link !== null && textOf(memory, link) === textOf(memory, element)) holder = link;
  }
  const raw = attribute(holder, name);
  if (raw === null) return null;
  const resolved = ADDRESSES.has(name) ? resolvedAddress(holder, raw) : null;
  return { raw: bounded(raw, MAX_TEXT), resolved: resolved === null ? null : bounded(resolved, MAX_TEXT) };
};

/** `want` names facts: "text", "blocks", "value", "state", "attr:NAME". */
const factsOf = (memory, element, want) => {
  const facts = {};
  for (const wanted of want) {
    if (wanted === "text") facts.text = bounded(textOf(memory, element), MAX_TEXT);
    else if (wanted === "blocks") facts.text = bounded(blocksOf(memory, element), MAX_TEXT);
    else if (wanted === "value") facts.value = boundedOrNull(valueOf(memory, element));
    else if (wanted === "state") {
      facts.disabledBy = disabledBy(element);
      facts.enabled = facts.disabledBy === null;
      facts.checked = checkedOf(memory, element);
    } else if (wanted.startsWith("attr:")) {
      facts.attrs ??= {};
      const name = wanted.slice(5);
      facts.attrs[name] = attributeOf(memory, element, name);
    }
  }
  return facts;
};
const boundedOrNull = (text) => (text === null ? null : bounded(text, MAX_TEXT));
