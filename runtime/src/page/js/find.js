// From a target to elements. All keys must hold: one key finds candidates, the others sift them.

class BadTarget extends Error {
  constructor(kind, detail) {
    super(kind);
    this.kind = kind;
    this.detail = short(detail);
  }
}

/** A selector in every root; `a >>> b` finds b in the shadow roots of what a finds. */
const findCss = (memory, selector) => {
  try {
    const [first, ...rest] = selector.split(">>>");
    return rest.reduce(
      (hosts, part) => {
        const roots = hosts.map(shadowOf).filter((root) => root !== null);
        return roots.flatMap((root) => Array.from(queryAll(root, part.trim())));
      },
      findAll(memory, first.trim()),
    );
  } catch (error) {
    throw new BadTarget("bad-css", error.message);
  }
};

const elementOfNode = (node) =>
  isElement(node) ? node : nodeType(node) === 2 ? node.ownerElement : parentNode(node);

const xpathIn = (context, expression) => {
  const result = evaluateXPath(
    page(),
    expression,
    context,
    null,
    XPathResult.ORDERED_NODE_SNAPSHOT_TYPE,
    null,
  );
  const found = new Set();
  for (let i = 0; i < result.snapshotLength; i += 1) {
    const element = elementOfNode(result.snapshotItem(i));
    if (isElement(element)) found.add(element);
  }
  return [...found];
};

/** Index path of a node below a root, to find its twin in a copy. */
const indexPath = (root, node) => {
  const path = [];
  for (let at = node; at !== root; at = parentNode(at)) {
    let index = 0;
    for (let before = previousSibling(at); before !== null; before = previousSibling(before)) index += 1;
    path.unshift(index);
  }
  return path;
};

const nodeAtPath = (root, path) =>
  path.reduce((node, index) => {
    let child = firstChild(node);
    for (let i = 0; i < index; i += 1) child = nextSibling(child);
    return child;
  }, root);

/** The engine evaluates absolute paths from the document only, so a shadow root is asked through a detached copy of it. */
const xpathInShadow = (root, expression) => {
  const inert = implementationOf(page()).createHTMLDocument("");
  const copy = createFragment(inert);
  for (let child = firstChild(root); child !== null; child = nextSibling(child))
    appendChild(copy, importNode(inert, child, true));
  const context = firstChild(copy);
  if (context === null) return [];
  const result = evaluateXPath(
    inert,
    expression,
    context,
    null,
    XPathResult.ORDERED_NODE_SNAPSHOT_TYPE,
    null,
  );
  const found = new Set();
  for (let i = 0; i < result.snapshotLength; i += 1) {
    const element = elementOfNode(result.snapshotItem(i));
    if (isElement(element) && contains(copy, element)) found.add(nodeAtPath(root, indexPath(copy, element)));
  }
  return [...found];
};

const findXPath = (memory, expression) => {
  try {
    const [top, ...shadows] = rootsOf(memory);
    return [...xpathIn(top, expression), ...shadows.flatMap((root) => xpathInShadow(root, expression))];
  } catch (error) {
    throw new BadTarget("bad-xpath", error.message);
  }
};

const WIDGETS = new Set(
  "textbox searchbox combobox listbox checkbox radio switch slider spinbutton menuitemcheckbox menuitemradio radiogroup".split(
    " ",
  ),
);
const LABELABLE = "input:not([type=hidden i]),select,textarea,button,meter,output,progress";

const isFormControl = (memory, element) =>
  matches(element, LABELABLE) ||
  WIDGETS.has(roleOf(memory, element)) ||
  isEditable(element) ||
  (isHtml(element) && localName(element).includes("-"));

/** A label as it is read: what is drawn, and if nothing is, what it holds. */
const labelText = (memory, label) => textOf(memory, label) || sourceText(label);

/** Every text that labels a control. */
const labelTexts = (memory, element) => {
  const native = labelsOf(element).map((label) => labelText(memory, label));
  const referencedTexts = referenced(element, "aria-labelledby").map((label) => labelText(memory, label));
  const own = normalise(attribute(element, "aria-label") ?? "");
  const texts = [...native, native.join(" "), ...referencedTexts, referencedTexts.join(" "), own];
  if (native.length + referencedTexts.length > 0) texts.push(nameOf(memory, element));
  return texts.filter((text) => text !== "");
};

const findLabel = (memory, value) => {
  const compare = comparison(value, "ignoreCase");
  const found = new Set();
  for (const label of findAll(memory, "label")) {
    const { control } = label;
    if (control !== null && isElement(control)) found.add(control);
  }
  for (const element of findAll(memory, "[aria-label],[aria-labelledby]"))
    if (isFormControl(memory, element)) found.add(element);
  return sortElements(
    memory,
    [...found].filter((element) => labelTexts(memory, element).some(compare.test)),
  );
};

