// The accessible name (accname 1.2 with HTML-AAM and SVG-AAM).

const NAME_FROM_CONTENT = new Set(
  ("button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio row rowheader " +
    "switch tab tooltip treeitem comment sectionhead doc-backlink doc-biblioref doc-glossref doc-noteref").split(" "),
);
const NAME_PROHIBITED = new Set(
  "caption code definition deletion emphasis generic insertion mark none paragraph strong subscript suggestion superscript term time".split(" "),
);
const MAX_NAME_DEPTH = 200;

// One computation: `visited` breaks loops, `labelled` says aria-labelledby was followed, `hidden` that hidden content counts
// because the reference pointed at it, `inside` that this is content of something else.
const START = { labelled: false, hidden: false, inside: false, native: false, depth: 0 };

const isHiddenForName = (memory, element) =>
  attribute(element, "aria-hidden")?.toLowerCase() === "true" || (!showsText(memory, element) && !isDrawnForTree(memory, element));

const nameFromReferences = (memory, element, visited, state) => {
  const parts = [];
  for (const target of referenced(element, "aria-labelledby")) {
    const hidden = isHiddenForName(memory, target) || !isShownUp(memory, target);
    parts.push(normalise(nameText(memory, target, new Set(visited), { ...state, labelled: true, inside: true, hidden, native: true, root: true })));
  }
  return parts.filter((part) => part !== "").join(" ");
};
const isShownUp = (memory, element) => flatClosest(element, (at) => attribute(at, "aria-hidden") === "true") === null;

const nameFromLabels = (memory, element, visited, state) =>
  labelsOf(element)
    .map((label) => normalise(nameText(memory, label, new Set([...visited, element]), { ...state, inside: true, native: true, root: true })))
    .filter((part) => part !== "")
    .join(" ");

/** Names that the host language gives, before content, title and placeholder. */
const nativeName = (memory, element, visited, state) => {
  const tag = tagOf(element);
  const ofChild = (name) => {
    const child = childWithTag(element, name);
    return child === null ? "" : normalise(nameText(memory, child, new Set([...visited, element]), { ...state, inside: true, native: true, root: true }));
  };
  if (element instanceof HTMLInputElement) {
    const caption = BUTTON_TYPES[element.type];
    if (caption !== undefined) {
      const labels = nameFromLabels(memory, element, visited, state);
      return labels || (hasAttribute(element, "value") ? element.value : caption);
    }
    if (element.type === "image") {
      return nameFromLabels(memory, element, visited, state) || attribute(element, "alt") || attribute(element, "value") || attribute(element, "title") || "Submit";
    }
    return nameFromLabels(memory, element, visited, state);
  }
  switch (tag) {
    case "textarea": case "select": case "meter": case "progress": case "output": case "button":
      return nameFromLabels(memory, element, visited, state);
    case "fieldset": return ofChild("legend");
    case "table": return ofChild("caption");
    case "figure": return ofChild("figcaption");
    case "img": case "area": return attribute(element, "alt") ?? "";
    case "optgroup": return attribute(element, "label") ?? "";
    case "option": return optionText(element);
    default: return tag.startsWith("svg:") ? svgName(element, tag) : customLabels(element).length > 0 ? nameFromLabels(memory, element, visited, state) : "";
  }
};

const svgName = (element, tag) => {
  const title = childWithTag(element, "svg:title");
  if (title !== null) return normalise(textContent(title));
  return tag === "svg:a" ? (attribute(element, "xlink:title") ?? "") : "";
};

const separated = (memory, element) => !INLINE.test(styleIn(memory, element).display);

const nameFromContent = (memory, element, visited, state) => {
  const out = [generatedText(element, "::before")];
  const children = flatChildren(element);
  for (const owned of referenced(element, "aria-owns")) if (!children.includes(owned)) children.push(owned);
  const owners = isShadowFree(memory) ? ownedElsewhere(memory) : EMPTY;
  const shown = state.hidden || showsText(memory, element);
  for (const child of children) {
    if (nodeType(child) === TEXT) {
      if (shown) out.push(dataOf(child));
    } else if (isElement(child)) {
      if (owners.has(child) && owners.get(child) !== element) continue;
      if (localName(child) === "br") { out.push(" "); continue; }
      const text = nameText(memory, child, visited, { ...state, inside: true, root: false, depth: state.depth + 1 });
      out.push(separated(memory, child) || isReplacedControl(child) ? ` ${text} ` : text);
    }
  }
  out.push(generatedText(element, "::after"));
  return out.join("");
};
const EMPTY = new Map();
const isShadowFree = () => true;
const isReplacedControl = (element) => element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement;

/** Elements that some `aria-owns` moves, with their owner. */
const ownedElsewhere = (memory) => {
  if (memory.owned !== undefined) return memory.owned;
  memory.owned = new Map();
  for (const owner of findAll(memory, "[aria-owns]")) {
    for (const child of referenced(owner, "aria-owns")) if (!memory.owned.has(child) && !flatContains(child, owner)) memory.owned.set(child, owner);
  }
  return memory.owned;
};

/** Text alternative of an element, not yet normalised. */
const nameText = (memory, element, visited, state) => {
  if (visited.has(element) || state.depth > MAX_NAME_DEPTH) return "";
  const tag = tagOf(element);
  if (tag === "script" || tag === "style" || tag === "noscript" || tag === "template") return "";
  if (isHiddenForName(memory, element) && !state.hidden) return "";
  visited.add(element);
  if (!state.labelled && hasAttribute(element, "aria-labelledby")) {
    const text = nameFromReferences(memory, element, visited, state);
    if (text !== "") return text;
  }
  const role = roleOf(memory, element);
  if (state.inside) {
    const value = embeddedValue(memory, element, role, (at) => nameFromContent(memory, at, visited, state));
    if (value !== null && !(state.root && isLabelled(element))) return value;
  }
  const label = (attribute(element, "aria-label") ?? "").trim();
  if (label !== "" && !(NAME_PROHIBITED.has(role) && !state.inside)) return label;
  if (role !== "none" || tag === "img") {
    const native = nativeName(memory, element, visited, state);
    if (native.trim() !== "") return native;
  }
  if (state.inside || NAME_FROM_CONTENT.has(role) || isSummary(element)) {
    if (!(element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement)) {
      const text = nameFromContent(memory, element, visited, state);
      if (text.trim() !== "") return text;
    }
  }
  return fallbackName(element, role, state);
};
const isLabelled = (element) => hasAttribute(element, "aria-label");

const fallbackName = (element, role, state) => {
  if (NAME_PROHIBITED.has(role) && !state.inside && role !== "generic") return "";
  const title = (attribute(element, "title") ?? "").trim();
  if (title !== "") return title;
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return attribute(element, "placeholder") ?? attribute(element, "aria-placeholder") ?? "";
  return attribute(element, "aria-placeholder") ?? "";
};

/** The accessible name, normalised. */
const nameOf = (memory, element) => {
  let name = memory.names.get(element);
  if (name === undefined) {
    memory.names.set(element, "");
    name = normalise(nameText(memory, element, new Set(), START));
    memory.names.set(element, name);
  }
  return name;
};
