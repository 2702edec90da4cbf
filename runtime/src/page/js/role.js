// ARIA roles: explicit ones, and the implicit ones of HTML-AAM and SVG-AAM.

const ROLES = new Set(
  ("alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox comment " +
    "complementary contentinfo definition deletion dialog document emphasis feed figure form generic grid gridcell " +
    "group heading img insertion link list listbox listitem log main mark marquee math menu menubar menuitem menuitemcheckbox " +
    "menuitemradio meter navigation none note option paragraph progressbar radio radiogroup region row rowgroup rowheader " +
    "scrollbar search searchbox sectionfooter sectionheader separator slider spinbutton status strong subscript suggestion superscript switch tab table " +
    "tablist tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem " +
    "doc-abstract doc-acknowledgments doc-afterword doc-appendix doc-backlink doc-biblioentry doc-bibliography doc-biblioref " +
    "doc-chapter doc-colophon doc-conclusion doc-cover doc-credit doc-credits doc-dedication doc-endnote doc-endnotes " +
    "doc-epigraph doc-epilogue doc-errata doc-example doc-footnote doc-foreword doc-glossary doc-glossref doc-index " +
    "doc-introduction doc-noteref doc-notice doc-pagebreak doc-pagefooter doc-pageheader doc-pagelist doc-part doc-preface " +
    "doc-prologue doc-pullquote doc-qna doc-subtitle doc-tip doc-toc graphics-document graphics-object graphics-symbol").split(" "),
);
const SYNONYMS = { image: "img", presentation: "none", directory: "list" };
const canonicalRole = (word) => SYNONYMS[word] ?? word;

const PLAIN_TAGS = {
  address: "group", article: "article", blockquote: "blockquote", button: "button", caption: "caption", code: "code",
  datalist: "listbox", dd: "definition", del: "deletion", details: "group", dfn: "term", dialog: "dialog", dt: "term",
  em: "emphasis", fieldset: "group", figure: "figure", h1: "heading", h2: "heading", h3: "heading", h4: "heading",
  h5: "heading", h6: "heading", hgroup: "group", hr: "separator", ins: "insertion", main: "main",
  mark: "mark", math: "math", menu: "list", meter: "meter", nav: "navigation", ol: "list", optgroup: "group",
  option: "option", output: "status", p: "paragraph", progress: "progressbar", s: "deletion", search: "search",
  strong: "strong", sub: "subscript", sup: "superscript", table: "table", tbody: "rowgroup", textarea: "textbox",
  tfoot: "rowgroup", thead: "rowgroup", time: "time", ul: "list", "xml:math": "math",
  "svg:image": "img", "svg:a": "link",
};
const INPUT_TYPES = {
  button: "button", checkbox: "checkbox", color: "button", file: "button", image: "button", number: "spinbutton",
  radio: "radio", range: "slider", reset: "button", submit: "button",
};
const FREE_TEXT_TYPES = new Set(["text", "search", "tel", "url", "email"]);

const GLOBAL_ARIA = ("atomic busy controls current describedby description details dropeffect flowto grabbed hidden keyshortcuts " +
  "label labelledby live owns relevant roledescription").split(" ").map((word) => "aria-" + word);

const isFocusable = (element) =>
  (element instanceof HTMLElement || element instanceof SVGElement) &&
  (hasAttribute(element, "tabindex") || (element instanceof HTMLElement && tabIndexOf(element) >= 0 && !isInert(element) &&
    element.matches !== undefined && !matches(element, ":disabled")));

const isInert = (element) => flatClosest(element, (at) => hasAttribute(at, "inert")) !== null;

const hasGlobalAria = (element) => GLOBAL_ARIA.some((name) => name !== "aria-hidden" && (attribute(element, name) ?? "").trim() !== "");

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
  return isFocusable(element) || hasGlobalAria(element) || (attribute(element, "title") ?? "").trim() !== "" ? "img" : "none";
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
  if (!hasName && !hasAttribute(element, "aria-label") && !hasAttribute(element, "aria-labelledby")) return null;
  return tag === "svg:g" ? "group" : /^svg:(svg|circle|ellipse|line|path|polygon|polyline|rect|use)$/.test(tag) ? "img" : null;
};

