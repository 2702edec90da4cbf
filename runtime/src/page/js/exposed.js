// What the accessibility tree has.

/** Open modal dialogs: what is outside of them is inert. */
const modalsOf = (memory) => (memory.modals ??= findAll(memory, "dialog:modal"));

const computeExposed = (memory, element) => {
  if (attribute(element, "aria-hidden")?.toLowerCase() === "true" || hasAttribute(element, "inert"))
    return false;
  if (TEXTLESS.has(tagOf(element)) && !EXPOSED_TEXTLESS.has(tagOf(element))) return false;
  const parent = flatParent(element);
  if (tagOf(element) === "dialog" && modalsOf(memory).includes(element)) return true;
  return parent === null
    ? element === documentElement(page()) && modalsOf(memory).length === 0
    : isExposed(memory, parent);
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
const inAccessibilityTree = (memory, element) =>
  isDrawnForTree(memory, element) && isExposed(memory, element);
