// The role of an element: the explicit one, else the implicit one of HTML-AAM and SVG-AAM.

const GLOBAL_ARIA = (
  "atomic busy controls current describedby description details dropeffect flowto grabbed hidden keyshortcuts " +
  "label labelledby live owns relevant roledescription"
)
  .split(" ")
  .map((word) => "aria-" + word);

const isFocusable = (element) =>
  (element instanceof HTMLElement || element instanceof SVGElement) &&
  (hasAttribute(element, "tabindex") ||
    (element instanceof HTMLElement &&
      tabIndexOf(element) >= 0 &&
      !isInert(element) &&
      element.matches !== undefined &&
      !matches(element, ":disabled")));

const isInert = (element) => flatClosest(element, (at) => hasAttribute(at, "inert")) !== null;

const hasGlobalAria = (element) =>
  GLOBAL_ARIA.some((name) => name !== "aria-hidden" && (attribute(element, name) ?? "").trim() !== "");

/** Whether an author named the element; asked before there is a role, so without computing the name. */
const isNamed = (memory, element) =>
  ["aria-label", "title"].some((name) => (attribute(element, name) ?? "").trim() !== "") ||
  nameFromReferences(memory, element, START) !== "";

/** The first valid token of the role attribute, or null. `none` gives way when the element must stay reachable. */
const explicitRole = (memory, element) => {
  const written = attribute(element, "role");
  if (written === null) return null;
  for (const token of written.toLowerCase().split(/\s+/)) {
    const role = canonicalRole(token);
    if (!ROLES.has(role)) continue;
    if (role === "none" && (isFocusable(element) || hasGlobalAria(element))) return null;
    if ((role === "form" || role === "region") && !isNamed(memory, element)) continue;
    return role;
  }
  return null;
};

const SECTIONING = new Set(["article", "aside", "main", "nav", "section"]);
const SECTIONING_ROLES = new Set(["article", "complementary", "main", "navigation", "region"]);

/** Whether a header or footer belongs to a section rather than to the page; for an aside, `main` is no section. */
const inSection = (element, mainCounts) =>
  flatClosest(flatParent(element) ?? element, (at) => {
    if (at === element) return false;
    const written = attribute(at, "role")?.trim().toLowerCase();
    if (!mainCounts && (written === "main" || (written === undefined && tagOf(at) === "main"))) return false;
    return written === undefined ? SECTIONING.has(tagOf(at)) : SECTIONING_ROLES.has(written);
  }) !== null;

const inputRole = (input) => {
  const { type } = input;
  if (type === "hidden") return null;
  if (FREE_TEXT_TYPES.has(type)) {
    const list = attribute(input, "list");
    if (list !== null && byId(rootOf(input), list) instanceof HTMLDataListElement) return "combobox";
    return type === "search" ? "searchbox" : "textbox";
  }
  if (type === "checkbox" && hasAttribute(input, "aria-pressed")) return "button";
  return INPUT_TYPES[type] ?? "textbox";
};

const imageRole = (memory, element) => {
  if (attribute(element, "alt") !== "") return "img";
  return isFocusable(element) || hasGlobalAria(element) || (attribute(element, "title") ?? "").trim() !== ""
    ? "img"
    : "none";
};

/** Role of the table around a row or cell: presentational tables have presentational parts. */
const tableRole = (memory, element) => {
  const table = flatClosest(element, (at) => tagOf(at) === "table");
  return table === null ? null : roleOf(memory, table);
};

const TABLES = new Set(["table", "grid", "treegrid"]);

const headerCellRole = (element) => {
  const scope = (attribute(element, "scope") ?? "").toLowerCase();
  if (scope === "row" || scope === "rowgroup") return "rowheader";
  if (scope === "col" || scope === "colgroup") return "columnheader";
  const row = parentNode(element);
  const head = isElement(row) ? parentNode(row) : null;
  if (isElement(head) && tagOf(head) === "thead") return "columnheader";
  const onlyHeaders = isElement(row) && Array.from(childElements(row)).every((cell) => tagOf(cell) === "th");
  return onlyHeaders ? "columnheader" : "rowheader";
};

const tablePartRole = (memory, element, tag) => {
  const around = tableRole(memory, element);
  if (!TABLES.has(around)) return null;
  if (tag === "tr") return "row";
  const row = flatParent(element);
  if ((tag === "td" || tag === "th") && (row === null || roleOf(memory, row) !== "row")) return null;
  if (tag === "th") return headerCellRole(element);
  if (tag === "td") return around === "table" ? "cell" : "gridcell";
  return "rowgroup";
};

/** An item of a list that is declared to be none, or to hold tabs, is none either. */
const listItemRole = (element) => {
  const parent = flatParent(element);
  const written = parent === null ? null : attribute(parent, "role")?.trim().toLowerCase();
  return written === "none" || written === "presentation" || written === "tablist" ? "none" : "listitem";
};

const svgRole = (element, tag) => {
  if (PLAIN_TAGS[tag] !== undefined) return PLAIN_TAGS[tag];
  const hasName = Array.from(childElements(element)).some((child) => /^svg:(title|desc)$/.test(tagOf(child)));
  if (!hasName && !hasAttribute(element, "aria-label") && !hasAttribute(element, "aria-labelledby"))
    return null;
  return tag === "svg:g"
    ? "group"
    : /^svg:(svg|circle|ellipse|line|path|polygon|polyline|rect|use)$/.test(tag)
      ? "img"
      : null;
};

const implicitRole = (memory, element) => {
  const tag = tagOf(element);
  switch (tag) {
    case "a":
    case "area":
      return hasAttribute(element, "href") ? "link" : "generic";
    case "aside":
      return inSection(element, false) && !isNamed(memory, element) ? "generic" : "complementary";
    case "header":
      return inSection(element, true) ? "sectionheader" : "banner";
    case "footer":
      return inSection(element, true) ? "sectionfooter" : "contentinfo";
    case "form":
      return "form";
    case "section":
      return isNamed(memory, element) ? "region" : null;
    case "img":
      return imageRole(memory, element);
    case "input":
      return inputRole(element);
    case "li":
      return listItemRole(element);
    case "select":
      return isListBox(element) ? "listbox" : "combobox";
    case "summary":
      return isSummary(element) ? "button" : null;
    case "tr":
    case "td":
    case "th":
    case "tbody":
    case "thead":
    case "tfoot":
      return tablePartRole(memory, element, tag);
    default:
      return tag.startsWith("svg:")
        ? svgRole(element, tag)
        : (PLAIN_TAGS[tag] ?? (hasAttribute(element, "popover") ? "group" : null));
  }
};

/** The first summary of a details element, the one that opens it. */
const isSummary = (element) => {
  const parent = parentNode(element);
  if (!isElement(parent) || tagOf(parent) !== "details") return false;
  for (let at = firstElement(parent); at !== null; at = nextElement(at))
    if (tagOf(at) === "summary") return at === element;
  return false;
};

/** The role, in ARIA's words; `generic` when the element has none worth a word. */
const roleOf = (memory, element) => {
  let role = memory.roles.get(element);
  if (role === undefined) {
    memory.roles.set(element, "generic");
    role = explicitRole(memory, element) ?? implicitRole(memory, element) ?? "generic";
    memory.roles.set(element, role);
  }
  return role;
};
