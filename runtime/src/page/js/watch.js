// The same question again whenever the page gives a reason: mutations, events, animation frames. 100 ms is the fallback.

const FALLBACK_MS = 100;
/** An evaluation that took longer than this waits for the next frame; one that took less runs in the mutation callback. */
const CHEAP_MS = 2;
/** Share of the page's time that evaluations may take: after one of n ms the next comes n * IDLE_FACTOR ms later. */
const IDLE_FACTOR = 3;
const FRAME_MS = 16;

const watches = new Map();
let lastWatch = 0;
let observer = null;
let observedDocument = null;
const observedRoots = new WeakSet();
/** When a style or class attribute of an element last changed, and when anything last scrolled. */
const stirred = new WeakMap();
let scrolledAt = -Infinity;

const OBSERVED = { subtree: true, childList: true, attributes: true, characterData: true };
const EVENTS = [
  "input",
  "change",
  "focus",
  "blur",
  "scroll",
  "scrollend",
  "toggle",
  "load",
  "transitionrun",
  "transitionend",
  "transitioncancel",
  "animationstart",
  "animationend",
  "animationcancel",
  "slotchange",
  "fullscreenchange",
  "DOMContentLoaded",
  "readystatechange",
  "close",
  "reset",
];

const onMutations = (records) => {
  const at = now();
  for (const record of records) {
    if (
      record.type === "attributes" &&
      (record.attributeName === "style" || record.attributeName === "class")
    )
      stirred.set(record.target, at);
  }
  if (watches.size === 0) return;
  observeRoots();
  for (const watch of [...watches.values()]) watch.poke();
};

const onEvent = (event) => {
  if (event.type === "scroll") scrolledAt = now();
  if (event.type === "DOMContentLoaded" || event.type === "readystatechange" || event.type === "load")
    startObserving();
  for (const watch of [...watches.values()]) watch.poke();
};

/** Observes the document, again when it was replaced or reopened: `document.open` takes all listeners away. */
const startObserving = () => {
  const document = page();
  observer ??= new MutationObserver(onMutations);
  if (observedDocument !== document) {
    observedDocument = document;
    observer.observe(document, OBSERVED);
  }
  for (const type of EVENTS) listen(window, type, onEvent, { capture: true, passive: true });
  for (const type of ["resize", "popstate", "hashchange"]) listen(window, type, onEvent, { passive: true });
  if (window.navigation instanceof EventTarget) listen(window.navigation, "currententrychange", onEvent);
  installGuard();
};

const observeRoots = () => {
  for (const root of rootsOf(newMemory())) {
    if (root === page() || observedRoots.has(root)) continue;
    observedRoots.add(root);
    observer.observe(root, OBSERVED);
    for (const type of EVENTS) listen(root, type, onEvent, { capture: true, passive: true });
  }
};

const isAnimating = () => {
  try {
    return documentAnimations(page()).some((animation) => animation.playState === "running");
  } catch {
    return false;
  }
};

class Watch {
  constructor(query, since, maxMs, resolve) {
    Object.assign(this, {
      query,
      since,
      resolve,
      cost: 0,
      ended: false,
      waiting: false,
      until: now() + maxMs,
    });
    Object.assign(this, { free: 0, burst: 0, burstFrom: 0 });
    this.step();
    this.fallBack();
  }

  fallBack() {
    if (this.ended) return;
    this.stopFallback = after(FALLBACK_MS, () => {
      if (now() >= this.free) this.step();
      this.fallBack();
    });
  }

  /** The page changed: look now if that is cheap, else in the next frame. */
  poke() {
    if (this.ended || this.waiting) return;
    if (this.cost < CHEAP_MS && now() >= this.free) this.step();
    else this.later();
  }

  later() {
    this.waiting = true;
    const run = () => {
      if (this.ended) return;
      const rest = this.free - now();
      if (rest > 4) {
        after(rest, () => soon(run));
        return;
      }
      this.waiting = false;
      this.step();
    };
    soon(run);
  }

  step() {
    if (this.ended) return;
    const start = now();
    const { answer } = evaluate(this.query);
    const end = now();
    this.cost = end - start;
    // Cheap looks may follow each other within a frame up to a budget; dear ones leave the page its time.
    if (start - this.burstFrom > FRAME_MS) Object.assign(this, { burst: 0, burstFrom: start });
    this.burst += this.cost;
    this.free = this.cost < CHEAP_MS && this.burst < FRAME_MS / 2 ? 0 : end + this.cost * IDLE_FACTOR;
    if (answer.signature !== this.since) this.finish(answer);
    else if (end >= this.until) this.finish({ ...answer, unchanged: true });
    else if (!this.waiting && isAnimating()) this.later();
  }

  finish(answer) {
    this.ended = true;
    this.stopFallback?.();
    this.stopTimer?.();
    watches.delete(this.id);
    this.resolve(answer);
  }
}

/** Resolves with the answer when its signature differs from `since`, at the latest after `maxMs` with `unchanged: true`. */
const watch = (query, since, maxMs, id) =>
  new Promise((resolve) => {
    startObserving();
    observeRoots();
    const key = id ?? `#${(lastWatch += 1)}`;
    cancel(key);
    const entry = new Watch(query, since, maxMs, resolve);
    if (entry.ended) return;
    entry.id = key;
    entry.stopTimer = after(maxMs + 1, () => entry.step());
    watches.set(key, entry);
  });

/** Ends a watch: it resolves at once with `cancelled: true`. Without an id, all of them. */
const cancel = (id) => {
  for (const [key, entry] of [...watches])
    if (id === undefined || id === null || key === id) entry.finish({ cancelled: true });
};
