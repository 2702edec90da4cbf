// What a click at a point would meet.

/** The innermost element at a point of this frame's viewport, through open and adopted shadow roots. */
const elementAt = (x, y) => {
  let hit = pointInDocument(page(), x, y);
  for (let depth = 0; hit !== null && depth < 100; depth += 1) {
    const root = shadowOf(hit);
    const inner = root === null ? null : pointInShadow(root, x, y);
    if (inner === null || inner === hit || rootOf(inner) !== root) break;
    hit = inner;
  }
  return hit;
};

/** The control that a click inside this element is handed on to: that of the label around it. */
const labelledControl = (element) => {
  const label = flatClosest(element, (at) => at instanceof HTMLLabelElement);
  return label === null ? null : label.control;
};

/** Whether a click that meets `hit` is a click on `element`: on it, on something in it, or on its label. */
const reaches = (element, hit) => {
  if (hit === null) return false;
  if (flatContains(element, hit)) return true;
  const control = labelledControl(hit);
  if (control !== null && control === element && !isOwnTarget(hit, control)) return true;
  if (element instanceof HTMLAreaElement) return hit === imageOfArea(element);
  return element instanceof HTMLOptionElement && hit === closest(element, "select");
};

/** Whether something between a label and the point takes the click for itself. */
const isOwnTarget = (hit, control) =>
  flatClosest(
    hit,
    (at) => at !== control && matches(at, "a[href],button,input:not([type=hidden i]),select,textarea"),
  ) !== null;

const viewport = () => {
  const root = documentElement(page());
  return {
    left: 0,
    top: 0,
    right: Math.max(window.innerWidth, root?.clientWidth ?? 0),
    bottom: Math.max(window.innerHeight, root?.clientHeight ?? 0),
  };
};

const overlap = (a, b) => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.min(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom),
});
const isEmpty = (area) => area.right - area.left < 0.5 || area.bottom - area.top < 0.5;

/** Whether a box cuts off what sticks out of it; an engine that does not say draws it all. */
const cutsOff = (overflow) => overflow !== "visible" && overflow !== "" && overflow !== undefined;

/** The part of the viewport that the scrolling and clipping boxes around an element leave of it. */
const clipOf = (element) => {
  let clip = viewport();
  for (let at = flatParent(element); at !== null; at = flatParent(at)) {
    const style = styleOf(at);
    if (style.position === "fixed") break;
    if (
      style.display === "contents" ||
      style.display === "inline" ||
      at === documentElement(page()) ||
      at === bodyOf(page())
    )
      continue;
    if (cutsOff(style.overflowX) || cutsOff(style.overflowY)) clip = overlap(clip, boundsOf(at));
  }
  return clip;
};

/** Boxes of an element that have an area; what has none lends those of its children or its text. */
const solidRects = (element) => {
  const solid = (list) => Array.from(list).filter((rect) => rect.width > 0 && rect.height > 0);
  const own = solid(rectsOf(element));
  if (own.length > 0) return own;
  if (element instanceof HTMLAreaElement) return areaRects(element);
  return flatChildren(element).flatMap((child) =>
    isElement(child) ? solidRects(child) : nodeType(child) === TEXT ? solid(rangeRects(child)) : [],
  );
};

/** A rectangle in the middle of an image map's area. */
const areaRects = (area) => {
  const image = imageOfArea(area);
  if (image === null) return [];
  const box = boundsOf(image);
  const numbers = (attribute(area, "coords") ?? "")
    .split(/[\s,;]+/)
    .map(Number)
    .filter(Number.isFinite);
  if (numbers.length === 3) {
    const [x, y, radius] = numbers;
    return [new DOMRect(box.x + x - radius, box.y + y - radius, 2 * radius, 2 * radius)];
  }
  if (numbers.length < 4) return [box];
  const xs = numbers.filter((_, i) => i % 2 === 0);
  const ys = numbers.filter((_, i) => i % 2 === 1);
  const left = Math.min(...xs);
  const top = Math.min(...ys);
  return [new DOMRect(box.x + left, box.y + top, Math.max(...xs) - left, Math.max(...ys) - top)];
};

/** Places of a rectangle that are tried, as shares of its width and height: the middle first. */
const SPOTS = [
  [0.5, 0.5],
  [0.25, 0.5],
  [0.75, 0.5],
  [0.5, 0.25],
  [0.5, 0.75],
  [0.25, 0.25],
  [0.75, 0.75],
  [0.25, 0.75],
  [0.75, 0.25],
  [0.1, 0.5],
  [0.9, 0.5],
  [0.5, 0.1],
  [0.5, 0.9],
];

/** Points to try, in order. Those of the whole box come first as a person aims at its middle. */
const pointsOf = (element) => {
  const clip = clipOf(element);
  const areas = solidRects(element)
    .slice(0, 8)
    .map((rect) => overlap(rect, clip))
    .filter((area) => !isEmpty(area));
  areas.sort((a, b) => (b.right - b.left) * (b.bottom - b.top) - (a.right - a.left) * (a.bottom - a.top));
  return areas.flatMap((area) =>
    SPOTS.map(([x, y]) => ({
      x: area.left + (area.right - area.left) * x,
      y: area.top + (area.bottom - area.top) * y,
    })),
  );
};

/** `{point}` that meets the element, or `{by, at}` of the first thing met instead, or `{outside}` when no part is in view. */
const aimAt = (element) => {
  const points = pointsOf(element);
  if (points.length === 0) return { outside: true };
  let missed = null;
  for (const point of points) {
    const hit = elementAt(point.x, point.y);
    if (reaches(element, hit)) return { point };
    missed ??= { by: hit, at: point };
  }
  return missed;
};

/** For people: what lies over an element, the outermost box of it that does not hold the element too. */
const covererOf = (element, hit) => {
  if (hit === null) return { by: null, from: null };
  let outer = hit;
  for (let at = flatParent(hit); at !== null && !flatContains(at, element); at = flatParent(at)) outer = at;
  return { by: describe(hit), from: outer === hit ? null : describe(outer) };
};
