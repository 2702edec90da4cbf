// The box that a search is limited to.

const EVERYWHERE = { state: "none", allows: () => true };
const FIELDS = "input:not([type=hidden i]),select,textarea";

/** Whether a person sees a text or a field in a node. */
const showsAnything = (memory, node) => {
  if (nodeType(node) === TEXT) return /\S/.test(dataOf(node)) && stateOfText(memory, node) === "shown";
  if (!isElement(node) || TEXTLESS.has(tagOf(node)) || node instanceof HTMLOptionElement)
    return isElement(node) && matches(node, FIELDS) && isVisible(memory, node);
  if (matches(node, FIELDS)) return isVisible(memory, node);
  return flatChildren(node).some((child) => showsAnything(memory, child));
};

const holdsField = (memory, element) => {
  const fields = queryElement(element, FIELDS);
  for (let i = 0; i < fields.length; i += 1) if (isVisible(memory, fields[i])) return true;
  return false;
};

/** From the holder of a text outwards, the nearest element that holds more: other text, or a field. */
const boxAround = (memory, { element, mixed }) => {
  if (mixed || matches(element, FIELDS) || holdsField(memory, element)) return element;
  for (
    let inner = element, outer = flatParent(element);
    outer !== null;
    inner = outer, outer = flatParent(outer)
  ) {
    if (flatChildren(outer).some((child) => child !== inner && showsAnything(memory, child))) return outer;
  }
  return null;
};

/** Holders of a text: those whose whole text it is, else those that have it as a whole piece, else as a part. */
const holdersOf = (memory, value) => {
  const whole = searchText(memory, comparison(value, "ignoreCase"), EVERYWHERE.allows);
  if (whole.visible.length > 0) return whole.visible.map((element) => ({ element, mixed: false }));
  const compare = comparison(value, "containsIgnoreCase");
  const parts = searchText(memory, compare, EVERYWHERE.allows);
  const hits = hitsIn(memory, compare, "shown");
  const holders = parts.visible.map((element) => ({ element, mixed: hits.get(element)?.whole ?? false }));
  const pieces = holders.filter((holder) => holder.mixed);
  if (holders.length > 0) return pieces.length > 0 ? pieces : holders;
  return whole.hidden.length + parts.hidden.length > 0 ? null : [];
};

/** `{state: "none" | "found" | "missing" | "hidden" | "ambiguous", allows, boxes}`. */
const scopeOf = (memory, within) => {
  if (within === undefined || within === null) return EVERYWHERE;
  let boxes;
  let inclusive = false;
  if (within.text !== undefined) {
    const holders = holdersOf(memory, within.text);
    if (holders === null) return { state: "hidden", allows: () => false, boxes: [] };
    boxes = [...new Set(holders.map((holder) => boxAround(memory, holder) ?? documentElement(page())))];
    inclusive = true;
  } else {
    const found = findTarget(memory, within.target, EVERYWHERE.allows);
    if (found.visible.length === 0 && found.hidden.length > 0)
      return { state: "hidden", allows: () => false, boxes: [] };
    boxes = pickIndex(found.visible, within.target.index);
  }
  if (boxes.length === 0) return { state: "missing", allows: () => false, boxes };
  if (boxes.length > 1)
    return { state: "ambiguous", allows: () => false, boxes: sortElements(memory, boxes) };
  const [box] = boxes;
  return {
    state: "found",
    boxes,
    allows: (element) => (element !== box || inclusive) && flatContains(box, element),
  };
};

/** The match that `index` chooses (from 1), or all of them. */
const pickIndex = (elements, index) =>
  index === undefined || index === null ? elements : elements.slice(index - 1, index);
