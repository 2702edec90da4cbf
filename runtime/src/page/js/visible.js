// Visible means what the browser shows: its own computed style draws the element, and it has a box on the page.

const hasBox = (rects) => {
  for (let i = 0; i < rects.length; i += 1) if (rects[i].width > 0 && rects[i].height > 0) return true;
  return false;
};

const rangeRects = (node) => {
  const range = createRange(page());
  range.selectNode(node);
  return range.getClientRects();
};

/** An element without a box whose own text or children stick out of it. */
const overflows = (memory, element, style) => {
  if (style.display !== "contents" && cutsOff(style.overflow)) return false;
  for (const child of flatChildren(element)) {
    const isText = nodeType(child) === TEXT;
    if (isText && showsText(memory, element) && hasBox(rangeRects(child))) return true;
    if (!isText && style.display === "contents" && isElement(child) && isVisible(memory, child)) return true;
  }
  return false;
};

const computeVisible = (memory, element) => {
  const drawn = checkVisibility(element, VISIBLE);
  if (drawn && hasBox(rectsOf(element))) return true;
  const style = styleIn(memory, element);
  if (!drawn && style.display !== "contents") return areaIsVisible(memory, element);
  return overflows(memory, element, style);
};

/** The image that an `<area>` belongs to. */
const imageOfArea = (area) => {
  const map = closest(area, "map");
  const name = map === null ? "" : attribute(map, "name") || idOf(map);
  return name === "" ? null : (queryAll(rootOf(area), `img[usemap="#${CSS.escape(name)}"]`)[0] ?? null);
};

const areaIsVisible = (memory, element) => {
  if (!(element instanceof HTMLAreaElement)) return false;
  const image = imageOfArea(element);
  return image !== null && isVisible(memory, image);
};

const isVisible = (memory, element) => {
  let visible = memory.visible.get(element);
  if (visible === undefined) memory.visible.set(element, (visible = computeVisible(memory, element)));
  return visible;
};

const isSummaryOf = (details, element) =>
  flatClosest(element, (at) => parentNode(at) === details && isSummary(at)) !== null;

/** Why nothing of an element is seen: `{why, by}`, `by` being the element that hides it. */
const hiddenBecause = (memory, element) => {
  for (let at = element; at !== null; at = flatParent(at)) {
    const style = styleIn(memory, at);
    if (style.display === "none") return { why: "display", by: describe(at) };
    if (isClosedDetails(at) && !isSummaryOf(at, element)) return { why: "details", by: describe(at) };
    if (at !== element && style.contentVisibility === "hidden")
      return { why: "contentVisibility", by: describe(at) };
    if (at !== element && at instanceof HTMLSelectElement) return { why: "closedList", by: describe(at) };
    const parent = parentNode(at);
    if (isElement(parent) && shadowOf(parent) !== null && slotOf(at) === null)
      return { why: "unslotted", by: describe(parent) };
  }
  if (styleIn(memory, element).visibility !== "visible") {
    const hiding = flatClosest(element, (at) => {
      const parent = flatParent(at);
      return parent === null || styleIn(memory, parent).visibility === "visible";
    });
    return { why: "visibility", by: describe(hiding ?? element) };
  }
  return { why: "noBox", by: describe(element) };
};
