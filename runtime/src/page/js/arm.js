// The last look, at dispatch: does the press that the browser delivers meet the element that was meant? If not, the whole
// click is swallowed before the page sees any of it, and `outcome` says what it met.

let guard = null;

const PRESS = new Set(["pointerdown", "mousedown"]);
const GUARDED = [
  "pointerdown",
  "mousedown",
  "pointerup",
  "mouseup",
  "click",
  "dblclick",
  "auxclick",
  "contextmenu",
];

const swallow = (event) => {
  event.preventDefault();
  event.stopImmediatePropagation();
};

/** The innermost element an event is for, through adopted roots that the event's own path leaves out. */
const innerTarget = (event) => {
  const [target] = event.composedPath();
  if (!isElement(target)) return null;
  const root = adopted.get(target);
  return root === undefined ? target : (elementAt(event.clientX, event.clientY) ?? target);
};

const judge = (event) => {
  const target = innerTarget(event);
  if (reaches(guard.element, target)) {
    guard.state = "hit";
    return;
  }
  guard.state = "missed";
  guard.by = target === null ? null : covererOf(guard.element, target);
};

const onGuarded = (event) => {
  if (guard === null || !event.isTrusted) return;
  if (PRESS.has(event.type) && guard.state === "none") judge(event);
  if (guard.state === "missed") swallow(event);
  if (event.type === "mouseup") {
    guard.releases += 1;
    // The click follows in the same task as its mouseup. Whoever asks later finds it over; a timer, which the browser may
    // hold back until it has drawn, is only for who waits already.
    if (guard.releases >= guard.clicks || guard.state === "missed") {
      guard.over = true;
      if (guard.done !== null) after(0, finishGuard.bind(null, guard));
    }
  }
};

const finishGuard = (finished) => {
  finished.over = true;
  finished.done?.();
};

/** Our listeners stand first in the window, as this program starts before the page's. */
const installGuard = () => {
  for (const type of GUARDED) listen(window, type, onGuarded, { capture: true, passive: false });
};

const armElement = (element, clicks) => {
  finishGuardNow();
  guard = { element, clicks, state: "none", by: null, releases: 0, over: false, done: null };
};
const finishGuardNow = () => {
  if (guard !== null) finishGuard(guard);
  guard = null;
};

const arm = (node, clicks) => {
  installGuard();
  const element = elementOf(node);
  if (element === null) return { state: "detached" };
  armElement(element, clicks ?? 1);
  return { state: "armed" };
};

const verdictOf = (finished) => {
  if (guard === finished) guard = null;
  return finished.state === "missed"
    ? { state: "missed", ...(finished.by ?? { by: null, from: null }) }
    : { state: finished.state };
};

/** Disarms when the click is over, at the latest after `maxMs`: hit | missed {by, from} | none (no press arrived). */
const outcome = (maxMs) => {
  const current = guard;
  if (current === null) return Promise.resolve({ state: "none" });
  if (current.over) return Promise.resolve(verdictOf(current));
  return new Promise((resolve) => {
    const finish = () => resolve(verdictOf(current));
    current.done = finish;
    after(maxMs ?? 0, finish);
  });
};
