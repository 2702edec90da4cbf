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

/** Takes a closed shadow root that the protocol resolved into this world: adopted | known | refused. */
const adopt = (host, root) => {
  const element = typeof host === "number" ? elementOf(host) : host;
  if (!isElement(element) || !(root instanceof ShadowRoot) || openRoot(element) !== null)
    return { state: "refused" };
  if (adopted.get(element) === root) return { state: "known" };
  adopted.set(element, root);
  adoptions += 1;
  startObserving();
  observeRoots();
  for (const watch of [...watches.values()]) watch.poke();
  return { state: "adopted" };
};

/** The closed roots that these nodes are in; how many of them were not known. */
const adoptRootsOf = (...nodes) => {
  let found = 0;
  for (const node of nodes) {
    // The browser also names its markers and generated content, which are no nodes of a script.
    const root = node instanceof Node ? rootOf(node) : null;
    if (root instanceof ShadowRoot && adopt(hostOf(root), root).state === "adopted") found += 1;
  }
  return found;
};

const templateContent = getterOf(HTMLTemplateElement, "content");

/** How many elements a tree holds, with those in its templates. */
const countIn = (tree) => {
  let count = queryIn(tree, "*").length;
  for (const template of queryIn(tree, "template"))
    if (template instanceof HTMLTemplateElement) count += countIn(templateContent(template));
  return count;
};
const queryIn = (tree, selector) => (nodeType(tree) === FRAGMENT ? queryFragment : queryAll)(tree, selector);

/** How many elements this world knows of, to be compared with how many the browser has: more are in closed roots. */
const census = () => {
  let elements = 0;
  for (const root of rootsOf(newMemory())) elements += countIn(root);
  return { elements };
};
