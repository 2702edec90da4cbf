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
      x: outer.x + edge("Left") * scaleX, y: outer.y + edge("Top") * scaleY,
      width: outer.width - (edge("Left") + edge("Right")) * scaleX, height: outer.height - (edge("Top") + edge("Bottom")) * scaleY,
      scaleX, scaleY, visible: isVisible(newMemory(), element),
    };
  });

/** Whether a point of this frame's viewport meets the frame element: hit | covered {by, from} | outside. */
const frameAt = (node, point) =>
  withElement(node, (element) => {
    const { right, bottom } = viewport();
    if (point.x < 0 || point.y < 0 || point.x > right || point.y > bottom) return { state: "outside" };
    const hit = elementAt(point.x, point.y);
    return hit !== null && flatContains(element, hit) ? { state: "hit" } : { state: "covered", ...covererOf(element, hit) };
  });

/** Takes a closed shadow root that the protocol resolved into this world. */
const adopt = (host, root) => {
  const element = typeof host === "number" ? elementOf(host) : host;
  if (!isElement(element) || !(root instanceof ShadowRoot) || openRoot(element) !== null) return { state: "refused" };
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

const HOST_TAGS = "article,aside,blockquote,body,div,footer,h1,h2,h3,h4,h5,h6,header,main,nav,p,section,span";

/** Whether a box shows something that no light child accounts for. */
const looksHosted = (element) => {
  if (firstChild(element) === null) return false;
  for (let child = firstChild(element); child !== null; child = nextSibling(child)) {
    if (isElement(child) ? checkVisibility(child) || styleOf(child).display === "none" : nodeType(child) === TEXT && hasBox(rangeRects(child))) return false;
  }
  return /\S/.test(textContent(element));
};

const isMaybeHost = (element) => {
  if (!isHtml(element) || shadowOf(element) !== null) return false;
  if (localName(element).includes("-")) return true;
  return matches(element, HOST_TAGS) && checkVisibility(element) && hasBox(rectsOf(element)) && (isHollow(element) || looksHosted(element));
};

/** A host without children that has room for some, as content or a style makes it. */
const isHollow = (element) => {
  const style = styleOf(element);
  return !/\S/.test(textContent(element)) && firstElement(element) === null &&
    boundsOf(element).height > parseFloat(style.paddingTop) + parseFloat(style.paddingBottom) + 2;
};

/** `{possible, version}`: whether closed shadow roots may be here, and a number that grows with every change of structure. */
const hosts = () => {
  startObserving();
  const all = findAll(newMemory(), "*");
  let possible = false;
  for (let i = 0; i < all.length && !possible; i += 1) possible = isMaybeHost(all[i]);
  return { possible, version: structureVersion };
};
