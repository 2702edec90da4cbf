// An element in a few words, and a selector that finds it.

/** `<button#pay.primary>`: tag, id, up to two classes, and what tells inputs apart. */
const describe = (element) => {
  let text = localName(element);
  const id = idOf(element);
  if (id !== "") text += "#" + id;
  const classes = Array.from(classNames(element)).slice(0, 2);
  for (const name of classes) text += "." + name;
  if (id === "" && classes.length === 0) {
    for (const name of ["data-testid", "name", "type", "role"]) {
      const value = attribute(element, name);
      if (value !== null && value !== "") return `<${bounded(`${text}[${name}=${value}]`, 120)}>`;
    }
  }
  return `<${bounded(text, 120)}>`;
};

const isOnly = (memory, selector, element) => {
  const found = findCss(memory, selector);
  return found.length === 1 && found[0] === element;
};

const nthOfType = (element) => {
  const name = localName(element);
  let index = 1;
  let same = 1;
  for (let at = previousElement(element); at !== null; at = previousElement(at))
    if (localName(at) === name) index += 1;
  same = index;
  for (let at = nextElement(element); at !== null; at = nextElement(at))
    if (localName(at) === name) same += 1;
  const tag = CSS.escape(name);
  return same === 1 ? tag : `${tag}:nth-of-type(${index})`;
};
const previousElement = getterOf(Element, "previousElementSibling");

const shortSelectors = (element) => {
  const tag = CSS.escape(localName(element));
  const selectors = [];
  const id = idOf(element);
  if (id !== "" && id.length < 60) selectors.push("#" + CSS.escape(id));
  for (const name of ["data-testid", "name", "placeholder", "href", "type"]) {
    const value = attribute(element, name);
    if (value !== null && value !== "" && value.length < 60)
      selectors.push(`${tag}[${name}="${CSS.escape(value)}"]`);
  }
  for (const name of Array.from(classNames(element)).slice(0, 3))
    selectors.push(`${tag}.${CSS.escape(name)}`);
  selectors.push(tag);
  return selectors;
};

/** A selector inside the element's own tree that finds it alone among the elements of that tree. */
const treeSelector = (element) => {
  const root = rootOf(element);
  const alone = (selector) => {
    const found = queryAll(root, selector);
    return found.length === 1 && found[0] === element;
  };
  const direct = shortSelectors(element).find(alone);
  if (direct !== undefined) return direct;
  let tail = nthOfType(element);
  for (
    let at = parentNode(element), depth = 0;
    isElement(at) && depth < 12;
    at = parentNode(at), depth += 1
  ) {
    for (const head of shortSelectors(at)) if (alone(`${head} > ${tail}`)) return `${head} > ${tail}`;
    tail = `${nthOfType(at)} > ${tail}`;
    if (alone(tail)) return tail;
  }
  return alone(`:root > ${tail}`) ? `:root > ${tail}` : tail;
};

/** A selector that finds the element alone in the whole page; through shadow roots, `host >>> inner`. */
const selectorOf = (memory, element) => {
  const inner = treeSelector(element);
  if (isOnly(memory, inner, element)) return inner;
  const path = hostPath(element);
  return path.length === 1 ? inner : path.map(treeSelector).join(" >>> ");
};

const described = (memory, element) => ({
  node: register(element),
  element: describe(element),
  role: roleOf(memory, element),
  name: short(nameOf(memory, element)),
  text: short(textOf(memory, element)),
});
