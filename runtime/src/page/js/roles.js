// ARIA's roles, which tags have which, and how to ask for them by selector.

const ROLES = new Set(
  (
    "alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox comment " +
    "complementary contentinfo definition deletion dialog document emphasis feed figure form generic grid gridcell " +
    "group heading img insertion link list listbox listitem log main mark marquee math menu menubar menuitem menuitemcheckbox " +
    "menuitemradio meter navigation none note option paragraph progressbar radio radiogroup region row rowgroup rowheader " +
    "scrollbar search searchbox sectionfooter sectionheader separator slider spinbutton status strong subscript suggestion superscript switch tab table " +
    "tablist tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem " +
    "doc-abstract doc-acknowledgments doc-afterword doc-appendix doc-backlink doc-biblioentry doc-bibliography doc-biblioref " +
    "doc-chapter doc-colophon doc-conclusion doc-cover doc-credit doc-credits doc-dedication doc-endnote doc-endnotes " +
    "doc-epigraph doc-epilogue doc-errata doc-example doc-footnote doc-foreword doc-glossary doc-glossref doc-index " +
    "doc-introduction doc-noteref doc-notice doc-pagebreak doc-pagefooter doc-pageheader doc-pagelist doc-part doc-preface " +
    "doc-prologue doc-pullquote doc-qna doc-subtitle doc-tip doc-toc graphics-document graphics-object graphics-symbol"
  ).split(" "),
);
const SYNONYMS = { image: "img", presentation: "none", directory: "list" };
const canonicalRole = (word) => SYNONYMS[word] ?? word;

const PLAIN_TAGS = {
  address: "group",
  article: "article",
  blockquote: "blockquote",
  button: "button",
  caption: "caption",
  code: "code",
  datalist: "listbox",
  dd: "definition",
  del: "deletion",
  details: "group",
  dfn: "term",
  dialog: "dialog",
  dt: "term",
  em: "emphasis",
  fieldset: "group",
  figure: "figure",
  h1: "heading",
  h2: "heading",
  h3: "heading",
  h4: "heading",
  h5: "heading",
  h6: "heading",
  hgroup: "group",
  hr: "separator",
  ins: "insertion",
  main: "main",
  mark: "mark",
  math: "math",
  menu: "list",
  meter: "meter",
  nav: "navigation",
  ol: "list",
  optgroup: "group",
  option: "option",
  output: "status",
  p: "paragraph",
  progress: "progressbar",
  s: "deletion",
  search: "search",
  strong: "strong",
  sub: "subscript",
  sup: "superscript",
  table: "table",
  tbody: "rowgroup",
  textarea: "textbox",
  tfoot: "rowgroup",
  thead: "rowgroup",
  time: "time",
  ul: "list",
  "xml:math": "math",
  "svg:image": "img",
  "svg:a": "link",
};
const INPUT_TYPES = {
  button: "button",
  checkbox: "checkbox",
  color: "button",
  file: "button",
  image: "button",
  number: "spinbutton",
  radio: "radio",
  range: "slider",
  reset: "button",
  submit: "button",
};
const FREE_TEXT_TYPES = new Set(["text", "search", "tel", "url", "email"]);

/** A selector of everything that can have a role; the exact role is asked of what it finds. */
const ROLE_SELECTORS = (() => {
  const selectors = {};
  const add = (role, selector) =>
    (selectors[role] = selectors[role] === undefined ? selector : selectors[role] + "," + selector);
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
  const explicit =
    role === "img"
      ? `[role~="img" i],[role~="image" i]`
      : role === "none"
        ? `[role~="none" i],[role~="presentation" i]`
        : `[role~="${role}" i]`;
  return ROLE_SELECTORS[role] === undefined ? explicit : `${explicit},${ROLE_SELECTORS[role]}`;
};