const findPlaceholder = (memory, value) => {
  const compare = comparison(value, "ignoreCase");
  return findAll(memory, "[placeholder],[aria-placeholder]").filter((element) =>
    compare.test(normalise(attribute(element, "placeholder") ?? attribute(element, "aria-placeholder"))),
  );
};

const checkedRole = (word) => {
  const role = canonicalRole(word.trim().toLowerCase());
  if (!ROLES.has(role)) throw new BadTarget("bad-role", word);
  return role;
};

const NAMING = ["aria-label", "aria-labelledby", "title", "aria-owns"];

/** Whether the name of an element of text alone cannot be this, told without computing it: a name holds all its text. */
const cannotBeNamed = (element, compare) => {
  if (firstElement(element) !== null || element instanceof HTMLInputElement || shadowOf(element) !== null)
    return false;
  const text = fold(squeeze(textContent(element)));
  if (text === "" || compare.needle.includes(text)) return false;
  return (
    !NAMING.some((name) => hasAttribute(element, name)) &&
    labelsOf(element).length === 0 &&
    matches(element, "a,button,h1,h2,h3,h4,h5,h6,summary")
  );
};

const findRole = (memory, word, name) => {
  const role = checkedRole(word);
  const candidates = findAll(memory, roleSelector(role));
  const compare = name === undefined ? null : comparison(name, "ignoreCase");
  return candidates.filter(
    (element) =>
      !(compare !== null && cannotBeNamed(element, compare)) &&
      roleOf(memory, element) === role &&
      inAccessibilityTree(memory, element),
  );
};

/** Keys that find candidates, most selective first. */
const FINDERS = [
  ["testid", (memory, target) => findAll(memory, `[data-testid="${CSS.escape(target.testid)}"]`)],
  ["css", (memory, target) => findCss(memory, target.css)],
  ["xpath", (memory, target) => findXPath(memory, target.xpath)],
  ["placeholder", (memory, target) => findPlaceholder(memory, target.placeholder)],
  ["label", (memory, target) => findLabel(memory, target.label)],
  ["role", (memory, target) => findRole(memory, target.role, target.name)],
  ["name", (memory) => findAll(memory, "*").filter((element) => inAccessibilityTree(memory, element))],
];

/** Keys that sift candidates another key has found. */
const siftOf = (memory, target, key) => {
  switch (key) {
    case "testid":
      return (element) => attribute(element, "data-testid") === target.testid;
    case "name": {
      const compare = comparison(target.name, "ignoreCase");
      return (element) => compare.test(nameOf(memory, element));
    }
    case "role": {
      const role = checkedRole(target.role);
      return (element) => roleOf(memory, element) === role && inAccessibilityTree(memory, element);
    }
    default: {
      const found = new Set(FINDERS.find(([name]) => name === key)[1](memory, target));
      return (element) => found.has(element);
    }
  }
};

const hasText = (memory, element, compare) =>
  compare.test(isVisible(memory, element) ? textOf(memory, element) : sourceText(element));

const split = (memory, elements) => {
  const visible = [];
  const hidden = [];
  for (const element of elements) (isVisible(memory, element) ? visible : hidden).push(element);
  // What one tree was asked for came in its order already.
  if (rootsOf(memory).length === 1) return { visible, hidden };
  return { visible: sortElements(memory, visible), hidden: sortElements(memory, hidden) };
};

/** Elements that a target means: `{visible, hidden}`, each in document order. Throws BadTarget. */
const findTarget = (memory, target, allows) => {
  const keys = FINDERS.map(([key]) => key).filter((key) => target[key] !== undefined);
  const compares = [];
  if (target.text !== undefined) compares.push(comparison(target.text, "ignoreCase"));
  if (target.textContains !== undefined) compares.push(comparison(target.textContains, "containsIgnoreCase"));
  if (keys.length === 0) {
    if (compares.length === 0) return { visible: [], hidden: [] };
    const found = searchText(memory, compares[0], allows);
    if (compares.length === 1) return found;
    const second = (element) => hasText(memory, element, compares[1]);
    return { visible: found.visible.filter(second), hidden: found.hidden.filter(second) };
  }
  let found = FINDERS.find(([key]) => key === keys[0])[1](memory, target).filter(allows);
  const sifts = keys.slice(1);
  if (keys[0] === "name") sifts.push("name");
  for (const key of sifts) found = found.filter(siftOf(memory, target, key));
  for (const compare of compares) found = found.filter((element) => hasText(memory, element, compare));
  const { visible, hidden } = split(memory, found);
  return compares.length === 0
    ? { visible, hidden }
    : { visible: innermost(visible), hidden: innermost(hidden) };
};