const implicitRole = (memory, element) => {
  const tag = tagOf(element);
  switch (tag) {
    case "a": case "area": return hasAttribute(element, "href") ? "link" : "generic";
    case "aside": return inSection(element, false) && !isNamed(memory, element) ? "generic" : "complementary";
    case "header": return inSection(element, true) ? "sectionheader" : "banner";
    case "footer": return inSection(element, true) ? "sectionfooter" : "contentinfo";
    case "form": return "form";
    case "section": return isNamed(memory, element) ? "region" : null;
    case "img": return imageRole(memory, element);
    case "input": return inputRole(element);
    case "li": return listItemRole(element);
    case "select": return isListBox(element) ? "listbox" : "combobox";
    case "summary": return isSummary(element) ? "button" : null;
    case "tr": case "td": case "th": case "tbody": case "thead": case "tfoot":
      return tablePartRole(memory, element, tag);
    default: return tag.startsWith("svg:") ? svgRole(element, tag) : (PLAIN_TAGS[tag] ?? (hasAttribute(element, "popover") ? "group" : null));
  }
};

/** The first summary of a details element, the one that opens it. */
const isSummary = (element) => {
  const parent = parentNode(element);
  if (!isElement(parent) || tagOf(parent) !== "details") return false;
  for (let at = firstElement(parent); at !== null; at = nextElement(at)) if (tagOf(at) === "summary") return at === element;
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

/** Open modal dialogs: what is outside of them is inert. */
const modalsOf = (memory) => (memory.modals ??= findAll(memory, "dialog:modal"));

const computeExposed = (memory, element) => {
  if (attribute(element, "aria-hidden")?.toLowerCase() === "true" || hasAttribute(element, "inert")) return false;
  if (TEXTLESS.has(tagOf(element)) && !EXPOSED_TEXTLESS.has(tagOf(element))) return false;
  const parent = flatParent(element);
  if (tagOf(element) === "dialog" && modalsOf(memory).includes(element)) return true;
  return parent === null ? element === documentElement(page()) && modalsOf(memory).length === 0 : isExposed(memory, parent);
};
const EXPOSED_TEXTLESS = new Set(["textarea", "iframe", "object", "video", "audio", "canvas"]);

/** Whether no ancestor takes the element out of the accessibility tree (what is not drawn is judged apart). */
const isExposed = (memory, element) => {
  let exposed = memory.exposed.get(element);
  if (exposed === undefined) memory.exposed.set(element, (exposed = computeExposed(memory, element)));
  return exposed;
};

const isDrawnForTree = (memory, element) => {
  if (showsText(memory, element)) return true;
  const tag = tagOf(element);
  const around = tag === "area" ? imageOfArea(element) : closest(element, "select,canvas");
  return around !== null && showsText(memory, around);
};

/** Whether the accessibility tree has the element. */
const inAccessibilityTree = (memory, element) => isDrawnForTree(memory, element) && isExposed(memory, element);

/** A selector of everything that can have a role; the exact role is asked of what it finds. */
const ROLE_SELECTORS = (() => {
  const selectors = {};
  const add = (role, selector) => (selectors[role] = selectors[role] === undefined ? selector : selectors[role] + "," + selector);
  for (const [tag, role] of Object.entries(PLAIN_TAGS)) add(role, tag.replace(/^\w+:/, ""));
  for (const [type, role] of Object.entries(INPUT_TYPES)) add(role, `input[type="${type}" i]`);
  for (const role of ["textbox", "searchbox", "combobox"]) add(role, "input");
  add("button", "summary,input[aria-pressed]");
  add("link", "a[href],area[href]");
  add("complementary", "aside");
  add("banner", "header");
  add("sectionheader", "header");
  add("sectionfooter", "footer");
  add("contentinfo", "footer");
  add("form", "form");
  add("region", "section");
  add("img", "img,svg,image,circle,ellipse,line,path,polygon,polyline,rect,use");
  add("group", "g,[popover]");
  add("none", "img,li");
  add("listitem", "li");
  add("combobox", "select");
  add("listbox", "select");
  add("row", "tr");
  add("cell", "td");
  add("gridcell", "td");
  add("rowheader", "th");
  add("columnheader", "th");
  return selectors;
})();

const roleSelector = (role) => {
  if (role === "generic") return "*";
  const explicit = role === "img" ? `[role~="img" i],[role~="image" i]` : role === "none" ? `[role~="none" i],[role~="presentation" i]` : `[role~="${role}" i]`;
  return ROLE_SELECTORS[role] === undefined ? explicit : `${explicit},${ROLE_SELECTORS[role]}`;
};
