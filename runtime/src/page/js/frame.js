// Frames, closed shadow roots, and handing elements over.

/** The content box of a frame element in this frame's viewport, and the scale that its content is drawn at. */
const ownerBox = (node) =>
  withElement(node, (element) => {
    const outer = boundsOf(element);
    const style = styleOf(element);
    const edge = (side) => parseFloat(style[`border${side}Width`]) + parseFloat(style[`padding${side}`]);
    const scaleX = element.offsetWidth > 0 ? outer.width / element.offsetWidth : 1;
    const scaleY = element.offsetHeight > 0 ? outer.height / element.offsetHeight : 1;
    return {
      state: "ok",
      x: outer.x + edge("Left") * scaleX,
      y: outer.y + edge("Top") * scaleY,
      width: outer.width - (edge("Left") + edge("Right")) * scaleX,
      height: outer.height - (edge("Top") + edge("Bottom")) * scaleY,
      scaleX,
      scaleY,
      visible: isVisible(newMemory(), element),
    };
  });

/** Whether a point of this frame's viewport meets the frame element: hit | covered {by, from} | outside. */
const frameAt = (node, point) =>
  withElement(node, (element) => {
    const { right, bottom } = viewport();
    if (point.x < 0 || point.y < 0 || point.x > right || point.y > bottom) return { state: "outside" };
    const hit = elementAt(point.x, point.y);
    return hit !== null && flatContains(element, hit)
      ? { state: "hit" }
      : { state: "covered", ...covererOf(element, hit) };
  });

/** Takes a closed shadow root that the protocol resolved into this world. */
const adopt = (host, root) => {
  const element = typeof host === "number" ? elementOf(host) : host;
  if (!isElement(element) || !(root instanceof ShadowRoot) || openRoot(element) !== null)
    return { state: "refused" };
  if (adopted.get(element) !== root) {
    adopted.set(element, root);
    adoptions += 1;
    structureVersion += 1;
    startObserving();
    observeRoots();
    for (const watch of [...watches.values()]) watch.poke();
  }
  return { state: "adopted" };
};

const HOST_TAGS = new Set(
  "article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span".split(" "),
);

/** Whether the children of an element are not drawn though no style hides them, as if they were in no slot. */
const hasUndrawnChildren = (element) => {
  for (let child = firstElement(element); child !== null; child = nextElement(child)) {
    if (checkVisibility(child) || /^(none|contents)$/.test(styleOf(child).display)) return false;
  }
  return checkVisibility(element) && hasBox(rectsOf(element));
};

/** An element without content that has room for some, as content or a style makes it. */
const isHollow = (element) => {
  if (firstChild(element) !== null && /\S/.test(textContent(element))) return false;
  if (!checkVisibility(element)) return false;
  const { height, width } = boundsOf(element);
  if (height < 3 || width < 3) return false;
  const style = styleOf(element);
  return height > parseFloat(style.paddingTop) + parseFloat(style.paddingBottom) + 2;
};

/** A hint: what has the marks of a host whose root cannot be seen. Hosts whose children are all slotted have none. */
const isMaybeHost = (element) => {
  const name = localName(element);
  if (!isHtml(element) || (!HOST_TAGS.has(name) && !name.includes("-")) || shadowOf(element) !== null)
    return false;
  if (name.includes("-")) return true;
  return firstElement(element) === null ? isHollow(element) : hasUndrawnChildren(element);
};

/** `{possible, version}`: whether closed shadow roots may be here, and a number that grows with every change of structure. */
const hosts = () => {
  startObserving();
  const all = findAll(newMemory(), "*");
  let possible = false;
  for (let i = 0; i < all.length && !possible; i += 1) possible = isMaybeHost(all[i]);
  return { possible, version: structureVersion };
};
