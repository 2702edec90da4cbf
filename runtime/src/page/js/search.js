// From a text to the innermost elements that hold it.
//
// All text nodes are joined, white space left out and case folded, into one run in the order in which they are drawn; the
// place of each node is kept. A hit in the run names the nodes it lies in, and the nearest element around these is the
// candidate, whose rendered text then decides. So a text may be spread over any number of inline elements.

const createWalker = methodOf(Document, "createTreeWalker");
const nextNode = methodOf(TreeWalker, "nextNode");
/** Between the texts of two nodes while they are folded all at once; no text of a page needs it. */
const BORDER = "\u0001";

const textNodesPlain = () => {
  const nodes = [];
  const walker = createWalker(page(), page(), NodeFilter.SHOW_TEXT);
  for (let node = nextNode(walker); node !== null; node = nextNode(walker)) nodes.push(node);
  return nodes;
};

const textNodesFlat = () => {
  const nodes = [];
  const stack = [documentElement(page())];
  while (stack.length > 0) {
    const node = stack.pop();
    if (nodeType(node) === TEXT) nodes.push(node);
    else if (isElement(node)) {
      const children = flatChildren(node);
      for (let i = children.length - 1; i >= 0; i -= 1) stack.push(children[i]);
    }
  }
  return nodes;
};

/** All texts of the document in drawing order, squeezed and folded: `{nodes, starts, pieces, text}`. */
const runOf = (memory) => {
  if (memory.run !== null) return memory.run;
  const all = rootsOf(memory).length === 1 ? textNodesPlain() : textNodesFlat();
  const raw = all.map((node) => dataOf(node).replaceAll(BORDER, ""));
  const folded = fold(squeeze(raw.join(BORDER))).split(BORDER);
  const run = { nodes: [], starts: [], pieces: [], text: "" };
  let length = 0;
  for (let i = 0; i < folded.length; i += 1) {
    if (folded[i] === "") continue;
    run.nodes.push(all[i]);
    run.starts.push(length);
    run.pieces.push(folded[i]);
    length += folded[i].length;
  }
  run.text = run.pieces.join("");
  memory.run = run;
  return run;
};

/** "shown", "hidden", or "none" for what is no text of the page at all. */
const stateOfText = (memory, node) => {
  const parent = flatParent(node);
  if (parent === null) return isElement(parentNode(node)) ? "hidden" : "none";
  if (TEXTLESS.has(tagOf(parent))) return "none";
  return showsText(memory, parent) && !isClosedDetails(parent) ? "shown" : "hidden";
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

/** A slot is no element that a person would mean; what it stands in is. */
const unslotted = (element) =>
  element === null ? null : flatClosest(element, (at) => localName(at) !== "slot");

/** The nearest element drawn around both nodes. */
const commonElement = (first, last) => {
  if (first === last) return unslotted(flatParent(first));
  const around = new Set();
  for (let at = flatParent(first); at !== null; at = flatParent(at)) around.add(at);
  for (let at = flatParent(last); at !== null; at = flatParent(at)) if (around.has(at)) return unslotted(at);
  return null;
};

/** What the nodes of a hit have in common: "shown", "hidden", or "mixed". */
const stateOfHit = (memory, run, first, last) => {
  const state = stateOfText(memory, run.nodes[first]);
  for (let i = first + 1; i <= last; i += 1) if (stateOfText(memory, run.nodes[i]) !== state) return "mixed";
  return state;
};

const addHit = (hits, first, last, run, whole) => {
  const element = commonElement(run.nodes[first], run.nodes[last]);
  if (element !== null && !(hits.get(element)?.whole ?? false)) hits.set(element, { element, whole });
};

/** Hits whose nodes follow each other. */
const plainHits = (memory, run, compare, wanted, hits) => {
  const { needle } = compare;
  for (let at = run.text.indexOf(needle); at >= 0; at = run.text.indexOf(needle, at + 1)) {
    const first = nodeAt(run, at);
    const end = at + needle.length;
    const last = nodeAt(run, end - 1);
    const whole = run.starts[first] === at && end === run.starts[last] + run.pieces[last].length;
    if ((whole || !compare.whole) && stateOfHit(memory, run, first, last) === wanted)
      addHit(hits, first, last, run, whole);
  }
};

/** Length of the longest end of a piece that is a beginning of the needle, but not all of it. */
const overlapOf = (piece, needle) => {
  for (let length = Math.min(piece.length, needle.length - 1); length > 0; length -= 1) {
    if (
      piece.charCodeAt(piece.length - length) === needle.charCodeAt(0) &&
      needle.startsWith(piece.slice(piece.length - length))
    )
      return length;
  }
  return 0;
};

/** Hits that go on behind text that is not shown. */
const hitsAcrossHidden = (memory, run, compare, hits) => {
  const { needle } = compare;
  for (let first = 0; first + 2 < run.nodes.length; first += 1) {
    let done = overlapOf(run.pieces[first], needle);
    if (done === 0 || (compare.whole && done !== run.pieces[first].length)) continue;
    if (stateOfText(memory, run.nodes[first]) !== "shown") continue;
    for (let i = first + 1; i < run.nodes.length && i < first + 50; i += 1) {
      if (stateOfText(memory, run.nodes[i]) !== "shown") continue;
      const rest = needle.slice(done);
      const piece = run.pieces[i];
      if (piece === rest || (!compare.whole && piece.startsWith(rest)))
        addHit(hits, first, i, run, piece === rest);
      if (!rest.startsWith(piece) || piece === rest) break;
      done += piece.length;
    }
  }
};

/** Elements nearest around each hit in shown (or in hidden) text: `{element, whole}`, whole when it is all of its nodes. */
const hitsIn = (memory, compare, wanted) => {
  const hits = new Map();
  const run = runOf(memory);
  plainHits(memory, run, compare, wanted, hits);
  if (wanted === "shown") hitsAcrossHidden(memory, run, compare, hits);
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
  for (const { element } of hitsIn(memory, compare, "hidden").values()) {
    if (compare.test(sourceText(element)) || hiddenTexts(memory, element).some(compare.test))
      found.push(element);
  }
  return found;
};
/** The texts of an element that are not shown, with and without a space between nodes. */
const hiddenTexts = (memory, element) => {
  const texts = [];
  const walker = createWalker(page(), element, NodeFilter.SHOW_TEXT);
  for (let node = nextNode(walker); node !== null && texts.length < 1000; node = nextNode(walker)) {
    if (stateOfText(memory, node) === "hidden") texts.push(dataOf(node));
  }
  return [normalise(texts.join("")), normalise(texts.join(" "))];
};

/** `{visible, hidden}`: innermost elements whose text satisfies the comparison. Hidden ones only when none is visible. */
const searchText = (memory, compare, allows) => {
  const visible = [];
  const hidden = [];
  if (compare.needle === "") return { visible, hidden };
  const sift = (element) => (isVisible(memory, element) ? visible : hidden).push(element);
  for (const { element } of hitsIn(memory, compare, "shown").values()) {
    if (allows(element) && compare.test(textOf(memory, element))) sift(element);
  }
  for (const control of controlsWith(memory, compare)) if (allows(control)) sift(control);
  if (visible.length === 0) hidden.push(...hiddenHits(memory, compare).filter(allows));
  return {
    visible: sortElements(memory, innermost(visible)),
    hidden: visible.length > 0 ? [] : sortElements(memory, innermost([...new Set(hidden)])),
  };
};
