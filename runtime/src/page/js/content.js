// The pieces an accessible name is made of: generated content, labels, references, values of controls.

/** Text of `::before` or `::after`: strings of the content property, or its alternative text after the slash. */
const generatedText = (element, pseudo) => {
  const { content, display } = styleOf(element, pseudo);
  if (content === "none" || content === "normal" || content === "") return "";
  const parts = content.replace(/url\("[^"]*"\)/g, "").match(/"(?:[^"\\]|\\.)*"|\//g) ?? [];
  const slash = parts.indexOf("/");
  const text = (slash < 0 ? parts : parts.slice(slash + 1))
    .map((part) => part.slice(1, -1).replace(/\\(.)/g, "$1"))
    .join("");
  return display === "inline" && slash < 0 ? text : ` ${text} `;
};

/** Elements that an attribute of ids names, in its order, looked up in the element's own tree. */
const referenced = (element, name) => {
  const ids = attribute(element, name);
  if (ids === null) return [];
  const root = rootOf(element);
  const type = nodeType(root);
  if (type === ELEMENT) return [];
  return ids
    .trim()
    .split(/\s+/)
    .map((id) => (id === "" ? null : byId(root, id)))
    .filter((found) => found !== null);
};

const labelsOf = (element) =>
  (element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLButtonElement ||
    element instanceof HTMLMeterElement ||
    element instanceof HTMLProgressElement ||
    element instanceof HTMLOutputElement) &&
  element.labels !== null
    ? Array.from(element.labels)
    : customLabels(element);

/** Labels of a form-associated custom element, whose own list only its class can read. */
const customLabels = (element) => {
  if (!isHtml(element) || !localName(element).includes("-")) return [];
  const labels = Array.from(queryAll(rootOf(element), "label")).filter((label) => label.control === element);
  return labels;
};

/** The first child with this tag. */
const childWithTag = (element, tag) => {
  for (let at = firstElement(element); at !== null; at = nextElement(at)) if (tagOf(at) === tag) return at;
  return null;
};

/** Options of a list that are chosen, native or ARIA. */
const chosenOptions = (memory, element) => {
  if (element instanceof HTMLSelectElement) return Array.from(element.selectedOptions);
  return Array.from(queryElement(element, '[role="option"][aria-selected="true"]'));
};

/** What a control inside a label or other content says: its value. Null when it is no such control. */
const embeddedValue = (memory, element, role, walk) => {
  if (role === "textbox" || role === "searchbox") {
    return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
      ? element.value
      : walk(element);
  }
  if (role === "combobox" || role === "listbox") {
    if (element instanceof HTMLInputElement) return element.value;
    return chosenOptions(memory, element)
      .map((option) => (option instanceof HTMLOptionElement ? optionText(option) : walk(option)))
      .join(" ");
  }
  if (
    role === "slider" ||
    role === "spinbutton" ||
    role === "progressbar" ||
    role === "scrollbar" ||
    role === "meter"
  ) {
    const spoken = attribute(element, "aria-valuetext") ?? attribute(element, "aria-valuenow");
    if (spoken !== null) return spoken;
    return element instanceof HTMLInputElement ? element.value : null;
  }
  return null;
};
