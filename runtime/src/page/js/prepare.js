// Before an act: visible, enabled, editable where it must be, in view, at rest, and really what would be hit.
//
// Answers {state: "ready", point, box, field} or the first thing in the way:
// detached | hidden {why, by} | disabled {why, by} | readonly {by} | notEditable {by} | outside | moving | covered {by, from, at}.

const STIR_MS = 50;
const ALIGNMENTS = ["center", "start", "end", "nearest"];

const editability = (element) => {
  const kind = fieldKindOf(element);
  if (kind === null) return { state: "notEditable", by: describe(element) };
  if (isReadOnly(element)) return { state: "readonly", by: describe(element) };
  return null;
};

const isReadOnly = (element) => {
  if (attribute(element, "aria-readonly") === "true") return true;
  return (
    (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) &&
    element.readOnly &&
    matches(element, ":read-only")
  );
};

/** What stands in the way before anything is scrolled, or null. */
const obstacle = (memory, element, kind) => {
  if (!isVisible(memory, element)) return { state: "hidden", ...hiddenBecause(memory, element) };
  if (kind === "frame" || kind === "drop") return null;
  const disabled = disabledBy(element);
  if (disabled !== null) return { state: "disabled", ...disabled };
  return kind === "type" ? editability(element) : null;
};

const sameBox = (a, b) =>
  Math.abs(a.x - b.x) < 0.5 &&
  Math.abs(a.y - b.y) < 0.5 &&
  Math.abs(a.width - b.width) < 0.5 &&
  Math.abs(a.height - b.height) < 0.5;

/** Properties whose animation moves nothing but the element itself. */
const HARMLESS =
  /^(opacity|color|.*Color|filter|backdropFilter|boxShadow|textShadow|transform|translate|rotate|scale|background.*|mask.*|visibility|outline.*|fill|stroke.*|offset|computedOffset|easing|composite)$/;

const changesLayout = (animation) =>
  animation.effect.getKeyframes().some((frame) => Object.keys(frame).some((name) => !HARMLESS.test(name)));

/** Whether something may be moving the element: an animation of it or around it or of the layout, a style that just changed,
 * a scroll under way. */
const isRestless = (element) => {
  const at = now();
  if (at - scrolledAt < STIR_MS) return true;
  for (const animation of documentAnimations(page())) {
    const target = animation.effect?.target ?? null;
    if (target === null || (animation.playState !== "running" && !animation.pending)) continue;
    if (flatContains(target, element) || changesLayout(animation)) return true;
  }
  return flatClosest(element, (around) => at - (stirred.get(around) ?? -Infinity) < STIR_MS) !== null;
};

/** Two boxes in two frames, at once when nothing moves. */
const isAtRest = async (element) => {
  const before = boundsOf(element);
  if (!isRestless(element)) return true;
  await nextFrame();
  const between = boundsOf(element);
  await nextFrame();
  return sameBox(before, between) && sameBox(between, boundsOf(element));
};

const scrollTo = (element, block) =>
  scrollIntoView(element, { block, inline: block === "nearest" ? "nearest" : "center", behavior: "instant" });

/** Whether the middle of the element can be seen in this frame. */
const isInView = (element) => {
  const clip = clipOf(element);
  const [rect] = solidRects(element);
  if (rect === undefined) return true;
  const x = rect.x + rect.width / 2;
  const y = rect.y + rect.height / 2;
  return x >= clip.left && x <= clip.right && y >= clip.top && y <= clip.bottom;
};

const bringIntoView = (element) => {
  if (!isInView(element)) scrollTo(element, "center");
  // The frame itself may be out of view in the page around it, which only the browser can see.
  else if (window.top !== window) scrollTo(element, "nearest");
};

/** A point that meets the element, other scroll positions tried when something sticky covers it. */
const aimWithScrolling = (element) => {
  const first = aimAt(element);
  if (first.point !== undefined) return first;
  for (const block of ALIGNMENTS) {
    scrollTo(element, block);
    const aim = aimAt(element);
    if (aim.point !== undefined) return { ...aim, scrolled: true };
  }
  return first;
};

const readyAt = (element, point) => ({
  state: "ready",
  point,
  box: boxOf(element),
  field: fieldKindOf(element),
});

const unaimed = (element, aim) =>
  aim.outside ? { state: "outside" } : { state: "covered", ...covererOf(element, aim.by), at: aim.at };

const prepareElement = async (element, action) => {
  const memory = newMemory();
  const blocked = obstacle(memory, element, action.kind);
  if (blocked !== null) return blocked;
  bringIntoView(element);
  if (!(await isAtRest(element))) return { state: isConnected(element) ? "moving" : "detached" };
  if (!isConnected(element)) return { state: "detached" };
  if (action.kind === "frame") return readyAt(element, centreOf(element));
  const aim = aimWithScrolling(element);
  return aim.point === undefined ? unaimed(element, aim) : readyAt(element, aim.point);
};

const centreOf = (element) => {
  const { x, y, width, height } = boxOf(element);
  return { x: x + width / 2, y: y + height / 2 };
};

const guarded = async (work) => {
  try {
    return await work();
  } catch (error) {
    return { state: "error", detail: short(String(error?.stack ?? error)) };
  }
};

/** `prepare(node, {kind, arm?, clicks?})`; with `arm` the guard of arm.js is set when it is ready. */
const prepare = (node, action) =>
  guarded(async () => {
    startObserving();
    const element = elementOf(node);
    if (element === null) return { state: "detached" };
    const prepared = await prepareElement(element, action);
    if (prepared.state === "ready" && action.arm) armElement(element, action.clicks ?? 1);
    return prepared;
  });

/** Look, choose the one match (or `index`), and prepare it: `{answer, chosen?, prepared?}` in one call. */
const aim = (query, action) =>
  guarded(async () => {
    startObserving();
    const { answer, elements, memory } = evaluate(query);
    const chosen = pickIndex(elements, action.index);
    if (chosen.length !== 1) return { answer };
    const [element] = chosen;
    const node = register(element);
    if (action.kind === "check" && checkedOf(memory, element) === action.wanted) {
      return {
        answer,
        chosen: matchOf(memory, element, true, query.want ?? []),
        prepared: { state: "already" },
      };
    }
    const prepared = await prepare(node, action);
    return { answer, chosen: matchOf(memory, element, true, query.want ?? []), prepared };
  });
