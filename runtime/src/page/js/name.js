// The accessible name (accname 1.2 with HTML-AAM and SVG-AAM).

const NAME_FROM_CONTENT = new Set(
  (
    "button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio row rowheader " +
    "switch tab term tooltip treeitem math doc-backlink doc-biblioref doc-glossref doc-noteref"
  ).split(" "),
);
/** Roles that a title does not name; `aria-label` does, as browsers have it. */
const NOT_NAMED_BY_TITLE = new Set(
  "caption code definition deletion emphasis generic insertion mark none paragraph strong subscript suggestion superscript time".split(
    " ",
  ),
);
const MAX_NAME_DEPTH = 200;

// One computation: `visited` breaks loops, `labelled` says aria-labelledby was followed, `hidden` that hidden content counts
// because the reference pointed at it, `inside` that this is content of something else, `root` that it is what was pointed at.
const START = { labelled: false, hidden: false, inside: false, root: false, depth: 0 };

const isHiddenForName = (memory, element) =>
  attribute(element, "aria-hidden")?.toLowerCase() === "true" ||
  (!showsText(memory, element) && !isDrawnForTree(memory, element));

/** References are followed once, so they cannot go round; an element may name itself among others. */
const nameFromReferences = (memory, element, state) => {
  const parts = [];
  for (const target of referenced(element, "aria-labelledby")) {
    const hidden =
      isHiddenForName(memory, target) ||
      flatClosest(target, (at) => attribute(at, "aria-hidden") === "true") !== null;
    parts.push(
      normalise(
        nameText(memory, target, new Set(), { ...state, labelled: true, inside: true, hidden, root: true }),
      ),
    );
  }
  return parts.filter((part) => part !== "").join(" ");
};

const nameFromLabels = (memory, element, visited, state) =>
  labelsOf(element)
    .map((label) =>
      normalise(
        nameText(memory, label, new Set([...visited, element]), { ...state, inside: true, root: true }),
      ),
    )
    .filter((part) => part !== "")
    .join(" ");

/** Names that the host language gives, before content, title and placeholder. */
const nativeName = (memory, element, visited, state) => {
  const tag = tagOf(element);
  const ofChild = (name) => {
    const child = childWithTag(element, name);
    return child === null
      ? ""
      : normalise(
          nameText(memory, child, new Set([...visited, element]), { ...state, inside: true, root: true }),
        );
  };
  if (element instanceof HTMLInputElement) {
    const caption = BUTTON_TYPES[element.type];
    if (caption !== undefined) {
      const labels = nameFromLabels(memory, element, visited, state);
      return labels || (hasAttribute(element, "value") ? element.value : caption);
    }
    if (element.type === "image") {
      return (
        nameFromLabels(memory, element, visited, state) ||
        attribute(element, "alt") ||
        attribute(element, "value") ||
        attribute(element, "title") ||
        "Submit"
      );
    }
    return nameFromLabels(memory, element, visited, state);
  }
  switch (tag) {
    case "textarea":
    case "select":
    case "meter":
    case "progress":
    case "output":
    case "button":
      return nameFromLabels(memory, element, visited, state);
    case "fieldset":
      return ofChild("legend");
    case "table":
      return ofChild("caption") || (attribute(element, "summary") ?? "");
    case "figure":
      return ofChild("figcaption");
    case "img":
    case "area":
      return attribute(element, "alt") ?? "";
    case "optgroup":
      return attribute(element, "label") ?? "";
    case "option":
      return optionText(element);
    default:
      return tag.startsWith("svg:")
        ? svgName(element, tag)
        : customLabels(element).length > 0
          ? nameFromLabels(memory, element, visited, state)
          : "";
  }
};

const svgName = (element, tag) => {
  const title = childWithTag(element, "svg:title");
  if (title !== null) return normalise(textContent(title));
  return tag === "svg:a" ? (attribute(element, "xlink:title") ?? "") : "";
};

