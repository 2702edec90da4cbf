// From a text to the innermost elements that hold it.
//
// All text nodes are joined, white space left out and case folded, into one run in the order in which they are drawn; the
// place of each node is kept. A hit in the run names the nodes it lies in, and the nearest element around these is the
// candidate, whose rendered text then decides. So a text may be spread over any number of inline elements.

const newRun = () => ({ nodes: [], starts: [], pieces: [], length: 0, text: "" });

const addToRun = (run, node, piece) => {
  run.nodes.push(node);
  run.starts.push(run.length);
  run.pieces.push(piece);
  run.length += piece.length;
};

const takeText = (memory, runs, node, parent) => {
  const data = dataOf(node);
  if (data.length < 64 && !/\S/.test(data)) return;
  const piece = fold(squeeze(data));
  if (piece === "" || TEXTLESS.has(tagOf(parent))) return;
  addToRun(showsText(memory, parent) ? runs.shown : runs.hidden, node, piece);
};

const walkPlain = (memory, runs) => {
  const walker = page().createTreeWalker === undefined ? null : createWalker(page(), page(), NodeFilter.SHOW_TEXT);
  for (let node = nextNode(walker); node !== null; node = nextNode(walker)) {
    const parent = parentNode(node);
    if (isElement(parent)) takeText(memory, runs, node, parent);
  }
};
const createWalker = methodOf(Document, "createTreeWalker");
const nextNode = methodOf(TreeWalker, "nextNode");

const walkFlat = (memory, runs) => {
  const stack = [documentElement(page())];
  while (stack.length > 0) {
    const node = stack.pop();
    if (node === null) continue;
    if (nodeType(node) === TEXT) {
      const parent = flatParent(node);
      if (parent !== null) takeText(memory, runs, node, parent);
    } else if (isElement(node) && !TEXTLESS.has(tagOf(node))) {
      const children = flatChildren(node);
      for (let i = children.length - 1; i >= 0; i -= 1) stack.push(children[i]);
    }
  }
};

const runsOf = (memory) => {
  if (memory.runs !== null) return memory.runs;
  const runs = { shown: newRun(), hidden: newRun() };
  if (rootsOf(memory).length === 1) walkPlain(memory, runs);
  else walkFlat(memory, runs);
  for (const run of [runs.shown, runs.hidden]) run.text = run.pieces.join("");
  memory.runs = runs;
  return runs;
};

/** Index of the last node that starts at or before an offset. */
const nodeAt = (run, offset) => {
  let low = 0;
  let high = run.starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (run.starts[middle] <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
};

/** The nearest element drawn around both nodes. */
const commonElement = (first, last) => {
  if (first === last) return flatParent(first);
  const around = new Set();
  for (let at = flatParent(first); at !== null; at = flatParent(at)) around.add(at);
  for (let at = flatParent(last); at !== null; at = flatParent(at)) if (around.has(at)) return at;
  return null;
};

/** Elements nearest around each hit: `{element, first, last, whole}`, whole when it begins and ends with its nodes. */
const hitsIn = (run, needle, wholeOnly) => {
  const hits = new Map();
  for (let at = run.text.indexOf(needle); at >= 0; at = run.text.indexOf(needle, at + 1)) {
    const first = nodeAt(run, at);
    const end = at + needle.length;
    const last = nodeAt(run, end - 1);
    const whole = run.starts[first] === at && end === run.starts[last] + run.pieces[last].length;
    if (wholeOnly && !whole) continue;
    const element = commonElement(run.nodes[first], run.nodes[last]);
    if (element !== null && !(hits.get(element)?.whole ?? false)) hits.set(element, { element, whole });
  }
  return hits;
};

/** How a text is compared: `{needle, test}`; `loose` is what targets use. */
const comparison = (value, mode) => {
  const wanted = normalise(value);
  const folded = fold(wanted);
  if (mode === "exact") return { needle: squeeze(folded), whole: true, test: (text) => text === wanted };
  if (mode === "containsIgnoreCase") {
    return { needle: squeeze(folded), whole: false, test: (text) => fold(text).includes(folded) };
  }
  return { needle: squeeze(folded), whole: true, test: (text) => fold(text) === folded };
};

/** Drops every element that is drawn around another one of the list. */
const innermost = (elements) => {
  if (elements.length < 2) return elements;
  const around = new Set();
  for (const element of elements) {
    for (let at = flatParent(element); at !== null && !around.has(at); at = flatParent(at)) around.add(at);
  }
  return elements.filter((element) => !around.has(element));
};

/** Controls that draw a text of their own. */
const controlsWith = (memory, compare) =>
  findAll(memory, "input,select").filter((control) => {
    const text = controlText(control);
    return text !== null && text !== "" && compare.test(normalise(text));
  });

const hiddenHits = (memory, compare) => {
  const found = [];
  for (const { element } of hitsIn(runsOf(memory).hidden, compare.needle, compare.whole).values()) {
    if (compare.test(sourceText(element)) || compare.test(looseSource(element))) found.push(element);
  }
  return found;
};
const looseSource = (element) => {
  const texts = [];
  const walker = createWalker(page(), element, NodeFilter.SHOW_TEXT);
  for (let node = nextNode(walker); node !== null && texts.length < 1000; node = nextNode(walker)) texts.push(dataOf(node));
  return normalise(texts.join(" "));
};

/** `{visible, hidden}`: innermost elements whose text satisfies the comparison. Hidden ones only when none is visible. */
const searchText = (memory, compare, allows) => {
  const visible = [];
  const hidden = [];
  if (compare.needle === "") return { visible, hidden };
  const sift = (element) => (isVisible(memory, element) ? visible : hidden).push(element);
  for (const { element } of hitsIn(runsOf(memory).shown, compare.needle, compare.whole).values()) {
    if (allows(element) && compare.test(textOf(memory, element))) sift(element);
  }
  for (const control of controlsWith(memory, compare)) if (allows(control)) sift(control);
  if (visible.length === 0) hidden.push(...hiddenHits(memory, compare).filter(allows));
  return {
    visible: sortElements(memory, innermost(visible)),
    hidden: visible.length > 0 ? [] : sortElements(memory, innermost([...new Set(hidden)])),
  };
};
