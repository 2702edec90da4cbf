// The box that a search is limited to.

const EVERYWHERE = { state: "none", allows: () => true };
const FIELDS = "input:not([type=hidden i]),select,textarea";

/** Whether an element holds more than a text: other text, or a field. */
const holdsMore = (memory, element, text) => {
  if (textOf(memory, element) !== text) return true;
  return matches(element, FIELDS) || Array.from(queryElement(element, FIELDS)).some((field) => isVisible(memory, field));
};

/** From the innermost holder outwards, the nearest element that holds more. */
const boxAround = (memory, holder, text) => flatClosest(holder, (at) => holdsMore(memory, at, text));

/** Holders of a text: those whose whole text it is, else those that have it as a whole piece, else as a part. */
const holdersOf = (memory, value) => {
  const whole = searchText(memory, comparison(value, "ignoreCase"), EVERYWHERE.allows);
  if (whole.visible.length > 0) return whole.visible.map((element) => ({ element, text: textOf(memory, element) }));
  const compare = comparison(value, "containsIgnoreCase");
  const hits = hitsIn(runsOf(memory).shown, compare.needle, false);
  const parts = searchText(memory, compare, EVERYWHERE.allows);
  const holders = parts.visible.map((element) => ({ element, text: hits.get(element)?.whole ? "" : textOf(memory, element) }));
  const pieces = holders.filter((holder) => holder.text === "");
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
    boxes = [...new Set(holders.map(({ element, text }) => boxAround(memory, element, text) ?? documentElement(page())))];
    inclusive = true;
  } else {
    const found = findTarget(memory, within.target, EVERYWHERE.allows);
    if (found.visible.length === 0 && found.hidden.length > 0) return { state: "hidden", allows: () => false, boxes: [] };
    boxes = pickIndex(found.visible, within.target.index);
  }
  if (boxes.length === 0) return { state: "missing", allows: () => false, boxes };
  if (boxes.length > 1) return { state: "ambiguous", allows: () => false, boxes: sortElements(memory, boxes) };
  const [box] = boxes;
  return { state: "found", boxes, allows: (element) => (element !== box || inclusive) && flatContains(box, element) };
};

/** The match that `index` chooses (from 1), or all of them. */
const pickIndex = (elements, index) => (index === undefined || index === null ? elements : elements.slice(index - 1, index));