/** Whether a piece of content stands apart from the text beside it. */
const separated = (memory, element) =>
  styleIn(memory, element).display !== "inline" ||
  hasAttribute(element, "aria-label") ||
  APART.has(tagOf(element));
const APART = new Set(["img", "svg:svg", "input", "select", "textarea"]);

const nameFromContent = (memory, element, visited, state) => {
  const out = [generatedText(element, "::before")];
  const children = flatChildren(element);
  for (const owned of referenced(element, "aria-owns")) if (!children.includes(owned)) children.push(owned);
  const owners = ownedElsewhere(memory);
  const shown = state.hidden || isDrawnForTree(memory, element);
  const { textTransform } = styleIn(memory, element);
  const skipsGroups = roleOf(memory, element) === "treeitem";
  for (const child of children) {
    if (nodeType(child) === TEXT) {
      if (shown) out.push(transformed(dataOf(child), textTransform));
    } else if (isElement(child)) {
      const owner = owners.get(child);
      if ((owner !== undefined && owner !== element) || (skipsGroups && roleOf(memory, child) === "group"))
        continue;
      if (localName(child) === "br") {
        out.push(" ");
        continue;
      }
      const text = nameText(memory, child, visited, {
        ...state,
        inside: true,
        root: false,
        depth: state.depth + 1,
      });
      const apart =
        owner !== undefined || (text !== "" && separated(memory, child)) || isBlockEnd(memory, child);
      out.push(apart ? ` ${text} ` : text);
    }
  }
  out.push(generatedText(element, "::after"));
  return out.join("");
};

const isBlockEnd = (memory, element) => !/^(inline|contents|none)/.test(styleIn(memory, element).display);

/** Elements that some `aria-owns` moves, with their owner. */
const ownedElsewhere = (memory) => {
  if (memory.owned !== undefined) return memory.owned;
  memory.owned = new Map();
  for (const owner of findAll(memory, "[aria-owns]")) {
    for (const child of referenced(owner, "aria-owns"))
      if (!memory.owned.has(child) && !flatContains(child, owner)) memory.owned.set(child, owner);
  }
  return memory.owned;
};

/** Text alternative of an element, not yet normalised. */
const nameText = (memory, element, visited, state) => {
  if (visited.has(element) || state.depth > MAX_NAME_DEPTH) return "";
  const tag = tagOf(element);
  if (
    tag === "script" ||
    tag === "style" ||
    tag === "noscript" ||
    tag === "template" ||
    tag === "rt" ||
    tag === "rp"
  )
    return "";
  if (isHiddenForName(memory, element) && !state.hidden) return "";
  visited.add(element);
  if (!state.labelled && hasAttribute(element, "aria-labelledby")) {
    const text = nameFromReferences(memory, element, state);
    if (text !== "") return text;
  }
  const role = roleOf(memory, element);
  if (state.inside) {
    const value = embeddedValue(memory, element, role, (at) => nameFromContent(memory, at, visited, state));
    if (value !== null && !(state.root && hasAttribute(element, "aria-label"))) return value;
  }
  const label = (attribute(element, "aria-label") ?? "").trim();
  if (label !== "") return label;
  if (role !== "none") {
    const native = nativeName(memory, element, visited, state);
    if (native.trim() !== "" || attribute(element, "alt") === "") return native;
  }
  if (state.inside || NAME_FROM_CONTENT.has(role) || isSummary(element)) {
    if (!(
      element instanceof HTMLInputElement ||
      element instanceof HTMLSelectElement ||
      element instanceof HTMLTextAreaElement
    )) {
      const text = nameFromContent(memory, element, visited, state);
      if (text.trim() !== "") return text;
    }
  }
  return fallbackName(element, role);
};
const fallbackName = (element, role) => {
  const title = NOT_NAMED_BY_TITLE.has(role) ? "" : (attribute(element, "title") ?? "").trim();
  if (title !== "") return title;
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
    return attribute(element, "placeholder") ?? attribute(element, "aria-placeholder") ?? "";
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
